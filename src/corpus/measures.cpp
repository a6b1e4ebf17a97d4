#include "corpus/measures.hpp"

#include <unordered_set>

#include "text/characters.hpp"
#include "text/hash.hpp"
#include "text/utf8.hpp"

namespace pith::corpus {

namespace {

bool is_bullet(char32_t c) noexcept {
  constexpr char32_t kTriangle = U'‣';
  return c == U'•' || c == U'●' || c == U'·' || c == U'-' || c == U'*' || c == U'○' || c == U'■' || c == kTriangle;
}

/// Of one text: words and lines as they end.
class Counter {
 public:
  void take(char32_t c) {
    if (c == U'\n') {
      end_line();
      return;
    }
    if (text::is_space(c)) {
      end_word();
      return;
    }
    if (line_characters_ == 0 && is_bullet(c)) ++bullets_;
    ++line_characters_;
    line_digest_ = text::mix64(line_digest_ + c);
    dots_ = c == U'.' ? dots_ + 1 : 0;
    ends_open_ = c == U'…' || dots_ >= kDots;
    if (c == U'#' || c == U'…' || dots_ == kDots) ++symbols_;
    if (text::is_cjk(c)) {
      end_word();
      ++words_;
      ++cjk_;
      ++lettered_;
      return;
    }
    ++word_characters_;
    word_has_letter_ = word_has_letter_ || text::is_letter(c);
  }

  TextMeasures end() {
    end_line();
    const auto share = [](std::int64_t part, std::int64_t whole) {
      return whole > 0 ? static_cast<float>(part) / static_cast<float>(whole) : 0;
    };
    return {.characters = characters_,
            .words = words_,
            .word_length = share(in_words_, words_ - cjk_),
            .cjk = share(cjk_, words_),
            .lettered = share(lettered_, words_),
            .symbols = share(symbols_, words_),
            .bullets = share(bullets_, lines_),
            .ellipses = share(open_, lines_),
            .repeated = share(repeated_, characters_)};
  }

 private:
  static constexpr int kDots = 3;

  void end_word() {
    if (word_characters_ > 0) {
      ++words_;
      in_words_ += word_characters_;
      lettered_ += word_has_letter_ ? 1 : 0;
    }
    word_characters_ = 0;
    word_has_letter_ = false;
  }
  void end_line() {
    end_word();
    if (line_characters_ > 0) {
      ++lines_;
      characters_ += line_characters_;
      open_ += ends_open_ ? 1 : 0;
      if (!seen_.insert(line_digest_).second) repeated_ += line_characters_;
    }
    line_characters_ = 0;
    line_digest_ = text::kFnv64Start;
    dots_ = 0;
    ends_open_ = false;
  }

  std::int64_t characters_ = 0, words_ = 0, in_words_ = 0, cjk_ = 0, lettered_ = 0, symbols_ = 0;
  std::int64_t lines_ = 0, bullets_ = 0, open_ = 0, repeated_ = 0;
  std::int64_t line_characters_ = 0, word_characters_ = 0;
  std::uint64_t line_digest_ = text::kFnv64Start;
  int dots_ = 0;
  bool word_has_letter_ = false, ends_open_ = false;
  std::unordered_set<std::uint64_t> seen_;  // digests of lines
};

}  // namespace

TextMeasures measures_of(std::string_view text) {
  Counter counter;
  for (const char *p = text.data(), *const end = p + text.size(); p != end;) {
    const text::CodePoint point = text::read_utf8(p, end);
    p += point.length;
    counter.take(point.value);
  }
  return counter.end();
}

}  // namespace pith::corpus
