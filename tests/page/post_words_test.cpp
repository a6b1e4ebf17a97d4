#include "page/post_words.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string_view>

namespace pith::page {
namespace {

TEST(PostWords, HeadComments) {
  for (const std::string_view text :
       {"Comments", "12 Comments", "Comments (3)", "One Comment", "3 Responses to “The ferry”", "Leave a Reply",
        "Leave a comment", "{ 10 comments… read them below or add one }", "Reader comments", "Kommentare (4)",
        "Schreibe einen Kommentar", "5 commentaires", "Комментарии: 7", "网友评论", "全部评论（12条）", "发表评论"}) {
    EXPECT_TRUE(heads_comments(text)) << text;
    for (std::size_t end = 0; end <= text.size(); ++end) EXPECT_TRUE(may_head_comments(text.substr(0, end))) << text;
  }
  for (const std::string_view text : {"", "Recent comments", "Reply", "12", "The ferry", "He declined to comment",
                                      "各方评论", "评论员文章", "Comment policy of this house", "Responses were few"}) {
    EXPECT_FALSE(heads_comments(text)) << text;
  }
}

TEST(PostWords, AFirstWordThatHeadsNoCommentsSaysSo) {
  EXPECT_FALSE(may_head_comments("Ferries of the harbour"));
  EXPECT_FALSE(may_head_comments("12 ferries "));
  EXPECT_TRUE(may_head_comments("ferries"));  // goes on in the next text
}

TEST(PostWords, CutNames) {
  const auto is = [](std::string_view text, std::string_view name, bool said) {
    const NamePhrase phrase = cut_name(text);
    EXPECT_EQ(phrase.name, name) << text;
    EXPECT_EQ(phrase.said, said) << text;
  };
  is("Ann Lee", "Ann Lee", false);
  is("Ann says:", "Ann", true);
  is("Posted by: Ann at ", "Ann", true);
  is("posted on Tuesday, October 30, 2012 at 9:46 AM by Peter A.", "Peter A.", true);
  is("Posted by laurie at September 10, 2012 9:01 AM", "laurie", true);
  is("@ann", "ann", true);
  is("作者：小王", "小王", true);
  is("Posted by", "", true);
  is("par", "", false);
  is("Joined: Aug 2018", "", false);
  is("有用（", "", false);
  is("", "", false);
}

TEST(IsShortMoment, OfAgesAndShortDates) {
  for (const char* text : {"4y", "· 9mo", "3 d ago", "12h", "03/12/15", "3.5.24"})
    EXPECT_TRUE(is_short_moment(text)) << text;
  for (const char* text : {"3D", "5M", "4", "1/2", "03/12/2015", "100m", "4 years of it", "1/2/3/4", "", "y"}) {
    EXPECT_FALSE(is_short_moment(text)) << text;
  }
}

TEST(IsTimeOfDay, AtTheBegin) {
  for (const char* text : {"8:56 PM", " 03:28", "23:59:59"}) EXPECT_TRUE(is_time_of_day(text)) << text;
  for (const char* text : {"8", "8:5", "123:45", "at 8:56", ""}) EXPECT_FALSE(is_time_of_day(text)) << text;
}

TEST(LeadsToProfile, BehindTheHostOnly) {
  for (const char* address : {"/user/ann", "https://forum.example/u/ann", "member.php?u=12", "//zhi.example/people/ann",
                              "/home/main?un=ann", "home.php?mod=space&uid=3"}) {
    EXPECT_TRUE(leads_to_profile(address)) << address;
  }
  for (const char* address : {"https://profile.example/news/12", "/memberships", "/user-guide", "/2024/05/03/", ""}) {
    EXPECT_FALSE(leads_to_profile(address)) << address;
  }
}

}  // namespace
}  // namespace pith::page
