// Models and files of site memory hold values of these hashes: they must never change.

#include "text/hash.hpp"

#include <gtest/gtest.h>

namespace pith::text {
namespace {

TEST(Hash, IsFnv1aAsPublished) {
  // Test vectors of the FNV reference code.
  EXPECT_EQ(fnv32(""), 0x811C9DC5u);
  EXPECT_EQ(fnv32("a"), 0xE40C292Cu);
  EXPECT_EQ(fnv32("foobar"), 0xBF9CF968u);
  EXPECT_EQ(fnv64(""), 0xCBF29CE484222325u);
  EXPECT_EQ(fnv64("a"), 0xAF63DC4C8601EC8Cu);
  EXPECT_EQ(fnv64("foobar"), 0x85944171F73967E8u);
  EXPECT_EQ(fnv32("\xE4"), fnv32_step(kFnv32Start, 0xE4));  // bytes are unsigned
}

TEST(Hash, GoesOnFromWhatStandsBefore) {
  EXPECT_EQ(fnv32("bar", fnv32("foo")), fnv32("foobar"));
  EXPECT_EQ(fnv64("bar", fnv64("foo")), fnv64("foobar"));
}

TEST(Hash, SpreadsByTheGoldenRatio) {
  EXPECT_EQ(spread32(1), 0x9E3779B9u);
  EXPECT_EQ(spread64(1), 0x9E3779B97F4A7C15u);
  EXPECT_EQ(spread64(3), 3 * 0x9E3779B97F4A7C15u);
}

TEST(Hash, MixesAsMurmurHash3) {
  EXPECT_EQ(mix64(0), 0u);
  EXPECT_EQ(mix64(1), 0xB456BCFC34C2CB2Cu);
}

}  // namespace
}  // namespace pith::text
