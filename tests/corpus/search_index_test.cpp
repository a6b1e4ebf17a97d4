#include "corpus/search_index.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "corpus/search_tokens.hpp"

namespace pith::corpus {
namespace {

std::vector<std::string> tokens_of(std::string_view text, bool is_query = false) {
  std::vector<std::string> all;
  for (SearchTokens tokens(text, is_query); tokens.next();) {
    all.emplace_back(tokens.token());
    EXPECT_LT(tokens.begin(), tokens.end());
    EXPECT_LE(tokens.end(), text.size());
  }
  return all;
}

using Tokens = std::vector<std::string>;

TEST(SearchTokens, AreWordsAndPairsOfCharacters) {
  EXPECT_EQ(tokens_of("The CAT, 3.5 km"), (Tokens{"the", "cat", "3", "5", "km"}));
  EXPECT_EQ(tokens_of("北京大学"), (Tokens{"北京", "京大", "大学", "学"}));
  EXPECT_EQ(tokens_of("在iPhone上，看"), (Tokens{"在", "iphone", "上", "看"}));
  EXPECT_EQ(tokens_of("二〇二四年ＡＢＣ"), (Tokens{"二〇", "〇二", "二四", "四年", "年", "abc"}));
  EXPECT_EQ(tokens_of("Ärger ПРИВЕТ ΩΜΕΓΑ"), (Tokens{"ärger", "привет", "ωμεγα"}));
  EXPECT_EQ(tokens_of(" ，。!"), Tokens{});
}

TEST(SearchTokens, OfAQueryHaveAnOpenEnd) {
  EXPECT_EQ(tokens_of("北京大学", true), (Tokens{"北京", "京大", "大学"}));
  EXPECT_EQ(tokens_of("北", true), (Tokens{"北"}));
  EXPECT_EQ(tokens_of("你好，世界", true), (Tokens{"你好", "好", "世界"}));
}

TEST(SearchTokens, OfAnyLengthAreShort) {
  const Tokens tokens = tokens_of(std::string(100'000, 'x') + " y");
  ASSERT_EQ(tokens.size(), 2u);
  EXPECT_LE(tokens[0].size(), 64u);
  EXPECT_EQ(tokens_of("\xFF\xFE x \xE4\xB8"), (Tokens{"x"}));
}

std::string expression(std::string_view query) {
  const Result<SearchQuery> parsed = parse_query(query);
  return parsed ? parsed->expression : "error: " + parsed.error().message;
}

TEST(SearchQuery, WordsAreAllWanted) {
  EXPECT_EQ(expression("cat dog"), R"("cat" AND "dog")");
  EXPECT_EQ(expression(R"("black cat" OR dog* NOT mouse)"), R"("black cat" OR "dog" * NOT "mouse")");
  EXPECT_EQ(expression("(a OR b) c"), R"(("a" OR "b") AND "c")");
  EXPECT_EQ(expression("title:cat text:\"a b\""), R"(title : "cat" AND text : "a b")");
  EXPECT_EQ(expression("北京"), R"("北京")");
  EXPECT_EQ(expression("北"), R"("北" *)");
  EXPECT_EQ(expression("iPhone 手"), R"("iPhone" AND "手" *)");
  EXPECT_EQ(expression("a　b"), R"("a" AND "b")");  // an ideographic space
  EXPECT_EQ(expression("and or not"), R"("and" AND "or" AND "not")");
}

TEST(SearchQuery, WhatHasNoLettersIsPassedOver) {
  EXPECT_EQ(expression("R & D"), R"("R" AND "D")");
  EXPECT_EQ(expression("C++"), R"("C++")");
  EXPECT_EQ(expression("\"unclosed"), R"("unclosed")");
  EXPECT_EQ(expression("* x"), R"("x")");
}

TEST(SearchQuery, MistakesAreNamed) {
  for (const std::string_view query : {"", "!!!", "a AND", "OR a", "NOT a", "(a", "a)", "a (", "()", "a AND OR b"})
    EXPECT_TRUE(expression(query).starts_with("error: the query has ")) << query << ": " << expression(query);
}

TEST(SearchQuery, WhatMustNotBeThereIsNotShown) {
  const Result<SearchQuery> query = parse_query("a NOT b c NOT (d OR e) (f g)");
  ASSERT_TRUE(query);
  std::string shown;
  for (const SearchPhrase& phrase : query->phrases) shown += phrase.tokens[0];
  EXPECT_EQ(shown, "acfg");
}

std::string marked(std::string_view text, std::string_view query, std::size_t characters = 120) {
  const Result<SearchQuery> parsed = parse_query(query);
  EXPECT_TRUE(parsed);
  const Snippet snippet = snippet_of(text, parsed->phrases, characters);
  std::string out;
  std::size_t copied = 0;
  for (const Snippet::Mark& mark : snippet.marks) {
    out.append(snippet.text, copied, mark.begin - copied).append("[");
    out.append(snippet.text, mark.begin, mark.end - mark.begin).append("]");
    copied = mark.end;
  }
  return out.append(snippet.text, copied);
}

TEST(Snippet, MarksHits) {
  EXPECT_EQ(marked("He saw the Black Cat.", "\"black cat\""), "He saw the [Black Cat].");
  EXPECT_EQ(marked("我在北京大学读书。", "北京大学"), "我在[北京大学]读书。");
  EXPECT_EQ(marked("我在北京大学读书。", "北京 大学"), "我在[北京][大学]读书。");
  EXPECT_EQ(marked("我在北京大学读书。", "学"), "我在北京大[学]读书。");
  EXPECT_EQ(marked("北京大学", "北京大 京大学"), "[北京大学]");  // overlaps
  EXPECT_EQ(marked("Catalogue of cats", "cat*"), "[Catalogue] of [cats]");
  EXPECT_EQ(marked("One.\nTwo.", "two"), "One. [Two].");
  EXPECT_EQ(marked("Nothing here.", "cat"), "Nothing here.");
}

TEST(Snippet, IsThePieceWithTheMostOfTheQuery) {
  const std::string text =
      "A cat. " + std::string(300, '.') + " words before the cat and the dog. " + std::string(300, '.');
  const std::string found = marked(text, "cat dog", 60);
  EXPECT_NE(found.find("[cat] and the [dog]"), std::string::npos) << found;
  EXPECT_TRUE(found.starts_with("…"));
  EXPECT_TRUE(found.ends_with("…"));
  EXPECT_LT(found.size(), 80u);
}

TEST(Snippet, TakesAnyBytes) {
  const std::string text = "\xFF\xE4 cat \xE4\xB8";
  EXPECT_NE(marked(text, "cat").find("[cat]"), std::string::npos);
  EXPECT_EQ(marked("", "cat"), "");
}

}  // namespace
}  // namespace pith::corpus
