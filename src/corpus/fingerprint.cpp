#include "corpus/fingerprint.hpp"

#include <array>

#include "corpus/words.hpp"
#include "text/ascii.hpp"
#include "text/hash.hpp"

namespace pith::corpus {

namespace {

constexpr std::size_t kFewestRuns = 16;

template <int Bytes>
void append_number(std::uint64_t number, std::string& out) {
  for (int i = 0; i < Bytes; ++i) out += static_cast<char>(number >> (8 * i) & 0xFF);
}

template <int Bytes>
std::uint64_t take_number(std::string_view& bytes) {
  std::uint64_t number = 0;
  for (int i = 0; i < Bytes; ++i)
    number |= std::uint64_t{static_cast<unsigned char>(bytes[static_cast<std::size_t>(i)])} << (8 * i);
  bytes.remove_prefix(Bytes);
  return number;
}

/// How many numbers have each of the 64 bits. Eight counters of a byte are added to at once.
class BitCounts {
 public:
  void add(std::uint64_t number) noexcept {
    for (std::size_t i = 0; i < lanes_.size(); ++i) lanes_[i] += kSpread[number >> (8 * i) & 0xFF];
    if (++pending_ == 255) flush();
  }

  /// The bits that more than half of the numbers have.
  [[nodiscard]] std::uint64_t majority() noexcept {
    flush();
    std::uint64_t bits = 0;
    for (std::size_t bit = 0; bit < counts_.size(); ++bit)
      if (2 * counts_[bit] > all_) bits |= std::uint64_t{1} << bit;
    return bits;
  }

 private:
  /// The bits of a byte, each in a byte of its own.
  static constexpr std::array<std::uint64_t, 256> kSpread = [] {
    std::array<std::uint64_t, 256> spread{};
    for (std::uint64_t byte = 0; byte < spread.size(); ++byte)
      for (unsigned bit = 0; bit < 8; ++bit) spread[byte] |= (byte >> bit & 1) << (8 * bit);
    return spread;
  }();

  void flush() noexcept {
    for (std::size_t bit = 0; bit < counts_.size(); ++bit) counts_[bit] += lanes_[bit / 8] >> (8 * (bit % 8)) & 0xFF;
    lanes_ = {};
    all_ += pending_;
    pending_ = 0;
  }

  std::array<std::uint64_t, 8> lanes_{};
  std::array<std::uint64_t, 64> counts_{};
  std::uint64_t all_ = 0, pending_ = 0;
};

}  // namespace

Fingerprint fingerprint_of(std::string_view text) {
  Fingerprint fingerprint;
  std::uint64_t all = text::kFnv64Start;
  std::array<std::uint64_t, 3> last{};
  BitCounts votes;
  std::size_t words = 0;
  read_words(
      text, [&](char32_t c) { all = text::mix64(all + c); },
      [&](std::uint64_t word) {
        last = {last[1], last[2], word};
        if (++words < last.size()) return;
        votes.add(text::mix64(last[0] + 3 * last[1] + 7 * last[2]));
      });
  fingerprint.exact = all;
  if (words < kFewestRuns + last.size() - 1) return fingerprint;
  fingerprint.similar = votes.majority();
  return fingerprint;
}

std::string to_hex(std::uint64_t hash) {
  std::string hex;
  for (int shift = 60; shift >= 0; shift -= 4) hex += text::kLowerHex[hash >> shift & 0xF];
  return hex;
}

void append_seen(std::string_view id, const Fingerprint& fingerprint, std::string& out) {
  append_number<8>(fingerprint.exact, out);
  append_number<8>(fingerprint.similar, out);
  append_number<4>(id.size(), out);
  out += id;
}

bool SeenTexts::recall(std::string_view written) {
  while (!written.empty()) {
    if (written.size() < 20) return false;
    Fingerprint fingerprint;
    fingerprint.exact = take_number<8>(written);
    fingerprint.similar = take_number<8>(written);
    const std::uint64_t length = take_number<4>(written);
    if (length > written.size()) return false;
    see(written.substr(0, length), fingerprint);
    written.remove_prefix(length);
  }
  return true;
}

std::optional<SeenTexts::Match> SeenTexts::see(std::string_view id, const Fingerprint& fingerprint) {
  const auto number = static_cast<std::uint32_t>(seen_.size());
  const auto [place, is_new] = by_exact_.try_emplace(fingerprint.exact, number);
  if (!is_new) return Match{seen_[place->second].id, true};
  seen_.push_back({std::string(id), fingerprint.similar});
  if (fingerprint.similar == 0) return std::nullopt;
  if (by_part_.empty()) by_part_.resize(std::size_t{kSimilarParts} << 16);
  std::uint32_t first = number;
  for (int part = 0; part < kSimilarParts; ++part) {
    std::vector<std::uint32_t>& same =
        by_part_[static_cast<std::size_t>(part) << 16 | similar_part(fingerprint.similar, part)];
    for (const std::uint32_t other : same) {
      if (other >= first) break;
      if (is_near(seen_[other].similar, fingerprint.similar)) first = other;
    }
    same.push_back(number);
  }
  if (first == number) return std::nullopt;
  return Match{seen_[first].id, false};
}

}  // namespace pith::corpus
