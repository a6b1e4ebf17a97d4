// Check of methods.md §1.16: a sample with all three classes.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "literature/method.hpp"
#include "method/catalogue.hpp"
#include "pith/methods.hpp"
#include "support/measured.hpp"

namespace pith::literature {
namespace {

using testing::Measured;

const std::string kLong =
    "This paragraph is long enough to be text: it has more than twenty-five words of five letters each, and it has "
    "commas, stops, and no links at all, so that the rules cannot take it for anything but text, whatever comes. ";

std::vector<std::string> kept(const Measured& m, std::vector<std::string>* reasons = nullptr) {
  Scratch scratch;
  Choice choice;
  choose(*all_methods().find("article-extractor"), m.page, {}, scratch, choice);
  std::vector<std::string> texts;
  for (std::size_t body = 0; body < choice.bodies(); ++body)
    for (const BlockId id : choice.body(body)) texts.push_back(m.text(id));
  for (BlockId id = 0; reasons != nullptr && id < m.page.blocks().size(); ++id)
    all_methods().find("article-extractor")->describe(m.page, choice, id, reasons->emplace_back());
  return texts;
}

TEST(ArticleExtractor, SortsBlocksIntoTextJunkAndOther) {
  const std::string other = "A short line with eight or nine words in it";
  const Measured m("<div><a href=1>A menu with quite a few words that are links</a></div><p>" + other + "</p><p>" +
                   kLong + "1</p><p>" + other + "</p><p>" + kLong +
                   "2</p><p>Copyright of this page, all of it, is ours</p><p>" + kLong + "3</p>");
  std::vector<std::string> reasons;
  EXPECT_EQ(kept(m, &reasons), (std::vector<std::string>{kLong + "1", other, kLong + "2"}));
  EXPECT_TRUE(reasons[0].starts_with("junk"));
  EXPECT_EQ(reasons[1], "neither text nor junk, outside the body");
  EXPECT_TRUE(reasons[2].starts_with("text: long"));
  EXPECT_EQ(reasons[3], "neither text nor junk, between blocks of text");
  EXPECT_TRUE(reasons[5].starts_with("junk"));
  EXPECT_EQ(reasons[6], "text, but not in the longest run of such blocks");
}

TEST(ArticleExtractor, AllowsTwoOtherBlocksInside) {
  const std::string other = "<p>A short line with eight or nine words in it</p>";
  const auto page = [&](int others) {
    std::string html = "<p>" + kLong + "1</p>";
    for (int i = 0; i < others; ++i) html += other;
    return html + "<p>" + kLong + "2</p>";
  };
  EXPECT_EQ(kept(Measured(page(2))).size(), 4u);
  EXPECT_EQ(kept(Measured(page(3))).size(), 1u);
}

TEST(ArticleExtractor, CountsChineseCharacters) {
  const std::string text =
      "据市交通运输局介绍，大桥合龙后将转入桥面铺装、机电安装等附属工程施工，计划明年六月具备通车条件。";
  EXPECT_EQ(kept(Measured("<p>首页</p><p>" + text + "</p>")), (std::vector<std::string>{text}));
  EXPECT_TRUE(kept(Measured("<p>首页</p>")).empty());
}

}  // namespace
}  // namespace pith::literature
