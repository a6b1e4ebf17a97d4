#include "corpus/digest.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "corpus/sha256.hpp"
#include "text/ascii.hpp"

namespace pith::corpus {
namespace {

constexpr std::size_t kBlock = 64;  // bytes that are taken at once

class Sha1 {
 public:
  void add_block(std::string_view bytes) noexcept {
    std::array<std::uint32_t, 80> w;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    for (std::size_t i = 0; i < 16; ++i) {
      std::uint32_t word = 0;
      for (std::size_t k = 0; k < 4; ++k) word = word << 8 | static_cast<unsigned char>(bytes[i * 4 + k]);
      w[i] = word;
    }
    for (std::size_t i = 16; i < w.size(); ++i) w[i] = std::rotl(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    auto [a, b, c, d, e] = state_;
    for (std::size_t i = 0; i < w.size(); ++i) {
      const std::uint32_t mixed = i < 20              ? ((b & c) | (~b & d)) + 0x5A827999
                                  : i >= 40 && i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8F1BBCDC
                                                      : (b ^ c ^ d) + (i < 40 ? 0x6ED9EBA1 : 0xCA62C1D6);
      const std::uint32_t next = std::rotl(a, 5) + mixed + e + w[i];
      e = d, d = c, c = std::rotl(b, 30), b = a, a = next;
    }
    const std::array<std::uint32_t, 5> add = {a, b, c, d, e};
    for (std::size_t i = 0; i < state_.size(); ++i) state_[i] += add[i];
  }
  [[nodiscard]] const std::array<std::uint32_t, 5>& state() const noexcept { return state_; }

 private:
  std::array<std::uint32_t, 5> state_ = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
};

/// Base 32 as hexadecimal digits; empty where it is none.
std::string hex_of_base32(std::string_view text) {
  while (text.ends_with('=')) text.remove_suffix(1);
  std::string hex;
  std::uint32_t bits = 0;
  int count = 0;
  for (const char c : text) {
    const char lower = text::ascii_lower(c);
    if (!text::is_ascii_letter(c) && (c < '2' || c > '7')) return {};
    bits = bits << 5 | static_cast<std::uint32_t>(lower >= 'a' ? lower - 'a' : c - '2' + 26);
    for (count += 5; count >= 4; count -= 4) hex += text::kLowerHex[bits >> (count - 4) & 0xF];
  }
  hex.resize(hex.size() / 2 * 2);  // the last bits are no byte
  return hex;
}

bool is_hex(std::string_view text, std::string_view hex) {
  return std::equal(text.begin(), text.end(), hex.begin(), hex.end(),
                    [](char a, char b) { return text::ascii_lower(a) == b; });
}

}  // namespace

std::string sha1(std::string_view bytes) {
  Sha1 digest;
  const std::uint64_t length = bytes.size();
  for (; bytes.size() >= kBlock; bytes.remove_prefix(kBlock)) digest.add_block(bytes);
  std::string rest(bytes);
  rest += '\x80';
  rest.resize((rest.size() + 8 + kBlock - 1) / kBlock * kBlock - 8);
  for (int shift = 56; shift >= 0; shift -= 8) rest += static_cast<char>(length * 8 >> shift & 0xFF);
  for (std::size_t at = 0; at < rest.size(); at += kBlock) digest.add_block(std::string_view(rest).substr(at));
  std::string out;
  for (const std::uint32_t word : digest.state())
    for (int shift = 28; shift >= 0; shift -= 4) out += text::kLowerHex[word >> shift & 0xF];
  return out;
}

std::optional<bool> has_digest(std::string_view bytes, std::string_view labelled) {
  const std::size_t colon = std::min(labelled.find(':'), labelled.size());
  std::string algorithm(labelled.substr(0, colon));
  std::transform(algorithm.begin(), algorithm.end(), algorithm.begin(), text::ascii_lower);
  std::erase(algorithm, '-');
  const bool is_sha1 = algorithm == "sha1";
  if (!is_sha1 && algorithm != "sha256") return {};
  const std::string_view written = labelled.substr(std::min(colon + 1, labelled.size()));
  const std::string hex = is_sha1 ? sha1(bytes) : sha256(bytes);
  return is_hex(written, hex) || hex_of_base32(written) == hex;
}

}  // namespace pith::corpus
