#include "learn/c45.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>

namespace pith::learn {

namespace {

constexpr double kEpsilon = 1e-3;     // C4.5's own
constexpr float kSameValue = 1e-5F;   // numbers nearer than this are the same
constexpr double kManyValues = 0.3;   // attributes with more values than this share of the cases are no measure
constexpr double kLittleWorse = 0.1;  // errors by which something simpler may be worse
constexpr std::uint32_t kNoNode = 0xFFFF'FFFF;

/// A row that reached a node, or the part of it that did.
struct Case {
  std::uint32_t row;
  double weight;
};
using Cases = std::vector<Case>;

double sum_of(std::span<const double> values) { return std::accumulate(values.begin(), values.end(), 0.0); }

/// Bits that it takes to name the group of every item: n · entropy.
double information(std::span<const double> groups) noexcept {
  double total = 0, sum = 0;
  for (const double n : groups) {
    total += n;
    if (n > 0) sum += n * std::log2(n);
  }
  return total > 0 ? total * std::log2(total) - sum : 0;
}

std::size_t value_of(float value) noexcept { return static_cast<std::size_t>(value); }

}  // namespace

// Below one error it is a mean of the values at none and at one: one level of recursion.
// NOLINTNEXTLINE(misc-no-recursion)
double added_errors(double cases, double errors, double confidence) noexcept {
  // The normal deviate is interpolated in C4.5's table.
  constexpr std::array<double, 9> kConfidence = {0, 0.001, 0.005, 0.01, 0.05, 0.10, 0.20, 0.40, 1.00};
  constexpr std::array<double, 9> kDeviate = {4.0, 3.09, 2.58, 2.33, 1.65, 1.28, 0.84, 0.25, 0.00};
  std::size_t i = 1;
  while (i + 1 < kConfidence.size() && confidence > kConfidence[i]) ++i;
  const double z = kDeviate[i - 1] + (kDeviate[i] - kDeviate[i - 1]) * (confidence - kConfidence[i - 1]) /
                                         (kConfidence[i] - kConfidence[i - 1]);
  const double z2 = z * z;
  if (cases <= 0) return 0;
  if (errors < 1e-6) return cases * (1 - std::exp(std::log(confidence) / cases));
  if (errors < 0.9999) {
    const double none = cases * (1 - std::exp(std::log(confidence) / cases));
    return none + errors * (added_errors(cases, 1.0, confidence) - none);
  }
  if (errors + 0.5 >= cases) return 0.67 * (cases - errors);
  const double e = errors + 0.5;
  const double p = (e + z2 / 2 + std::sqrt(z2 * (e * (1 - e / cases) + z2 / 4))) / (cases + z2);
  return cases * p - errors;
}

struct C45::Grown {
  std::int32_t attribute = -1;
  float threshold = 0;
  double cases = 0;
  double errors = 0;
  std::uint32_t majority = 0;
  std::vector<double> distribution;
  std::vector<std::unique_ptr<Grown>> branches;
};

class C45::Growth {
 public:
  Growth(const Table& table, const C45Options& options)
      : table_(table), options_(options), classes_(table.schema().classes.size()), random_(options.seed) {
    tested_.assign(table.schema().attributes.size(), false);
    const double bound = kManyValues * static_cast<double>(table.size());
    for (const Attribute& attribute : table.schema().attributes)
      measures_ |= static_cast<double>(attribute.values.size()) < bound;
    many_values_count_ = !measures_;
  }

  std::unique_ptr<Grown> run() {
    Cases all(table_.size());
    for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = {i, table_.weight(i)};
    std::unique_ptr<Grown> root = grow(all, 0);
    if (options_.prune) prune(root, all, true);
    return root;
  }

  SplitWorth worth(std::size_t attribute, const Cases& cases) {
    return table_.schema().attributes[attribute].is_discrete() ? worth_of_values(attribute, cases)
                                                               : worth_of_cuts(attribute, cases);
  }

 private:
  [[nodiscard]] double weight_of(const Cases& cases) const {
    double sum = 0;
    for (const Case& c : cases) sum += c.weight;
    return sum;
  }

