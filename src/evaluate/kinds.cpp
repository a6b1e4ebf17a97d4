#include "evaluate/kinds.hpp"

#include <limits>
#include <optional>
#include <string>
#include <unordered_map>

#include "evaluate/python_text.hpp"
#include "text/characters.hpp"

namespace pith::evaluate {
namespace {

std::optional<BlockKind> kind_of(const BlockReport& block) noexcept {
  if (block.kind == "heading") return BlockKind::sub_heading;
  if (block.kind == "item") return BlockKind::list_item;
  if (block.kind == "cell") return BlockKind::table_row;
  if (block.kind == "term" || block.kind == "definition") return BlockKind::definition;
  if (block.kind == "quote") return BlockKind::quote;
  if (block.kind == "code") return BlockKind::code;
  if (block.kind == "caption") return BlockKind::caption;
  return std::nullopt;
}

/// A block, or all of a record.
struct Unit {
  std::optional<BlockKind> kind;
  bool is_record = false, any_kept = false, all_kept = true;
  std::uint32_t characters = 0, belonging = 0;
};

double share(std::uint32_t part, std::uint32_t whole) noexcept {
  return whole == 0 ? std::numeric_limits<double>::quiet_NaN() : static_cast<double>(part) / static_cast<double>(whole);
}

/// As it is compared: whatever its case and white space.
std::u32string folded(std::string_view text) { return lower(fold_space(decode(text))); }

}  // namespace

std::string_view name_of(BlockKind kind) noexcept {
  static constexpr std::array<std::string_view, kBlockKinds> kNames = {
      "sub-heading", "list item", "table row", "definition", "quote", "code", "caption"};
  return kNames[static_cast<std::size_t>(kind)];
}

double KindCount::recall() const noexcept { return share(found, belong); }
double KindCount::precision() const noexcept { return share(right, kept); }

KindCount& KindCount::operator+=(const KindCount& other) noexcept {
  belong += other.belong;
  found += other.found;
  kept += other.kept;
  right += other.right;
  return *this;
}

KindCounts& KindCounts::operator+=(const KindCounts& other) noexcept {
  for (std::size_t i = 0; i < kBlockKinds; ++i) of[i] += other.of[i];
  rows.kept += other.rows.kept;
  rows.torn += other.rows.torn;
  pairs.kept += other.pairs.kept;
  pairs.torn += other.pairs.torn;
  counted = counted || other.counted;
  return *this;
}

KindCounts count_kinds(const std::vector<BlockReport>& blocks, const std::vector<bool>& belongs,
                       std::string_view title) {
  const std::u32string headline = folded(title);
  std::vector<Unit> units;
  std::unordered_map<std::int32_t, std::size_t> records;  // its unit
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const BlockReport& block = blocks[b];
    std::size_t place = units.size();
    if (block.record >= 0) place = records.try_emplace(block.record, place).first->second;
    if (place == units.size()) {
      units.emplace_back();
      units.back().kind = kind_of(block);
      units.back().is_record = block.record >= 0;
      if (block.kind == "heading" && folded(block.text) == headline) units.back().kind.reset();
    }
    Unit& unit = units[place];
    const std::uint32_t characters = text::count(block.text).chars;
    unit.characters += characters;
    if (belongs[b]) unit.belonging += characters;
    unit.any_kept = unit.any_kept || block.kept;
    unit.all_kept = unit.all_kept && block.kept;
  }
  KindCounts counts;
  counts.counted = true;
  for (const Unit& unit : units) {
    if (unit.is_record && unit.any_kept) {
      TornCount& records_kept = unit.kind == BlockKind::table_row ? counts.rows : counts.pairs;
      ++records_kept.kept;
      records_kept.torn += unit.all_kept ? 0 : 1;
    }
    if (!unit.kind) continue;
    KindCount& count = counts.of[static_cast<std::size_t>(*unit.kind)];
    const bool is_wanted = 2 * unit.belonging > unit.characters;
    count.belong += is_wanted ? 1 : 0;
    count.found += is_wanted && unit.all_kept ? 1 : 0;
    count.kept += unit.any_kept ? 1 : 0;
    count.right += is_wanted && unit.any_kept ? 1 : 0;
  }
  return counts;
}

}  // namespace pith::evaluate
