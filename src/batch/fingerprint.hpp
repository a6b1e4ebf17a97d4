#pragma once

// Which pages of a run say the same: by a hash of their text, and by a SimHash, which differs in few bits between texts
// that differ in little (Charikar 2002; Manku, Jain and Das Sarma 2007).

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace pith::batch {

struct Fingerprint {
  std::uint64_t exact = 0;    ///< of the text without white space
  std::uint64_t similar = 0;  ///< SimHash over runs of three words; 0: the text is too short to tell
};

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
  static constexpr int kParts = 4;  // of 16 bits each: of texts that differ in 3 bits, one is the same

  struct Seen {
    std::string id;
    std::uint64_t similar;
  };
  std::vector<Seen> seen_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_exact_;
  std::vector<std::vector<std::uint32_t>> by_part_;  // kParts tables of 2^16
};

}  // namespace pith::batch
