// Tables: their size, and where each cell stands.

#include <algorithm>

#include "render/structure_builder.hpp"
#include "text/ascii.hpp"
#include "text/number.hpp"

namespace pith::rendering {

namespace {

constexpr std::uint32_t kCoveredPerCell = 8;  // cells that spans may cover, for each real one
constexpr std::uint32_t kCoveredAnyway = 1000;

}  // namespace

// Whether a table is one, and if so how many columns it has.
bool StructureBuilder::Impl::measure_table(NodeId table) {
  if (table_node != table) {
    table_columns = 0;
    table_node = table;
    if (!measure_cells(table)) table_columns = 0;
  }
  return table_columns >= 2;
}

bool StructureBuilder::Impl::measure_cells(NodeId table) {
  if (!page::is_data_table(*page, table)) return false;
  const NodeId end = document()[table].end;
  std::uint32_t cells = 0;
  for (NodeId id = table + 1; id < end; ++id) {
    if (page->is_skipped(id)) {
      id = document()[id].end - 1;
    } else if (document()[id].is(Tag::td) || document()[id].is(Tag::th)) {
      ++cells;
    }
  }
  // As the walk will put the cells.
  sizing.begin_table();
  begin_spans(cells);
  for (NodeId id = table + 1; id < end; ++id) {
    const Node& node = document()[id];
    if (node.is(Tag::tr)) {
      sizing.begin_row();
    } else if (node.is(Tag::td) || node.is(Tag::th)) {
      put_cell(id, sizing);
    }
  }
  table_columns = sizing.columns();
  table_cells = cells;
  return true;
}

void StructureBuilder::Impl::begin_spans(std::uint32_t cells) noexcept {
  covered_allowed = static_cast<std::uint32_t>(
      std::min<std::uint64_t>(kCoveredAnyway + std::uint64_t{kCoveredPerCell} * cells, 0xFFFF'FFFF));
}

StructureBuilder::Impl::Place StructureBuilder::Impl::put_cell(NodeId cell, CellGrid& cells) {
  Place place{cells.next(), span(cell, Attr::colspan), span(cell, Attr::rowspan)};
  const std::uint64_t covered = std::uint64_t{place.columns} * place.rows - 1;
  if (covered > covered_allowed) {
    place.columns = place.rows = 1;
    truncated |= Truncation::table_span;
  } else {
    covered_allowed -= static_cast<std::uint32_t>(covered);
  }
  cells.put(place.columns, place.rows);
  return place;
}

std::uint32_t StructureBuilder::Impl::span(NodeId cell, Attr name) noexcept {
  const std::string_view value = text::trim_ascii(document().attribute(cell, name));
  if (value.empty()) return 1;
  const bool is_huge = value.size() > 9 && text::leading_digits(value) == value.size();
  const std::uint32_t wanted = std::max(1u, is_huge ? 999'999'999u : number_of(value, 1));
  if (wanted <= limits.table_span) return wanted;
  truncated |= Truncation::table_span;
  return std::max(1u, limits.table_span);
}

}  // namespace pith::rendering
