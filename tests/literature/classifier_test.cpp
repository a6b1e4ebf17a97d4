// Checks of methods.md §1.13.

#include "literature/classifier.hpp"
#include "literature/method.hpp"

#include <gtest/gtest.h>

#include <algorithm>
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

std::string page_of(int number) {
  std::string text = "Page " + std::to_string(number) + " has paragraphs, which have commas, and stops.";
  std::string html = "<title>t</title><div><a href=1>Home</a></div><div><a href=2>News</a></div>";
  for (int i = 0; i < 3 + number % 4; ++i) html += "<p>" + text + " " + text + "</p>";
  return html + "<div><a href=3>Terms</a></div>";
}

TEST(Classifier, FeaturesHaveNoNamesOfTags) {
  using enum BlockFeatures;
  for (const BlockFeatures features : {neighbours, own, few})
    for (const learn::Attribute& attribute : BlockNumbers::schema(features).attributes)
      EXPECT_EQ(attribute.name.find("tag"), std::string::npos);
  const Measured div("<div>one, two</div><div>three</div>"), p("<p>one, two</p><p>three</p>");
  std::vector<float> a, b;
  for (const BlockFeatures features : {neighbours, own, few, tags}) {
    BlockNumbers(div.page, features).describe(0, a);
    BlockNumbers(p.page, features).describe(0, b);
    EXPECT_EQ(a == b, features != tags);
    EXPECT_EQ(b.size(), BlockNumbers::schema(features).attributes.size());
  }
  EXPECT_EQ(BlockNumbers::schema(few).attributes.size(), 3u);
  EXPECT_EQ(BlockNumbers::schema(own).attributes.size(), 13u);
  EXPECT_EQ(BlockNumbers::schema(neighbours).attributes.size(), 39u);
  EXPECT_EQ(BlockNumbers::schema(tags).attributes.size(), 41u);
}

class ClassifierLearner : public ::testing::TestWithParam<const char*> {};

TEST_P(ClassifierLearner, LearnsWhichBlocksAreContent) {
  const Method& method = *all_methods().find("classifier");
  Method without_model = method;
  without_model.prepare = nullptr;
  std::vector<Setting> given = {{"learner", GetParam()}};
  const Settings how = testing::must(read_settings(without_model, given));
  std::vector<std::unique_ptr<const Lesson>> lessons;
  std::vector<const Lesson*> taught;
  for (int i = 0; i < 12; ++i) {
    const Measured m(page_of(i));
    std::vector<float> share(m.page.blocks().size(), 1);
    share[0] = share[1] = share.back() = 0;
    lessons.push_back(method.trainer->study({.page = m.page, .share = share}, how));
    taught.push_back(lessons.back().get());
  }
  given.push_back({"model", make_model("classifier", "", testing::must(method.trainer->train(taught, how, 1)))});
  const Settings settings = testing::must(read_settings(method, given));
  const Measured m(page_of(50));
  Scratch scratch;
  Choice choice;
  choose(method, m.page, {.settings = &settings}, scratch, choice);
  ASSERT_EQ(choice.bodies(), 1u);
  EXPECT_EQ(choice.body(0).size(), m.page.blocks().size() - 3);
  std::string words;
  method.describe(m.page, choice, 0, words);
  EXPECT_TRUE(words.starts_with("looks like noise (probability 0.")) << words;
}

INSTANTIATE_TEST_SUITE_P(All, ClassifierLearner, ::testing::Values("random-forest", "c45", "naive-bayes", "logistic"),
                         [](const auto& param) {
                           std::string name(param.param);
                           std::erase(name, '-');
                           return name;
                         });

// As `mss` over P - 0.5: a doubtful block between likely ones stays, a likely one far off goes.
TEST(Classifier, AStretchOfBlocks) {
  const Method& method = *all_methods().find("classifier");
  Method without_model = method;
  without_model.prepare = nullptr;
  const std::vector<Setting> few = {{"features", "few"}, {"learner", "c45"}};
  const Settings how = testing::must(read_settings(without_model, few));
  std::vector<std::unique_ptr<const Lesson>> lessons;
  std::vector<const Lesson*> taught;
  for (int i = 0; i < 12; ++i) {
    const Measured m(page_of(i));
    std::vector<float> share(m.page.blocks().size(), 1);
    share[0] = share[1] = share.back() = 0;
    lessons.push_back(method.trainer->study({.page = m.page, .share = share}, how));
    taught.push_back(lessons.back().get());
  }
  const std::string model = make_model("classifier", "", testing::must(method.trainer->train(taught, how, 1)));
  const std::string text = "<p>A paragraph, which has commas, and stops. It is long, and says something.</p>";
  const Measured m("<p>" + text + text + text + "<a href=1>Home</a>" + text + text + "<a href=1>Home</a><br><br>" +
                   "<a href=2>News</a><br><br><a href=3>Sport</a><br><br><a href=4>Terms</a><br><br>" +
                   "<a href=5>Weather</a><br><br><a href=6>Travel</a>" + text);
  const auto kept = [&](const char* stretch) {
    const std::vector<Setting> given = {{"model", model}, {"stretch", stretch}};
    const Settings settings = testing::must(read_settings(method, given));
    Scratch scratch;
    Choice choice;
    choose(method, m.page, {.settings = &settings}, scratch, choice);
    std::vector<std::string> words;
    for (BlockId id = 0; id < m.page.blocks().size(); ++id) {
      std::string why;
      method.describe(m.page, choice, id, why);
      words.push_back((choice.body_of(id) >= 0 ? "+" : "-") + why.substr(0, why.find(" (")));
    }
    return words;
  };
  const std::vector<std::string> alone = kept("off"), together = kept("on");
  ASSERT_EQ(alone.size(), 13u);
  EXPECT_EQ(alone[3], "-looks like noise");
  EXPECT_EQ(alone[12], "+looks like main content");
  EXPECT_EQ(together[0], "+looks like main content");
  EXPECT_EQ(together[3], "+looks like noise, but stands in the stretch of main content");
  EXPECT_EQ(together[6], "-looks like noise");
  EXPECT_EQ(together[12], "-looks like main content, but stands outside the stretch of it");
}

TEST(Classifier, WithoutAModelItSaysHowToGetOne) {
  EXPECT_NE(Extractor(Options{.method = "classifier", .catalogue = &all_methods()})
                .error()
                .message.find("pith train classifier"),
            std::string::npos);
}

}  // namespace
}  // namespace pith::literature
