#include "page/section_words.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace pith::page {
namespace {

TEST(SectionWords, HeadOtherPages) {
  for (const std::string_view text : {"Related",
                                      "RELATED ARTICLES",
                                      "» Related articles:",
                                      "You may also like…",
                                      "More from Travel",
                                      "Editors’ Picks",
                                      "Most read",
                                      "Lesen Sie auch:",
                                      "ÄHNLICHE BEITRÄGE",
                                      "À lire aussi",
                                      "Te puede interesar",
                                      "Leia também",
                                      "Potrebbe interessarti",
                                      "Lees ook",
                                      "Czytaj także",
                                      "Читайте также",
                                      "ДРУГИЕ НОВОСТИ ПО ЭТОЙ ТЕМЕ",
                                      "Διαβάστε επίσης",
                                      "İlgili haberler",
                                      "Läs också",
                                      "相关阅读",
                                      "【相关新闻】",
                                      "相關新聞",
                                      "猜你喜欢",
                                      "热门文章排行",
                                      "関連記事",
                                      "관련 기사"}) {
    EXPECT_TRUE(heads_other_pages(text)) << text;
  }
}

TEST(SectionWords, HeadNoOtherPages) {
  for (const std::string_view text :
       {"", "…", "12", "The ferry", "Relatedness of languages", "More than half of them left", "Popular unrest",
        "Moreover", "Latest ferry leaves at ten", "Mehr als die Hälfte", "更新时间", "最新的研究", "Комментарии"}) {
    EXPECT_FALSE(heads_other_pages(text)) << text;
  }
  EXPECT_FALSE(heads_other_pages("Related " + std::string(80, 'x')));
  EXPECT_FALSE(heads_other_pages(std::string(5000, ' ')));
}

TEST(SectionWords, TakesAnyBytes) {
  for (const std::string_view text : {"\xFF\xFE", "Related \xE7", "\xE7\x9B", "related\0articles"})
    heads_other_pages(text);
  std::string dense;
  for (int i = 0; i < 26; ++i) dense += "更";
  EXPECT_FALSE(heads_other_pages(dense));
}

}  // namespace
}  // namespace pith::page
