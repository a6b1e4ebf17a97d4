#include "evaluate/alignment.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include "evaluate/python_text.hpp"
#include "evaluate/tokens.hpp"
#include "text/hash.hpp"

namespace pith::evaluate {
namespace {

constexpr std::size_t kLongest = 4;

/// Calls `use(hash)` for each phrase of `length` tokens.
template <typename Use>
void for_each_phrase(const std::vector<std::u32string_view>& tokens, std::size_t length, const Use& use) {
  for (std::size_t i = 0; i + length <= tokens.size(); ++i) {
    std::uint64_t hash = length;
    for (std::size_t k = i; k < i + length; ++k) {
      for (const char32_t c : tokens[k]) hash = text::fnv64_step(hash, c);
      hash = text::spread64(hash ^ 0xFFFFFFFFu);
    }
    use(hash);
  }
}

}  // namespace

Phrases::Phrases(std::string_view text) {
  const std::u32string lowered = lower(decode(text));
  const std::vector<std::u32string_view> tokens = mixed_tokens(lowered);
  for (std::size_t length = 1; length <= kLongest; ++length)
    for_each_phrase(tokens, length, [this](std::uint64_t hash) { ++left_[hash]; });
}

double Phrases::share(std::string_view piece) const {
  const std::u32string lowered = lower(decode(piece));
  const std::vector<std::u32string_view> tokens = mixed_tokens(lowered);
  if (tokens.empty()) return 0;
  std::unordered_map<std::uint64_t, std::uint32_t> taken;
  std::size_t phrases = 0, found = 0;
  for_each_phrase(tokens, std::min(kLongest, tokens.size()), [&](std::uint64_t hash) {
    ++phrases;
    const auto it = left_.find(hash);
    found += it != left_.end() && taken[hash]++ < it->second;
  });
  return static_cast<double>(found) / static_cast<double>(phrases);
}

void Phrases::claim(std::string_view piece) {
  const std::u32string lowered = lower(decode(piece));
  const std::vector<std::u32string_view> tokens = mixed_tokens(lowered);
  for (std::size_t length = 1; length <= kLongest; ++length) {
    for_each_phrase(tokens, length, [this](std::uint64_t hash) {
      const auto it = left_.find(hash);
      if (it != left_.end() && it->second > 0) --it->second;
    });
  }
}

}  // namespace pith::evaluate
