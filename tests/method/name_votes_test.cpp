#include "method/name_votes.hpp"

#include <gtest/gtest.h>

#include <string>

#include "page/lexicon.hpp"
#include "support/measured.hpp"
#include "text/hash.hpp"

namespace pith::method {
namespace {

TEST(NameVotes, ANameWeighsByItsDistance) {
  const testing::Measured m(
      "<body class=far><div class=story><div><div><div><div class='story far'><p class=story>Near <b>text</b></p>"
      "</div></div></div></div></div><div class=far>Other text</div>");
  features::Columns features;
  features.compute(m.page, m.survey, "");
  models::WordWeights weights;
  ASSERT_EQ(weights.load("pith-words 1\nbias 100\nstory 1 10 1000\nfar 2 20 2000\n<p 0.5 0 0\n", text::fnv32).message,
            "");
  std::vector<float> votes(features.stride());
  NameVotes name_votes;
  name_votes.compute(m.page, features, weights, votes);
  // The p and its div are near, the outer .story stands five levels up, the body six.
  EXPECT_FLOAT_EQ(votes[m.block("Near text")], 100 + 1 + 0.5F + (1 + 2) + 1000 + 2000);
  EXPECT_FLOAT_EQ(votes[m.block("Other text")], 100 + 2 + 2);
}

// Training reads names one by one, extraction adds them up on the way down.
TEST(NameVotes, AgreeWithTheNamesOneByOne) {
  std::string html = "<body id=top class='page home'>";
  for (int i = 0; i < 9; ++i)
    html += "<div class='level" + std::string(1, static_cast<char>('a' + i)) + " box'>text " + std::to_string(i);
  const testing::Measured m(html.c_str());
  features::Columns features;
  features.compute(m.page, m.survey, "");
  std::string file = "pith-words 1\nbias 0.25\nbox 0.5 0.25 0.125\npage 1 2 4\n<div 8 16 32\n";
  for (char c = 'a'; c < 'j'; ++c) file += std::string("level") + c + " 64 128 " + std::to_string(c) + "\n";
  models::WordWeights weights;
  ASSERT_EQ(weights.load(file, text::fnv32).message, "");
  std::vector<float> votes(features.stride());
  NameVotes name_votes;
  name_votes.compute(m.page, features, weights, votes);
  ASSERT_EQ(features.blocks(), 9u);
  for (page::BlockId b = 0; b < features.blocks(); ++b) {
    float sum = weights.bias();
    each_name(m.page, features, b, [&](std::uint32_t hash, std::size_t range) {
      if (const auto* w = weights.find(hash)) sum += (*w)[range];
    });
    EXPECT_FLOAT_EQ(votes[b], sum) << b;
  }
}

}  // namespace
}  // namespace pith::method
