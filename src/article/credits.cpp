// Credit lines as pages in Chinese, Japanese and Korean have them around the body: 来源：… 作者：… 责任编辑：…

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "article/subject.hpp"
#include "page/block_text.hpp"
#include "text/characters.hpp"
#include "text/utf8.hpp"

namespace pith::article {

namespace {

struct Label {
  std::string_view text;
  Source source;
  float trust;
  bool bare;  // may go without a colon behind it
};
using enum Source;
#include "article/credits.inc"
static_assert(std::all_of(kCreditLabels.begin(), kCreditLabels.end(),
                          [](const Label& label) { return label.trust <= trust_of(label.source); }));

// The second and third bytes of the labels' first characters, as bits.
constexpr std::uint64_t bit_of(char continuation) noexcept {
  return std::uint64_t{1} << (static_cast<unsigned char>(continuation) & 0x3F);
}
constexpr auto bits_of_labels(std::size_t byte) noexcept {
  std::uint64_t bits = 0;
  for (const Label& label : kCreditLabels) bits |= bit_of(label.text[byte]);
  return bits;
}
constexpr std::uint64_t kSecondBytes = bits_of_labels(1), kThirdBytes = bits_of_labels(2);

// The first label that a text begins with, or nullptr.
const Label* label_at(std::string_view text) noexcept {
  if (text.size() < 3 || (static_cast<unsigned char>(text[0]) & 0xF0) != 0xE0) return nullptr;
  if ((kSecondBytes & bit_of(text[1])) == 0 || (kThirdBytes & bit_of(text[2])) == 0) return nullptr;
  for (const Label& label : kCreditLabels) {
    if (text[2] == label.text[2] && text[1] == label.text[1] && text.starts_with(label.text)) return &label;
  }
  return nullptr;
}

// The label's colon or slash; a bare label may be followed by a space. Returns the bytes it takes, npos for none.
std::size_t mark_after(std::string_view text, bool bare) {
  std::size_t at = 0;
  while (at < text.size() && text[at] == ' ') ++at;
  for (const std::string_view mark : {"：", ":", "/", "|", "丨", "／", "︱"}) {
    if (!text.substr(at).starts_with(mark)) continue;
    at += mark.size();
    while (at < text.size() && text[at] == ' ') ++at;
    return at;
  }
  // "记者刘涛" says it without any mark, too.
  return bare ? at : std::string_view::npos;
}

// Where a value ends: at a space, a bracket, a mark; a name goes on over spaces between names.
std::string_view value_of(std::string_view text, bool names) {
  std::size_t at = 0;
  int parts = 1;
  while (at < text.size() && at < 90) {
    const text::CodePoint c = text::read_utf8(text.data() + at, text.data() + text.size());
    if (c.value == ' ') {
      // The next part must be a short name itself, with nothing but CJK characters.
      std::size_t next = at + 1, characters = 0;
      bool cjk = true;
      while (next < text.size()) {
        const text::CodePoint d = text::read_utf8(text.data() + next, text.data() + text.size());
        if (d.value == ' ' || d.value == U'）' || d.value == ')' || d.value == U'】' || d.value == U'、') break;
        cjk &= text::is_cjk(d.value);
        ++characters;
        next += d.length;
      }
      const std::string_view part = text.substr(at + 1, next - at - 1);
      const bool label = std::any_of(kCreditLabels.begin(), kCreditLabels.end(),
                                     [part](const Label& l) { return l.text.size() > 3 && part.starts_with(l.text); });
      if (!names || !cjk || characters < 2 || characters > 4 || label || ++parts > 4) break;
      at = next;
      continue;
    }
    if (c.value == U'，' || c.value == U'。' || c.value == U'）' || c.value == ')' || c.value == '(' ||
        c.value == U'（' || c.value == U'】' || c.value == ']' || c.value == '|' || c.value == U'｜' ||
        c.value == U'：' || c.value == ':' || c.value == '\n' || c.value == U'！' || c.value == U'；' ||
        c.value == '<' || c.value == U'丨') {
      break;
    }
    at += c.length;
  }
  return text.substr(0, at);
}

// The frequent surnames: what a name that nothing announces must begin with.
bool begins_with_surname(std::string_view name) noexcept {
  constexpr std::size_t kCharacter = 3;  // bytes
  return name.size() >= 2 * kCharacter &&
         std::binary_search(kSurnames.begin(), kSurnames.end(), name.substr(0, kCharacter));
}

bool all_cjk(std::string_view text) noexcept {
  for (std::size_t i = 0; i < text.size();) {
    const text::CodePoint c = text::read_utf8(text.data() + i, text.data() + text.size());
    if (!text::is_cjk(c.value)) return false;
    i += c.length;
  }
  return true;
}

// "石佳", "石佳/中国青年报", "[黄宇]" as a line of its own
std::string_view lone_name(std::string_view line) {
  for (const std::string_view open : {"[", "（", "(", "【", " "}) {
    while (line.starts_with(open)) line.remove_prefix(open.size());
  }
  const std::size_t stop = line.find_first_of("/|[] ()");
  std::string_view name = line.substr(0, stop);
  for (const std::string_view close : {"）", "】"}) name = name.substr(0, name.find(close));
  const std::size_t characters = text::characters_in(name);
  return characters >= 2 && characters <= 3 && all_cjk(name) && begins_with_surname(name) ? name : std::string_view();
}

void read_line(std::string_view line, float trust, std::string& clean, Statements& statements) {
  for (std::size_t i = 0; i < line.size();) {
    const Label* const label = label_at(line.substr(i));
    if (label == nullptr) {
      ++i;
      continue;
    }
    const bool begins = i == 0 || static_cast<unsigned char>(line[i - 1]) < 0x80 || label->text.size() > 3;
    i += label->text.size();
    const std::size_t skip = mark_after(line.substr(i), label->bare);
    if (skip == std::string_view::npos || !begins || label->trust == 0) continue;
    std::string_view value = value_of(line.substr(i + skip), label->source != Source::source_line);
    if (skip == 0) {
      for (const std::string_view stop : kCreditEnds) value = value.substr(0, value.find(stop));
      if (!all_cjk(value) || !begins_with_surname(value) || text::characters_in(value) > 4) continue;
    }
    const std::size_t characters = text::characters_in(value);
    if (characters < 2 || characters > (label->source == Source::source_line ? 30U : 24U)) continue;
    const text::DateMatch date = text::find_date(value);
    if (date && date.begin == 0) continue;
    if (date) value = value.substr(0, date.begin);
    clean.clear();
    for (const char c : value) {
      if (c == ' ' && label->source == Source::author_line) {
        clean += "、";  // several names: see split()
      } else {
        clean += c;
      }
    }
    statements.add(label->source, clean, label->trust * trust);
    i += skip + value.size();
  }
}

constexpr std::uint32_t kLongestParagraph = 10'000;  // characters; longer ones are not folded to see how they end

}  // namespace

void add_credits(const Subject& subject, Statements& statements) {
  const page::Page& page = subject.page;
  if (page.total().cjk < 20) return;
  const auto blocks = static_cast<page::BlockId>(page.blocks().size());
  std::string &line = subject.buffers.text, &clean = subject.buffers.around;
  const auto read = [&](page::BlockId first, page::BlockId last, float trust) {
    for (page::BlockId id = first; id < std::min(last, blocks); ++id) {
      const page::TextSums sums = page.text_of(page.block(id));
      if (sums.cjk < 2 || sums.characters > 150 || page.block(id).has(page.invisible()) || subject.foreign(id))
        continue;
      line.clear();
      page::append_text(page, page.block(id), line);
      std::replace(line.begin(), line.end(), '\n', ' ');
      read_line(line, trust, clean, statements);
    }
  };
  const page::BlockId title = subject.title_block;
  const page::BlockId head_end = std::max(title + 14, std::min(subject.body_begin + 3, title + 40));
  read(title > 6 ? title - 6 : 0, head_end, 1.0F);
  const page::BlockId tail = std::max(head_end, subject.body_end > 4 ? subject.body_end - 4 : 0);
  read(tail, subject.body_end + 8, 0.95F);
  // A name alone between title and body, or in brackets at the end of the body.
  for (page::BlockId id = title + 1; id < std::min({blocks, title + 6, std::max(subject.body_begin, title + 2)});
       ++id) {
    const page::TextSums sums = page.text_of(page.block(id));
    if (sums.cjk < 2 || sums.characters > 16 || page.block(id).has(page.invisible())) continue;
    line.clear();
    page::append_text(page, page.block(id), line);
    if (const std::string_view name = lone_name(line); !name.empty()) statements.add(Source::name_below_title, name);
  }
  for (page::BlockId id = subject.body_end > 2 ? subject.body_end - 2 : 0; id < std::min(blocks, subject.body_end + 2);
       ++id) {
    const page::TextSums sums = page.text_of(page.block(id));
    if (sums.cjk < 2 || sums.characters > kLongestParagraph) continue;
    line.clear();
    page::append_text(page, page.block(id), line);
    std::size_t open = line.rfind("（");
    if (open == std::string::npos || !line.ends_with("）")) {
      open = line.rfind('(');
      if (open == std::string::npos || !line.ends_with(')')) continue;
    }
    const std::string_view inside = std::string_view(line).substr(open);
    if (inside.size() > 90) continue;
    read_line(inside.substr(inside.front() == '(' ? 1 : 3), 0.9F, clean, statements);
    if (const std::string_view name = lone_name(inside); !name.empty()) statements.add(Source::name_behind_body, name);
  }
  // "（记者 张三）" in the first and last lines of a long body.
  for (const page::BlockId id : {subject.body_begin, subject.body_begin + 1}) {
    if (id >= subject.body_end || page.text_of(page.block(id)).characters <= 150) continue;
    line.clear();
    page::append_beginning(page, page.block(id), 1000, line);
    read_line(text::beginning_of(line, 240), 0.9F, clean, statements);
  }
}

}  // namespace pith::article
