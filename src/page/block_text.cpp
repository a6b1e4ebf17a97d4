#include "page/block_text.hpp"

#include <array>
#include <string_view>

#include "page/traits.hpp"
#include "text/characters.hpp"

namespace pith::page {

namespace {

enum class ByteClass : std::uint8_t { plain, space, line_end, ignored, lead };

constexpr auto kByteClasses = [] {
  std::array<ByteClass, 256> classes{};
  for (std::size_t i = 0; i < 0x20; ++i) classes[i] = ByteClass::ignored;
  classes[0x7F] = ByteClass::ignored;
  classes[' '] = classes['\t'] = ByteClass::space;
  classes['\n'] = classes['\r'] = classes['\f'] = ByteClass::line_end;
  classes[0xC2] = classes[0xE1] = classes[0xE2] = classes[0xE3] = classes[0xEF] = ByteClass::lead;
  return classes;
}();

// Class of the character at `p`, whose first byte is a `lead`, and its length.
ByteClass classify(const unsigned char* p, const unsigned char* end, std::size_t& length) noexcept {
  length = p[0] == 0xC2 ? 2 : 3;
  if (static_cast<std::size_t>(end - p) < length) {
    length = 1;
    return ByteClass::plain;
  }
  if (length == 2) {
    if (p[1] == 0xA0) return ByteClass::space;                   // no-break space
    if (p[1] == 0xAD || p[1] < 0xA0) return ByteClass::ignored;  // soft hyphen, C1 controls
    return ByteClass::plain;
  }
  const unsigned code = (p[0] & 0xFu) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu);
  if (code == 0x3000 || code == 0x1680 || code == 0x202F || code == 0x205F || (code >= 0x2000 && code <= 0x200A)) {
    return ByteClass::space;
  }
  if (code == 0x2028 || code == 0x2029) return ByteClass::line_end;
  if (code == 0x200B || code == 0x2060 || code == 0xFEFF) return ByteClass::ignored;
  return ByteClass::plain;
}

// Characters of scripts written without spaces, their punctuation and full-width forms.
bool joins_lines(char32_t c) noexcept {
  const bool hangul = (c >= 0xAC00 && c <= 0xD7AF) || (c >= 0x1100 && c <= 0x11FF) || (c >= 0x3130 && c <= 0x318F);
  return !hangul && (text::is_cjk(c) || (c >= 0x3001 && c <= 0x303F) || (c >= 0xFF01 && c <= 0xFFEF));
}

// The character that begins at `p`; 0 for what cannot join lines anyway.
char32_t decode(const unsigned char* p, const unsigned char* end) noexcept {
  const auto left = end - p;
  if (p[0] >= 0xF0 && left >= 4) {
    return (p[0] & 0x7u) << 18 | (p[1] & 0x3Fu) << 12 | (p[2] & 0x3Fu) << 6 | (p[3] & 0x3Fu);
  }
  if (p[0] >= 0xE0 && p[0] < 0xF0 && left >= 3) return (p[0] & 0xFu) << 12 | (p[1] & 0x3Fu) << 6 | (p[2] & 0x3Fu);
  return 0;
}

// Folds white space over any number of strings. What it writes to has its right length when the folder is gone.
class Folder {
 public:
  explicit Folder(std::string& out) : out_(out), begin_(out.size()), size_(out.size()), line_begin_(out.size()) {}
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() { out_.resize(size_); }

  void append(std::string_view text) {
    make_room(text.size() + 1);  // each gap stands for a character of the source, the first for an earlier one
    auto* const begin = reinterpret_cast<unsigned char*>(out_.data());
    unsigned char* to = begin + size_;
    const auto* from = reinterpret_cast<const unsigned char*>(text.data());
    const auto* const end = from + text.size();
    while (from < end) {
      ByteClass kind = kByteClasses[*from];
      std::size_t length = 1;
      if (kind == ByteClass::lead) kind = classify(from, end, length);
      if (kind == ByteClass::plain) {
        if (gap_ != Gap::none) to = close_gap(begin, to, from, end);
        do {
          for (std::size_t i = 0; i < length; ++i) *to++ = *from++;
          length = 1;
        } while (from < end && kByteClasses[*from] == ByteClass::plain);
        continue;
      }
      if (kind == ByteClass::line_end) {
        gap_ = Gap::line_end;
      } else if (kind == ByteClass::space && gap_ == Gap::none) {
        gap_ = Gap::space;
      }
      from += length;
    }
    size_ = static_cast<std::size_t>(to - begin);
  }

