// Checks of methods.md §1.8.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "method/model.hpp"
#include "method/registry.hpp"
#include "method/trainer.hpp"
#include "support/measured.hpp"

namespace pith::method {
namespace {

using testing::Measured;
using Texts = std::vector<std::string>;

std::string word(int number) {
  const std::string letters = "abcdefghij";
  return std::string("w") + letters[static_cast<std::size_t>(number / 10 % 10)] +
         letters[static_cast<std::size_t>(number % 10)];
}

std::string sentence(int from) {
  std::string text;
  for (int i = 0; i < 12; ++i) text += (i == 0 ? "" : " ") + word(from + i);
  return text;
}

std::string page_of(int number) {
  return "<body><ul><li><a href=1>home page</a><li><a href=2>all the news</a></ul><article><p>" + sentence(7 * number) +
         "</p><p>" + sentence(7 * number + 5) + "</p></article><ul><li><a href=3>contact us</a></ul></body>";
}
const std::vector<float> kShare = {0, 0, 1, 1, 0};

std::vector<Setting> trained(std::vector<Setting> given, int labelled, int unlabelled) {
  const Method& method = *find("mss-nb");
  Method without_model = method;
  without_model.prepare = nullptr;
  std::string error;
  const Settings settings = read_settings(without_model, given, error);
  std::vector<std::unique_ptr<const Lesson>> lessons;
  std::vector<const Lesson*> taught;
  for (int i = 0; i < labelled + unlabelled; ++i) {
    const Measured m(page_of(i));
    const auto share = i < labelled ? std::span<const float>(kShare) : std::span<const float>();
    lessons.push_back(method.trainer->study({.page = m.page, .share = share}, settings));
    taught.push_back(lessons.back().get());
  }
  given.push_back({"model", make_model("mss-nb", "", method.trainer->train(taught, settings, 1, error))});
  EXPECT_EQ(error, "");
  return given;
}

Texts kept(const std::string& html, const std::vector<Setting>& given) {
  std::string error;
  const Settings settings = read_settings(*find("mss-nb"), given, error);
  EXPECT_EQ(error, "");
  const Measured m(html);
  Scratch scratch;
  Choice choice;
  choose(*find("mss-nb"), m.page, {.settings = &settings}, scratch, choice);
  Texts texts;
  for (std::size_t body = 0; body < choice.bodies(); ++body)
    for (const BlockId id : choice.body(body)) texts.push_back(m.text(id));
  for (BlockId id = 0; id < m.page.blocks().size(); ++id) {
    std::string words;
    find("mss-nb")->describe(m.page, choice, id, words);
    EXPECT_FALSE(words.empty());
  }
  return texts;
}

TEST(MssNb, ATrainingPageIsRecovered) {
  for (const char* smoothing : {"none", "one"}) {
    const auto given = trained({{"smoothing", smoothing}}, 2, 0);
    for (int i = 0; i < 2; ++i)
      EXPECT_EQ(kept(page_of(i), given), (Texts{sentence(7 * i), sentence(7 * i + 5)})) << smoothing;
  }
}

TEST(MssNb, GramsOfAllKinds) {
  for (const char* grams : {"trigram", "bigram", "unigram", "triple-unigram"}) {
    const auto given = trained({{"grams", grams}}, 2, 0);
    for (int i = 0; i < 2; ++i)
      EXPECT_EQ(kept(page_of(i), given), (Texts{sentence(7 * i), sentence(7 * i + 5)})) << grams;
    const std::string& model = given.back().value;
    EXPECT_NE(model.find(std::string("\ngrams ") + grams + '\n'), std::string::npos);
    // What was learnt of grams of one kind is nothing to those of another.
    std::string other = model, error;
    other.replace(other.find("\ngrams ") + 7, std::string_view(grams).size(),
                  grams == std::string_view("triple-unigram") ? "bigram" : "triple-unigram");
    const std::vector<Setting> wrong = {{"model", other}};
    read_settings(*find("mss-nb"), wrong, error);
    EXPECT_NE(error.find("kinds of features"), std::string::npos) << error;
  }
}

TEST(MssNb, UnseenWordsSayNothingAndTheTagDecides) {
  const auto given = trained({}, 4, 0);
  EXPECT_EQ(kept(page_of(11), given), (Texts{sentence(77), sentence(82)}));
}

TEST(MssNb, SemiSupervisedIsNoWorse) {
  const auto supervised = trained({}, 3, 0), semi = trained({{"semi", "on"}}, 3, 6);
  for (int i = 9; i < 12; ++i) EXPECT_EQ(kept(page_of(i), semi), kept(page_of(i), supervised));
}

TEST(MssNb, LeavesOutTablesAndLoneLinks) {
  const auto given = trained({}, 4, 0);
  const std::string html = "<body><article><p>" + sentence(0) + "</p><p><a href=1>" + sentence(5) +
                           "</a></p><table><tr><td>" + sentence(7) + "</td></tr></table><p>" + sentence(12) +
                           "</p></article></body>";
  auto all = given;
  all.push_back({"clean", "off"});
  EXPECT_EQ(kept(html, given), (Texts{sentence(0), sentence(12)}));
  EXPECT_GE(kept(html, all).size(), 3u);
}

TEST(MssNb, TakesAnyPage) {
  const auto given = trained({}, 2, 0);
  for (const char* markup : {"", "x", "<p hidden>x", "<frameset></frameset>", "<select><option>a</select>",
                             "<p>中文，字。</p>", "</p></div>", "<svg><text>x</text></svg>"})
    kept(markup, given);
  EXPECT_NE(Extractor(Options{.method = "mss-nb"}).error().message.find("pith train mss-nb"), std::string::npos);
}

}  // namespace
}  // namespace pith::method