  [[nodiscard]] std::vector<double> distribution_of(const Cases& cases) const {
    std::vector<double> sums(classes_);
    for (const Case& c : cases) sums[table_.label(c.row)] += c.weight;
    return sums;
  }

  [[nodiscard]] static std::uint32_t largest(const std::vector<double>& distribution, std::uint32_t first) {
    std::uint32_t best = first;
    for (std::uint32_t c = 0; c < distribution.size(); ++c)
      if (distribution[c] > distribution[best]) best = c;
    return best;
  }

  std::unique_ptr<Grown> leaf(const Cases& cases) const {
    auto node = std::make_unique<Grown>();
    node->distribution = distribution_of(cases);
    if (classes_ == 0) return node;
    node->cases = sum_of(node->distribution);
    node->majority = largest(node->distribution, 0);
    node->errors = node->cases - node->distribution[node->majority];
    return node;
  }

  // The largest gain ratio among the attributes whose gain is not below the average.
  int best_split(const Cases& cases, SplitWorth& best) {
    std::vector<std::uint32_t> candidates(tested_.size());
    std::iota(candidates.begin(), candidates.end(), 0u);
    if (options_.sampled != 0 && options_.sampled < candidates.size()) {
      for (std::uint32_t i = 0; i < options_.sampled; ++i)
        std::swap(candidates[i], candidates[i + random_() % (candidates.size() - i)]);
      candidates.resize(options_.sampled);
      std::sort(candidates.begin(), candidates.end());
    }
    std::vector<SplitWorth> worths(tested_.size());
    double gains = 0, possible = 0;
    for (const std::uint32_t a : candidates) {
      const Attribute& attribute = table_.schema().attributes[a];
      if (attribute.is_discrete() && tested_[a]) continue;
      worths[a] = worth(a, cases);
      const bool counts = many_values_count_ || static_cast<double>(attribute.values.size()) <
                                                    kManyValues * static_cast<double>(table_.size());
      if (!worths[a].usable || !counts) continue;
      gains += worths[a].gain;
      possible += 1;
    }
    const double least = possible > 0 ? gains / possible : 1e6;
    int found = -1;
    double best_ratio = -kEpsilon;
    for (const std::uint32_t a : candidates) {
      const SplitWorth& w = worths[a];
      if (!w.usable || w.gain < least - kEpsilon || w.information <= kEpsilon) continue;
      if (const double ratio = w.gain / w.information; ratio > best_ratio) {
        best_ratio = ratio;
        best = w;
        found = static_cast<int>(a);
      }
    }
    return found;
  }

  // `groups`: class weights of each branch in a row. Negative when fewer than two branches are large enough.
  [[nodiscard]] bool is_reasonable(std::span<const double> sizes) const {
    return std::count_if(sizes.begin(), sizes.end(), [&](double n) { return n >= options_.least_cases; }) >= 2;
  }

  SplitWorth worth_of_values(std::size_t attribute, const Cases& cases) const {
    const std::size_t values = table_.schema().attributes[attribute].values.size();
    std::vector<double> counts(values * classes_), all(classes_), sizes(values);
    double unknown = 0;
    for (const Case& c : cases) {
      const float value = table_.value(c.row, attribute);
      if (is_unknown(value) || value_of(value) >= values) {
        unknown += c.weight;
        continue;
      }
      counts[value_of(value) * classes_ + table_.label(c.row)] += c.weight;
      all[table_.label(c.row)] += c.weight;
      sizes[value_of(value)] += c.weight;
    }
    const double known = sum_of(sizes), total = known + unknown;
    if (known <= 0 || !is_reasonable(sizes)) return {};
    double left = 0;
    for (std::size_t v = 0; v < values; ++v) left += information(std::span(counts).subspan(v * classes_, classes_));
    sizes.push_back(unknown);
    return {true, known / total * (information(all) - left) / known, information(sizes) / total, 0};
  }

