#include "corpus/media.hpp"

#include <gtest/gtest.h>

#include <string>

namespace pith::corpus {
namespace {

TEST(Media, TellsKindsByTheirTypes) {
  const std::pair<const char*, NoPage> types[] = {{"image/svg+xml", NoPage::image},
                                                  {"application/pdf", NoPage::pdf},
                                                  {"application/rss+xml", NoPage::markup},
                                                  {"application/ld+json", NoPage::json},
                                                  {"text/javascript", NoPage::script},
                                                  {"text/css", NoPage::style},
                                                  {"application/font-woff", NoPage::font},
                                                  {"application/zip", NoPage::archive},
                                                  {"text/plain", NoPage::text},
                                                  {"application/octet-stream", NoPage::other}};
  for (const auto& [type, kind] : types) EXPECT_EQ(kind_of_type(type), kind) << type;
  EXPECT_EQ(kind_of_binary("a PNG image"), NoPage::image);
  EXPECT_EQ(kind_of_binary("binary data"), NoPage::other);
}

// The table of the MIME Sniffing Standard, section 7.1.
TEST(Media, KnowsHtmlByItsBeginning) {
  for (const char* const page : {"<!DOCTYPE HTML>", " \t\r\n<html lang=en>", "\xEF\xBB\xBF<body >", "<!-- x", "<p>x",
                                 "<H1 a>", "<?xml version='1.0'?><!DOCTYPE html><html xmlns='x'>"})
    EXPECT_TRUE(looks_like_html(page)) << page;
  for (const char* const other :
       {"", "<", "<p", "<pre>", "<paragraph>", "text <p>", "{}", "<?xml version='1.0'?><rss>"})
    EXPECT_FALSE(looks_like_html(other)) << other;
  EXPECT_FALSE(looks_like_html(std::string(2000, ' ') + "<html>"));
}

}  // namespace
}  // namespace pith::corpus
