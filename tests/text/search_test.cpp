#include "text/search.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace pith::text {
namespace {

std::vector<std::size_t> places_of(std::string_view text, std::string_view word) {
  std::vector<std::size_t> places;
  for_each_occurrence(text, word, [&places](std::size_t at) { places.push_back(at); });
  return places;
}

TEST(Search, FindsEveryOccurrenceInOrder) {
  EXPECT_EQ(places_of("", "ab"), std::vector<std::size_t>());
  EXPECT_EQ(places_of("a", "ab"), std::vector<std::size_t>());
  EXPECT_EQ(places_of("ab", "ab"), std::vector<std::size_t>{0});
  EXPECT_EQ(places_of("aaaa", "aa"), (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(places_of("axb ab", "ab"), std::vector<std::size_t>{4});
}

TEST(Search, FindsWhatSteppingThroughTheTextFinds) {
  std::mt19937 random(3);
  for (std::size_t size = 0; size < 90; ++size) {
    std::string text(size, '\0');
    for (char& c : text) c = "abc"[random() % 3];
    for (const std::string_view word : {"ab", "aba", "cabca"}) {
      std::vector<std::size_t> wanted;
      for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
        wanted.push_back(at);
      EXPECT_EQ(places_of(text, word), wanted) << text << " " << word;
    }
  }
}

}  // namespace
}  // namespace pith::text
