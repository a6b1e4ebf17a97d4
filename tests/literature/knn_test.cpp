// Checks of methods.md §1.14.

#include "literature/knn.hpp"
#include "literature/method.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "literature/model.hpp"
#include "method/catalogue.hpp"
#include "pith/methods.hpp"
#include "support/measured.hpp"
#include "support/must.hpp"

namespace pith::literature {
namespace {

using testing::Measured;

TEST(Knn, TheTableGivesASiteItsBestMethod) {
  EXPECT_EQ(best_of(std::vector<double>{90, 70}), 0u);  // site 1 → A
  EXPECT_EQ(best_of(std::vector<double>{80, 85}), 1u);  // site 2 → B
  EXPECT_EQ(best_of(std::vector<double>{60, 87}), 1u);  // site 3 → B
  EXPECT_EQ(best_of(std::vector<double>{70, 70}), 0u);
}

// The survey's table through training, model and choice: A is `all`, B `cetd`.
TEST(Knn, TheTableOfTheSurvey) {
  const Method& method = *all_methods().find("knn");
  const std::vector<std::string_view> methods = {"all", "cetd"};
  const std::vector<std::vector<double>> scores = {{.90, .70}, {.80, .85}, {.60, .87}};
  const auto page_of_site = [](std::size_t site, int number) {
    const std::string text = "text number " + std::to_string(number) + ", which says something. ";
    if (site == 0) return "<body><table><tr><td><b>" + text + "</b></td></tr></table>";
    if (site == 1) return "<body><article><section><p>" + text + "</p></section></article>";
    return "<body><ul><li><i>" + text + "</i></li></ul><dl><dt>x<dd><u>y</u></dl>";
  };
  std::vector<std::unique_ptr<const Lesson>> lessons;
  std::vector<const Lesson*> taught;
  for (std::size_t site = 0; site < 3; ++site) {
    for (int i = 0; i < 7; ++i) {
      const Measured m(page_of_site(site, i));
      lessons.push_back(method.trainer->study(
          {.page = m.page, .site = "site" + std::to_string(site + 1), .methods = methods, .scores = scores[site]},
          Settings(method.settings)));
      taught.push_back(lessons.back().get());
    }
  }
  const std::string learnt = testing::must(method.trainer->train(taught, Settings(method.settings), 1));
  EXPECT_NE(learnt.find("site site1 7 all 0.9 cetd 0.7\n"), std::string::npos) << learnt;
  EXPECT_NE(learnt.find("site site2 7 cetd 0.85 all 0.8\n"), std::string::npos) << learnt;
  EXPECT_NE(learnt.find("site site3 7 cetd 0.87 all 0.6\n"), std::string::npos) << learnt;
  const std::vector<Setting> given = {{"model", make_model("knn", "", learnt)}};
  const Settings settings = testing::must(read_settings(method, given));
  constexpr std::string_view kBest[] = {"all", "cetd", "cetd"};
  for (std::size_t site = 0; site < 3; ++site) {
    const Measured m(page_of_site(site, 100));
    Scratch scratch;
    Choice choice;
    choose(method, m.page, {.settings = &settings}, scratch, choice);
    ASSERT_NE(choice.chosen_by(), nullptr);
    EXPECT_EQ(choice.chosen_by()->id, kBest[site]) << site + 1;
  }
}

TEST(Knn, ShinglesAreThreeSuccessiveTags) {
  const Measured one("<body><div><p>a</p><p>b</p></div>"), two("<body><div><p>longer text</p></div>"),
      three("<body><table><tr><td>a</table>");
  EXPECT_EQ(sample_of(one.page).shingles, sample_of(two.page).shingles);
  EXPECT_NE(sample_of(one.page).shingles, sample_of(three.page).shingles);
  EXPECT_EQ(sample_of(one.page).profile.size(), 5u);
}

// Two sites of different looks: on "lists.example" `all` is best, on "news.example" `cetd`.
std::string page_of(bool news, int number) {
  const std::string text = "text number " + std::to_string(number) + ", which says something. ";
  std::string html = news ? "<body><ul><li><a href=1>menu</a></ul><article><section>" : "<body><table>";
  for (int i = 0; i < 4 + number % 3; ++i)
    html += news ? "<p>" + text + text + text + "</p>" : "<tr><td><b>" + text + "</b></td></tr>";
  return html;
}

std::shared_ptr<Settings> trained() {
  const Method& method = *all_methods().find("knn");
  const std::vector<std::string_view> methods = {"all", "cetd"};
  std::vector<std::unique_ptr<const Lesson>> lessons;
  std::vector<const Lesson*> taught;
  for (int i = 0; i < 16; ++i) {
    const bool news = i % 2 == 0;
    const Measured m(page_of(news, i));
    const std::vector<double> scores = news ? std::vector<double>{.5, .9} : std::vector<double>{.9, .5};
    lessons.push_back(method.trainer->study(
        {.page = m.page, .site = news ? "news.example" : "lists.example", .methods = methods, .scores = scores},
        Settings(method.settings)));
    taught.push_back(lessons.back().get());
  }
  const std::string learnt = testing::must(method.trainer->train(taught, Settings(method.settings), 1));
  EXPECT_NE(learnt.find("site lists.example 8 all 0.9 cetd 0.5\n"), std::string::npos) << learnt;
  const std::vector<Setting> given = {{"model", make_model("knn", "", learnt)}};
  auto settings = std::make_shared<Settings>(testing::must(read_settings(method, given)));
  return settings;
}

std::string_view chosen_on(const std::string& html, const Settings& settings) {
  const Measured m(html);
  Scratch scratch;
  Choice choice;
  choose(*all_methods().find("knn"), m.page, {.settings = &settings}, scratch, choice);
  std::string words;
  if (!m.page.blocks().empty()) {
    all_methods().find("knn")->describe(m.page, choice, 0, words);
    // Of a page whose text is all hidden no method is asked.
    EXPECT_EQ(words.starts_with("by "), choice.empty() != Empty::hidden) << words;
  }
  return choice.chosen_by() == nullptr ? "" : choice.chosen_by()->id;
}

TEST(Knn, TheNearestSiteChoosesTheMethod) {
  const auto settings = trained();
  EXPECT_EQ(chosen_on(page_of(true, 77), *settings), "cetd");
  EXPECT_EQ(chosen_on(page_of(false, 77), *settings), "all");
}

TEST(Knn, AFarPageGetsTheDefault) {
  const auto settings = trained();
  std::string far = "<body><dl>";
  for (int i = 0; i < 4000; ++i) far += "<dt><i>x</i><dd><u>y</u>";
  EXPECT_EQ(chosen_on(far, *settings), "all");  // of equal sums the first
}

TEST(Knn, TakesAnyPage) {
  const auto settings = trained();
  for (const char* markup : {"", "x", "<p hidden>x", "<frameset></frameset>", "<select><option>a</select>"})
    chosen_on(markup, *settings);
  EXPECT_NE(Extractor(Options{.method = "knn", .catalogue = &all_methods()}).error().message.find("pith train knn"),
            std::string::npos);
}

}  // namespace
}  // namespace pith::literature
