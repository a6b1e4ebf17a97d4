#include "corpus/base64.hpp"

#include <array>
#include <cstdint>

namespace pith::corpus {
namespace {

constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint8_t kNone = 0xFF, kSpace = 0xFE;

constexpr std::array<std::uint8_t, 256> kValue = [] {
  std::array<std::uint8_t, 256> value{};
  value.fill(kNone);
  for (std::size_t i = 0; i < kAlphabet.size(); ++i)
    value[static_cast<std::uint8_t>(kAlphabet[i])] = static_cast<std::uint8_t>(i);
  for (const char c : {' ', '\t', '\r', '\n'}) value[static_cast<std::uint8_t>(c)] = kSpace;
  return value;
}();

}  // namespace

bool decode_base64(std::string_view text, std::string& out) {
  while (!text.empty() && (text.back() == '=' || kValue[static_cast<std::uint8_t>(text.back())] == kSpace))
    text.remove_suffix(1);
  out.clear();
  out.reserve(text.size() / 4 * 3 + 3);
  std::uint32_t bits = 0;
  unsigned count = 0;  // characters in `bits`
  for (const char c : text) {
    const std::uint8_t value = kValue[static_cast<std::uint8_t>(c)];
    if (value == kSpace) continue;
    if (value == kNone) return false;
    bits = bits << 6 | value;
    if (++count == 4) {
      const char three[] = {static_cast<char>(bits >> 16), static_cast<char>(bits >> 8), static_cast<char>(bits)};
      out.append(three, 3);
      bits = 0;
      count = 0;
    }
  }
  if (count == 1) return false;
  if (count >= 2) out += static_cast<char>(bits >> (6 * count - 8));
  if (count == 3) out += static_cast<char>(bits >> 2);
  return true;
}

void append_base64(std::string& out, std::string_view bytes) {
  const auto byte = [&](std::size_t i) {
    return i < bytes.size() ? static_cast<std::uint8_t>(bytes[i]) : std::uint8_t{0};
  };
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::uint32_t bits = std::uint32_t{byte(i)} << 16 | std::uint32_t{byte(i + 1)} << 8 | byte(i + 2);
    const std::size_t left = bytes.size() - i;
    out += kAlphabet[bits >> 18];
    out += kAlphabet[bits >> 12 & 63];
    out += left > 1 ? kAlphabet[bits >> 6 & 63] : '=';
    out += left > 2 ? kAlphabet[bits & 63] : '=';
  }
}

}  // namespace pith::corpus
