#include "evaluate/metrics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "evaluate/python_text.hpp"

namespace pith::evaluate {
namespace {

PageScore scored(std::string gold, std::string output) {
  return score({.text = std::move(gold)}, {.text = std::move(output)}, false);
}

struct Case {
  const char *gold, *output;
  double f1, p, r, wcxb, error;
};

// What the reference scorer (score.py) gives.
constexpr Case kCases[] = {
    {"The Fox, the fox!", "the fox runs", 0.571429, 0.666667, 0.5, 0.571429, 0.857143},
    {"昨天下午，市政府说。", "昨天下午市长说abc", 0.75, 0.75, 0.75, 0, 0.8},
    {"ΟΔΟΣ ΣΑΣ’Σ", "οδος σας’ς", 0.666667, 0.666667, 0.666667, 0.666667, 1.777778},
    {"İstanbul A", "i̇stanbul a", 1, 1, 1, 1, 0.555556},
    {"foo_bar x² Ⅷ ① ٣ ・ー", "FOO_BAR x² ⅷ ① ٣ ー", 0.923077, 1, 0.857143, 1, 1.071429},
    {"a b c d e f g", "a b c d x e f g", 0.933333, 0.875, 1, 0.933333, 0.142857},
    {"text", "", 0, 0, 0, 0, 1},
    {"", "", 1, 1, 1, 1, 0},
    {"", "x", 0, 0, 0, 0, 1},
    {"a\u3000b", "a\nb", 1, 1, 1, 1, 0},
};

// methods.md §4.4: 1 - edit distance / longer length, over tokens, a CJK character being one.
TEST(Metrics, LevenshteinScoreOfTokens) {
  EXPECT_DOUBLE_EQ(scored("a b c d", "a b c d").lev, 1);
  EXPECT_DOUBLE_EQ(scored("a b c d", "a x c").lev, 0.5);  // one replaced, one missing, of four
  EXPECT_DOUBLE_EQ(scored("a b c d", "c d a b").lev, 0);  // order counts, which f1 does not see
  EXPECT_DOUBLE_EQ(scored("a b c d", "c d a b").f1, 1);
  EXPECT_DOUBLE_EQ(scored("市政府说", "市长说").lev, 0.5);
  EXPECT_DOUBLE_EQ(scored("", "").lev, 1);
  EXPECT_DOUBLE_EQ(scored("", "x").lev, 0);
  EXPECT_DOUBLE_EQ(scored("x", "").lev, 0);
}

TEST(Metrics, EqualTheReference) {
  for (const Case& c : kCases) {
    const PageScore page = scored(c.gold, c.output);
    EXPECT_NEAR(page.f1, c.f1, 1e-6) << c.gold;
    EXPECT_NEAR(page.p, c.p, 1e-6) << c.gold;
    EXPECT_NEAR(page.r, c.r, 1e-6) << c.gold;
    EXPECT_NEAR(page.wcxb, c.wcxb, 1e-6) << c.gold;
    EXPECT_NEAR(page.error, c.error, 1e-6) << c.gold;
  }
}

TEST(Metrics, ShinglesKeepCase) {
  const PageScore page = scored("a b c d e f g", "a b c d x e f g");
  EXPECT_NEAR(page.aeb_p, 0.2, 1e-9);
  EXPECT_NEAR(page.aeb_r, 0.25, 1e-9);
  EXPECT_EQ(scored("Ab", "ab").aeb_p, 0);
  EXPECT_TRUE(std::isnan(scored("text", "").aeb_p));
  EXPECT_EQ(scored("text", "").aeb_r, 0);
  EXPECT_TRUE(std::isnan(scored("", "text").aeb_r));
}

TEST(Metrics, MovedTextIsAnErrorOnceLittleElseIs) {
  std::u32string lines;
  for (char32_t c = U'a'; c < U'z'; ++c) lines += std::u32string(4, c);
  const std::u32string moved = lines.substr(4) + lines.substr(0, 4);
  EXPECT_NEAR(character_error(lines, moved), 8.0 / 100, 1e-9);
  // Long texts are compared as multisets.
  std::u32string book;
  while (book.size() < 4000) book += lines;
  EXPECT_EQ(character_error(book, book.substr(4) + book.substr(0, 4)), 0);
  EXPECT_EQ(character_error(lines, lines), 0);
}

// The worked example of Hu, Zhang, Wang in methods of the literature: 380 characters of body, of which 180 are missed
// and 30 others kept.
TEST(Metrics, ErrorIsOfTheBodyLength) {
  EXPECT_NEAR(character_error(std::u32string(200, U'a') + std::u32string(180, U'b'),
                              std::u32string(200, U'a') + std::u32string(30, U'c')),
              0.5526, 1e-4);
}

TEST(Metrics, SnippetsAreFoldedBeforeTheyAreSought) {
  const Gold gold{.text = {}, .with = {"One  Two", "absent"}, .without = {"MENU", "footer"}};
  const PageScore page = score(gold, {.text = "xone\ntwo menu"}, false);
  EXPECT_TRUE(page.snippets);
  EXPECT_EQ(page.snippets_found, 1u);
  EXPECT_EQ(page.snippets_missed, 1u);
  EXPECT_EQ(page.snippets_wrong, 1u);
  EXPECT_TRUE(std::isnan(page.f1));  // no main text is known
}

TEST(Metrics, TheTitleMayCountAsTheFirstLine) {
  const Gold gold{.text = "Title\nbody"};
  EXPECT_EQ(score(gold, {.text = "body", .title = "Title"}, true).f1, 1);
  EXPECT_NEAR(score(gold, {.text = "body", .title = "Title"}, false).f1, 2.0 / 3, 1e-9);
  EXPECT_EQ(score(gold, {.text = "", .title = "Title"}, true).f1, 0);  // nothing was extracted
}

TEST(Metrics, FieldsAreComparedWhereTheyAreKnown) {
  const Gold gold{.title = "A  title", .date = "2014-03-05", .page_type = "article", .authors = {"Ann B", "Cy D"}};
  const PageScore right = score(
      gold, {.title = "A title", .date = "2014-3-5T08:00:00Z", .page_type = "article", .authors = {"cy d", "ANN B"}},
      false);
  EXPECT_EQ(right.title, 1);
  EXPECT_EQ(right.date, 1);
  EXPECT_EQ(right.page_type, 1);
  EXPECT_EQ(right.author_f1, 1);
  const PageScore wrong =
      score(gold, {.title = "a title!", .date = "2014-03-06", .page_type = "forum", .authors = {"Ann B"}}, false);
  EXPECT_EQ(wrong.title, 0);
  EXPECT_EQ(wrong.title_f1, 1);
  EXPECT_EQ(wrong.date, 0);
  EXPECT_EQ(wrong.no_date, 0);
  EXPECT_EQ(wrong.no_title, 0);
  EXPECT_EQ(wrong.page_type, 0);
  EXPECT_NEAR(wrong.author_f1, 2.0 / 3, 1e-9);
  const PageScore nothing = score(gold, {}, false);
  EXPECT_EQ(nothing.date, 0);
  EXPECT_EQ(nothing.no_date, 1);
  EXPECT_EQ(nothing.no_title, 1);
  EXPECT_EQ(nothing.no_author, 1);
  EXPECT_TRUE(std::isnan(score({}, {}, false).date));
}

TEST(Metrics, DaysAreReadFromAnyTimeOfDay) {
  EXPECT_EQ(day_of("2014-03-05"), 20140305);
  EXPECT_EQ(day_of("2014/3/5 10:00"), 20140305);
  EXPECT_EQ(day_of("2014-03-05T23:59:59.999Z"), 20140305);
  EXPECT_EQ(day_of("2014-03"), 0);
  EXPECT_EQ(day_of("2014-13-01"), 0);
  EXPECT_EQ(day_of("5 March 2014"), 0);
  EXPECT_EQ(day_of(""), 0);
}

}  // namespace
}  // namespace pith::evaluate
