#include "label/label.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "label/agreement.hpp"
#include "label/label_pages.hpp"
#include "label/queue.hpp"
#include "support/must.hpp"

namespace pith::label {
namespace {

using testing::must;

TEST(Label, BlocksOfOneContainerAreToldApart) {
  const Article article = test::explained(test::ferry());
  const std::string first = test::block(article, "In winter"), second = test::block(article, "By the old road");
  EXPECT_EQ(second, first + "#2");
  EXPECT_EQ(path_of(second), first);
}

TEST(Label, IsReadAsItWasWritten) {
  const Article article = test::explained(test::ferry());
  Label label = test::label_of(article, {"The ferry goes", "Tickets"});
  label.bodies.push_back({{test::block(article, "In winter")}, "ada", "2024-05-03"});
  label.comments.push_back({{test::block(article, "Whoever")}, "lin", ""});
  label.note = "\"quoted\"";
  label.seconds = 12.5;
  EXPECT_EQ(must(parse_label(to_json(label))), label);
  EXPECT_FALSE(parse_label(R"({"titel": "x"})"));
  EXPECT_FALSE(parse_label(R"({"bodies": [{"blocks": "html"}]})"));
  EXPECT_FALSE(parse_label("[]"));
}

TEST(Label, WhatIsNoLabelOfThePageIsRefusedByName) {
  const Article article = test::explained(test::ferry());
  const auto problem = [&](const auto& change) {
    Label label = test::label_of(article, {"The ferry goes", "Tickets"});
    change(label);
    const Result<PlacedLabel> placed = place(label, article.blocks);
    return placed ? std::string() : placed.error().message;
  };
  EXPECT_EQ(problem([](Label&) {}), "");
  EXPECT_NE(problem([](Label& l) { l.bodies[0].blocks.emplace_back("html/body/p[9]"); }).find("html/body/p[9]"),
            std::string::npos);
  EXPECT_NE(problem([](Label& l) { l.bodies[0].blocks.push_back(l.bodies[0].blocks[0]); }).find("twice"),
            std::string::npos);
  EXPECT_NE(problem([](Label& l) { std::swap(l.bodies[0].blocks[0], l.bodies[0].blocks[1]); }).find("earlier"),
            std::string::npos);
  EXPECT_NE(problem([](Label& l) { l.title_block = l.bodies[0].blocks[0]; }).find("apart"), std::string::npos);
  EXPECT_NE(problem([](Label& l) { l.page_type = "poem"; }).find("poem"), std::string::npos);
  EXPECT_NE(problem([](Label& l) { l.page_type = "none"; }).find("none"), std::string::npos);
}

TEST(Label, TheSuggestionIsALabelOfThePage) {
  const Article article = test::explained(test::ferry());
  const Label label = suggest(article);
  must(place(label, article.blocks));
  EXPECT_EQ(label.title_block, test::block(article, "The ferry"));
  ASSERT_EQ(label.bodies.size(), 1u);
  EXPECT_NE(text_of(label.bodies, article.blocks).find("Tickets are sold"), std::string::npos);
}

// By hand: 4 blocks both keep, 1 and 1 one alone, 4 neither of 10: observed .8, expected .5, kappa .6.
TEST(Agreement, IsCohensKappa) {
  const Agreement agreement{.both = 4, .only_first = 1, .only_second = 1, .neither = 4};
  EXPECT_DOUBLE_EQ(agreement.observed(), 0.8);
  EXPECT_DOUBLE_EQ(agreement.expected(), 0.5);
  EXPECT_DOUBLE_EQ(agreement.kappa(), 0.6);
  EXPECT_DOUBLE_EQ(Agreement{}.kappa(), 1);
  EXPECT_DOUBLE_EQ((Agreement{.both = 3}).kappa(), 1);
  EXPECT_LT((Agreement{.only_first = 5, .only_second = 5}).kappa(), 0);
}

TEST(Agreement, NamesEachBlockAndField) {
  const Article article = test::explained(test::ferry());
  const Label first = test::label_of(article, {"The ferry goes", "Tickets"});
  Label second = test::label_of(article, {"The ferry goes", "Whoever"});
  second.date = "2024-05-03";
  const ComparedPage page = must(compare(first, second, article.blocks));
  EXPECT_EQ(page.agreement.both, 1u);
  EXPECT_EQ(page.agreement.only_first, 1u);
  EXPECT_EQ(page.agreement.only_second, 1u);
  EXPECT_EQ(page.agreement.blocks(), article.blocks.size());
  ASSERT_EQ(page.disagreements.size(), 3u);
  EXPECT_EQ(page.disagreements[0].block, test::block(article, "Tickets"));
  EXPECT_EQ(page.disagreements[0].first, "kept");
  EXPECT_EQ(page.disagreements[1].second, "kept");
  EXPECT_EQ(page.disagreements[2].what, "date");
  EXPECT_LT(page.f1, 1);
  EXPECT_DOUBLE_EQ(must(compare(first, first, article.blocks)).f1, 1);
}

TEST(Agreement, PostsThatAreCutElsewhereAreTold) {
  const Article article = test::explained(test::ferry());
  const Label whole = test::label_of(article, {"The ferry goes", "Tickets"});
  Label cut = whole;
  cut.bodies.push_back({{cut.bodies[0].blocks[1]}});
  cut.bodies[0].blocks.pop_back();
  const ComparedPage page = must(compare(whole, cut, article.blocks));
  ASSERT_EQ(page.disagreements.size(), 1u);
  EXPECT_EQ(page.disagreements[0].what, "post");
  EXPECT_DOUBLE_EQ(page.agreement.kappa(), 1);
}

TEST(Queue, TakesTheDoubtfulOfEachKindInTurnAndFewOfASite) {
  const std::vector<Candidate> candidates = {{"a", "article", 0.9}, {"a", "article", 0.8}, {"a", "article", 0.7},
                                             {"b", "article", 0.1}, {"c", "product", 0.2}, {"d", "", 0.5}};
  EXPECT_EQ(choose(candidates, {.count = 9, .per_site = 2}), (std::vector<std::size_t>{0, 5, 4, 1, 3}));
  EXPECT_EQ(choose(candidates, {.count = 2, .per_site = 2}), (std::vector<std::size_t>{0, 5}));
}

TEST(Queue, DoubtGrowsWithWhatTheExtractorDoesNotKnow) {
  Article article;
  article.blocks.resize(2);
  article.blocks[0].text = "one two three four";
  article.blocks[0].score = 1;
  article.blocks[1].text = "five six";
  EXPECT_DOUBLE_EQ(doubt_of(article), 0);
  article.blocks[0].score = 0.5F;  // 2 of 2 + 2 words may be wrong
  EXPECT_DOUBLE_EQ(doubt_of(article), 0.5);
  article.page_type = "product";
  article.page_type_probability = 0.5F;
  EXPECT_DOUBLE_EQ(doubt_of(article), 0.75);
}

TEST(Queue, LeavesOutWhatIsLabelledAndDrawsTheSameForTheSameSeed) {
  std::vector<PageEntry> pages;
  for (int i = 0; i < 8; ++i) pages.push_back({.id = std::to_string(i), .estimate = {"article", i / 10.0}});
  pages[7].annotators = {"ada"};
  EXPECT_EQ(queue_of(pages, {}).front()->id, "6");
  EXPECT_EQ(queue_of(pages, {.annotator = "lin"}).front()->id, "7");
  EXPECT_TRUE(queue_of(pages, {.kind = "forum"}).empty());
  const auto drawn = queue_of(pages, {.seed = 5});
  EXPECT_EQ(drawn, queue_of(pages, {.seed = 5}));
  EXPECT_NE(drawn, queue_of(pages, {}));
  EXPECT_EQ(drawn.size(), 7u);
}

}  // namespace
}  // namespace pith::label
