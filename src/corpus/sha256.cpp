#include "corpus/sha256.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <fstream>
#include <vector>

namespace pith::corpus {
namespace {

// The first 32 bits of the fractional parts of the cube roots of the first 64 primes.
constexpr std::array<std::uint32_t, 64> kRounds = {
    0x428A2F98, 0x71374491, 0xB5C0FBCF, 0xE9B5DBA5, 0x3956C25B, 0x59F111F1, 0x923F82A4, 0xAB1C5ED5,
    0xD807AA98, 0x12835B01, 0x243185BE, 0x550C7DC3, 0x72BE5D74, 0x80DEB1FE, 0x9BDC06A7, 0xC19BF174,
    0xE49B69C1, 0xEFBE4786, 0x0FC19DC6, 0x240CA1CC, 0x2DE92C6F, 0x4A7484AA, 0x5CB0A9DC, 0x76F988DA,
    0x983E5152, 0xA831C66D, 0xB00327C8, 0xBF597FC7, 0xC6E00BF3, 0xD5A79147, 0x06CA6351, 0x14292967,
    0x27B70A85, 0x2E1B2138, 0x4D2C6DFC, 0x53380D13, 0x650A7354, 0x766A0ABB, 0x81C2C92E, 0x92722C85,
    0xA2BFE8A1, 0xA81A664B, 0xC24B8B70, 0xC76C51A3, 0xD192E819, 0xD6990624, 0xF40E3585, 0x106AA070,
    0x19A4C116, 0x1E376C08, 0x2748774C, 0x34B0BCB5, 0x391C0CB3, 0x4ED8AA4A, 0x5B9CCA4F, 0x682E6FF3,
    0x748F82EE, 0x78A5636F, 0x84C87814, 0x8CC70208, 0x90BEFFFA, 0xA4506CEB, 0xBEF9A3F7, 0xC67178F2};

constexpr std::size_t kBlock = 64;  // bytes that are taken at once

class Sha256 {
 public:
  /// Whole blocks alone.
  void add(std::string_view bytes) noexcept {
    for (; bytes.size() >= kBlock; bytes.remove_prefix(kBlock)) add_block(bytes);
  }

  /// The last bytes, and how many there were in all.
  std::string finish(std::string_view rest, std::uint64_t length) {
    add(rest);
    std::string padded(rest.substr(rest.size() / kBlock * kBlock));
    padded += '\x80';
    padded.resize((padded.size() + 8 + kBlock - 1) / kBlock * kBlock - 8);
    for (int shift = 56; shift >= 0; shift -= 8) padded += static_cast<char>(length * 8 >> shift & 0xFF);
    add(padded);
    std::string out;
    for (const std::uint32_t word : state_)
      for (int shift = 28; shift >= 0; shift -= 4) out += "0123456789abcdef"[word >> shift & 0xF];
    return out;
  }

 private:
  void add_block(std::string_view bytes) noexcept {
    std::array<std::uint32_t, 64> w;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
    for (std::size_t i = 0; i < 16; ++i) {
      std::uint32_t word = 0;
      for (std::size_t k = 0; k < 4; ++k) word = word << 8 | static_cast<unsigned char>(bytes[i * 4 + k]);
      w[i] = word;
    }
    for (std::size_t i = 16; i < 64; ++i) {
      const std::uint32_t early = w[i - 15], late = w[i - 2];
      w[i] = w[i - 16] + (std::rotr(early, 7) ^ std::rotr(early, 18) ^ early >> 3) + w[i - 7] +
             (std::rotr(late, 17) ^ std::rotr(late, 19) ^ late >> 10);
    }
    auto [a, b, c, d, e, f, g, h] = state_;
    for (std::size_t i = 0; i < 64; ++i) {
      const std::uint32_t first =
          h + (std::rotr(e, 6) ^ std::rotr(e, 11) ^ std::rotr(e, 25)) + ((e & f) ^ (~e & g)) + kRounds[i] + w[i];
      const std::uint32_t second =
          (std::rotr(a, 2) ^ std::rotr(a, 13) ^ std::rotr(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      h = g, g = f, f = e, e = d + first;
      d = c, c = b, b = a, a = first + second;
    }
    const std::array<std::uint32_t, 8> add = {a, b, c, d, e, f, g, h};
    for (std::size_t i = 0; i < state_.size(); ++i) state_[i] += add[i];
  }

  // The same of the square roots of the first eight primes.
  std::array<std::uint32_t, 8> state_ = {0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A,
                                         0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19};
};

}  // namespace

std::string sha256(std::string_view bytes) { return Sha256().finish(bytes, bytes.size()); }

std::string sha256_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> chunk(kBlock * 1024);
  Sha256 digest;
  std::uint64_t length = 0;
  while (file.read(chunk.data(), static_cast<std::streamsize>(chunk.size()))) {
    digest.add({chunk.data(), chunk.size()});
    length += chunk.size();
  }
  if (!file.eof()) return {};
  const auto rest = static_cast<std::size_t>(file.gcount());
  return digest.finish({chunk.data(), rest}, length + rest);
}

}  // namespace pith::corpus
