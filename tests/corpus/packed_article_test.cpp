#include "corpus/packed_article.hpp"

#include <gtest/gtest.h>

#include <string>

#include "render/content.hpp"

namespace pith::corpus {
namespace {

Article sample() {
  Article article;
  article.url = "https://a.example/1";
  article.title = "一个标题";
  article.authors = {"A", "B"};
  article.tags = {"x", "y", "z"};
  article.page_type = "article";
  article.page_type_probability = 0.875F;
  article.reason = "none";
  article.truncated = Truncation::depth | Truncation::nodes;
  Body body;
  rendering::append_content("First.\nSecond.", body.content);
  body.text = "First.\nSecond.\n";
  body.author = "somebody";
  body.path = "html/body/div[2]";
  article.bodies.push_back(body);
  body.text = "cut";  // not what the content says
  article.bodies.push_back(body);
  article.comments.push_back({.text = "A comment.\n", .date = "2024-05-03"});
  return article;
}

TEST(PackedArticle, ComesBackWhole) {
  const Article article = sample();
  std::string bytes, members;
  pack(article, "\"label\":1", bytes);
  Article back;
  ASSERT_TRUE(unpack(bytes, back, members));
  EXPECT_EQ(members, "\"label\":1");
  EXPECT_EQ(back.authors, article.authors);
  EXPECT_EQ(back.tags, article.tags);
  EXPECT_EQ(back.page_type_probability, article.page_type_probability);
  EXPECT_EQ(back.truncated, article.truncated);
  EXPECT_EQ(back.reason, article.reason);
  ASSERT_EQ(back.bodies.size(), 2u);
  ASSERT_EQ(back.comments.size(), 1u);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(back.bodies[i].text, article.bodies[i].text);
    EXPECT_EQ(back.bodies[i].content, article.bodies[i].content);
    EXPECT_EQ(back.bodies[i].author, article.bodies[i].author);
    EXPECT_EQ(back.bodies[i].path, article.bodies[i].path);
  }
  EXPECT_EQ(back.comments[0].date, "2024-05-03");
  for (const Format format : {Format::json, Format::markdown, Format::html, Format::tei})
    EXPECT_EQ(render(back, format), render(article, format));
}

TEST(PackedArticle, ATextThatItsContentSaysTakesNoRoom) {
  Article article = sample();
  article.bodies.resize(1);
  std::string with, without;
  pack(article, {}, with);
  article.bodies[0].content.clear();
  pack(article, {}, without);
  EXPECT_EQ(with.find("Second.\n"), std::string::npos);
  EXPECT_NE(without.find("Second.\n"), std::string::npos);
}

TEST(PackedArticle, DamageIsSaid) {
  std::string bytes;
  pack(sample(), {}, bytes);
  std::size_t damaged = 0;
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    Article back;
    std::string members;
    damaged += !unpack(std::string_view(bytes).substr(0, length), back, members);
  }
  EXPECT_GT(damaged, bytes.size() * 9 / 10);  // where a value ends nothing is missing
  Article back;
  std::string members;
  EXPECT_FALSE(unpack(std::string(20, '\xFF'), back, members));
  EXPECT_FALSE(unpack(std::string("\x05.text\x01x", 8), back, members));  // of no body
}

TEST(PackedArticle, WhatALaterVersionAddsIsPassedOver) {
  std::string bytes("\x05later\x01x", 8), members;
  Article article;
  article.title = "T";
  pack(article, {}, bytes);
  Article back;
  ASSERT_TRUE(unpack(bytes, back, members));
  EXPECT_EQ(back.title, "T");
}

}  // namespace
}  // namespace pith::corpus