  SplitWorth worth_of_cuts(std::size_t attribute, const Cases& cases) {
    double total = 0, known = 0;
    sorted_.clear();
    std::vector<double> above(classes_), below(classes_);
    for (const Case& c : cases) {
      total += c.weight;
      const float value = table_.value(c.row, attribute);
      if (is_unknown(value)) continue;
      sorted_.push_back({value, table_.label(c.row), c.weight});
      above[table_.label(c.row)] += c.weight;
      known += c.weight;
    }
    if (known < 2 * options_.least_cases) return {};
    std::sort(sorted_.begin(), sorted_.end(), [](const Sorted& a, const Sorted& b) { return a.value < b.value; });
    const double base = information(above);
    const double least = std::clamp(0.1 * known / static_cast<double>(classes_), options_.least_cases,
                                    std::max(options_.least_cases, 25.0));
    double low = 0, best_gain = 0, tries = 0, best_low = 0;
    std::size_t best = sorted_.size();
    for (std::size_t i = 0; i + 1 < sorted_.size(); ++i) {
      low += sorted_[i].weight;
      below[sorted_[i].label] += sorted_[i].weight;
      above[sorted_[i].label] -= sorted_[i].weight;
      if (low < least) continue;
      if (low > known - least) break;
      if (!(sorted_[i].value < sorted_[i + 1].value - kSameValue)) continue;
      tries += 1;
      const double gain = known / total * (base - information(below) - information(above)) / known;
      if (gain > best_gain) best_gain = gain, best = i, best_low = low;
    }
    if (best == sorted_.size()) return {};
    const double price = std::log2(tries) / total;
    const double sizes[] = {best_low, known - best_low, total - known};
    return {best_gain > price, best_gain - price, information(sizes) / total,
            (sorted_[best].value + sorted_[best + 1].value) / 2};
  }

  // The largest value of the training set that is not above the middle of a cut.
  float greatest_below(std::size_t attribute, float middle) {
    std::vector<float>& values = values_[attribute];
    if (values.empty()) {
      values.reserve(table_.size());
      for (std::size_t i = 0; i < table_.size(); ++i)
        if (const float value = table_.value(i, attribute); !is_unknown(value)) values.push_back(value);
      std::sort(values.begin(), values.end());
      values.erase(std::unique(values.begin(), values.end()), values.end());
    }
    const auto at = std::upper_bound(values.begin(), values.end(), middle);
    return at == values.begin() ? middle : *(at - 1);
  }

  // The cases of each branch; those whose value is unknown go to all, by the branches' share of the known ones.
  std::vector<Cases> divide(const Grown& node, const Cases& cases) const {
    const auto attribute = static_cast<std::size_t>(node.attribute);
    std::vector<Cases> parts(node.branches.size());
    Cases unknown;
    for (const Case& c : cases) {
      const float value = table_.value(c.row, attribute);
      const bool discrete = table_.schema().attributes[attribute].is_discrete();
      const std::size_t branch = is_unknown(value) ? parts.size() : discrete ? value_of(value) : value > node.threshold;
      (branch < parts.size() ? parts[branch] : unknown).push_back(c);
    }
    if (unknown.empty()) return parts;
    std::vector<double> sizes;
    sizes.reserve(parts.size());
    for (const Cases& part : parts) sizes.push_back(weight_of(part));
    const double known = sum_of(sizes);
    for (std::size_t b = 0; b < parts.size(); ++b) {
      if (sizes[b] <= 0) continue;
      for (const Case& c : unknown) parts[b].push_back({c.row, c.weight * sizes[b] / known});
    }
    return parts;
  }

