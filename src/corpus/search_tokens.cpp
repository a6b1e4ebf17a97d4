#include "corpus/search_tokens.hpp"

#include "text/characters.hpp"
#include "text/utf8.hpp"

namespace pith::corpus {
namespace {

constexpr std::size_t kMostBytes = 64;

/// 々 and 〇 stand among Chinese characters, and are written like them.
bool has_no_spaces(char32_t c) { return text::is_cjk(c) || c == U'々' || c == U'〇'; }

char32_t folded(char32_t c) {
  if (c >= U'！' && c <= U'～') c -= U'！' - U'!';
  return text::to_lower(c);
}

bool is_of_word(char32_t c) { return text::is_letter(c) || text::is_digit(c); }

}  // namespace

bool SearchTokens::next() {
  while (at_ < text_.size()) {
    const text::CodePoint first = text::read_utf8(text_.substr(at_));
    const std::size_t begin = at_;
    if (has_no_spaces(first.value)) {
      at_ += first.length;
      begin_ = begin;
      const bool was_in_run = in_run_;
      const text::CodePoint second = at_ < text_.size() ? text::read_utf8(text_.substr(at_)) : text::CodePoint{};
      in_run_ = at_ < text_.size() && has_no_spaces(second.value);
      single_ = !in_run_;
      if (is_query_ && !in_run_ && was_in_run && at_ == text_.size()) return false;
      end_ = in_run_ ? at_ + second.length : at_;
      token_ = text_.substr(begin_, end_ - begin_);
      return true;
    }
    in_run_ = false;
    if (is_of_word(folded(first.value))) return take_word(begin);
    at_ += first.length;
  }
  return false;
}

bool SearchTokens::take_word(std::size_t begin) {
  word_.clear();
  while (at_ < text_.size()) {
    const text::CodePoint point = text::read_utf8(text_.substr(at_));
    const char32_t c = folded(point.value);
    if (!is_of_word(c) || has_no_spaces(c)) break;
    if (word_.size() + 4 <= kMostBytes) text::append_utf8(c, word_);
    at_ += point.length;
  }
  token_ = word_;
  begin_ = begin;
  end_ = at_;
  single_ = false;
  return true;
}

}  // namespace pith::corpus
