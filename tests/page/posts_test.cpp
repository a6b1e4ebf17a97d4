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

// What a board calls them, and the label of the name, stand before it; names may be digits for the most part.
TEST(Posts, AreNotWrittenByARank) {
  std::string thread = "<h1>Which ferry?</h1>";
  for (const char* who : {"anna", "nl6720", "5231N1324O"})
    thread += std::string("<div class=post><p class=author><em class=userTitle>Harbour master</em> par <b>") + who +
              "</b></p><p>Apr 2002</p><p>2024-5-3 10:15</p><p>I take the early one, there is always a seat.</p></div>";
  const Measured m(thread);
  const auto posts = m.page.posts().list();
  ASSERT_EQ(posts.size(), 3u);
  EXPECT_EQ(name(posts[0]), "anna");
  EXPECT_EQ(name(posts[1]), "nl6720");
  EXPECT_EQ(name(posts[2]), "5231N1324O");
}

// The dates of a thread as they come out: "3 May 2024" is 5-3.
std::vector<std::string> days(const std::string& language, const std::vector<std::string>& dates) {
  std::string thread = "<!doctype html><html lang=" + language + "><h1>Which ferry?</h1>";
  for (const std::string& date : dates)
    thread += "<div class=post><div class=user>anna</div><div class=when>" + date +
              ", 10:15</div><p>I take the early one, there is always a seat.</div>";
  const Measured m(thread);
  std::vector<std::string> out;
  for (const Post& post : m.page.posts().list())
    out.push_back(std::to_string(post.date.month) + "-" + std::to_string(post.date.day));
  return out;
}

