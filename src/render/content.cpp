#include "render/content.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

namespace pith::rendering {

namespace {

// The marks are the three greatest bytes, so one comparison finds them.
std::size_t find_mark(std::string_view text) noexcept {
  return static_cast<std::size_t>(
      std::find_if(text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) >= 0xFD; }) -
      text.begin());
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
  std::uint32_t value = 0;
  const std::string_view digits = attributes[index];
  std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return value;
}

Event ContentReader::next() noexcept {
  Event event;
  if (rest_.empty()) return event;
  if (const std::size_t length = find_mark(rest_); length != 0) {
    event.type = Event::Type::text;
    event.text = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return event;
  }
  const char mark = rest_[0];
  const auto kind = rest_.size() < 2 ? Kind::none : static_cast<Kind>(rest_[1]);
  if (mark == ContentWriter::kAttributeEnd || kind == Kind::none || kind >= Kind::count) {
    rest_ = {};
    return event;
  }
  rest_.remove_prefix(2);
  event.kind = kind;
  event.type = mark == ContentWriter::kBegin ? Event::Type::begin : Event::Type::end;
  for (std::size_t i = 0; event.type == Event::Type::begin && i < attributes_of(kind); ++i) {
    const std::size_t length = find_mark(rest_);
    if (length == rest_.size()) {
      rest_ = {};
      return {};
    }
    event.attributes[i] = rest_.substr(0, length);
    rest_.remove_prefix(length + 1);
  }
  return event;
}

bool holds_one_paragraph(ContentReader reader) noexcept {
  if (!reader.next().begins(Kind::paragraph)) return false;
  for (;;) {
    const Event event = reader.next();
    if (event.type == Event::Type::stop) return false;
    if (event.ends(Kind::paragraph)) return reader.next().type == Event::Type::end;
  }
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
  for (Event event = reader.next(); event.type != Event::Type::stop; event = reader.next()) {
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
