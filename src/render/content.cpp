#include "render/content.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <vector>

#include "text/number.hpp"

namespace pith::rendering {

namespace {

// The marks are the three greatest bytes, so one comparison finds them; of eight bytes at a time, those of which none
// is 0xFC or more are passed over (zero bytes of a word: Mycroft 1987).
std::size_t find_mark(std::string_view text) noexcept {
  constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101, kHighest = 0x8080'8080'8080'8080;
  std::size_t at = 0;
  for (; text.size() - at >= sizeof(std::uint64_t); at += sizeof(std::uint64_t)) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + at, sizeof word);
    const std::uint64_t rest = ~word & (kOnes * 0xFC);
    if (((rest - kOnes) & ~rest & kHighest) != 0) break;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0xFD) ++at;
  return at;
}

}  // namespace

void ContentWriter::attribute(std::uint32_t value) {
  char digits[12];
  attribute(std::string_view(
      digits, static_cast<std::size_t>(std::to_chars(digits, digits + sizeof digits, value).ptr - digits)));
}

void ContentWriter::begin(const Event& event) {
  begin(event.kind);
  for (std::size_t i = 0; i < attributes_of(event.kind); ++i) attribute(event.attributes[i]);
}

std::uint32_t Event::number(std::size_t index) const noexcept {
  return text::parse_number<std::uint32_t>(attributes[index]).value_or(0);
}

bool ContentReader::next(Event& event) noexcept {
  event.kind = Kind::none;
  if (!rest_.empty() && static_cast<unsigned char>(rest_[0]) < 0xFD) {
    const std::size_t length = find_mark(rest_);
    event.type = Event::Type::text;
    event.text = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return true;
  }
  event.type = Event::Type::stop;
  if (rest_.size() < 2) return false;
  const char mark = rest_[0];
  const auto kind = static_cast<Kind>(rest_[1]);
  if (mark == ContentWriter::kAttributeEnd || kind == Kind::none || kind >= Kind::count) {
    rest_ = {};
    return false;
  }
  rest_.remove_prefix(2);
  if (mark == ContentWriter::kBegin) {
    for (std::size_t i = 0; i < attributes_of(kind); ++i) {
      const std::size_t length = find_mark(rest_);
      if (length == rest_.size()) {
        rest_ = {};
        return false;
      }
      event.attributes[i] = rest_.substr(0, length);
      rest_.remove_prefix(length + 1);
    }
  }
  event.kind = kind;
  event.type = mark == ContentWriter::kBegin ? Event::Type::begin : Event::Type::end;
  return true;
}

bool holds_one_paragraph(ContentReader reader) noexcept {
  Event event;
  if (!reader.next(event) || !event.begins(Kind::paragraph)) return false;
  while (reader.next(event))
    if (event.ends(Kind::paragraph)) return reader.next(event) && event.type == Event::Type::end;
  return false;
}

bool holds_nothing(ContentReader reader) noexcept {
  Event event;
  return !reader.next(event) || event.type == Event::Type::end;
}

void append_selected(std::string_view stream, const RenderOptions& options, std::string& out) {
  const auto is_wanted = [&options](const Event& event) {
    switch (event.kind) {
      case Kind::image:
        return options.images;
      case Kind::table:
        return options.tables;
      case Kind::heading:
        return options.headings;
      case Kind::caption:
        return options.captions && (options.images || event.attributes[0] == "1");
      default:
        return true;
    }
  };
  ContentReader reader(stream);
  ContentWriter writer(out);
  std::vector<Event> waiting;  // begun, but still without content
  std::vector<Kind> skipped;   // open inside of what is left out
  Event event;
  while (reader.next(event)) {
    if (options.alternatives && event.begins(Kind::image)) {
      event.type = Event::Type::text;
      event.kind = Kind::none;
      event.text = event.attributes[1];
      if (event.text.empty()) continue;
    }
    const bool opens = event.type == Event::Type::begin && !is_atom(event.kind);
    if (!skipped.empty()) {
      if (opens) skipped.push_back(event.kind);
      if (event.type == Event::Type::end) skipped.pop_back();
      continue;
    }
    if (event.kind == Kind::link && !options.links) continue;
    if (event.type == Event::Type::begin && !is_wanted(event)) {
      if (opens) skipped.push_back(event.kind);
      continue;
    }
    if (opens) {
      waiting.push_back(event);
      continue;
    }
    if (event.type == Event::Type::end) {
      if (waiting.empty()) {
        writer.end(event.kind);
      } else {
        waiting.pop_back();
      }
      continue;
    }
    for (const Event& before : waiting) writer.begin(before);
    waiting.clear();
    if (event.type == Event::Type::text) {
      out += event.text;
    } else {
      writer.begin(event);
    }
  }
}

bool has(std::string_view stream, Kind kind) noexcept {
  const char mark[] = {ContentWriter::kBegin, static_cast<char>(kind)};
  return stream.find(std::string_view(mark, sizeof mark)) != std::string_view::npos;
}

void append_content(std::string_view text, std::string& stream) {
  ContentWriter writer(stream);
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
    writer.begin(Kind::paragraph);
    for (const char c : line)
      if (static_cast<unsigned char>(c) < 0xFD) stream += c;
    writer.end(Kind::paragraph);
  }
}

}  // namespace pith::rendering