TEST(Posts, TellEachOtherWhichNumberIsTheDay) {
  using Days = std::vector<std::string>;
  // One that can only be read in one way.
  EXPECT_EQ(days("en", {"03/05/2024", "03/14/2024", "04/02/2024"}), (Days{"3-5", "3-14", "4-2"}));
  EXPECT_EQ(days("en-US", {"03/05/2024", "14/05/2024", "02/06/2024"}), (Days{"5-3", "5-14", "6-2"}));
  // What makes the posts follow one another closely.
  EXPECT_EQ(days("en-GB", {"03-05-2024", "03-06-2024", "03-09-2024"}), (Days{"3-5", "3-6", "3-9"}));
  EXPECT_EQ(days("en-US", {"05/03/2024", "06/03/2024", "09/03/2024"}), (Days{"3-5", "3-6", "3-9"}));
  // The language.
  EXPECT_EQ(days("en-US", {"03/05/2024", "03/05/2024"}), (Days{"3-5", "3-5"}));
  EXPECT_EQ(days("en-GB", {"03/05/2024", "03/05/2024"}), (Days{"5-3", "5-3"}));
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

std::string undated(const std::string& author, const std::string& text) {
  return "<li><p class=author>" + author + "</p><p>" + text + "</p></li>";
}

TEST(Posts, BelowAHeadingComeBeforeMoreOfOtherArticles) {
  std::string latest;
  for (const char* who : {"Cleo", "Dora", "Emil", "Fred"}) {
    latest += "<li class=item><b>" + std::string(who) +
              "</b>: a long opinion on another article of this site, cut in the middle</li>";
  }
  const Measured m(kStory + "<div class=comments><h3>2 Comments</h3><ol>" +
                   undated("Ann", "At last, it was about time!") + undated("Bob", "We shall see how long it lasts.") +
                   "</ol></div><p>between</p><div class=top-comments>" + "<h3>Recent Comments</h3><ul>" + latest +
                   "</ul></div>");
  ASSERT_EQ(m.page.posts().list().size(), 2u);
  EXPECT_EQ(name(m.page.posts().list()[0]), "Ann");
  EXPECT_EQ(m.page.posts().post_of(m.block("We shall see how long it lasts.")), 1);
}

TEST(Posts, AreHeadedByWhatAsksForOne) {
  const auto headed = [](const std::string& line) {
    const Measured m(kStory + "<div class=comments>" + comment("Ann", "At last!") + comment("Bob", "We shall see.") +
                     "<form><p>" + line + "</p><textarea></textarea></form></div>");
    return m.page.posts().has_headed_comments();
  };
  EXPECT_TRUE(headed("Submit comment"));
  EXPECT_FALSE(headed("Write to us"));
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
std::string undated(const std::string& classes, const std::string& who, const std::string& text) {
  return "<div class='" + classes + "'><div class=head><a href='/user/" + who + "'>" + who + "</a></div><p>" + text +
         "</p><button>Reply</button></div>";
}

TEST(Posts, NeedNoDateInAThreadWhoseAuthorsAreKnown) {
  const Measured m("<h1>Which ferry?</h1><div class=thread>" +
                   undated("post first", "anna", "I take the early one, there is always a seat.") +
                   "<div class=ad><p>Buy a boat of your own, today only, with free oars.</div>" +
                   undated("post", "bert", "The late one is cheaper and nobody is on it.") +
                   undated("post", "cleo", "Neither sails in winter, mind you.") + "</div>");
  ASSERT_EQ(m.page.posts().list().size(), 3u);
  EXPECT_EQ(m.page.posts().list()[1].kind, PostKind::post);
  EXPECT_EQ(name(m.page.posts().list()[1]), "bert");
  EXPECT_EQ(m.page.posts().post_of(m.block("Neither sails in winter, mind you.")), 2);
  EXPECT_EQ(m.page.posts().post_of(m.block("Buy a boat of your own, today only, with free oars.")), -1);
}

TEST(Posts, WithoutDatesAreOfSeveralAuthorsAndOfAThread) {
  const std::string early = "I take the early one, there is always a seat.", late = "The late one is cheaper by far.",
                    winter = "Neither sails in winter, mind you.";
  const auto posts = [](const std::string& body) { return Measured(body).page.posts().list().size(); };
  EXPECT_EQ(posts("<div class=thread>" + undated("post", "anna", early) + undated("post", "bert", late) +
                  undated("post", "cleo", winter) + "</div>"),
            3u);
  EXPECT_EQ(posts("<div class=thread>" + undated("post", "anna", early) + undated("post", "anna", late) +
                  undated("post", "anna", winter) + "</div>"),
            0u);
  EXPECT_EQ(posts("<div class=team>" + undated("person", "anna", early) + undated("person", "bert", late) +
                  undated("person", "cleo", winter) + "</div>"),
            0u);
  // Two are few: "post" is what blogs have, too.
  EXPECT_EQ(posts("<main>" + undated("post", "anna", early) + undated("post", "bert", late) + "</main>"), 0u);
  EXPECT_EQ(posts("<main>" + undated("answer", "anna", early) + undated("answer", "bert", late) + "</main>"), 2u);
}

TEST(Posts, WithoutDatesAreNoArticlesOfAList) {
  std::string list = "<h1>News</h1><div class=posts>";
  for (const char* who : {"anna", "bert", "cleo"}) {
    list += std::string("<div class=post><h2><a href='/news/") + who +
            "'>The ferry sails again</a></h2><p>By <a href='/user/" + who + "'>" + who +
            "</a></p><p>The whole island is glad of it after weeks of waiting.</p></div>";
  }
  EXPECT_EQ(Measured(list + "</div>").page.posts().list().size(), 0u);
}

TEST(Posts, MayTellTheirDateTwice) {
  std::string thread = "<h1>Which ferry?</h1><div class=thread>";
  for (const char* who : {"anna", "bert", "cleo"}) {
    const std::string date = "<div>Posted <time datetime='2024-05-03T10:15:00Z'>May 3</time></div>";
    thread += std::string("<article class=post><div class=narrow><h3 class=author>") + who + "</h3>" + date +
              "</div><aside><h3 class=author>" + who + "</h3></aside><div class=wide>" + date +
              "<p>I take the early one, there is always a seat to be had on it.</p></div></article>";
  }
  const Measured m(thread + "</div>");
  ASSERT_EQ(m.page.posts().list().size(), 3u);
  EXPECT_EQ(name(m.page.posts().list()[2]), "cleo");
}

TEST(Posts, AreSignedByTheTextBeforeTheDateWhereNoMarkupSaysSo) {
  std::string thread = "<h1>Which ferry?</h1>";
  for (const char* who : {"anna", "bert", "cleo"}) {
    thread += std::string("<div><div>") + who + " · <span>03/05/2024 10:15</span></div>" +
              "<p>I take the early one, there is always a seat to be had on it.</p></div>";
  }
  const Measured m(thread);
  ASSERT_EQ(m.page.posts().list().size(), 3u);
  EXPECT_EQ(name(m.page.posts().list()[1]), "bert");
}

TEST(Posts, AreDatedBehindWhenTheirAuthorJoined) {
  std::string thread = "<h1>Which ferry?</h1>";
  for (const char* who : {"anna", "bert"}) {
    thread +=
        std::string("<div class=post><div class=author><b>") + who + "</b><br>Joined: May 2017</div>" +
        "<div class=when>03-02-2024, 07:41 PM</div><div>I take the early one, there is always a seat.</div></div>";
  }
  const Measured m(thread);
  ASSERT_EQ(m.page.posts().list().size(), 2u);
  EXPECT_EQ(name(m.page.posts().list()[1]), "bert");
  EXPECT_EQ(m.page.posts().list()[1].date.year, 2024);
}

TEST(Posts, HaveTheTimeOfDayInAnElementOfItsOwn) {
  std::string thread = "<h1>Which ferry?</h1>";
  for (const char* who : {"anna", "bert"}) {
    thread += std::string("<table><tr><td><a href='/users/1/") + who + "'>" + who +
              "</a> <i>03/12/15</i> <b>03:28 PM</b><tr><td>I take the early one, there is always a seat.</table>";
  }
  const Measured m(thread);
  ASSERT_EQ(m.page.posts().list().size(), 2u);
  EXPECT_EQ(name(m.page.posts().list()[1]), "bert");
}

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
