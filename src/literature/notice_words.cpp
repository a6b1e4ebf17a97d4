#include "literature/notice_words.hpp"

#include <algorithm>
#include <span>

namespace pith::literature {

namespace {

constexpr bool begins_notice(char first) noexcept {
  const auto c = static_cast<unsigned char>(first);
  return c == 'A' || c == 'C' || c == 'I' || (c >= 0xE4 && c <= 0xE9);
}
static_assert(std::all_of(kFeatureWords.begin(), kFeatureWords.end(),
                          [](auto word) { return begins_notice(word[0]); }));
static_assert(std::all_of(kCopyrightWords.begin(), kCopyrightWords.end(),
                          [](auto word) { return begins_notice(word[0]); }));

bool holds_one_of(std::string_view text, std::span<const std::string_view> words) noexcept {
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    if (!begins_notice(text[i])) continue;
    for (const std::string_view word : words)
      if (text[i] == word[0] && text[i + 1] == word[1] && text.substr(i).starts_with(word)) return true;
  }
  return false;
}

}  // namespace

bool has_feature_word(std::string_view text) noexcept { return holds_one_of(text, kFeatureWords); }
bool has_copyright_word(std::string_view text) noexcept { return holds_one_of(text, kCopyrightWords); }

}  // namespace pith::literature
