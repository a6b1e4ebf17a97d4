#include "corpus/line_differences.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace pith::corpus {
namespace {

std::string shown(std::string_view first, std::string_view second) {
  std::string out;
  for (const ComparedLine& line : line_differences(first, second))
    out.append(1, " -+"[static_cast<int>(line.kind)]).append(line.text) += '\n';
  return out;
}

TEST(LineDifferences, ShowWhatBecameOfAText) {
  EXPECT_EQ(shown("a\nb\nc\n", "a\nx\nc\n"), " a\n-b\n+x\n c\n");
  EXPECT_EQ(shown("a\nb\n", "a\nb\nc\n"), " a\n b\n+c\n");
  EXPECT_EQ(shown("", "a\n"), "+a\n");
  EXPECT_EQ(shown("a\n", ""), "-a\n");
  EXPECT_EQ(shown("", ""), "");
  EXPECT_EQ(shown("a\nb\nc\nd\n", "b\nd\ne\n"), "-a\n b\n-c\n d\n+e\n");
}

TEST(LineDifferences, BothTextsAreInIt) {
  std::mt19937 random(5);
  for (int round = 0; round < 300; ++round) {
    std::string first, second;
    for (std::size_t n = random() % 30; n > 0; --n)
      first += std::string(1, static_cast<char>('a' + random() % 5)) + "\n";
    for (std::size_t n = random() % 30; n > 0; --n)
      second += std::string(1, static_cast<char>('a' + random() % 5)) + "\n";
    std::string of_first, of_second;
    for (const ComparedLine& line : line_differences(first, second)) {
      if (line.kind != ComparedLine::Kind::second) of_first.append(line.text) += '\n';
      if (line.kind != ComparedLine::Kind::first) of_second.append(line.text) += '\n';
    }
    EXPECT_EQ(of_first, first);
    EXPECT_EQ(of_second, second);
  }
}

TEST(LineDifferences, OfVeryLongTextsAreCoarse) {
  std::string first = "same\n", second = "same\n";
  for (int i = 0; i < 5000; ++i) {
    first += "a" + std::to_string(i) + "\n";
    second += "b" + std::to_string(i) + "\n";
  }
  const auto compared = line_differences(first, second);
  EXPECT_EQ(compared.size(), 10'001u);
  EXPECT_EQ(compared[0].kind, ComparedLine::Kind::both);
}

}  // namespace
}  // namespace pith::corpus
