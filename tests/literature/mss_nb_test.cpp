// Checks of methods.md §1.8.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "literature/method.hpp"
#include "literature/model.hpp"
#include "literature/stem.hpp"
#include "literature/words.hpp"
#include "method/catalogue.hpp"
#include "pith/methods.hpp"
#include "support/measured.hpp"
#include "support/must.hpp"

namespace pith::literature {
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
  const Method& method = *all_methods().find("mss-nb");
  Method without_model = method;
  without_model.prepare = nullptr;
  const Settings settings = testing::must(read_settings(without_model, given));
  std::vector<std::unique_ptr<const Lesson>> lessons;
  std::vector<const Lesson*> taught;
  for (int i = 0; i < labelled + unlabelled; ++i) {
    const Measured m(page_of(i));
    const auto share = i < labelled ? std::span<const float>(kShare) : std::span<const float>();
    lessons.push_back(method.trainer->study({.page = m.page, .share = share}, settings));
    taught.push_back(lessons.back().get());
  }
  given.push_back({"model", make_model("mss-nb", "", testing::must(method.trainer->train(taught, settings, 1)))});
  return given;
}

Texts kept(const std::string& html, const std::vector<Setting>& given) {
  const Settings settings = testing::must(read_settings(*all_methods().find("mss-nb"), given));
  const Measured m(html);
  Scratch scratch;
  Choice choice;
  choose(*all_methods().find("mss-nb"), m.page, {.settings = &settings}, scratch, choice);
  Texts texts;
  for (std::size_t body = 0; body < choice.bodies(); ++body)
    for (const BlockId id : choice.body(body)) texts.push_back(m.text(id));
  for (BlockId id = 0; id < m.page.blocks().size(); ++id) {
    std::string words;
    all_methods().find("mss-nb")->describe(m.page, choice, id, words);
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
    std::string other = model;
    other.replace(other.find("\ngrams ") + 7, std::string_view(grams).size(),
                  grams == std::string_view("triple-unigram") ? "bigram" : "triple-unigram");
    const std::vector<Setting> wrong = {{"model", other}};
    const Error error = read_settings(*all_methods().find("mss-nb"), wrong).error();
    EXPECT_NE(error.message.find("kinds of features"), std::string::npos) << error.message;
  }
}

TEST(MssNb, UnseenWordsSayNothingAndTheTagDecides) {
  const auto given = trained({}, 4, 0);
  EXPECT_EQ(kept(page_of(11), given), (Texts{sentence(77), sentence(82)}));
}

TEST(MssNb, SemiSupervisedIsNoWorse) {
  const auto supervised = trained({}, 3, 0);
  for (const char* importance : {"mean", "sum"}) {
    const auto semi = trained({{"semi", "on"}, {"importance", importance}}, 3, 6);
    for (int i = 9; i < 12; ++i) EXPECT_EQ(kept(page_of(i), semi), kept(page_of(i), supervised)) << importance;
  }
}

std::string model_of(const std::vector<Setting>& given) { return given.back().value; }

std::string error_of(const std::string& model) {
  const std::vector<Setting> given = {{"model", model}};
  return read_settings(*all_methods().find("mss-nb"), given).error().message;
}

// methods.md §1.8: words are Porter-stemmed.
TEST(MssNb, WordsAreStemmedByPortersRules) {
  if (!Stemmer().works()) GTEST_SKIP() << "built without libstemmer";
  const auto gram_of = [](const char* stem, const std::string& markup) {
    const Measured m(markup);
    Method without_model = *all_methods().find("mss-nb");
    without_model.prepare = nullptr;
    const std::vector<Setting> given = {{"stem", stem}, {"grams", "unigram"}};
    const Settings settings = testing::must(read_settings(without_model, given));
    const std::vector<float> share(m.page.blocks().size(), 1);
    const auto lesson = all_methods().find("mss-nb")->trainer->study({.page = m.page, .share = share}, settings);
    const std::vector<const Lesson*> lessons = {lesson.get()};
    return testing::must(all_methods().find("mss-nb")->trainer->train(lessons, settings, 1));
  };
  const std::string page = "<body><p>Relational connections, <b>hopping</b></p></body>";
  const std::string porter = gram_of("porter", page), prefix = gram_of("prefix", page), none = gram_of("none", page);
  for (const char* word : {"\nf relat ", "\nf connect ", "\nf hop ", "\nwords porter character\n"})
    EXPECT_NE(porter.find(word), std::string::npos) << word;
  for (const char* word : {"\nf relati ", "\nf connec ", "\nf hoppin ", "\nwords prefix character\n"})
    EXPECT_NE(prefix.find(word), std::string::npos) << word;
  for (const char* word : {"\nf relational ", "\nf connections ", "\nf hopping "})
    EXPECT_NE(none.find(word), std::string::npos) << word;
}

