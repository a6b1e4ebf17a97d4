#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pith {

/// Every bound the engine keeps, in one place. A limit never gives an error or an empty result while
/// text is at hand: pith degrades, returns the text so far, and names the limit in `truncated`.
/// The defaults lie far above every real page (docs/architecture.md, "Limits").
struct Limits {
  std::size_t input_bytes = 32u << 20;  ///< Only the first bytes of a page are decoded. At most 1 GiB.
  std::uint32_t depth = 512;  ///< Deeper elements become siblings. 0 switches the limit off (conformance runs).
  std::uint32_t attributes_per_element = 512;  ///< The rest are dropped. At most 65,535.
  std::uint32_t cloned_elements =
      64u << 10;                         ///< Formatting elements cloned by error recovery; beyond it only text goes on.
  std::uint32_t nodes = 2'000'000;       ///< The tree ends here. At most 2^31 - 1.
  std::size_t output_bytes = 16u << 20;  ///< Rendered output is cut at a block or character boundary.
  std::uint32_t table_span = 100;        ///< colspan and rowspan are clamped.
  std::uint32_t work_per_byte = 8;       ///< Steps of error recovery allowed per input byte (counted, never timed).
};

/// Which limits a result ran into; a bit set of these.
enum class Truncation : std::uint32_t {
  none = 0,
  input = 1u << 0,
  depth = 1u << 1,
  attributes = 1u << 2,
  cloned_elements = 1u << 3,
  nodes = 1u << 4,
  output = 1u << 5,
  table_span = 1u << 6,
  work = 1u << 7,
};

constexpr Truncation operator|(Truncation a, Truncation b) noexcept {
  return static_cast<Truncation>(static_cast<std::uint32_t>(a) | static_cast<std::uint32_t>(b));
}
constexpr Truncation& operator|=(Truncation& a, Truncation b) noexcept { return a = a | b; }
constexpr bool has(Truncation set, Truncation one) noexcept {
  return (static_cast<std::uint32_t>(set) & static_cast<std::uint32_t>(one)) != 0;
}

}  // namespace pith
