#pragma once

// Which texts of a corpus of any size say nearly the same: MinHash (Broder 1997) with locality-sensitive hashing. Texts
// that share a key are candidates; keys can be sorted and joined by machines that never see the texts.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace pith::corpus {

/// Runs of so many words are what texts are compared by.
inline constexpr std::size_t kShingleWords = 5;

/// One key for each of `bands` bands of `rows` least hashes; texts whose runs of words overlap by the share s (Jaccard)
/// agree in one or more with the probability 1 - (1 - s^rows)^bands. No key where there is no run. The keys of
/// different bands are different. O(words * bands * rows).
void minhash_keys(std::string_view text, std::size_t bands, std::size_t rows, std::vector<std::uint64_t>& keys);

}  // namespace pith::corpus
