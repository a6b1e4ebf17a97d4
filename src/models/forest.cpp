#include "models/forest.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "models/forest_kernel.hpp"
#include "models/model_text.hpp"

namespace pith::models {

double logistic(double x) noexcept { return 1 / (1 + std::exp(-x)); }

namespace {

/// A split as the file has it: children are numbers of splits, or -1 - the number of a leaf.
struct WrittenSplit {
  std::uint32_t feature = 0;
  float border = 0;
  std::int32_t left = 0, right = 0;
};

/// Puts a tree into the order that evaluation needs: splits in pre-order, leaves from left to right. False when it is
/// no tree: a child missing, or reached twice.
bool lay_out(std::span<const WrittenSplit> written, std::span<const double> values, std::vector<Forest::Split>& splits,
             std::vector<double>& leaves) {
  struct Open {
    std::int32_t child;
    std::size_t parent;  // whose left side it ends, or kNone
  };
  constexpr std::size_t kNone = static_cast<std::size_t>(-1);
  std::vector<Open> open = {{written.empty() ? -1 : 0, kNone}};
  const std::size_t first_split = splits.size(), first_leaf = leaves.size();
  std::vector<std::uint32_t> leaves_before;  // by split, in pre-order
  std::uint32_t reached = 0;                 // the leaves as the file numbers them
  while (!open.empty()) {
    const Open next = open.back();
    open.pop_back();
    if (splits.size() - first_split > written.size() || leaves.size() - first_leaf > values.size()) return false;
    const auto done = static_cast<std::uint32_t>(leaves.size() - first_leaf);
    if (next.parent != kNone) {  // the right side begins: what lies between are the leaves on the left
      const std::uint32_t before = leaves_before[next.parent];
      splits[first_split + next.parent].right =
          ~static_cast<std::uint32_t>((std::uint64_t{1} << done) - (std::uint64_t{1} << before));
    }
    if (next.child < 0) {
      const auto leaf = static_cast<std::size_t>(-1 - next.child);
      if (leaf >= values.size() || (reached >> leaf & 1) != 0) return false;
      reached |= 1u << leaf;
      leaves.push_back(values[leaf]);
      continue;
    }
    if (static_cast<std::size_t>(next.child) >= written.size()) return false;
    const WrittenSplit& split = written[static_cast<std::size_t>(next.child)];
    const std::size_t number = splits.size() - first_split;
    splits.push_back({split.feature, split.border, 0});
    leaves_before.push_back(done);
    open.push_back({split.right, number});
    open.push_back({split.left, kNone});
  }
  return splits.size() - first_split == written.size() && leaves.size() - first_leaf == values.size();
}

}  // namespace

// pith-forest 1
// # training record
// digest DIGEST                 of what the features give
// feature NAME                  one line each; splits name them by their number in this list
// cascade T L                   perhaps: after T trees rows of at most these log odds are rejected
// tree F B L R ...              splits: feature, border, left and right child
// V V V ...                     values of the leaves, one more than splits
Error Forest::load(std::string_view text, std::span<const std::string> names, std::string_view digest) {
  ModelReader in(text);
  if (!in.next_line() || in.line() != "pith-forest 1") return in.wrong("not a pith-forest 1 file");
  if (Error error = in.expect_digest(digest)) return error;
  Forest fresh;
  std::vector<std::uint32_t> feature;  // number in the file → column
  std::vector<WrittenSplit> splits;
  std::vector<double> values;
  while (in.next_line()) {
    const std::string_view keyword = in.word();
    if (keyword == "feature") {
      const std::string_view name = in.word();
      const auto at = std::find(names.begin(), names.end(), name);
      if (at == names.end()) return in.wrong("unknown feature \"" + std::string(name) + "\"");
      feature.push_back(static_cast<std::uint32_t>(at - names.begin()));
      if (feature.size() > kMostFeatures) return in.wrong("a forest reads at most 512 features");
    } else if (keyword == "cascade") {
      if (!in.number(fresh.first_stage_trees_) || !in.number(fresh.rejected_))
        return in.wrong("a cascade has the trees of its first stage and the log odds below which a row is rejected");
    } else if (keyword == "tree") {
      splits.clear();
      values.clear();
      while (in.line().find_first_not_of(" \r") != std::string_view::npos) {
        WrittenSplit split;
        if (!in.number(split.feature) || !in.number(split.border) || !in.number(split.left) || !in.number(split.right))
          return in.wrong("a split is a feature, a border and two children");
        if (split.feature >= feature.size()) return in.wrong("no feature has this number");
        split.feature = feature[split.feature];
        splits.push_back(split);
      }
      if (splits.size() >= kMostLeaves) return in.wrong("a tree has at most 32 leaves");
      if (!in.next_line()) return in.wrong("a tree without values");
      for (std::size_t i = 0; i <= splits.size(); ++i) {
        if (!in.number(values.emplace_back())) return in.wrong("a tree has one value more than splits");
      }
      const Tree tree{static_cast<std::uint32_t>(fresh.splits_.size()),
                      static_cast<std::uint32_t>(fresh.leaves_.size()), static_cast<std::uint32_t>(splits.size())};
      if (!lay_out(splits, values, fresh.splits_, fresh.leaves_)) return in.wrong("the children make no tree");
      fresh.trees_.push_back(tree);
    } else {
      return in.wrong("unknown keyword \"" + std::string(keyword) + "\"");
    }
  }
  fresh.record_ = in.record();
  fresh.leaves_.resize(fresh.leaves_.size() + kMostLeaves);  // a kernel loads the leaves of a tree all at once
  fresh.sort_probes();
  *this = std::move(fresh);
  return {};
}

void Forest::sort_probes() {
  std::vector<std::uint32_t> tree_of;  // by split
  const auto count = static_cast<std::uint32_t>(trees_.size());
  for (std::uint32_t t = 0; t < count; ++t) tree_of.insert(tree_of.end(), trees_[t].splits, t);
  const std::uint32_t first_stage = first_stage_trees_ == 0 ? count : std::min(first_stage_trees_, count);
  group_trees(0, first_stage, tree_of);
  first_stage_groups_ = groups_.size();
  group_trees(first_stage, count, tree_of);
  for (std::size_t g = first_stage_groups_; g < groups_.size(); ++g)
    for (std::size_t r = groups_[g].first_run; r < groups_[g].end_run; ++r)
      second_stage_features_.push_back(runs_[r].feature);
  std::sort(second_stage_features_.begin(), second_stage_features_.end());
  second_stage_features_.erase(std::unique(second_stage_features_.begin(), second_stage_features_.end()),
                               second_stage_features_.end());
}

void Forest::group_trees(std::uint32_t begin, std::uint32_t end, std::span<const std::uint32_t> tree_of) {
  const std::uint32_t count = end - begin, groups = (count + kMostTreesAtOnce - 1) / kMostTreesAtOnce;
  std::vector<const Split*> order;
  for (std::uint32_t g = 0; g < groups; ++g) {
    const std::uint32_t first = begin + g * count / groups, behind = begin + (g + 1) * count / groups;
    groups_.push_back({first, behind, static_cast<std::uint32_t>(runs_.size()), 0});
    order.clear();
    for (std::uint32_t s = trees_[first].first_split; s < splits_.size() && tree_of[s] < behind; ++s)
      order.push_back(&splits_[s]);
    std::stable_sort(order.begin(), order.end(), [](const Split* a, const Split* b) {
      return a->feature != b->feature ? a->feature < b->feature : a->border < b->border;
    });
    for (std::size_t i = 0; i < order.size(); ++i) {
      const auto at = static_cast<std::uint32_t>(probes_.size());
      if (i == 0 || order[i]->feature != order[i - 1]->feature) runs_.push_back({order[i]->feature, at, at});
      probes_.push_back(
          {order[i]->border, ~order[i]->right, tree_of[static_cast<std::size_t>(order[i] - splits_.data())] - first});
      ++runs_.back().end;
    }
    groups_.back().end_run = static_cast<std::uint32_t>(runs_.size());
  }
}

ForestView Forest::view() const noexcept {
  std::uint32_t most_splits = 0;
  for (const Tree& tree : trees_) most_splits = std::max(most_splits, tree.splits);
  return {trees_.data(),  trees_.size(),  most_splits + 1, splits_.data(), leaves_.data(),
          groups_.data(), groups_.size(), runs_.data(),    probes_.data()};
}

#if defined(__x86_64__)
bool has_avx512_for_forests() noexcept {
  return __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
         __builtin_cpu_supports("avx512cd") != 0;
}
#endif

void add_portable(const ForestView& forest, GroupRange groups, const float* const* columns, std::size_t rows,
                  double* out) noexcept {
  if (groups.first == groups.end) return;
  constexpr std::size_t kLanes = 8;
  const std::size_t first = forest.groups[groups.first].first_tree, end = forest.groups[groups.end - 1].end_tree;
  for (std::size_t row = 0; row < rows; row += kLanes) {
    std::array<double, kLanes> sums;
    std::copy_n(out + row, kLanes, sums.begin());
    for (std::size_t t = first; t < end; ++t) {
      const Forest::Tree& tree = forest.trees[t];
      std::array<std::uint32_t, kLanes> mask;
      mask.fill(~0u);
      for (std::uint32_t s = 0; s < tree.splits; ++s) {
        const Forest::Split& split = forest.splits[tree.first_split + s];
        const float* values = columns[split.feature] + row;
        for (std::size_t i = 0; i < kLanes; ++i) mask[i] &= values[i] <= split.border ? ~0u : split.right;
      }
      for (std::size_t i = 0; i < kLanes; ++i)
        sums[i] += forest.leaves[tree.first_leaf + static_cast<std::size_t>(std::countr_zero(mask[i]))];
    }
    std::copy(sums.begin(), sums.end(), out + row);
  }
}

// One row, whose leaves are all that the borders below its values leave: no vectors, and no ranges of what rows pass
// alike.
void Forest::add_one(std::size_t first_group, std::size_t end_group, std::span<const float* const> columns,
                     double& out) const noexcept {
  std::array<std::uint32_t, kMostTreesAtOnce> struck;
  for (std::size_t g = first_group; g < end_group; ++g) {
    const Group& group = groups_[g];
    const std::size_t trees = group.end_tree - group.first_tree;
    std::fill_n(struck.begin(), trees, 0);
    for (std::size_t r = group.first_run; r < group.end_run; ++r) {
      const float value = *columns[runs_[r].feature];
      const Probe* probe = probes_.data() + runs_[r].first;
      const Probe* const end = probes_.data() + runs_[r].end;
      for (; probe != end && !(value <= probe->border); ++probe) struck[probe->tree] |= probe->left;
    }
    for (std::size_t t = 0; t < trees; ++t)
      out += leaves_[trees_[group.first_tree + t].first_leaf + static_cast<std::size_t>(std::countr_one(struck[t]))];
  }
}

void Forest::add(std::size_t first_group, std::size_t end_group, std::span<const float* const> columns,
                 std::size_t rows, std::span<double> out) const {
  if (rows == 1) {
    add_one(first_group, end_group, columns, out.front());
    return;
  }
  auto* run = &add_portable;
#if defined(__x86_64__)
  static const bool has_avx512 = has_avx512_for_forests(), has_avx2 = __builtin_cpu_supports("avx2");
  run = has_avx512 ? &add_avx512 : has_avx2 ? &add_avx2 : run;
#endif
  run(view(), {first_group, end_group}, columns.data(), rows, out.data());
}

void Forest::predict(std::span<const float* const> columns, std::size_t rows, std::span<double> out) const {
  std::fill(out.begin(), out.end(), 0.0);
  add(0, groups_.size(), columns, rows, out);
}

void Forest::predict(std::span<const float* const> columns, std::size_t rows, std::span<double> out,
                     CascadeMemory& memory) const {
  std::fill(out.begin(), out.end(), 0.0);
  add(0, first_stage_groups_, columns, rows, out);
  if (first_stage_groups_ == groups_.size()) return;
  memory.rows.clear();
  for (std::size_t row = 0; row < rows; ++row)
    if (out[row] > rejected_) memory.rows.push_back(static_cast<std::uint32_t>(row));
  const std::size_t left = memory.rows.size(), stride = (left + 7) / 8 * 8;
  if (left == 0) return;
  memory.rows.resize(stride, memory.rows.front());  // whole vectors
  // Grown, never shrunk: what is appended would be zeroed anew for every larger page.
  memory.values.resize(std::max(memory.values.size(), second_stage_features_.size() * stride));
  memory.columns.assign(columns.size(), nullptr);
  float* to = memory.values.data();
  for (const std::uint32_t feature : second_stage_features_) {
    memory.columns[feature] = to;
    // One by one, eight in a row: the gather instruction is slower on AMD's processors, and on Intel's since Downfall.
    const float* const column = columns[feature];
    const std::uint32_t* row = memory.rows.data();
    for (const float* const end = to + stride; to != end; to += 8, row += 8)
      for (std::size_t i = 0; i < 8; ++i) to[i] = column[row[i]];
  }
  memory.sums.assign(stride, 0);
  for (std::size_t i = 0; i < left; ++i) memory.sums[i] = out[memory.rows[i]];
  add(first_stage_groups_, groups_.size(), memory.columns, left, memory.sums);
  for (std::size_t i = 0; i < left; ++i) out[memory.rows[i]] = memory.sums[i];
}

void Forest::explain(std::span<const float* const> columns, std::size_t row, std::span<float> contribution) const {
  std::fill(contribution.begin(), contribution.end(), 0.0F);
  for (const Tree& tree : trees_) {
    const double* values = leaves_.data() + tree.first_leaf;
    const auto mean_of = [values](std::uint32_t first, std::uint32_t end) {
      double sum = 0;
      for (std::uint32_t i = first; i < end; ++i) sum += values[i];
      return sum / static_cast<double>(end - first);
    };
    // A walk down the tree: each split moves the mean of the leaves that can still be reached, [first, end).
    std::uint32_t first = 0, end = tree.splits + 1, split = 0;
    double mean = mean_of(first, end);
    while (end - first > 1) {
      const Split& s = splits_[tree.first_split + split];
      const auto left_end = static_cast<std::uint32_t>(32 - std::countl_zero(~s.right));
      if (columns[s.feature][row] <= s.border) {
        end = left_end;
        split += 1;
      } else {
        split += left_end - first;  // the left side has one split fewer than leaves
        first = left_end;
      }
      const double next = mean_of(first, end);
      contribution[s.feature] += static_cast<float>(next - mean);
      mean = next;
    }
  }
}

}  // namespace pith::models