  void break_line() {
    gap_ = Gap::none;
    if (size_ == line_begin_) return;
    make_room(1);
    out_[size_++] = '\n';
    line_begin_ = size_;
  }

 private:
  enum class Gap : std::uint8_t { none, space, line_end };

  // As much again as was written, so that many small texts are no many small steps.
  void make_room(std::size_t bytes) {
    if (out_.size() - size_ < bytes) out_.resize(size_ + bytes + (size_ - begin_));
  }

  unsigned char* close_gap(const unsigned char* begin, unsigned char* to, const unsigned char* next,
                           const unsigned char* end) noexcept {
    const Gap gap = gap_;
    gap_ = Gap::none;
    if (to == begin + line_begin_) return to;
    if (gap == Gap::line_end && joins_lines(decode(next, end))) {
      const unsigned char* last = to - 1;
      while (last > begin + line_begin_ && (*last & 0xC0) == 0x80) --last;
      if (joins_lines(decode(last, to))) return to;
    }
    *to = ' ';
    return to + 1;
  }

  std::string& out_;
  const std::size_t begin_;
  std::size_t size_;  // written; out_ may be longer
  std::size_t line_begin_;
  Gap gap_ = Gap::none;
};

// Calls back for each text node, each `br` and (in a pre) each boundary of a block-level element.
template <class OnText, class OnBreak, class OnBoundary>
void walk(const Page& page, const Block& block, OnText on_text, OnBreak on_break, OnBoundary on_boundary) {
  const html::Document& document = page.document();
  const bool preformatted = block.has(kPreformatted);
  NodeId line_end = kNoNode;  // where the innermost block-level element of a pre ends
  for (NodeId id = block.begin; id < block.end; ++id) {
    const html::Node& node = document[id];
    if (id >= line_end) {
      on_boundary();
      line_end = kNoNode;
    }
    if (page.is_skipped(id)) {
      id = node.end - 1;
    } else if (node.is_text()) {
      const bool hidden = (page.flags(id) & kHidden) != 0;
      if (hidden == block.has(kHidden) && document[node.parent].ns != html::Namespace::svg) on_text(document.text(id));
    } else if (node.is(html::Tag::br)) {
      on_break();
    } else if (preformatted && node.is_element() && (traits_of(node) & kInterrupts) != 0) {
      on_boundary();
      line_end = node.end;
    }
  }
}

void append_preformatted(const Page& page, const Block& block, std::string& out) {
  const std::size_t begin = out.size();
  walk(
      page, block, [&out](std::string_view text) { out += text; }, [&out] { out += '\n'; },
      [&out, begin] {
        if (out.size() > begin && out.back() != '\n') out += '\n';
      });
  while (out.size() > begin && (out.back() == '\n' || out.back() == ' ' || out.back() == '\t')) out.pop_back();
  // Blank lines before the first line that is none.
  std::size_t line = begin;
  for (std::size_t i = begin; i < out.size() && (out[i] == '\n' || out[i] == ' ' || out[i] == '\t'); ++i) {
    if (out[i] == '\n') line = i + 1;
  }
  out.erase(begin, line - begin);
}

}  // namespace

void append_text(const Page& page, const Block& block, std::string& out) {
  if (block.has(kPreformatted)) return append_preformatted(page, block, out);
  const std::size_t begin = out.size();
  {
    Folder folder(out);
    walk(
        page, block, [&folder](std::string_view text) { folder.append(text); }, [&folder] { folder.break_line(); },
        [] {});
  }
  if (out.size() > begin && out.back() == '\n') out.pop_back();  // what followed the last break was left out
}

void append_folded(std::string_view text, std::string& out) { Folder(out).append(text); }

}  // namespace pith::page
