#include "text/utf8.hpp"

#include <algorithm>

#include "text/ascii.hpp"
#include "text/utf8_simd.hpp"

namespace pith::text {
namespace {

std::size_t valid_prefix_scalar(std::string_view bytes, std::size_t at) noexcept {
  const char* const end = bytes.data() + bytes.size();
  while (true) {
    at += ascii_prefix(bytes.substr(at));
    while (at < bytes.size() && static_cast<unsigned char>(bytes[at]) >= 0x80) {
      const CodePoint c = read_utf8(bytes.data() + at, end);
      if (!c.valid) return at;
      at += c.length;
    }
    if (at >= bytes.size()) return bytes.size();
  }
}

SimdLevel detect_simd_level() noexcept {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2") &&
      __builtin_cpu_supports("popcnt")) {
    return SimdLevel::avx2;
  }
  if (__builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("popcnt")) return SimdLevel::sse42;
#endif
  return SimdLevel::scalar;
}

}  // namespace

SimdLevel simd_level() noexcept {
  static const SimdLevel level = detect_simd_level();
  return level;
}

std::size_t valid_utf8_prefix(std::string_view bytes, SimdLevel level) noexcept {
#if defined(__x86_64__)
  if (level != SimdLevel::scalar && !bytes.empty()) {
    const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
    std::size_t at = level == SimdLevel::avx2 ? first_bad_utf8_block_avx2(data, bytes.size())
                                              : first_bad_utf8_block_sse42(data, bytes.size());
    if (at == bytes.size()) return at;
    // Everything before the block is valid, but for a sequence that may go on into it.
    for (std::size_t back = 1; back <= std::min<std::size_t>(3, at); ++back) {
      if (data[at - back] >= 0xC0) {
        at -= back;
        break;
      }
    }
    return valid_prefix_scalar(bytes, at);
  }
#else
  static_cast<void>(level);
#endif
  return valid_prefix_scalar(bytes, 0);
}

std::size_t valid_utf8_prefix(std::string_view bytes) noexcept { return valid_utf8_prefix(bytes, simd_level()); }

std::size_t incomplete_utf8_suffix(std::string_view bytes) noexcept {
  const char* const end = bytes.data() + bytes.size();
  for (std::size_t n = 1; n <= std::min<std::size_t>(3, bytes.size()); ++n) {
    const auto lead = static_cast<unsigned char>(*(end - n));
    if (lead < 0x80) return 0;
    if (lead < 0xC0) continue;  // a continuation
    const std::size_t length = lead < 0xC2 || lead > 0xF4 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    // The whole rest must be a maximal subpart: "E0 80" at the end is ill-formed whatever follows.
    return n < length && read_utf8(end - n, end).length == n ? n : 0;
  }
  return 0;
}

std::uint64_t repair_utf8(std::string_view bytes, std::string& out) {
  std::uint64_t replaced = 0;
  while (true) {
    // One error is often followed by others: look with small steps.
    const std::size_t valid = valid_prefix_scalar(bytes, 0);
    out.append(bytes.substr(0, valid));
    if (valid == bytes.size()) return replaced;
    out.append("\xEF\xBF\xBD");
    ++replaced;
    bytes.remove_prefix(valid + read_utf8(bytes.data() + valid, bytes.data() + bytes.size()).length);
  }
}

}  // namespace pith::text
