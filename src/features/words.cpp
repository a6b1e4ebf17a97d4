#include "features/words.hpp"

#include "text/characters.hpp"
#include "text/utf8.hpp"

namespace pith::features {

void append_words(std::string_view text, std::vector<std::uint32_t>& words) {
  std::uint32_t hash = text::kFnv32Start;
  bool in_word = false;
  const char* p = text.data();
  const char* const last = p + text.size();
  while (p < last) {
    const auto byte = static_cast<unsigned char>(*p);
    const text::CodePoint point = byte < 0x80 ? text::CodePoint{byte, 1} : text::read_utf8(p, last);
    const bool letter = byte < 0x80 ? ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z')
                                    : text::is_letter(point.value) && !text::is_cjk(point.value);
    if (letter) {
      if (!in_word) hash = text::kFnv32Start;
      in_word = true;
      for (std::uint32_t i = 0; i < point.length; ++i) {
        const auto value = static_cast<unsigned char>(p[i]);
        hash = text::fnv32_step(hash, value < 0x80 ? value | 0x20u : value);
      }
    } else {
      if (in_word) words.push_back(hash | 1);
      in_word = false;
      if (text::is_cjk(point.value)) words.push_back(hash_cjk(point.value) | 1);
    }
    p += point.length;
  }
  if (in_word) words.push_back(hash | 1);
}

}  // namespace pith::features
