#include "batch/fingerprint.hpp"

#include <array>
#include <bit>

#include "text/characters.hpp"

namespace pith::batch {

namespace {

constexpr std::size_t kFewestRuns = 16;
constexpr int kMostBits = 3;

// Spreads every bit of a number over all of the result (the finaliser of MurmurHash3).
constexpr std::uint64_t mix(std::uint64_t h) noexcept {
  h = (h ^ (h >> 33)) * 0xFF51AFD7ED558CCDu;
  h = (h ^ (h >> 33)) * 0xC4CEB9FE1A85EC53u;
  return h ^ (h >> 33);
}

}  // namespace

Fingerprint fingerprint_of(std::string_view text) {
  Fingerprint fingerprint;
  std::uint64_t all = 0xCBF29CE484222325u, word = 0;
  std::array<std::uint64_t, 3> last{};
  std::array<std::int32_t, 64> votes{};
  std::size_t words = 0;
  const auto end_word = [&] {
    if (word == 0) return;
    last = {last[1], last[2], mix(word)};
    word = 0;
    if (++words < last.size()) return;
    const std::uint64_t run = mix(last[0] + 3 * last[1] + 7 * last[2]);
    for (std::size_t bit = 0; bit < votes.size(); ++bit) votes[bit] += (run >> bit & 1) != 0 ? 1 : -1;
  };
  for (std::size_t i = 0; i < text.size();) {
    const auto byte = [&](std::size_t at) {
      return at < text.size() ? static_cast<unsigned char>(text[at]) & 0x3Fu : 0u;
    };
    const auto first = static_cast<unsigned char>(text[i]);
    char32_t c = first;
    std::size_t length = 1;
    if (first >= 0xF0) {
      c = (first & 0x7u) << 18 | byte(i + 1) << 12 | byte(i + 2) << 6 | byte(i + 3);
      length = 4;
    } else if (first >= 0xE0) {
      c = (first & 0xFu) << 12 | byte(i + 1) << 6 | byte(i + 2);
      length = 3;
    } else if (first >= 0xC0) {
      c = (first & 0x1Fu) << 6 | byte(i + 1);
      length = 2;
    }
    i += length;
    if (text::is_space(c)) {
      end_word();
      continue;
    }
    all = mix(all + c);
    if (c >= 'A' && c <= 'Z') c += 32;
    if (text::is_cjk(c)) {
      end_word();
      word = c;
      end_word();
    } else if (text::is_letter(c) || text::is_digit(c)) {
      word = mix(word + c);
    } else {
      end_word();
    }
  }
  end_word();
  fingerprint.exact = all;
  if (words < kFewestRuns + last.size() - 1) return fingerprint;
  for (std::size_t bit = 0; bit < votes.size(); ++bit)
    if (votes[bit] > 0) fingerprint.similar |= std::uint64_t{1} << bit;
  return fingerprint;
}

std::string to_hex(std::uint64_t hash) {
  std::string hex;
  for (int shift = 60; shift >= 0; shift -= 4) hex += "0123456789abcdef"[hash >> shift & 0xF];
  return hex;
}

std::optional<SeenTexts::Match> SeenTexts::see(std::string_view id, const Fingerprint& fingerprint) {
  const auto number = static_cast<std::uint32_t>(seen_.size());
  const auto [place, is_new] = by_exact_.try_emplace(fingerprint.exact, number);
  if (!is_new) return Match{seen_[place->second].id, true};
  seen_.push_back({std::string(id), fingerprint.similar});
  if (fingerprint.similar == 0) return std::nullopt;
  if (by_part_.empty()) by_part_.resize(std::size_t{kParts} << 16);
  std::uint32_t first = number;
  for (std::size_t part = 0; part < kParts; ++part) {
    std::vector<std::uint32_t>& same = by_part_[part << 16 | (fingerprint.similar >> (16 * part) & 0xFFFF)];
    for (const std::uint32_t other : same) {
      if (other >= first) break;
      if (std::popcount(seen_[other].similar ^ fingerprint.similar) <= kMostBits) first = other;
    }
    same.push_back(number);
  }
  if (first == number) return std::nullopt;
  return Match{seen_[first].id, false};
}

}  // namespace pith::batch
