#include "render/front.hpp"

#include <algorithm>

#include "render/content.hpp"
#include "text/ascii.hpp"

namespace pith::rendering {

namespace {

constexpr std::size_t kSignedLines = 3;     // a post says who wrote it in the first of its lines ...
constexpr std::size_t kLongestSigned = 80;  // ... in one of so many bytes, beside the name

// "2024-05-03T15:47:42+02:00" as a reader has it: "2024-05-03 15:47".
std::string moment_of(std::string_view date) {
  constexpr std::size_t kDay = 10, kMinute = 16;
  if (date.size() <= kDay || date[kDay] != 'T') return std::string(date);
  std::string moment(date.substr(0, kMinute));
  moment[kDay] = ' ';
  return moment;
}

void append_leaf(Kind kind, std::string_view attribute, std::string_view text, std::string& stream) {
  ContentWriter writer(stream);
  writer.begin(kind);
  if (attributes_of(kind) != 0) writer.attribute(attribute);
  for (const char c : text)
    if (static_cast<unsigned char>(c) < 0xFD) stream += c;
  writer.end(kind);
}

bool names_author(std::string_view text, std::string_view author) noexcept {
  for (std::size_t i = 0; i < kSignedLines && !text.empty(); ++i) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.size() <= author.size() + kLongestSigned && line.find(author) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace

void append_front(const Article& article, std::string& stream) {
  if (article.title.empty()) return;
  append_leaf(Kind::heading, "1", article.title, stream);
  if (article.bodies.size() > 1) return;  // posts name their authors themselves
  std::string line = article.author;
  if (!article.date.empty()) line.append(line.empty() ? "" : ", ").append(article.date, 0, 10);
  if (!line.empty()) append_leaf(Kind::paragraph, {}, line, stream);
}

std::string_view without_headline(std::string_view stream, std::string_view title) noexcept {
  ContentReader reader(stream);
  Event event;
  if (!reader.next(event) || event.type != Event::Type::begin) return stream;
  const Kind leaf = event.kind;
  if (leaf != Kind::heading && leaf != Kind::paragraph) return stream;
  const auto is_blank = [](char c) { return text::is_ascii_space(c); };
  while (reader.next(event) && !event.ends(leaf)) {
    if (event.type != Event::Type::text) continue;
    for (const char c : event.text) {
      while (!title.empty() && is_blank(title.front()) && !is_blank(c)) title.remove_prefix(1);
      if (is_blank(c)) continue;
      if (title.empty() || text::ascii_lower(title.front()) != text::ascii_lower(c)) return stream;
      title.remove_prefix(1);
    }
  }
  return title.empty() ? reader.rest() : stream;
}

std::string signature_of(const Body& body) {
  if (!body.author.empty() && names_author(body.text, body.author)) return {};
  std::string signature = body.author;
  if (!body.date.empty()) signature.append(signature.empty() ? "" : ", ").append(moment_of(body.date));
  return signature;
}

bool is_headed(const Article& article, const RenderOptions& options) noexcept {
  return options.posts == PostStyle::headed && !options.strict &&
         (article.bodies.size() > 1 || (options.comments && !article.comments.empty()));
}

}  // namespace pith::rendering
