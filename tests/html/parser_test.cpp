#include "html/parser.hpp"

#include <gtest/gtest.h>

#include <string>

#include "conformance/tree_cases.hpp"

namespace pith::html {
namespace {

std::string tree(std::string_view input, Noscript noscript = Noscript::fragment) {
  ParseOptions options;
  options.noscript = noscript;
  return conformance::dump(parse(input, options), false);
}

TEST(ParserNoscript, ContentIsAFragmentHungInPlace) {
  EXPECT_EQ(tree("<body><p>a<noscript><p>b<i>c</noscript>d"),
            "| <html>\n|   <head>\n|   <body>\n|     <p>\n|       \"a\"\n|       <noscript>\n|         <p>\n"
            "|           \"b\"\n|           <i>\n|             \"c\"\n|       \"d\"\n");
}

TEST(ParserNoscript, UnclosedIframeInsideDoesNotSwallowThePage) {
  const std::string dumped = tree("<body><noscript><iframe src=x></noscript><p>text</p>");
  EXPECT_NE(dumped.find("|     <p>\n|       \"text\""), std::string::npos) << dumped;
}

TEST(ParserNoscript, FormattingOpenedInsideEndsInside) {
  EXPECT_EQ(tree("<body><noscript><b>x</noscript>y"),
            "| <html>\n|   <head>\n|   <body>\n|     <noscript>\n|       <b>\n|         \"x\"\n|     \"y\"\n");
}

TEST(ParserNoscript, ReferencesInsideAreDecodedOnce) {
  EXPECT_NE(tree("<body><noscript>&amp;lt;</noscript>").find("\"&lt;\""), std::string::npos);
}

TEST(ParserNoscript, NestedNoscriptIsMarkup) {
  EXPECT_NE(tree("<body><noscript><noscript><p>x</noscript>").find("<noscript>\n|         <p>"), std::string::npos);
}

TEST(ParserNoscript, InHeadHoldsBodyContent) {
  const std::string dumped = tree("<head><noscript><img src=x><p>y</noscript><title>t</title></head>z");
  EXPECT_EQ(dumped,
            "| <html>\n|   <head>\n|     <noscript>\n|       <img>\n|         src=\"x\"\n|       <p>\n|         \"y\"\n"
            "|     <title>\n|       \"t\"\n|   <body>\n|     \"z\"\n");
}

TEST(ParserNoscript, ModesOfTheStandardAreKept) {
  EXPECT_NE(tree("<body><noscript><p>x</noscript>", Noscript::text).find("\"<p>x\""), std::string::npos);
  EXPECT_NE(tree("<body><noscript><p>x</noscript>", Noscript::markup).find("<noscript>\n|       <p>"),
            std::string::npos);
}

TEST(Parser, CleanStringsAreViewsOfTheInput) {
  const std::string input = "<p title=abc>text</p>";
  const Document d = parse(input);
  for (NodeId id = 0; id < d.size(); ++id) {
    if (d[id].is_text()) {
      EXPECT_EQ(d.text(id).data(), input.data() + 13);
    }
    if (d[id].is(Tag::p)) {
      EXPECT_EQ(d.attribute(id, Attr::title).data(), input.data() + 9);
      EXPECT_EQ(d.source_offset(id), 0u);
    }
  }
}

TEST(Parser, LandmarksAndSiblings) {
  const Document d = parse("<!doctype html><head><title>t</title></head><body><p>1<p>2<p>3");
  ASSERT_NE(d.body(), kNoNode);
  EXPECT_EQ(d[d.html()].tag, Tag::html);
  EXPECT_EQ(d[d.head()].tag, Tag::head);
  int paragraphs = 0;
  for (NodeId id = d.first_child(d.body()); id != kNoNode; id = d.next_sibling(id)) paragraphs += d[id].is(Tag::p);
  EXPECT_EQ(paragraphs, 3);
  EXPECT_EQ(d.quirks_mode(), QuirksMode::no_quirks);
}

TEST(Parser, LandmarksSurviveReordering) {
  // Text in a table is fostered: the nodes are not created in document order.
  const Document d = parse("<body><table><tr>x<td>y</table>");
  EXPECT_EQ(d[d.body()].tag, Tag::body);
  std::string order;
  for (NodeId id = 0; id < d.size(); ++id)
    if (d[id].is_text()) order += d.text(id);
  EXPECT_EQ(order, "xy");
}

TEST(Parser, EmptyInputHasHtmlHeadBody) {
  const Document d = parse("");
  EXPECT_EQ(d.size(), 4u);
  EXPECT_EQ(d.truncated(), Truncation::none);
}

TEST(Parser, ReuseGivesTheSameAsFresh) {
  const std::string pages[] = {"<table>a<b>b<tr><td>c</b>d", "<p>plain", "<custom-name><p x=1 x=2>&amp;", "",
                               "<svg viewbox=1><desc><p>q"};
  Parser parser;
  Document reused;
  for (int round = 0; round < 2; ++round) {
    for (const std::string& page : pages) {
      parser.parse(page, {}, reused);
      EXPECT_EQ(conformance::dump(reused, false), conformance::dump(parse(page), false));
    }
  }
}

TEST(Parser, TextInManyPiecesIsJoined) {
  std::string input = "<table>", expected;
  for (int i = 0; i < 1000; ++i) {
    input += "x<tr><td>c&amp;</td></tr>";
    expected += 'x';
  }
  const Document d = parse(input);
  std::string first;
  for (NodeId id = 0; id < d.size() && first.empty(); ++id)
    if (d[id].is_text()) first = d.text(id);
  EXPECT_EQ(first, expected);
}

TEST(Parser, ScopeQuestionsDoNotDependOnDepth) {
  // Each of these is quadratic in a parser that walks its stack; the budget would stop it and say so.
  for (const char* unit : {"<div>", "<ul><li>", "<p><button>", "<x-unknown>", "<table><tr><td>", "<dl><dd>"}) {
    std::string input;
    while (input.size() < 400'000) input += unit;
    for (int i = 0; i < 40'000; ++i) input += "</i></unknown></li></table>";
    const Document d = parse(input);
    EXPECT_FALSE(has(d.truncated(), Truncation::work)) << unit;
  }
}

TEST(Tokenize, AdjacentCharactersAreOneToken) {
  const auto tokens = tokenize("a&amp;b</>c<d e=f>");
  ASSERT_EQ(tokens.size(), 2u);
  EXPECT_EQ(tokens[0].data, "a&bc");
  EXPECT_EQ(tokens[1].attributes.at(0).second, "f");
}

}  // namespace
}  // namespace pith::html
