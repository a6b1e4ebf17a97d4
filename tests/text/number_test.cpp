#include "text/number.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace pith::text {
namespace {

TEST(Number, IsTheWholeTextOrNone) {
  EXPECT_EQ(parse_number<int>("120"), 120);
  EXPECT_EQ(parse_number<int>("-7"), -7);
  EXPECT_EQ(parse_number<std::uint64_t>("ffffffffffffffff", 16), UINT64_MAX);
  EXPECT_EQ(parse_number<double>("0.25"), 0.25);
  for (const std::string_view none : {"", " 1", "1 ", "+1", "1.0", "99999999999", "x"})
    EXPECT_EQ(parse_number<int>(none), std::nullopt) << none;
  EXPECT_EQ(parse_number<unsigned>("-1"), std::nullopt);
  EXPECT_EQ(parse_number<std::uint8_t>("256"), std::nullopt);
}

TEST(Number, IsTakenFromTheBeginning) {
  std::string_view text = "12px";
  EXPECT_EQ(take_number<int>(text), 12);
  EXPECT_EQ(text, "px");
  EXPECT_EQ(take_number<int>(text), std::nullopt);
  EXPECT_EQ(text, "px");
  text = "99999999999999999999 ";
  EXPECT_EQ(take_number<std::uint64_t>(text), std::nullopt);
  EXPECT_EQ(text.size(), 21u);
}

TEST(Number, CountsTheDigitsInFront) {
  EXPECT_EQ(leading_digits("2024-05"), 4u);
  EXPECT_EQ(leading_digits("0123456789"), 10u);
  EXPECT_EQ(leading_digits("x1"), 0u);
  EXPECT_EQ(leading_digits(""), 0u);
}

TEST(Number, KnowsHexadecimalDigits) {
  EXPECT_EQ(hex_value('0'), 0);
  EXPECT_EQ(hex_value('f'), 15);
  EXPECT_EQ(hex_value('A'), 10);
  for (const char none : {'g', 'G', '/', ':', '@', '`', '\xFF'}) EXPECT_EQ(hex_value(none), -1) << none;
  EXPECT_EQ(hex_byte("e4x"), 0xE4);
  for (const std::string_view none : {"", "e", "eg", "ge"}) EXPECT_EQ(hex_byte(none), -1) << none;
}

}  // namespace
}  // namespace pith::text