TEST(MssNb, ChineseTokensAreCharactersOrWords) {
  for (const char* chinese : {"character", "word"}) {
    const std::vector<Setting> given = trained({{"chinese", chinese}}, 2, 0);
    EXPECT_EQ(kept(page_of(0), given), (Texts{sentence(0), sentence(5)}));
    kept("<p>中国人民的大桥合龙。</p>", given);
  }
  if (!WordFinder().works()) GTEST_SKIP() << "built without ICU";
  EXPECT_NE(model_of(trained({{"chinese", "word"}}, 2, 0)).find(" word\n"), std::string::npos);
}

TEST(MssNb, ModelsOfEarlierVersionsHaveWordsBySixLetters) {
  std::string model = model_of(trained({{"stem", "prefix"}}, 2, 0));
  const std::size_t words = model.find("\nwords prefix character\n");
  ASSERT_NE(words, std::string::npos);
  model.erase(words, std::string_view("\nwords prefix character").size());
  model.erase(model.find("\ntags ") + 1);
  EXPECT_EQ(error_of(model), "");
  EXPECT_EQ(kept(page_of(0), {{"model", model}, {"rare_tags", "2"}}), (Texts{sentence(0), sentence(5)}));
  model.insert(words, "\nwords some character");
  EXPECT_NE(error_of(model).find("expected `words`"), std::string::npos);
}

// methods.md §1.8, post-clean: what lies between both tags of a table, or of a div with something in it, inside the
// stretch.
TEST(MssNb, CutsOutPairsInsideTheStretchAlone) {
  const auto given = trained({}, 4, 0);
  const std::string first = "<p>" + sentence(0) + "</p>", last = "<p>" + sentence(12) + "</p>";
  // A table around the whole body is none that the stretch holds.
  const std::string layout = "<body><ul><li><a href=1>home page</a></ul><table><tr><td><article>" + first + last +
                             "</article></td></tr></table></body>";
  EXPECT_EQ(kept(layout, given), (Texts{sentence(0), sentence(12)}));
  const auto with_div = [&](const std::string& inside, const char* rule) {
    auto set = given;
    set.push_back({"clean_div", rule});
    return kept("<body><div><article>" + first + "<div>" + sentence(7) + inside + "</div>" + last +
                    "</article><img src=1></div></body>",
                set);
  };
  const Texts all = {sentence(0), sentence(7), sentence(12)}, without = {sentence(0), sentence(12)};
  for (const char* inside : {"<img src=1>", "<object></object>"}) EXPECT_EQ(with_div(inside, "off"), all);
  EXPECT_EQ(with_div("<object></object>", "port"), without);
  EXPECT_EQ(with_div("<img src=1>", "port"), all);
  EXPECT_EQ(with_div("<img src=1>", "paper"), without);
  EXPECT_EQ(with_div("", "paper"), all);
}

TEST(MssNb, LeavesOutTagsThatFewTrainingPagesHave) {
  auto given = trained({}, 4, 0);
  const std::string html = "<body><article><p>" + sentence(0) + "</p><aside>" + sentence(7) + "</aside><p>" +
                           sentence(12) + "</p></article></body>";
  EXPECT_EQ(kept(html, given), (Texts{sentence(0), sentence(7), sentence(12)}));
  given.push_back({"rare_tags", "2"});
  EXPECT_EQ(kept(html, given), (Texts{sentence(0), sentence(12)}));
  given.back().value = "5";  // four pages have `p`
  EXPECT_EQ(kept(html, given), Texts{});
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
  EXPECT_NE(
      Extractor(Options{.method = "mss-nb", .catalogue = &all_methods()}).error().message.find("pith train mss-nb"),
      std::string::npos);
}

}  // namespace
}  // namespace pith::literature
