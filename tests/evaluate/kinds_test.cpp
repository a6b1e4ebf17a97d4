#include "evaluate/kinds.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace pith::evaluate {
namespace {

BlockReport block(const std::string& kind, const std::string& text, bool kept, std::int32_t record = -1) {
  BlockReport report;
  report.kind = kind;
  report.text = text;
  report.kept = kept;
  report.record = record;
  return report;
}

const KindCount& at(const KindCounts& counts, BlockKind kind) { return counts.of[static_cast<std::size_t>(kind)]; }

TEST(BlockKinds, RecallAndPrecision) {
  const KindCounts counts = count_kinds({block("heading", "THE  Title", true), block("heading", "One", true),
                                         block("heading", "Two", false), block("heading", "Related", true)},
                                        {false, true, true, false}, "The title");
  const KindCount& headings = at(counts, BlockKind::sub_heading);
  EXPECT_EQ(headings.belong, 2u);
  EXPECT_DOUBLE_EQ(headings.recall(), 0.5);
  EXPECT_DOUBLE_EQ(headings.precision(), 0.5);
  EXPECT_TRUE(std::isnan(at(counts, BlockKind::code).recall()));
}

// A row counts once, and is found when it is whole.
TEST(BlockKinds, TornRowsAndPairs) {
  const KindCounts counts = count_kinds(
      {block("cell", "Weight", false, 0), block("cell", "2 kg", true, 0), block("cell", "Width", true, 2),
       block("cell", "4 cm", true, 2), block("term", "Sheet", true, 4), block("definition", "a rope", false, 4)},
      {true, true, true, true, true, true}, "");
  EXPECT_EQ(at(counts, BlockKind::table_row).belong, 2u);
  EXPECT_EQ(at(counts, BlockKind::table_row).found, 1u);
  EXPECT_EQ(at(counts, BlockKind::table_row).kept, 2u);
  EXPECT_EQ(counts.rows.kept, 2u);
  EXPECT_EQ(counts.rows.torn, 1u);
  EXPECT_EQ(at(counts, BlockKind::definition).belong, 1u);
  EXPECT_EQ(counts.pairs.torn, 1u);
}

}  // namespace
}  // namespace pith::evaluate
