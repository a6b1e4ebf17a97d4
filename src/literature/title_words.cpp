#include "literature/title_words.hpp"

#include <algorithm>
#include <array>

#include "page/block_text.hpp"
#include "text/ascii.hpp"
#include "text/characters.hpp"
#include "text/utf8.hpp"

namespace pith::literature {

namespace {

constexpr std::size_t kMostWords = 48;    // candidates of a page
constexpr std::size_t kMostTitle = 1024;  // bytes of a title or heading that are looked at
constexpr std::size_t kMostRun = 64;      // characters of a run in the fallback
constexpr std::size_t kUnit = 2;          // characters of a unit behind a number

// Words of two characters and of three letters and more that say nothing of what a page is about.
#include "literature/title_words.inc"

bool is_function_word(std::string_view lower) noexcept {
  return std::binary_search(kFunctionWords.begin(), kFunctionWords.end(), lower);
}

void add(std::string word, std::size_t most, std::vector<std::string>& words) {
  if (words.size() < most && !is_function_word(word) && std::find(words.begin(), words.end(), word) == words.end())
    words.push_back(std::move(word));
}

// Of the first three bytes of a word, what is the same in either case.
std::size_t index(std::string_view three) noexcept {
  return static_cast<std::size_t>((three[0] & 0x1F) << 10 | (three[1] & 0x1F) << 5 | (three[2] & 0x1F));
}

// Runs of CJK characters and runs of letters of a title, in order.
template <class OnCjk, class OnLetters>
void for_each_run(std::string_view title, OnCjk&& on_cjk, OnLetters&& on_letters) {
  const char* const end = title.data() + title.size();
  enum class Kind : std::uint8_t { none, cjk, letters };
  Kind open = Kind::none;
  const char* begin = title.data();
  const auto close = [&](const char* at) {
    const std::string_view run(begin, static_cast<std::size_t>(at - begin));
    if (open == Kind::cjk) on_cjk(run);
    if (open == Kind::letters) on_letters(run);
  };
  for (const char* p = begin; p != end;) {
    const text::CodePoint c = text::read_utf8(p, end);
    const Kind kind = text::is_cjk(c.value) ? Kind::cjk : text::is_letter(c.value) ? Kind::letters : Kind::none;
    if (kind != open) {
      close(p);
      begin = p;
      open = kind;
    }
    p += c.length;
  }
  close(end);
}

bool occurs_twice(std::string_view word, std::span<const std::string_view> texts) noexcept {
  int count = 0;
  for (const std::string_view text : texts)
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + word.size()))
      if (++count == 2) return true;
  return false;
}

// The maximal parts of a run that occur twice: what ends where, for each beginning, only ever moves on.
void append_repeated_parts(std::string_view run, std::span<const std::string_view> texts, std::size_t most,
                           std::vector<std::string>& words) {
  std::vector<std::size_t> at;  // byte offsets of the characters, and the end
  for (std::size_t i = 0; i <= run.size() && at.size() <= kMostRun; ++i)
    if (i == run.size() || !text::continues_character(run[i])) at.push_back(i);
  const std::size_t count = at.size() - 1;
  std::size_t end = 0, longest_end = 0;
  for (std::size_t begin = 0; begin + 2 <= count; ++begin) {
    end = std::max(end, begin + 1);
    while (end < count && occurs_twice(run.substr(at[begin], at[end + 1] - at[begin]), texts)) ++end;
    if (end >= begin + 2 && end > longest_end) {
      add(std::string(run.substr(at[begin], at[end] - at[begin])), most, words);
      longest_end = end;
    }
  }
}

}  // namespace

std::string_view without_site_name(std::string_view title) noexcept {
  constexpr std::string_view kDash = "—";
  for (std::size_t i = 1; i + 1 < title.size(); ++i) {
    const char c = title[i];
    const bool dash = title.substr(i, kDash.size()) == kDash;
    // A hyphen inside a word of letters is part of it.
    const bool hyphen =
        c == '-' && !(text::is_ascii_alphanumeric(title[i - 1]) && text::is_ascii_alphanumeric(title[i + 1]));
    if (c != '_' && c != '|' && !dash && !hyphen) continue;
    const std::string_view before = title.substr(0, i);
    if (before.find_first_not_of(" \t\n\r") != std::string_view::npos) return before;
  }
  return title;
}

