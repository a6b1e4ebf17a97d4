#include "learn/forest.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "learn/forest_kernel.hpp"

namespace pith::learn {

namespace {

constexpr std::uint32_t kMostDepth = 12;

/// Words of a text, line by line, with the line's number for messages.
class Reader {
 public:
  explicit Reader(std::string_view text) : rest_(text) {}

  bool next_line() {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    line_ = rest_.substr(0, end);
    rest_ = end == std::string_view::npos ? std::string_view() : rest_.substr(end + 1);
    ++number_;
    return true;
  }
  [[nodiscard]] std::string_view line() const noexcept { return line_; }
  std::string_view word() {
    line_.remove_prefix(std::min(line_.find_first_not_of(" \r"), line_.size()));
    const std::size_t end = std::min(line_.find_first_of(" \r"), line_.size());
    const std::string_view word = line_.substr(0, end);
    line_.remove_prefix(end);
    return word;
  }
  template <class T>
  bool number(T& value) {
    const std::string_view w = word();
    const auto result = std::from_chars(w.data(), w.data() + w.size(), value);
    return !w.empty() && result.ec == std::errc() && result.ptr == w.data() + w.size();
  }
  [[nodiscard]] std::string wrong(std::string_view what) const {
    return "line " + std::to_string(number_) + ": " + std::string(what);
  }

 private:
  std::string_view rest_, line_;
  int number_ = 0;
};

}  // namespace

double logistic(double x) noexcept { return 1 / (1 + std::exp(-x)); }

// pith-forest 1
// # training record
// bias B
// feature NAME                  one line each; splits name them by their number in this list
// tree F B F B ...              splits, feature and border
// V V V ...                     2^splits values, the first split is the lowest bit
std::string Forest::load(std::string_view text, std::span<const std::string> names) {
  Reader in(text);
  if (!in.next_line() || in.line() != "pith-forest 1") return in.wrong("not a pith-forest 1 file");
  Forest fresh;
  std::vector<std::uint32_t> feature;  // number in the file → column
  while (in.next_line()) {
    if (in.line().starts_with("#")) {
      fresh.record_ += std::string(in.line()) + '\n';
      continue;
    }
    const std::string_view keyword = in.word();
    if (keyword.empty()) continue;
    if (keyword == "bias") {
      if (!in.number(fresh.bias_)) return in.wrong("bias needs a number");
    } else if (keyword == "feature") {
      const std::string_view name = in.word();
      const auto at = std::find(names.begin(), names.end(), name);
      if (at == names.end()) return in.wrong("unknown feature \"" + std::string(name) + "\"");
      feature.push_back(static_cast<std::uint32_t>(at - names.begin()));
    } else if (keyword == "tree") {
      Tree tree{static_cast<std::uint32_t>(fresh.splits_.size()), static_cast<std::uint32_t>(fresh.leaves_.size()), 0};
      std::uint32_t number = 0;
      while (in.line().find_first_not_of(" \r") != std::string_view::npos) {
        Split split{};
        if (!in.number(number) || !in.number(split.border)) return in.wrong("a split is a feature and a border");
        if (number >= feature.size()) return in.wrong("no feature has this number");
        if (++tree.depth > kMostDepth) return in.wrong("a tree has at most 12 splits");
        split.feature = feature[number];
        fresh.splits_.push_back(split);
      }
      if (!in.next_line()) return in.wrong("a tree without values");
      for (std::size_t i = 0; i < std::size_t{1} << tree.depth; ++i) {
        double value = 0;
        if (!in.number(value)) return in.wrong("a tree has 2^splits values");
        fresh.leaves_.push_back(value);
      }
      fresh.trees_.push_back(tree);
    } else {
      return in.wrong("unknown keyword \"" + std::string(keyword) + "\"");
    }
  }
  *this = std::move(fresh);
  return {};
}

void predict_portable(const ForestView& forest, const float* const* columns, std::size_t rows, double* out) noexcept {
  constexpr std::size_t kLanes = 8;
  for (std::size_t row = 0; row < rows; row += kLanes) {
    std::array<double, kLanes> sums;
    sums.fill(forest.bias);
    for (std::size_t t = 0; t < forest.tree_count; ++t) {
      const Forest::Tree& tree = forest.trees[t];
      std::array<std::uint32_t, kLanes> leaf{};
      for (std::uint32_t level = 0; level < tree.depth; ++level) {
        const Forest::Split& split = forest.splits[tree.first_split + level];
        const float* values = columns[split.feature] + row;
        for (std::size_t i = 0; i < kLanes; ++i)
          leaf[i] |= static_cast<std::uint32_t>(values[i] > split.border) << level;
      }
      for (std::size_t i = 0; i < kLanes; ++i) sums[i] += forest.leaves[tree.first_leaf + leaf[i]];
    }
    std::copy(sums.begin(), sums.end(), out + row);
  }
}

void Forest::predict(std::span<const float* const> columns, std::size_t rows, std::span<double> out) const {
  const ForestView view{trees_.data(), trees_.size(), splits_.data(), leaves_.data(), bias_};
  auto* run = &predict_portable;
#if defined(__x86_64__)
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  if (has_avx2) run = &predict_avx2;
#endif
  run(view, columns.data(), (rows + 7) / 8 * 8, out.data());
}

void Forest::explain(std::span<const float* const> columns, std::size_t row, std::span<float> contribution) const {
  std::fill(contribution.begin(), contribution.end(), 0.0F);
  for (const Tree& tree : trees_) {
    std::size_t leaf = 0;
    double mean = 0;
    for (std::uint32_t level = 0; level < tree.depth; ++level) {
      const Split& split = splits_[tree.first_split + level];
      leaf |= static_cast<std::size_t>(columns[split.feature][row] > split.border) << level;
    }
    // A walk down the tree: each split moves the mean of what can still be reached.
    const std::size_t count = std::size_t{1} << tree.depth;
    const double* values = leaves_.data() + tree.first_leaf;
    for (std::size_t i = 0; i < count; ++i) mean += values[i];
    mean /= static_cast<double>(count);
    for (std::uint32_t level = 0; level < tree.depth; ++level) {
      const std::size_t fixed = (std::size_t{2} << level) - 1;  // bits decided so far
      double next = 0;
      std::size_t reachable = 0;
      for (std::size_t i = 0; i < count; ++i) {
        if ((i & fixed) != (leaf & fixed)) continue;
        next += values[i];
        ++reachable;
      }
      next /= static_cast<double>(reachable);
      contribution[splits_[tree.first_split + level].feature] += static_cast<float>(next - mean);
      mean = next;
    }
  }
}

}  // namespace pith::learn
