#pragma once

// What the fuzzers share: small decisions drawn from the input, and the oracle's way of failing.

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "pith/limits.hpp"

/// Stops the fuzzer with a line that says which promise is broken.
#define FUZZ_CHECK(condition)                                                      \
  do {                                                                             \
    if (!(condition)) {                                                            \
      std::fprintf(stderr, "%s:%d: broken: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                \
    }                                                                              \
  } while (false)

namespace pith::fuzz {

/// The input of a fuzzer. Decisions come from its end, so that the pages of the corpus stay pages; an input without
/// a final "\n#" + decisions gives 0 for each.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : page_(reinterpret_cast<const char*>(data), size) {
    const std::size_t mark = page_.rfind("\n#");
    if (mark == std::string_view::npos || page_.size() - mark > 40) return;
    decisions_ = page_.substr(mark + 2);
    page_ = page_.substr(0, mark);
  }

  [[nodiscard]] std::string_view page() const noexcept { return page_; }
  /// The next decision, below `bound`.
  std::uint32_t below(std::uint32_t bound) noexcept {
    if (at_ >= decisions_.size()) return 0;
    return static_cast<unsigned char>(decisions_[at_++]) % bound;
  }
  [[nodiscard]] bool decides() const noexcept { return !decisions_.empty(); }

 private:
  std::string_view page_, decisions_;
  std::size_t at_ = 0;
};

/// The default limits, or small ones when the input says so.
inline Limits limits_of(Input& input) {
  Limits limits;
  if (input.below(2) == 0) return limits;
  limits.depth = 1 + input.below(40);
  limits.attributes_per_element = input.below(10);
  limits.cloned_elements = input.below(20);
  limits.nodes = 4 + 3 * input.below(100);
  limits.output_bytes = 20 * input.below(100);
  limits.work_per_byte = input.below(4);
  limits.input_bytes = input.below(2) == 0 ? limits.input_bytes : std::size_t{40} * input.below(200);
  return limits;
}

}  // namespace pith::fuzz
