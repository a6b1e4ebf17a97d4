#include "features/words.hpp"

namespace pith::features {

namespace {

struct Collector {
  std::vector<std::uint32_t>& words;

  void begin_word(char32_t /*first*/, bool /*is_upper*/) noexcept {}
  void letters(char32_t /*last*/) noexcept {}
  void end_word(std::uint32_t hash) { words.push_back(hash); }
  void cjk(char32_t /*c*/, std::uint32_t hash) { words.push_back(hash); }
  void ascii(unsigned char /*byte*/) noexcept {}
  void other(char32_t /*c*/) noexcept {}
};

}  // namespace

void append_words(std::string_view text, std::string& padded, std::vector<std::uint32_t>& words) {
  padded.assign(text);
  padded.append(kWordPadding, '\0');
  for_each_word(std::string_view(padded).substr(0, text.size()), Collector{words});
}

}  // namespace pith::features
