#pragma once

// Which pages of a run say the same: by a hash of their text, and by a SimHash, which differs in few bits between texts
// that differ in little (Charikar 2002; Manku, Jain and Das Sarma 2007).

#include <bit>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pith::corpus {

struct Fingerprint {
  std::uint64_t exact = 0;    ///< of the text without white space
  std::uint64_t similar = 0;  ///< SimHash over runs of three words; 0: the text is too short to tell
};

/// How many of the 64 bits of `similar` may differ between texts that say nearly the same.
inline constexpr int kNearBits = 3;
/// Of two such texts one of so many parts of 16 bits is the same, so the others need not be looked at.
inline constexpr int kSimilarParts = kNearBits + 1;
constexpr std::uint16_t similar_part(std::uint64_t similar, int part) noexcept {
  return static_cast<std::uint16_t>(similar >> (16 * part));
}
/// Both are long enough to tell, and say nearly the same.
constexpr bool is_near(std::uint64_t a, std::uint64_t b) noexcept {
  return a != 0 && b != 0 && std::popcount(a ^ b) <= kNearBits;
}

/// A word is a run of letters and digits, or one CJK character; case is ignored. O(text).
Fingerprint fingerprint_of(std::string_view text);

/// 16 hexadecimal digits, as they stand in the output.
std::string to_hex(std::uint64_t hash);

/// Appends what recall() reads: the two hashes, the length of the id (8, 8 and 4 bytes, the lowest first), the id.
void append_seen(std::string_view id, const Fingerprint& fingerprint, std::string& out);

/// The texts seen so far.
class SeenTexts {
 public:
  struct Match {
    std::string_view id;  ///< of the first page with this text, valid as long as the index
    bool exact = false;
  };

  /// The earliest page that says the same as this one, or else the earliest that says nearly the same (at most 3 of 64
  /// bits differ); then remembers this one. Looks at about one in 16,000 of the pages seen.
  std::optional<Match> see(std::string_view id, const Fingerprint& fingerprint);
  /// Sees again what append_seen() has written of a run that was interrupted. False: it is damaged.
  bool recall(std::string_view written);

 private:
  struct Seen {
    std::string id;
    std::uint64_t similar;
  };
  std::vector<Seen> seen_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_exact_;
  std::vector<std::vector<std::uint32_t>> by_part_;  // kSimilarParts tables of 2^16
};

}  // namespace pith::corpus
