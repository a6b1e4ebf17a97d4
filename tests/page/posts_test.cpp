#include "page/posts.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/measured.hpp"

namespace pith::page {
namespace {

using testing::Measured;

std::string name(const Measured& m, const Post& post) {
  return post.author == html::kNoNode ? "" : std::string(m.document.text(post.author));
}

std::string comment(const std::string& author, const std::string& text) {
  return "<li class='comment'><cite>" + author + "</cite> <span class=when>May 3, 2024 at 10:15 am</span><p>" + text +
         "</p><a href='#r'>Reply</a></li>";
}

const std::string kStory =
    "<article><h1>The ferry</h1><p>The ferry will sail again from Monday, says the harbour master, and the whole "
    "island is glad of it after weeks of waiting for spare parts.</p></article>";

TEST(Posts, AreCommentsBelowAStory) {
  const Measured m(kStory + "<ol class=commentlist>" + comment("Ann", "At last!") + comment("Bob", "We shall see.") +
                   "</ol><p>Footer");
  ASSERT_EQ(m.page.posts().list().size(), 2u);
  const Post& post = m.page.posts().list()[1];
  EXPECT_EQ(post.kind, PostKind::comment);
  EXPECT_EQ(name(m, post), "Bob");
  EXPECT_EQ(post.date.day, 3);
  EXPECT_EQ(post.date.hour, 10);
  const BlockId said = m.block("We shall see.");
  EXPECT_EQ(m.page.posts().post_of(said), 1);
  EXPECT_EQ(m.page.posts().part_of(said), PostPart::text);
  EXPECT_EQ(m.page.posts().part_of(said - 1), PostPart::apparatus);
  EXPECT_EQ(m.page.posts().part_of(said + 1), PostPart::apparatus);
  EXPECT_TRUE(m.page.posts().in_comments(said));
  EXPECT_FALSE(m.page.posts().in_comments(m.block("Footer")));
  EXPECT_FALSE(m.page.posts().in_comments(m.block("The ferry")));
}

TEST(Posts, OfAThreadOfTables) {
  std::string thread = "<h1>Which ferry?</h1>";
  for (const char* who : {"anna", "bert", "cleo"}) {
    thread += std::string("<table class=post><tr><td class=user>") + who +
              "<td>2024-5-3 10:15<br><br>I take the early one, there is always a seat.</table>";
  }
  const Measured m(thread);
  ASSERT_EQ(m.page.posts().list().size(), 3u);
  EXPECT_EQ(m.page.posts().list()[2].kind, PostKind::post);
  EXPECT_EQ(name(m, m.page.posts().list()[2]), "cleo");
  EXPECT_EQ(m.page.posts().post_of(0), -1);
}

TEST(Posts, RepliesInsideAPostAreTheirOwn) {
  const std::string head = "<div class=head><b>x</b><b class=author>Ann</b> <time>2024-05-03 10:00</time></div>";
  const Measured m(kStory + "<ul class=comments><li>" + head + "<p>First.</p><ul><li>" + head +
                   "<p>Reply to first.</p></ul><li>" + head + "<p>Second.</p></ul>");
  ASSERT_EQ(m.page.posts().list().size(), 3u);
  EXPECT_EQ(m.page.posts().post_of(m.block("First.")), 0);
  EXPECT_EQ(m.page.posts().post_of(m.block("Reply to first.")), 1);
  EXPECT_EQ(m.page.posts().post_of(m.block("Second.")), 2);
}

TEST(Posts, OfAFlatRowReachToTheNextHead) {
  const std::string head = "<dt><a href=/u>someone</a> wrote on 3 May 2024, 10:15</dt>";
  const Measured m("<h1>Q</h1><dl class=thread>" + head + "<dd>First words of it.</dd>" + head +
                   "<dd>Second words.</dd>" + head + "<dd>Third words.</dd></dl><p>not this");
  ASSERT_EQ(m.page.posts().list().size(), 3u);
  EXPECT_EQ(m.page.posts().post_of(m.block("Second words.")), 1);
  EXPECT_EQ(m.page.posts().post_of(m.block("Third words.")), 2);
  EXPECT_EQ(m.page.posts().post_of(m.block("not this")), -1);
}

TEST(Posts, OfAListOfArticlesAreEntries) {
  std::string list;
  for (int i = 0; i < 3; ++i) {
    list += "<div class=item><h2><a href=/a" + std::to_string(i) +
            ">A headline that leads on</a></h2><span>3 May 2024</span><p>Some words of teaser text.</p></div>";
  }
  const Measured m(list);
  ASSERT_EQ(m.page.posts().list().size(), 3u);
  EXPECT_EQ(m.page.posts().list()[0].kind, PostKind::entry);
  EXPECT_EQ(m.page.posts().count(PostKind::post), 0u);
}

TEST(Posts, MayShareABlock) {
  const std::string head = "<span class=when>3 May 2024 10:15</span> ";
  const Measured m("<div class=thread>" + head + head + head + "words of it</div>");
  EXPECT_LE(m.page.posts().list().size(), 1u);
}

TEST(Posts, AreNotSeenInAStory) {
  EXPECT_TRUE(Measured(kStory + "<p>3 May 2024</p>").page.posts().list().empty());
  EXPECT_TRUE(Measured("").page.posts().list().empty());
}

}  // namespace
}  // namespace pith::page
