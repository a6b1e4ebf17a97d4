#include "literature/stem.hpp"

#include <gtest/gtest.h>

#include <string>

namespace pith::literature {
namespace {

// Examples of Porter 1980, one a step of his rules.
TEST(Stemmer, FollowsPorter) {
  Stemmer stemmer;
  if (!stemmer.works()) {
    EXPECT_EQ(stemmer.stem("relational"), "relational");
    GTEST_SKIP() << "built without libstemmer";
  }
  constexpr const char* kWords[][2] = {
      {"caresses", "caress"},
      {"ponies", "poni"},
      {"cats", "cat"},
      {"feed", "feed"},
      {"plastered", "plaster"},
      {"hopping", "hop"},
      {"filing", "file"},
      {"happy", "happi"},
      {"relational", "relat"},
      {"triplicate", "triplic"},
      {"allowance", "allow"},
      {"controll", "control"},
      {"oscillators", "oscil"},
      {"", ""},
      {"\u00fcber", "\u00fcber"},
  };
  for (const auto& [word, stem] : kWords) EXPECT_EQ(stemmer.stem(word), stem);
}

}  // namespace
}  // namespace pith::literature