void append_candidates(std::string_view text, WordFinder& finder, std::size_t most, std::vector<std::string>& words) {
  std::vector<Word> found;
  finder.find(text, found);
  for (std::size_t i = 0; i < found.size(); ++i) {
    const Word& word = found[i];
    switch (word.kind) {
      case Word::Kind::letters:
        if (text::characters_in(word.text) >= 3) add(text::ascii_lowered(word.text), most, words);
        break;
      case Word::Kind::ideographs:
        if (text::characters_in(word.text) >= 2) add(std::string(word.text), most, words);
        break;
      case Word::Kind::number:
        if (i + 1 < found.size() && found[i + 1].kind == Word::Kind::ideographs &&
            found[i + 1].text.data() == word.text.data() + word.text.size() &&
            text::characters_in(found[i + 1].text) <= kUnit)
          add(std::string(word.text) + std::string(found[i + 1].text), most, words);
        break;
    }
  }
}

void append_repeated(std::string_view title, std::span<const std::string_view> texts, std::size_t most,
                     std::vector<std::string>& words) {
  for_each_run(
      title, [&](std::string_view run) { append_repeated_parts(run, texts, most, words); },
      [&](std::string_view run) {
        if (text::characters_in(run) >= 3) add(text::ascii_lowered(run), most, words);
      });
}

WordCounter::WordCounter(std::span<const std::string> words, Scratch& scratch)
    : words_(words), begins_(scratch.take<std::uint64_t>(0x8000 / 64)) {
  for (const std::string& word : words_) begins_[index(word) / 64] |= std::uint64_t{1} << index(word) % 64;
}

void WordCounter::count(std::string_view text, std::span<std::uint32_t> counts) const noexcept {
  for (std::size_t i = 0; i + 2 < text.size(); ++i) {
    if (text::continues_character(text[i])) continue;  // within a character
    const std::size_t begin = index(text.substr(i, 3));
    if ((begins_[begin / 64] >> begin % 64 & 1) == 0) continue;
    for (std::size_t w = 0; w < words_.size(); ++w) {
      const std::string& word = words_[w];
      if (index(word) != begin || text.size() - i < word.size()) continue;
      if (!std::equal(word.begin(), word.end(), text.begin() + static_cast<std::ptrdiff_t>(i),
                      [](char a, char b) { return a == text::ascii_lower(b); }))
        continue;
      const std::size_t end = i + word.size();
      const bool inside_word =
          (text::is_ascii_alphanumeric(word.front()) && i > 0 && text::is_ascii_alphanumeric(text[i - 1])) ||
          (text::is_ascii_alphanumeric(word.back()) && end < text.size() && text::is_ascii_alphanumeric(text[end]));
      if (!inside_word) ++counts[w];
    }
  }
}

std::vector<std::string> find_title_words(const page::Page& page, const statements::Survey& survey,
                                          const Visible& visible, WordFinder* finder, Scratch& scratch) {
  const html::Document& document = page.document();
  std::vector<std::string_view> texts;
  texts.reserve(page.texts().size());
  for (const page::Block& block : page.blocks())
    for (std::uint32_t i = block.text_begin; visible.shows(block) && i < block.text_end; ++i)
      texts.push_back(document.text(page.texts()[i]));

  std::vector<std::string> words;
  const bool by_dictionary = finder != nullptr && finder->works();
  const auto read = [&](std::string_view text) {
    text = text.substr(0, kMostTitle);
    if (by_dictionary) {
      append_candidates(text, *finder, kMostWords, words);
    } else {
      append_repeated(text, texts, kMostWords, words);
    }
  };
  std::string title;
  for (const page::NodeId id : survey.titles) {
    if (title.empty()) page::append_text_inside(document, id, title);
  }
  read(without_site_name(title));
  for (const page::Block& block : page.blocks()) {
    if (words.size() == kMostWords) break;
    if (block.heading == 0 || !visible.shows(block)) continue;
    std::string heading;
    page::append_text(page, block, heading);
    read(heading);
  }
  if (words.empty()) return {};

  std::vector<std::uint32_t> counts(words.size());
  const WordCounter counter(words, scratch);
  for (const std::string_view text : texts) counter.count(text, counts);
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < words.size(); ++i)
    if (counts[i] > 0) order.push_back(i);
  const std::size_t best = std::min<std::size_t>(2, order.size());
  std::partial_sort(
      order.begin(), order.begin() + static_cast<std::ptrdiff_t>(best), order.end(), [&](std::size_t a, std::size_t b) {
        const std::size_t length_a = text::characters_in(words[a]), length_b = text::characters_in(words[b]);
        if (counts[a] != counts[b]) return counts[a] > counts[b];
        return length_a != length_b ? length_a > length_b : a < b;
      });
  std::vector<std::string> result;
  result.reserve(best);
  for (std::size_t i = 0; i < best; ++i) result.push_back(std::move(words[order[i]]));
  return result;
}

}  // namespace pith::literature