  // NOLINTNEXTLINE(misc-no-recursion): Options::most_depth bounds it
  std::unique_ptr<Grown> grow(const Cases& cases, std::uint32_t depth) {
    std::unique_ptr<Grown> node = leaf(cases);
    if (classes_ == 0 || node->errors <= 0 || node->cases < 2 * options_.least_cases || depth >= options_.most_depth)
      return node;
    SplitWorth split;
    const int attribute = best_split(cases, split);
    if (attribute < 0) return node;
    const auto a = static_cast<std::size_t>(attribute);
    const Attribute& of = table_.schema().attributes[a];
    node->attribute = attribute;
    node->branches.resize(of.is_discrete() ? of.values.size() : 2);
    if (!of.is_discrete()) node->threshold = greatest_below(a, split.threshold);
    std::vector<Cases> parts = divide(*node, cases);
    const bool was_tested = tested_[a];
    tested_[a] = tested_[a] || of.is_discrete();
    double errors = 0;
    for (std::size_t b = 0; b < parts.size(); ++b) {
      if (parts[b].empty()) {
        node->branches[b] = std::make_unique<Grown>();
        node->branches[b]->majority = node->majority;
        node->branches[b]->distribution = node->distribution;
      } else {
        node->branches[b] = grow(parts[b], depth + 1);
      }
      Cases().swap(parts[b]);
      errors += node->branches[b]->errors;
    }
    tested_[a] = was_tested;
    if (options_.prune && errors >= node->errors - kEpsilon) {
      make_leaf(*node);
    } else {
      node->errors = errors;
    }
    return node;
  }

  static void make_leaf(Grown& node) {
    node.attribute = -1;
    node.branches.clear();
  }

  // Pessimistic errors of the subtree on these cases. With `update` it is pruned where something simpler is not
  // worse, and its counts become those of the cases.
  // NOLINTNEXTLINE(misc-no-recursion): as deep as the tree that grow() made
  double prune(std::unique_ptr<Grown>& node, const Cases& cases, bool update) {
    std::vector<double> distribution = distribution_of(cases);
    const double total = sum_of(distribution);
    const std::uint32_t majority = largest(distribution, node->majority);
    const double seen = total - distribution[majority];
    const double as_leaf = seen + added_errors(total, seen, options_.confidence);
    if (update) {
      node->cases = total;
      node->majority = majority;
      node->distribution = std::move(distribution);
    }
    if (node->attribute < 0) {
      if (update) node->errors = as_leaf;
      return as_leaf;
    }
    std::vector<Cases> parts = divide(*node, cases);
    double as_tree = 0, most = 0;
    std::size_t widest = 0;
    for (std::size_t b = 0; b < parts.size(); ++b) {
      if (const double size = weight_of(parts[b]); size > most) most = size, widest = b;
      if (parts[b].empty()) {
        // It has lost its cases to pruning above it: it now says what the node says.
        if (update) make_leaf(*node->branches[b]), node->branches[b]->cases = 0, node->branches[b]->majority = majority;
        continue;
      }
      as_tree += prune(node->branches[b], parts[b], update);
      Cases().swap(parts[b]);
    }
    if (!update) return as_tree;
    const double as_branch = prune(node->branches[widest], cases, false);
    if (as_leaf <= as_branch + kLittleWorse && as_leaf <= as_tree + kLittleWorse) {
      make_leaf(*node);
      node->errors = as_leaf;
    } else if (as_branch <= as_tree + kLittleWorse) {
      std::unique_ptr<Grown> raised = std::move(node->branches[widest]);
      node = std::move(raised);
      node->errors = prune(node, cases, true);
    } else {
      node->errors = as_tree;
    }
    return node->errors;
  }

  struct Sorted {
    float value;
    std::uint32_t label;
    double weight;
  };

