#include "harvest/links.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "harvest/addresses.hpp"
#include "render/content.hpp"
#include "text/ascii.hpp"
#include "text/url.hpp"

namespace pith::harvest {
namespace {

using html::Attr;
using html::Document;
using html::NodeId;
using html::Tag;

constexpr std::size_t kLongestText = 200;  // bytes

/// Whether a list of words, with spaces between, has one.
bool has_word(std::string_view words, std::string_view word) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find_first_of(" \t\r\n"), words.size());
    if (text::equals_ignoring_case(words.substr(0, end), word)) return true;
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return false;
}

std::string text_in(const Document& document, NodeId id) {
  std::string text;
  bool space = false;
  for (NodeId at = id + 1; at < document[id].end && text.size() < kLongestText; ++at) {
    if (!document[at].is_text()) continue;
    for (const char c : document.text(at)) {
      if (text::is_ascii_space(c)) {
        space = !text.empty();
      } else {
        if (space) text += ' ';
        space = false;
        text += c;
      }
    }
  }
  return text;
}

bool in_heading(const Document& document, NodeId id) {
  for (int up = 0; up < 3 && id != html::kNoNode; ++up, id = document[id].parent) {
    const html::Node& node = document[id];
    if (node.is(Tag::h1) || node.is(Tag::h2) || node.is(Tag::h3) || node.is(Tag::h4) || node.is(Tag::h5)) return true;
  }
  return false;
}

bool is_feed_type(std::string_view type) {
  return text::starts_with_ignoring_case(type, "application/rss+xml") ||
         text::starts_with_ignoring_case(type, "application/atom+xml") ||
         text::starts_with_ignoring_case(type, "application/feed+json") ||
         text::starts_with_ignoring_case(type, "application/rdf+xml");
}

/// "0; url=/blog/": of a page that is shown for no more than a few seconds.
std::string_view refresh_target(std::string_view content) {
  constexpr char kMostSeconds = '3';
  content = text::trim_ascii(content);
  const std::size_t at = text::find_ignoring_case(content, "url=");
  if (at == std::string_view::npos || content.front() < '0' || content.front() > kMostSeconds) return {};
  if (content.size() > 1 && text::is_ascii_digit(content[1])) return {};
  std::string_view target = text::trim_ascii(content.substr(at + 4));
  while (!target.empty() && (target.front() == '\'' || target.front() == '"')) target.remove_prefix(1);
  while (!target.empty() && (target.back() == '\'' || target.back() == '"')) target.remove_suffix(1);
  return target;
}

}  // namespace

PageLinks read_links(const html::Document& document, std::string_view url, std::size_t most) {
  PageLinks found;
  std::map<std::string, std::size_t> seen;  // to their links
  text::AddressResolver resolver;
  resolver.set_base(url);
  bool has_base = false;
  std::string address;
  const auto resolve = [&](std::string_view reference) {
    address.clear();
    return resolver.append(text::trim_ascii(reference), address);
  };
  for (NodeId id = 0; id < document.size(); ++id) {
    const html::Node& node = document[id];
    if (!node.is_element()) continue;
    if (node.is(Tag::base) && !has_base) {
      has_base = resolve(document.attribute(id, Attr::href));
      if (has_base) resolver.set_base(std::string(address));
    } else if (node.is(Tag::title) && found.title.empty()) {
      found.title = text_in(document, id);
    } else if (node.is(Tag::meta)) {
      const std::string_view content = document.attribute(id, Attr::content);
      if (text::equals_ignoring_case(document.attribute(id, Attr::name), "robots"))
        found.nofollow = found.nofollow || text::find_ignoring_case(content, "nofollow") != std::string_view::npos ||
                         text::equals_ignoring_case(text::trim_ascii(content), "none");
      if (text::equals_ignoring_case(document.attribute(id, Attr::http_equiv), "refresh") && !content.empty() &&
          resolve(refresh_target(content)))
        found.moved = page_address(address);
    } else if (node.is(Tag::link)) {
      const std::string_view rel = document.attribute(id, Attr::rel);
      if (has_word(rel, "alternate") && is_feed_type(text::trim_ascii(document.attribute(id, Attr::type))) &&
          resolve(document.attribute(id, Attr::href)))
        found.feeds.push_back(address);
    } else if (node.is(Tag::a) || node.is(Tag::area) || node.is(Tag::frame) || node.is(Tag::iframe)) {
      const bool is_frame = node.is(Tag::frame) || node.is(Tag::iframe);
      const std::string_view rel = document.attribute(id, Attr::rel);
      if (found.links.size() >= most || has_word(rel, "nofollow") ||
          !resolve(document.attribute(id, is_frame ? Attr::src : Attr::href)))
        continue;
      std::string known = page_address(address);
      if (known.empty()) continue;
      PageLink link{known, text_in(document, id), in_heading(document, id)};
      if (link.text.empty()) link.text = document.attribute(id, Attr::title);
      const auto [place, is_new] = seen.emplace(std::move(known), found.links.size());
      if (is_new) {
        found.links.push_back(std::move(link));
        continue;
      }
      // A picture or "read more" may link to the same page as the heading.
      PageLink& before = found.links[place->second];
      before.in_heading = before.in_heading || link.in_heading;
      if (link.text.size() > before.text.size()) before.text = std::move(link.text);
    }
  }
  if (found.nofollow) found.links.clear();
  return found;
}

Teasers teasers_of(const Article& article, std::string_view url) {
  Teasers teasers;
  const std::string own = page_address(url), canonical = page_address(article.canonical);
  const std::string host = site_host(url);
  for (const Body& body : article.bodies) {
    rendering::Event event;
    rendering::ContentReader reader(body.content);
    bool in_leaf = false, in_link = false, is_heading = false;
    std::size_t text = 0, linked = 0;
    std::string target;
    while (reader.next(event)) {
      using Type = rendering::Event::Type;
      if (event.type == Type::begin && rendering::is_leaf(event.kind)) {
        in_leaf = true;
        is_heading = event.kind == rendering::Kind::heading;
        text = linked = 0;
        target.clear();
      } else if (event.begins(rendering::Kind::link)) {
        in_link = true;
        if (target.empty()) target = event.attributes[0];
      } else if (event.ends(rendering::Kind::link)) {
        in_link = false;
      } else if (event.type == Type::text && in_leaf) {
        text += event.text.size();
        if (in_link) linked += event.text.size();
      } else if (event.type == Type::end && rendering::is_leaf(event.kind)) {
        in_leaf = false;
        constexpr std::size_t kLeastText = 4;
        if (text == 0) continue;
        ++teasers.leaves;
        if (text < kLeastText || linked * 10 < text * 9 || site_host(target) != host) continue;
        std::string page = page_address(target);
        if (page.empty() || page == own || page == canonical) continue;
        teasers.lines.push_back({std::move(page), is_heading});
      }
    }
  }
  return teasers;
}

}  // namespace pith::harvest
