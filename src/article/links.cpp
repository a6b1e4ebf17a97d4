// Addresses: canonical, next page, licence, image.

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "article/statements.hpp"
#include "text/ascii.hpp"
#include "text/number.hpp"
#include "text/url.hpp"

namespace pith::article {

namespace {

using enum Field;

#include "article/addresses.inc"

bool has_token(std::string_view tokens, std::string_view wanted) noexcept {
  while (!tokens.empty()) {
    const std::size_t space = std::min(tokens.find(' '), tokens.size());
    if (text::equals_ignoring_case(tokens.substr(0, space), wanted)) return true;
    tokens.remove_prefix(std::min(space + 1, tokens.size()));
  }
  return false;
}

// Path and query of an address.
std::string_view path_of(std::string_view url) noexcept {
  const text::Address address = text::split_address(url);
  return {address.path.data(), address.path.size() + address.query.size()};
}

// Whether what stands before a number says that it counts pages: "?page=", "/p/", "&start=".
bool counts_pages(std::string_view before) noexcept {
  while (!before.empty() && std::string_view("=/_-.").find(before.back()) != std::string_view::npos)
    before.remove_suffix(1);
  return std::any_of(kPageCounters.begin(), kPageCounters.end(), [before](std::string_view word) {
    if (before.size() < word.size()) return false;
    const std::size_t begin = before.size() - word.size();
    return text::equals_ignoring_case(before.substr(begin), word) &&
           (begin == 0 || std::string_view("/?&_-.;").find(before[begin - 1]) != std::string_view::npos);
  });
}

// A number at the end of a text, which loses it; -1 when there is none, or one of more than three digits.
int take_number(std::string_view& text) noexcept {
  std::size_t begin = text.size();
  while (begin > 0 && text::is_ascii_digit(text[begin - 1])) --begin;
  const std::string_view digits = text.substr(begin);
  text = text.substr(0, begin);
  return digits.size() > 3 ? -1 : text::parse_number<int>(digits).value_or(-1);
}

// Whether `next` is the path of the part behind that at `here`: the same but for the number of the page, which is one
// more, or with a first such number. Sites also call the next article "next".
bool is_next_part(std::string_view here, std::string_view next) noexcept {
  constexpr std::size_t kLongestMark = 12;  // bytes: "/index_", "?page="
  std::size_t begin = 0, end = 0;           // of both, as far as they are the same
  while (begin < here.size() && begin < next.size() && here[begin] == next[begin]) ++begin;
  const std::size_t most = std::min(here.size(), next.size()) - begin;
  while (end < most && here[here.size() - 1 - end] == next[next.size() - 1 - end]) ++end;
  // Not within a number.
  const auto digit = [](std::string_view text, std::size_t i) {
    return i < text.size() && text::is_ascii_digit(text[i]);
  };
  while (begin > 0 && text::is_ascii_digit(here[begin - 1]) && (digit(here, begin) || digit(next, begin))) --begin;
  while (end > 0 && text::is_ascii_digit(here[here.size() - end]) &&
         (digit(here, here.size() - end - 1) || digit(next, next.size() - end - 1))) {
    --end;
  }
  if (begin + end > std::min(here.size(), next.size())) return false;
  const std::string_view before = next.substr(0, begin);
  std::string_view was = here.substr(begin, here.size() - end - begin);
  std::string_view is = next.substr(begin, next.size() - end - begin);

  std::string_view rest = was;
  if (const int old_page = take_number(rest); old_page >= 0 && rest.empty()) {
    const int page = take_number(is);
    if (!is.empty() || page <= old_page) return false;
    if (counts_pages(before)) return true;
    return page == old_page + 1 &&
           (before.ends_with('_') || before.ends_with('-') || (before.ends_with('/') && page == 2));
  }
  const bool in_query = before.find('?') != std::string_view::npos || was.starts_with('?');
  if (!was.empty() && was != "/" && !in_query) return false;
  if (const std::size_t dot = is.rfind('.'); dot != std::string_view::npos && !digit(is, dot + 1))
    is = is.substr(0, dot);
  while (is.ends_with('/') || is.ends_with('&')) is.remove_suffix(1);
  const int page = take_number(is);
  if (page < 1 || is.size() > kLongestMark) return false;
  const std::string_view mark = is.empty() ? before : is;
  return counts_pages(mark) ||
         (page <= 2 && !in_query && std::string_view("_-/~").find(mark.back()) != std::string_view::npos);
}

// How far a link to a next page is trusted: not at all where it leads to another article or site, as far as addresses
// tell.
float trust_of_next(const Subject& subject, std::string_view href, float trust) {
  if (subject.url.empty()) return trust;
  std::string& next = subject.buffers.around;
  next.clear();
  if (!text::append_url(subject.url, href, next)) return 0;
  std::string here;  // as `next` is written
  if (!text::append_url({}, subject.url, here)) here = subject.url;
  return host_of(next) == host_of(here) && is_next_part(path_of(here), path_of(next)) ? trust : 0;
}

}  // namespace

std::string_view host_of(std::string_view url) noexcept {
  std::string_view host = text::split_address(url).host;
  if (host.starts_with("www.")) host.remove_prefix(4);
  return host;
}

void add_links(const Subject& subject, Findings& findings) {
  const html::Document& document = subject.document();
  for (const Survey::Link& link : subject.survey.links) {
    const bool head = document[link.element].is(html::Tag::link);
    if (head && has_token(link.rel, "canonical")) findings.add(canonical, link.href, "link canonical", 0.9F);
    if (head && (has_token(link.rel, "image_src"))) findings.add(image, link.href, "link image_src", 0.7F);
    if (has_token(link.rel, "license")) findings.add(licence, link.href, "rel license", 0.9F);
    if (has_token(link.rel, "next"))
      findings.add(next_page, link.href, "rel next", trust_of_next(subject, link.href, head ? 0.9F : 0.8F));
  }
  // Licences of Creative Commons that are linked without saying so; "next page" links without rel.
  const page::Page& page = subject.page;
  const auto blocks = static_cast<page::BlockId>(page.blocks().size());
  const page::BlockId first = subject.body_end > 3 ? subject.body_end - 3 : 0;
  if (first >= blocks) return;
  const page::BlockId last = std::min(blocks, subject.body_end + 30);
  std::string& text = subject.buffers.text;
  for (html::NodeId id = page.block(first).begin; id < page.block(last - 1).end; ++id) {
    if (!document[id].is(html::Tag::a)) continue;
    const std::string_view href = document.attribute(id, html::Attr::href);
    if (href.empty() || document[id].end - id > 8) continue;
    if (href.find("creativecommons.org/licenses/") != std::string_view::npos) {
      findings.add(licence, href, "link to Creative Commons", 0.6F);
    }
    if (page.text_in(id).characters > 12) continue;
    text.clear();
    append_text_inside(document, id, text);
    for (char& c : text) c = text::ascii_lower(c);
    while (!text.empty() && (text.back() == ' ' || text.back() == '>')) text.pop_back();
    for (const std::string_view word : kNextPageWords) {
      if (text == word && !href.starts_with('#') && !href.starts_with("javascript")) {
        findings.add(next_page, href, "link text", trust_of_next(subject, href, 0.6F));
      }
    }
  }
}

}  // namespace pith::article