  const Table& table_;
  const C45Options& options_;
  const std::size_t classes_;
  std::mt19937_64 random_;
  std::vector<bool> tested_;  // discrete attributes on the path
  bool measures_ = false;
  bool many_values_count_ = false;
  std::vector<Sorted> sorted_;
  std::vector<std::vector<float>> values_ = std::vector<std::vector<float>>(table_.schema().attributes.size());
};

std::unique_ptr<C45> C45::train(const Table& table, const C45Options& options) {
  std::unique_ptr<C45> tree(new C45(table.schema()));
  tree->laplace_ = options.laplace;
  tree->flatten(*Growth(table, options).run());
  return tree;
}

SplitWorth C45::worth_at_root(const Table& table, std::size_t attribute, const C45Options& options) {
  Cases all(table.size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = {i, table.weight(i)};
  return Growth(table, options).worth(attribute, all);
}

// Pre-order, by a stack: a node's place is known before its branches'.
void C45::flatten(const Grown& root) {
  struct Pending {
    const Grown* node;
    std::uint32_t slot;  // in branches_
  };
  std::vector<Pending> pending = {{&root, kNoNode}};
  while (!pending.empty()) {
    const auto [grown, slot] = pending.back();
    pending.pop_back();
    if (slot != kNoNode) branches_[slot] = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({grown->attribute, grown->threshold, grown->cases, grown->majority,
                      static_cast<std::uint32_t>(branches_.size()),
                      static_cast<std::uint32_t>(grown->branches.size())});
    distributions_.insert(distributions_.end(), grown->distribution.begin(), grown->distribution.end());
    const auto first = static_cast<std::uint32_t>(branches_.size());
    branches_.resize(branches_.size() + grown->branches.size());
    for (std::size_t b = grown->branches.size(); b-- > 0;)
      pending.push_back({grown->branches[b].get(), first + static_cast<std::uint32_t>(b)});
  }
}

void C45::add_leaf_share(const Node& leaf, double weight, std::span<double> probability) const {
  const auto classes = static_cast<double>(probability.size());
  const auto counts = distribution(leaf);
  if (laplace_) {
    const double cases = leaf.cases > 0 ? leaf.cases : 0;
    for (std::size_t c = 0; c < probability.size(); ++c)
      probability[c] += weight * ((cases > 0 ? counts[c] : 0) + 1) / (cases + classes);
  } else if (leaf.cases > 0) {
    for (std::size_t c = 0; c < probability.size(); ++c) probability[c] += weight * counts[c] / leaf.cases;
  } else {
    probability[leaf.majority] += weight;
  }
}

void C45::classify(std::span<const float> row, std::span<double> probability) const {
  std::fill(probability.begin(), probability.end(), 0.0);
  struct Pending {
    std::uint32_t node;
    double weight;
  };
  std::vector<Pending> others;  // only where a value is unknown
  Pending now{0, 1};
  for (;;) {
    const Node& node = nodes_[now.node];
    bool ended = true;
    if (node.branches == 0) {
      add_leaf_share(node, now.weight, probability);
    } else if (const std::size_t branch = branch_of(node, row); branch < node.branches) {
      now.node = branches_[node.first_branch + branch];
      ended = false;
    } else {
      for (std::uint32_t b = 0; b < node.branches; ++b) {
        const std::uint32_t to = branches_[node.first_branch + b];
        if (nodes_[to].cases > 0) others.push_back({to, now.weight * nodes_[to].cases / node.cases});
      }
    }
    if (!ended) continue;
    if (others.empty()) return;
    now = others.back();
    others.pop_back();
  }
}

// Past the last branch where the value is unknown.
std::size_t C45::branch_of(const Node& node, std::span<const float> row) const {
  const auto attribute = static_cast<std::size_t>(node.attribute);
  const float value = row[attribute];
  if (is_unknown(value)) return node.branches;
  return schema().attributes[attribute].is_discrete() ? value_of(value) : value > node.threshold;
}

// laplace 0|1
// nodes N
// split NAME WEIGHTS...            a discrete attribute: one branch a value follows, in the order of the values
// split NAME <= THRESHOLD WEIGHTS...   a number: two branches follow
// leaf WEIGHTS...                  weight of each class
// empty CLASS                      a leaf no case came to
void C45::write(models::ModelWriter& out) const {
  out.line("laplace").number(std::uint64_t{laplace_});
  out.line("nodes").number(std::uint64_t{nodes_.size()});
  for (const Node& node : nodes_) {
    if (node.branches == 0 && node.cases <= 0) {
      out.line("empty").name(schema().classes[node.majority]);
      continue;
    }
    if (node.branches == 0) {
      out.line("leaf");
    } else {
      const Attribute& attribute = schema().attributes[static_cast<std::size_t>(node.attribute)];
      out.line("split").name(attribute.name);
      if (!attribute.is_discrete()) out.word("<=").number(node.threshold);
    }
    for (const double weight : distribution(node)) out.number(weight);
  }
}

Result<std::unique_ptr<C45>> C45::read(Schema schema, models::ModelReader& in) {
  std::unique_ptr<C45> tree(new C45(std::move(schema)));
  const Schema& known = tree->schema();
  std::uint32_t laplace = 0, count = 0;
  if (!in.expect("laplace") || !in.number(laplace)) return in.wrong("expected `laplace` and 0 or 1");
  if (!in.expect("nodes") || !in.number(count) || count == 0) return in.wrong("expected `nodes` and their number");
  tree->laplace_ = laplace != 0;
  std::vector<std::uint32_t> open;  // branches that still need a node, the next one last
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!in.next_line()) return in.wrong("a tree with fewer nodes than it says");
    if (i > 0) {
      if (open.empty()) return in.wrong("a node that no split leads to");
      tree->branches_[open.back()] = i;
      open.pop_back();
    }
    Node node;
    node.first_branch = static_cast<std::uint32_t>(tree->branches_.size());
    const std::string_view keyword = in.word();
    std::vector<double> weights(known.classes.size());
    std::string name;
    if (keyword == "empty") {
      in.name(name);
      const auto at = std::find(known.classes.begin(), known.classes.end(), name);
      if (at == known.classes.end()) return in.wrong("there is no class `" + name + "`");
      node.majority = static_cast<std::uint32_t>(at - known.classes.begin());
    } else if (keyword == "split" || keyword == "leaf") {
      if (keyword == "split") {
        in.name(name);
        const auto at = std::find_if(known.attributes.begin(), known.attributes.end(),
                                     [&](const Attribute& a) { return a.name == name; });
        if (at == known.attributes.end()) return in.wrong("there is no attribute `" + name + "`");
        node.attribute = static_cast<std::int32_t>(at - known.attributes.begin());
        node.branches = at->is_discrete() ? static_cast<std::uint32_t>(at->values.size()) : 2;
        if (!at->is_discrete() && (in.word() != "<=" || !in.number(node.threshold)))
          return in.wrong("a split of a number needs `<=` and a threshold");
        tree->branches_.resize(tree->branches_.size() + node.branches);
        for (std::uint32_t b = node.branches; b-- > 0;) open.push_back(node.first_branch + b);
      }
      for (double& weight : weights)
        if (!in.number(weight) || !(weight >= 0)) return in.wrong("a node has a weight for each class");
      node.cases = sum_of(weights);
      node.majority = static_cast<std::uint32_t>(std::max_element(weights.begin(), weights.end()) - weights.begin());
    } else {
      return in.wrong("expected `split`, `leaf` or `empty`");
    }
    tree->nodes_.push_back(node);
    tree->distributions_.insert(tree->distributions_.end(), weights.begin(), weights.end());
  }
  if (!open.empty()) return in.wrong("a split without all its branches");
  return tree;
}

