#include "harvest/join.hpp"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "harvest/addresses.hpp"
#include "render/content.hpp"
#include "render/text.hpp"
#include "text/ascii.hpp"

namespace pith::harvest {
namespace {

/// Shorter lines may well be said twice: "Yes.", "3.".
constexpr std::size_t kLeastBytes = 24;

struct Piece {
  std::string_view stream;
  std::string text;
};

/// The paragraphs, lists, tables and so on that a stream is made of.
std::vector<Piece> pieces_of(std::string_view stream) {
  std::vector<Piece> pieces;
  rendering::ContentReader reader(stream);
  rendering::Event event;
  std::size_t depth = 0, begin = 0;
  std::string text;
  while (reader.next(event)) {
    using Type = rendering::Event::Type;
    if (event.type == Type::text) text += event.text;
    if (event.type == Type::begin && !rendering::is_atom(event.kind)) ++depth;
    if (event.type == Type::end && depth > 0) --depth;
    if (depth > 0) continue;
    const std::size_t end = stream.size() - reader.rest().size();
    pieces.push_back({stream.substr(begin, end - begin), std::exchange(text, {})});
    begin = end;
  }
  return pieces;
}

bool is_said(const std::vector<Body>& bodies, const Body& body) {
  return std::any_of(bodies.begin(), bodies.end(), [&](const Body& other) {
    return other.text == body.text && other.author == body.author && other.date == body.date;
  });
}

std::string stream_of(const Body& body) {
  if (!body.content.empty()) return body.content;
  std::string stream;
  rendering::append_content(body.text, stream);
  return stream;
}

/// Adds to one body what another page's has beyond it. False: nothing.
bool append_body(Body& whole, const Body& part) {
  std::set<std::string> said;
  whole.content = stream_of(whole);
  for (Piece& piece : pieces_of(whole.content)) said.insert(std::move(piece.text));
  bool has_new = false;
  const std::string stream = stream_of(part);
  for (Piece& piece : pieces_of(stream)) {
    if (piece.text.size() >= kLeastBytes && said.contains(piece.text)) continue;
    if (!has_new && said.contains(piece.text)) continue;  // a headline that each page begins with
    has_new = has_new || piece.text.size() >= kLeastBytes;
    whole.content += piece.stream;
  }
  return has_new;
}

}  // namespace

JoinedArticle::JoinedArticle(Article first, const std::string& url) : whole_(std::move(first)) {
  urls_.push_back(page_address(url));
}

std::string JoinedArticle::next() const {
  std::string url = page_address(whole_.next_page);
  const bool is_known = std::find(urls_.begin(), urls_.end(), url) != urls_.end();
  return url.empty() || is_known || urls_.size() >= kMostParts || site_host(url) != site_host(urls_.front())
             ? std::string()
             : url;
}

bool JoinedArticle::add(const Article& part, const std::string& url) {
  urls_.push_back(page_address(url));
  whole_.next_page.clear();
  whole_.truncated |= part.truncated;
  bool has_new = false;
  if (whole_.bodies.size() == 1 && part.bodies.size() == 1 && whole_.bodies[0].author == part.bodies[0].author &&
      whole_.bodies[0].date == part.bodies[0].date) {
    has_new = append_body(whole_.bodies[0], part.bodies[0]);
  } else {
    for (const Body& body : part.bodies) {
      if (is_said(whole_.bodies, body)) continue;
      whole_.bodies.push_back(body);
      has_new = true;
    }
  }
  for (const Body& comment : part.comments)
    if (!is_said(whole_.comments, comment)) {
      whole_.comments.push_back(comment);
      has_new = true;
    }
  if (has_new) whole_.next_page = part.next_page;
  return has_new;
}

Article JoinedArticle::finish(const Limits& limits) {
  if (urls_.size() > 1) {
    std::size_t left = limits.output_bytes;
    for (Body& body : whole_.bodies) {
      if (body.content.empty()) continue;
      body.text.clear();
      whole_.truncated |= rendering::append_text(body.content, left, body.text);
      left -= std::min(left, body.text.size());
    }
  }
  return std::move(whole_);
}

}  // namespace pith::harvest
