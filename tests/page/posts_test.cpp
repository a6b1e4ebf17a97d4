#include "page/posts.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/measured.hpp"

namespace pith::page {
namespace {

using testing::Measured;

std::string name(const Post& post) {
  EXPECT_EQ(post.author == html::kNoNode, post.name.empty());
  return std::string(post.name);
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
  EXPECT_EQ(name(post), "Bob");
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
  EXPECT_EQ(name(m.page.posts().list()[2]), "cleo");
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

// Nothing but the heading says what stands below it, and each line of the author signs what stands above.
TEST(Posts, BelowAHeadingAreSignedBelow) {
  const std::string foot = "<p>Posted by: Ann at <a href='#c1'>May 3, 2024 10:15 AM</a></p>";
  const Measured m(kStory + "<h2>2 Comments</h2><div><p>First words, which are not so few.</p></div>" + foot +
                   "<div><p>Second words, which are as many.</p></div>" + foot);
  ASSERT_EQ(m.page.posts().list().size(), 2u);
  EXPECT_EQ(m.page.posts().list()[0].kind, PostKind::comment);
  EXPECT_EQ(name(m.page.posts().list()[0]), "Ann");
  EXPECT_EQ(m.page.posts().post_of(m.block("First words, which are not so few.")), 0);
  EXPECT_EQ(m.page.posts().post_of(m.block("Second words, which are as many.")), 1);
  EXPECT_EQ(m.page.posts().part_of(m.block("Second words, which are as many.")), PostPart::text);
  EXPECT_FALSE(m.page.posts().in_comments(m.block("The ferry")));
}

TEST(Posts, AHeadingAmongTextWithoutDatesIsNone) {
  const Measured m(kStory + "<h2>Comments</h2><p>In a program they begin with a number sign.</p><p>More of it.</p>");
  EXPECT_FALSE(m.page.posts().in_comments(m.block("More of it.")));
}

TEST(Posts, NeedNoDateWhereCommentsStand) {
  const auto item = [](const std::string& classes, const std::string& author, const std::string& text) {
    return "<li class='" + classes + "'><div><cite>" + author + "</cite></div><p>" + text + "</p></li>";
  };
  const Measured m(kStory + "<div id=comments><h3>2 Comments</h3><ul>" +
                   item("comment even", "Ann", "At last, after all those weeks!") +
                   item("comment odd alt", "Bob", "We shall see about that.") +
                   "</ul><form>Your words <textarea></textarea></form></div>");
  ASSERT_EQ(m.page.posts().list().size(), 2u);
  EXPECT_EQ(name(m.page.posts().list()[1]), "Bob");
  EXPECT_EQ(m.page.posts().list()[1].moment, html::kNoNode);
  EXPECT_EQ(m.page.posts().part_of(m.block("We shall see about that.")), PostPart::text);
  EXPECT_EQ(m.page.posts().post_of(m.block("Your words")), -1);
  EXPECT_TRUE(m.page.posts().sets_comments_apart());
  EXPECT_TRUE(m.page.posts().has_headed_comments());
}

TEST(Posts, OneCommentLeavesTheFormOut) {
  const Measured m(kStory + "<div id=comments><h3>1 Comment</h3><p>At last, after all those weeks!</p>" +
                   "<p>Posted by: <a href=/ann>Ann</a> | <a href=#c>May 3, 2024 at 10:15 AM</a></p>" +
                   "<form>Your words <textarea></textarea></form></div>");
  ASSERT_EQ(m.page.posts().list().size(), 1u);
  EXPECT_EQ(m.page.posts().post_of(m.block("Your words")), -1);
}

// A heading that holds the link to the author is not the headline of an entry.
TEST(Posts, WithAuthorsInHeadingsAreNoEntries) {
  std::string thread = "<h1>Which ferry?</h1>";
  for (const char* who : {"anna", "bertram", "cleopatra"}) {
    thread += std::string("<div class=post><h4 class=user><a href=/u/") + who + ">" + who + " of the island" +
              "</a></h4><time>3 May 2024, 10:15</time><p>I take the early one, there is always a seat.</p></div>";
  }
  const Measured m(thread);
  ASSERT_EQ(m.page.posts().list().size(), 3u);
  EXPECT_EQ(m.page.posts().list()[0].kind, PostKind::post);
}

TEST(Posts, AreNotSeenInAStory) {
  EXPECT_TRUE(Measured(kStory + "<p>3 May 2024</p>").page.posts().list().empty());
  EXPECT_TRUE(Measured("").page.posts().list().empty());
}

}  // namespace
}  // namespace pith::page
