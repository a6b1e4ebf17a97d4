#include "statements/discussion.hpp"

#include <gtest/gtest.h>

namespace pith::statements {
namespace {

TEST(Discussion, IsKnownByTheAddress) {
  for (const char* address :
       {"https://forum.example.org/d/12", "https://www.ferryforum.example/threads/timetable.12/",
        "http://BBS.example.cn/detail/3", "https://community.example.com/e/1", "https://example.org/t/title/12/3",
        "https://example.org/topics/12", "https://ferrybbs.example.com/a", "https://example.org/viewtopic.php?f=3&t=14",
        "https://example.org/community/index.php?topic=12.0", "https://example.org/groups/the-first-ferry-t12.html",
        "https://example.org/thread-12.html", "https://travel.example/ShowTopic-g12-i3.html",
        "https://example.org/en/questions/12/how-to", "https://old.reddit.com/r/science/comments/1/title/",
        "https://news.ycombinator.com/item?id=1", "https://www.zhihu.com/question/1/answer/2",
        "https://tieba.baidu.com/p/1", "/threads/title.12/"})
    EXPECT_TRUE(is_discussion_address(address)) << address;
}

// A word in the name of a page says nothing, nor does a host that has other pages.
TEST(Discussion, IsNotWhatAPageIsAbout) {
  for (const char* address :
       {"", "https://example.org/", "https://example.org/2024/the-question-of-the-forum", "https://answers.com/a",
        "https://example.org/news/topical", "https://example.org/hot-topic", "https://example.org/topic/cloud/",
        "https://example.org/t/mens-shoes", "https://zhuanlan.zhihu.com/p/1", "https://www.reddit.com/",
        "https://notreddit.com/r/a", "https://example.org/a#/threads/1", "https://example.org/thread-count-explained",
        "https://example.org/what-it-is-t", "https://community.com/a"})
    EXPECT_FALSE(is_discussion_address(address)) << address;
  EXPECT_FALSE(is_discussion_address("https://example.org/" + std::string(600, 'a') + "/threads/"));
}

TEST(Discussion, IsNamedByProgramsAndSites) {
  for (const char* text : {"Discourse 3.2.0", "phpBB", "nojs XenForo", "Ubuntu Forums", "水木论坛", "single bbPress"})
    EXPECT_TRUE(names_forum(text)) << text;
  for (const char* text : {"", "WordPress 6.4", "Hugo", "The Daily Telegraph", "single-post"})
    EXPECT_FALSE(names_forum(text)) << text;
}

}  // namespace
}  // namespace pith::statements
