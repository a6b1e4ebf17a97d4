#include "harvest/addresses.hpp"

#include <gtest/gtest.h>

namespace pith::harvest {
namespace {

TEST(HarvestAddresses, OnePageHasOneAddress) {
  EXPECT_EQ(page_address("HTTP://Example.org:80/a/../b#part"), "http://example.org/b");
  EXPECT_EQ(page_address("http://http/http"), "http://http/http");
  EXPECT_EQ(page_address("http://example.org/a?b=1&PHPSESSID=77&utm_source=x&c=2"), "http://example.org/a?b=1&c=2");
  EXPECT_EQ(page_address("http://example.org/a;jsessionid=88?x=1"), "http://example.org/a?x=1");
  EXPECT_EQ(page_address("http://example.org/a?"), "http://example.org/a");
}

TEST(HarvestAddresses, WhatIsNoPage) {
  for (const char* url : {"ftp://example.org/a", "mailto:a@example.org", "/relative", "", "http://example.org/a.JPG",
                          "http://example.org/x.tar.gz", "http://user@example.org/"})
    EXPECT_EQ(page_address(url), "") << url;
  EXPECT_EQ(page_address("http://example.org/a/b/a/b/a/b/a/b/"), "");
  EXPECT_EQ(page_address("http://example.org/" + std::string(2000, 'a')), "");
  EXPECT_NE(page_address("http://example.org/2024/05/05/2024/a"), "");
}

TEST(HarvestAddresses, Patterns) {
  EXPECT_EQ(pattern_of("https://www.example.org/2024/05/a-fine-day.html?id=7"), "example.org/0000/0/*.html?id=0");
  EXPECT_EQ(pattern_of("https://example.org/thread-123-1-1.html"), "example.org/thread-0-0-0.html");
  EXPECT_EQ(pattern_of("https://example.org/thread-7-1-1.html"), "example.org/thread-0-0-0.html");
  EXPECT_EQ(pattern_of("https://example.org/page/12/"), pattern_of("https://example.org/page/3/"));
  EXPECT_EQ(pattern_of("https://example.org/?b=2&a=x"), "example.org/?a=*&b=0");
  EXPECT_NE(pattern_of("https://example.org/tag/tea"), pattern_of("https://example.org/post/tea"));
}

TEST(HarvestAddresses, DatesInThem) {
  EXPECT_EQ(date_in("https://example.org/2024/05/03/slug/"), "2024-05-03");
  EXPECT_EQ(date_in("https://example.org/2024/5/slug.html"), "2024-05");
  EXPECT_EQ(date_in("https://example.org/a/20240503/12.html"), "2024-05-03");
  EXPECT_EQ(date_in("https://example.org/2024-05-03-slug"), "2024-05-03");
  for (const char* url : {"https://example.org/", "https://example.org/2024/slug", "https://example.org/20249903",
                          "https://example.org/archives/2030"})
    EXPECT_EQ(date_in(url), "") << url;
}

TEST(HarvestAddresses, WhatBelongsTogether) {
  EXPECT_EQ(site_host("http://www.example.org:8080/x"), "example.org:8080");
  EXPECT_EQ(site_domain("http://blog.example.co.uk/x"), "example.co.uk");
  EXPECT_EQ(site_domain("http://127.0.0.1:80/x"), "127.0.0.1");
  EXPECT_EQ(origin_of("HTTP://Example.org:8080/x"), "http://example.org:8080");
}

}  // namespace
}  // namespace pith::harvest