std::string C45::describe() const {
  models::ModelWriter out;
  struct Pending {
    std::uint32_t node, depth;
    std::string condition;
  };
  std::vector<Pending> pending = {{0, 0, ""}};
  std::string text;
  while (!pending.empty()) {
    const Pending now = std::move(pending.back());
    pending.pop_back();
    const Node& node = nodes_[now.node];
    text.append(std::size_t{2} * std::min(now.depth, 40u), ' ');
    text += now.condition;
    if (node.branches == 0) {
      (text += now.condition.empty() ? "" : ": ") += schema().classes[node.majority];
      out.line("").number(node.cases);
      std::string cases = out.take();
      while (!cases.empty() && cases.back() == '\n') cases.pop_back();
      text += " (" + cases.substr(cases.find_first_not_of(' ')) + ")";
    }
    text += '\n';
    if (node.branches == 0) continue;
    const Attribute& attribute = schema().attributes[static_cast<std::size_t>(node.attribute)];
    for (std::uint32_t b = node.branches; b-- > 0;) {
      std::string condition = attribute.name;
      if (attribute.is_discrete()) {
        condition += " = " + attribute.values[b];
      } else {
        out.line(b == 0 ? " <=" : " >").number(node.threshold);
        std::string bound = out.take();
        bound.pop_back();
        condition += bound;
      }
      pending.push_back({branches_[node.first_branch + b], now.depth + 1, std::move(condition)});
    }
  }
  return text;
}

}  // namespace pith::learn
