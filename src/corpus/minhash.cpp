#include "corpus/minhash.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "corpus/words.hpp"
#include "text/hash.hpp"

namespace pith::corpus {

void minhash_keys(std::string_view text, std::size_t bands, std::size_t rows, std::vector<std::uint64_t>& keys) {
  std::array<std::uint64_t, kShingleWords> last{};
  std::size_t words = 0;
  std::vector<std::uint64_t> shingles;
  read_words(
      text, [](char32_t) {},
      [&](std::uint64_t word) {
        std::rotate(last.begin(), last.begin() + 1, last.end());
        last.back() = word;
        if (++words < last.size()) return;
        std::uint64_t shingle = text::kFnv64Start;
        for (const std::uint64_t one : last) shingle = text::mix64(shingle + one);
        shingles.push_back(shingle);
      });
  keys.clear();
  if (shingles.empty()) return;
  // What a text says twice counts once, and least hashes do not depend on the order.
  std::sort(shingles.begin(), shingles.end());
  shingles.erase(std::unique(shingles.begin(), shingles.end()), shingles.end());
  std::uint64_t seed = text::kFnv64Start;
  for (std::size_t band = 0; band < bands; ++band) {
    std::uint64_t key = text::mix64(band + 1);
    for (std::size_t row = 0; row < rows; ++row) {
      // Multiply-shift hashing (Dietzfelbinger et al. 1997): the upper half of an odd factor times the number.
      const std::uint64_t factor = (seed = text::mix64(seed + 1)) | 1, sum = seed = text::mix64(seed + 1);
      std::uint32_t least = std::numeric_limits<std::uint32_t>::max();
      for (const std::uint64_t shingle : shingles)
        least = std::min(least, static_cast<std::uint32_t>((shingle * factor + sum) >> 32));
      key = text::mix64(key + least);
    }
    keys.push_back(key);
  }
}

}  // namespace pith::corpus
