#include "evaluate/tokens.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <span>
#include <unordered_map>

#include "evaluate/python_text.hpp"
#include "text/characters.hpp"

namespace pith::evaluate {
namespace {

using Numbers = std::unordered_map<std::u32string_view, std::uint32_t>;

/// Each token as the number of its first occurrence, from 1.
std::vector<std::uint32_t> numbered(const std::vector<std::u32string_view>& tokens, Numbers& numbers) {
  std::vector<std::uint32_t> out;
  out.reserve(tokens.size());
  for (const std::u32string_view token : tokens)
    out.push_back(numbers.try_emplace(token, static_cast<std::uint32_t>(numbers.size() + 1)).first->second);
  return out;
}

template <typename T>
Overlap overlap_of_sorted(std::vector<T> gold, std::vector<T> output) {
  std::sort(gold.begin(), gold.end());
  std::sort(output.begin(), output.end());
  Overlap overlap{0, gold.size(), output.size()};
  for (auto a = gold.begin(), b = output.begin(); a != gold.end() && b != output.end();) {
    if (*a < *b) {
      ++a;
    } else if (*b < *a) {
      ++b;
    } else {
      ++overlap.common, ++a, ++b;
    }
  }
  return overlap;
}

constexpr std::size_t kShingle = 4;
using Shingle = std::array<std::uint32_t, kShingle>;

std::vector<Shingle> shingles(const std::vector<std::uint32_t>& tokens) {
  std::vector<Shingle> out;
  const std::size_t length = std::min(kShingle, tokens.size());
  if (length == 0) return out;
  for (std::size_t i = 0; i + length <= tokens.size(); ++i) {
    Shingle shingle{};  // 0, which is no token, fills a short one
    std::copy_n(tokens.begin() + static_cast<std::ptrdiff_t>(i), length, shingle.begin());
    out.push_back(shingle);
  }
  return out;
}

template <bool kSplitCjk>
std::vector<std::u32string_view> tokens_of(std::u32string_view text) {
  std::vector<std::u32string_view> out;
  std::size_t start = 0;
  const auto end_run = [&](std::size_t end) {
    if (end > start) out.push_back(text.substr(start, end - start));
    start = end + 1;
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (kSplitCjk && text::is_cjk(text[i])) {
      end_run(i);
      out.push_back(text.substr(i, 1));
    } else if (!is_word(text[i])) {
      end_run(i);
    }
  }
  end_run(text.size());
  return out;
}

}  // namespace

std::vector<std::u32string_view> mixed_tokens(std::u32string_view text) { return tokens_of<true>(text); }
std::vector<std::u32string_view> word_tokens(std::u32string_view text) { return tokens_of<false>(text); }

Overlap overlap_of(const std::vector<std::u32string_view>& gold, const std::vector<std::u32string_view>& output) {
  Numbers numbers;
  std::vector<std::uint32_t> a = numbered(gold, numbers);
  return overlap_of_sorted(std::move(a), numbered(output, numbers));
}

Overlap shingle_overlap(const std::vector<std::u32string_view>& gold, const std::vector<std::u32string_view>& output) {
  Numbers numbers;
  const std::vector<std::uint32_t> a = numbered(gold, numbers);
  return overlap_of_sorted(shingles(a), shingles(numbered(output, numbers)));
}

Overlap character_overlap(std::u32string_view gold, std::u32string_view output) {
  std::unordered_map<char32_t, std::size_t> left;
  for (const char32_t c : gold) ++left[c];
  Overlap overlap{0, gold.size(), output.size()};
  for (const char32_t c : output) {
    const auto it = left.find(c);
    if (it == left.end() || it->second == 0) continue;
    --it->second;
    ++overlap.common;
  }
  return overlap;
}

// Columns of the table of distances are the tokens of `text`, rows those of `pattern`, 64 of them a word; as the rows
// are gone through word after word, only the steps between columns at the lower edge are kept.
std::size_t edit_distance(const std::vector<std::u32string_view>& a, const std::vector<std::u32string_view>& b) {
  Numbers numbers;
  const std::vector<std::uint32_t> all_a = numbered(a, numbers), all_b = numbered(b, numbers);
  std::span<const std::uint32_t> pattern(all_a), text(all_b);
  while (!pattern.empty() && !text.empty() && pattern.front() == text.front())
    pattern = pattern.subspan(1), text = text.subspan(1);
  while (!pattern.empty() && !text.empty() && pattern.back() == text.back())
    pattern = pattern.first(pattern.size() - 1), text = text.first(text.size() - 1);
  std::vector<std::uint64_t> places(numbers.size() + 1);  // of each token in the 64 rows
  std::vector<std::int8_t> step(text.size(), 1);          // from one column to the next, at the edge above
  for (std::size_t row = 0; row < pattern.size(); row += 64) {
    const std::span<const std::uint32_t> rows = pattern.subspan(row, std::min<std::size_t>(64, pattern.size() - row));
    for (std::size_t i = 0; i < rows.size(); ++i) places[rows[i]] |= std::uint64_t{1} << i;
    const std::uint64_t last = std::uint64_t{1} << (rows.size() - 1);
    std::uint64_t up = ~std::uint64_t{0}, down = 0;  // rows where the distance is one more, one less than above
    for (std::size_t column = 0; column < text.size(); ++column) {
      const bool falls = step[column] < 0;
      const bool rises = step[column] > 0;
      std::uint64_t same = places[text[column]];
      const std::uint64_t vertical = same | down;
      same |= falls ? 1u : 0u;
      const std::uint64_t horizontal = (((same & up) + up) ^ up) | same;
      std::uint64_t more = down | ~(horizontal | up), less = up & horizontal;
      step[column] = static_cast<std::int8_t>((more & last) != 0 ? 1 : (less & last) != 0 ? -1 : 0);
      more = more << 1 | (rises ? 1u : 0u);
      less = less << 1 | (falls ? 1u : 0u);
      up = less | ~(vertical | more);
      down = more & vertical;
    }
    for (const std::uint32_t token : rows) places[token] = 0;
  }
  std::ptrdiff_t distance = static_cast<std::ptrdiff_t>(pattern.size());
  for (const std::int8_t s : step) distance += s;
  return static_cast<std::size_t>(distance);
}

std::size_t matching_characters(std::u32string_view a, std::u32string_view b) {
  std::unordered_map<char32_t, std::vector<std::uint32_t>> places;  // in b, ascending
  for (std::size_t j = 0; j < b.size(); ++j) places[b[j]].push_back(static_cast<std::uint32_t>(j));

  struct Range {
    std::size_t a_begin, a_end, b_begin, b_end;
  };
  std::vector<Range> open = {{0, a.size(), 0, b.size()}};
  // length[j + 1]: of the common substring that ends at a[i] and b[j]; all zero between two searches.
  std::vector<std::uint32_t> length(b.size() + 1);
  std::size_t matched = 0;
  while (!open.empty()) {
    const Range range = open.back();
    open.pop_back();
    std::size_t best_a = 0, best_b = 0, best = 0;
    std::span<const std::uint32_t> before;  // places of a[i - 1]
    for (std::size_t i = range.a_begin; i <= range.a_end; ++i) {
      const auto found = i < range.a_end ? places.find(a[i]) : places.end();
      const std::span<const std::uint32_t> here =
          found == places.end() ? std::span<const std::uint32_t>() : std::span<const std::uint32_t>(found->second);
      // From the right, so that length[j] still belongs to a[i - 1]. Ties go to the first place in b, as there.
      std::size_t longest = 0, longest_b = 0;
      std::size_t k = here.size();
      std::size_t old = before.size();
      while (k > 0 || old > 0) {
        const std::size_t j = k > 0 ? here[k - 1] + 1u : 0;
        const std::size_t j_old = old > 0 ? before[old - 1] + 1u : 0;
        if (j_old > j) {
          length[j_old] = 0;
          --old;
          continue;
        }
        old -= j_old == j;
        --k;
        if (j <= range.b_begin || j > range.b_end) {
          length[j] = 0;
          continue;
        }
        length[j] = length[j - 1] + 1;
        if (length[j] >= longest) longest = length[j], longest_b = j;
      }
      if (longest > best) best = longest, best_a = i + 1 - best, best_b = longest_b - best;
      before = here;
    }
    if (best == 0) continue;
    matched += best;
    open.push_back({range.a_begin, best_a, range.b_begin, best_b});
    open.push_back({best_a + best, range.a_end, best_b + best, range.b_end});
  }
  return matched;
}

}  // namespace pith::evaluate
