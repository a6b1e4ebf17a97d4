#include "evaluate/align.hpp"

#include <algorithm>
#include <unordered_map>

#include "evaluate/python_text.hpp"
#include "evaluate/tokens.hpp"
#include "text/hash.hpp"

namespace pith::evaluate {

namespace {

constexpr std::size_t kGram = 4;         // tokens that must agree in a row
constexpr std::size_t kMostPlaces = 12;  // of one gram on the page; more say nothing about the place
constexpr int kRounds = 3;               // each takes one increasing chain: the gold's order may jump
constexpr std::int32_t kFree = -1;

using Hash = std::uint64_t;

Hash mix(Hash a, Hash b) noexcept {
  a = text::spread64(a ^ b);
  return a ^ (a >> 31);
}

// Tokens as hashes.
void append_tokens(std::string_view text, std::vector<Hash>& tokens) {
  const std::u32string lowered = lower(decode(text));
  for (const std::u32string_view token : mixed_tokens(lowered)) {
    Hash hash = token.size();
    for (const char32_t c : token) hash = mix(hash, c);
    tokens.push_back(hash);
  }
}

class Alignment {
 public:
  Alignment(std::span<const AlignedBlock> blocks, std::string_view gold) : blocks_(blocks) {
    append_tokens(gold, gold_);
    begin_.reserve(blocks.size() + 1);
    for (const AlignedBlock& block : blocks) {
      begin_.push_back(page_.size());
      append_tokens(block.text, page_);
    }
    begin_.push_back(page_.size());
    match_.assign(page_.size(), kFree);
    used_.assign(gold_.size(), false);
  }

  Coverage run() {
    for (const bool hidden : {false, true}) {
      collect(hidden);
      for (int round = 0; round < kRounds; ++round) {
        if (!take_chain()) break;
      }
      match_short_blocks();
    }
    Coverage coverage{std::vector<float>(blocks_.size(), 0)};
    std::size_t all = 0;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      const std::size_t count = begin_[b + 1] - begin_[b];
      std::size_t covered = 0;
      for (std::size_t i = begin_[b]; i < begin_[b + 1]; ++i) covered += match_[i] != kFree;
      all += covered;
      coverage.of_blocks[b] = count == 0 ? 0 : static_cast<float>(covered) / static_cast<float>(count);
    }
    if (!gold_.empty()) coverage.of_gold = static_cast<float>(all) / static_cast<float>(gold_.size());
    return coverage;
  }

 private:
  // The page's tokens that take part: of visible blocks, or also of hidden ones.
  void collect(bool hidden) {
    order_.clear();
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      if (blocks_[b].hidden && !hidden) continue;
      for (std::size_t i = begin_[b]; i < begin_[b + 1]; ++i) order_.push_back(i);
    }
  }

  struct Hit {
    std::uint32_t page, gold;  // page: index in order_
    std::int32_t previous;
  };

  // Grams that are free on both sides, in a chain that increases on both; the longest such chain is matched.
  bool take_chain() {
    if (order_.size() < kGram || gold_.size() < kGram) return false;
    std::unordered_map<Hash, std::vector<std::uint32_t>> places;
    for (std::size_t i = 0; i + kGram <= gold_.size(); ++i) {
      Hash hash = 0;
      bool free = true;
      for (std::size_t k = 0; k < kGram; ++k) {
        hash = mix(hash, gold_[i + k]);
        free = free && !used_[i + k];
      }
      if (free) places[hash].push_back(static_cast<std::uint32_t>(i));
    }
    std::vector<Hit> hits;
    for (std::size_t i = 0; i + kGram <= order_.size(); ++i) {
      Hash hash = 0;
      bool free = true;
      for (std::size_t k = 0; k < kGram; ++k) {
        hash = mix(hash, page_[order_[i + k]]);
        free = free && match_[order_[i + k]] == kFree;
      }
      if (!free) continue;
      const auto found = places.find(hash);
      if (found == places.end() || found->second.size() > kMostPlaces) continue;
      // Later places first, so that a chain takes one place of a gram.
      for (auto place = found->second.rbegin(); place != found->second.rend(); ++place) {
        hits.push_back({static_cast<std::uint32_t>(i), *place, -1});
      }
    }
    if (hits.empty()) return false;
    std::vector<std::int32_t> tails;  // hit that ends the best chain of each length
    for (std::size_t h = 0; h < hits.size(); ++h) {
      const auto at = std::lower_bound(
          tails.begin(), tails.end(), hits[h].gold,
          [&](std::int32_t tail, std::uint32_t gold) { return hits[static_cast<std::size_t>(tail)].gold < gold; });
      hits[h].previous = at == tails.begin() ? -1 : *(at - 1);
      if (at == tails.end()) {
        tails.push_back(static_cast<std::int32_t>(h));
      } else if (hits[static_cast<std::size_t>(*at)].gold > hits[h].gold) {
        *at = static_cast<std::int32_t>(h);  // of equals the first stays: of two copies the first is taken
      }
    }
    for (std::int32_t h = tails.back(); h >= 0; h = hits[static_cast<std::size_t>(h)].previous) {
      const Hit& hit = hits[static_cast<std::size_t>(h)];
      for (std::size_t k = 0; k < kGram; ++k) match(order_[hit.page + k], hit.gold + k);
    }
    return true;
  }

  void match(std::size_t page, std::size_t gold) {
    if (match_[page] != kFree || used_[gold]) return;
    match_[page] = static_cast<std::int32_t>(gold);
    used_[gold] = true;
  }

  // Blocks too short for a gram: matched where the free gold right behind the last match, or before the
  // next one, begins or ends with them.
  void match_short_blocks() {
    std::int32_t last = -1;
    for (std::size_t b = 0; b < blocks_.size(); ++b) {
      const std::size_t begin = begin_[b], count = begin_[b + 1] - begin;
      bool any = false;
      for (std::size_t i = begin; i < begin + count; ++i) {
        if (match_[i] == kFree) continue;
        last = match_[i];
        any = true;
      }
      if (any || count == 0 || count >= kGram) continue;
      const std::size_t from = static_cast<std::size_t>(last) + 1;  // last is -1 before the first
      std::size_t to = from;
      while (to < gold_.size() && !used_[to] && to < from + 40) ++to;
      for (std::size_t at = from; at + count <= to; ++at) {
        if (!std::equal(page_.begin() + static_cast<std::ptrdiff_t>(begin),
                        page_.begin() + static_cast<std::ptrdiff_t>(begin + count),
                        gold_.begin() + static_cast<std::ptrdiff_t>(at)))
          continue;
        for (std::size_t k = 0; k < count; ++k) match(begin + k, at + k);
        last = static_cast<std::int32_t>(at + count - 1);
        break;
      }
    }
  }

  std::span<const AlignedBlock> blocks_;
  std::vector<Hash> page_, gold_;
  std::vector<std::size_t> begin_;  // first token of each block
  std::vector<std::size_t> order_;  // tokens that take part
  std::vector<std::int32_t> match_;
  std::vector<bool> used_;
};

}  // namespace

Coverage cover(std::span<const AlignedBlock> blocks, std::string_view gold) { return Alignment(blocks, gold).run(); }

}  // namespace pith::evaluate
