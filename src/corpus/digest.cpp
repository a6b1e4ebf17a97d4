#include "corpus/digest.hpp"

#include <sha1.h>
#include <sha2.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <vector>

#include "text/ascii.hpp"

namespace pith::corpus {
namespace {

constexpr std::size_t kChunk = 1u << 16;  // bytes of a file at a time

template <std::size_t size>
std::string hex_of(const std::array<std::uint8_t, size>& digest) {
  std::string out;
  for (const std::uint8_t byte : digest) (out += text::kLowerHex[byte >> 4]) += text::kLowerHex[byte & 0xF];
  return out;
}

const std::uint8_t* octets(const char* bytes) { return reinterpret_cast<const std::uint8_t*>(bytes); }

std::string finish(SHA2_CTX& state) {
  std::array<std::uint8_t, SHA256_DIGEST_LENGTH> digest;
  SHA256Final(digest.data(), &state);
  return hex_of(digest);
}

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
  SHA1_CTX state;
  SHA1Init(&state);
  SHA1Update(&state, octets(bytes.data()), bytes.size());
  std::array<std::uint8_t, SHA1_DIGEST_LENGTH> digest;
  SHA1Final(digest.data(), &state);
  return hex_of(digest);
}

std::string sha256(std::string_view bytes) {
  SHA2_CTX state;
  SHA256Init(&state);
  SHA256Update(&state, octets(bytes.data()), bytes.size());
  return finish(state);
}

std::string sha256_of_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::vector<char> chunk(kChunk);
  SHA2_CTX state;
  SHA256Init(&state);
  do {
    file.read(chunk.data(), static_cast<std::streamsize>(chunk.size()));
    SHA256Update(&state, octets(chunk.data()), static_cast<std::size_t>(file.gcount()));
  } while (file);
  return file.eof() ? finish(state) : std::string();
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
