// What holds for each method of the registry, on pages that are odd and on the two that the field compares
// methods with: one article, and five answers.

#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "support/chosen.hpp"

namespace pith::method {
namespace {

using testing::Bodies;
using testing::Chosen;
using testing::Measured;

const std::string kSentence =
    "据市交通运输局介绍，大桥合龙后将转入桥面铺装、机电安装等附属工程施工，计划明年六月具备通车条件。";

const std::string kNav =
    "<div class=nav><a href=1>首页</a> <a href=2>新闻</a> <a href=3>体育</a> <a href=4>财经</a> <a "
    "href=5>娱乐</a></div>";
const std::string kFoot = "<div class=foot><a href=6>关于我们</a> <a href=7>联系我们</a> 版权所有 某某网</div>";

std::string article_page() {
  std::string page =
      "<title>跨江大桥今日合龙_某某网</title><body>" + kNav + "<div class=article><h1>跨江大桥今日合龙</h1>";
  for (int i = 0; i < 6; ++i) page += "<p>第" + std::to_string(i) + "段：" + kSentence + kSentence + "</p>";
  return page + "</div>" + kFoot;
}

std::string answers_page() {
  std::string page = "<title>大桥什么时候通车_某某问答</title><body>" + kNav + "<div class=answers>";
  for (int i = 0; i < 5; ++i)
    page += "<div class=answer><p>答案" + std::to_string(i) + "：" + kSentence + kSentence + "</p><p>" + kSentence +
            "</p></div>";
  return page + "</div>" + kFoot;
}

TEST(EveryMethod, TakesAnyPage) {
  const std::string deep = [] {
    std::string out;
    for (int i = 0; i < 3000; ++i) out += "<div>";
    return out + "text";
  }();
  const std::string pages[] = {"",
                               "x",
                               "<p>x",
                               "<title>only a title</title>",
                               "<a href=x>only a link</a>",
                               "<frameset><frame></frameset>",
                               "<select><option>a<option>b</select>",
                               "<p hidden>x",
                               "<br><br>",
                               "<svg><text>x</text></svg>",
                               "<table><td><table><td></table></table>",
                               "<pre>\n\n a\n</pre>",
                               "<p>。，！",
                               "<noscript><p>all of it</noscript>",
                               "<div class=''></div><div class=' '>x</div>",
                               deep,
                               article_page(),
                               answers_page()};
  for (const Method* method : all_methods().methods()) {
    if (method->trainer != nullptr) continue;  // the tests of these train them on such pages
    for (const std::string& markup : pages) {
      const Measured m(markup);
      const Chosen run(method->id, m);
      const std::string what = std::string(method->id) + ": " + markup.substr(0, 60);
      EXPECT_EQ(run.choice.bodies() == 0, run.choice.empty() != Empty::none) << what;
      std::size_t kept = 0;
      for (std::size_t body = 0; body < run.choice.bodies(); ++body) {
        ASSERT_FALSE(run.choice.body(body).empty()) << what;
        for (const BlockId id : run.choice.body(body)) {
          EXPECT_EQ(run.choice.body_of(id), static_cast<int>(body)) << what;
          ++kept;
        }
      }
      for (BlockId id = 0; id < m.page.blocks().size(); ++id) {
        EXPECT_TRUE(std::isfinite(run.choice.score(id))) << what;
        const bool judged = m.page.total().characters > 0 && run.choice.empty() != Empty::hidden;
        EXPECT_TRUE(!judged || !run.reason(id).empty()) << what << " block " << id;
        kept -= run.choice.body_of(id) >= 0;
      }
      EXPECT_EQ(kept, 0u) << what;  // no block stands in a body twice
    }
  }
}

TEST(EveryMethod, RemembersNothing) {
  const Measured first(article_page()), second(answers_page());
  for (const Method* method : all_methods().methods()) {
    if (method->trainer != nullptr) continue;
    Scratch scratch;
    Choice choice;
    choose(*method, first.page, {}, scratch, choice);
    choose(*method, second.page, {}, scratch, choice);
    const Chosen fresh(method->id, second);
    ASSERT_EQ(choice.bodies(), fresh.choice.bodies()) << method->id;
    for (BlockId id = 0; id < second.page.blocks().size(); ++id) {
      EXPECT_EQ(choice.body_of(id), fresh.choice.body_of(id)) << method->id;
      EXPECT_EQ(choice.score(id), fresh.choice.score(id)) << method->id;
    }
  }
}

TEST(EveryMethod, FiveAnswersAndOneArticle) {
  const Measured answers(answers_page()), article(article_page());
  for (const char* id : {"wiehf", "scf"}) {
    const Bodies bodies = Chosen(id, answers).bodies();
    ASSERT_EQ(bodies.size(), 5u) << id;
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_TRUE(bodies[i][0].starts_with("答案" + std::to_string(i))) << id;
      EXPECT_EQ(bodies[i].size(), 2u) << id;
    }
  }
  for (const char* id : {"wiehf", "scf", "song", "mss", "cepr", "cetd", "webcollector"}) {
    const Bodies bodies = Chosen(id, article).bodies();
    ASSERT_EQ(bodies.size(), 1u) << id;
    EXPECT_GE(bodies[0].size(), 6u) << id;
    EXPECT_EQ(Chosen(id, article).choice.body_of(0), -1) << id;
  }
}

}  // namespace
}  // namespace pith::method
