#include "evaluate/training.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "evaluate/evaluation.hpp"
#include "evaluate/tuning.hpp"
#include "pith/methods.hpp"
#include "support/must.hpp"

namespace pith::evaluate {
namespace {

namespace fs = std::filesystem;

class Training : public ::testing::Test {
 protected:
  // Pages of four sites, three a site; each has a menu, an article and a list of links.
  void SetUp() override {
    folder_ = fs::temp_directory_path() / ("pith_training_" + std::to_string(::getpid()));
    fs::create_directories(folder_);
    std::ofstream file(path());
    for (int page = 0; page < 12; ++page) {
      const std::string one = sentence(page, 1), two = sentence(page, 2);
      file << R"({"id": "p)" << page << R"(", "url": "https://www.site)" << page % 4
           << R"(.example/x", "html": "<body><div><a href=1>Home</a> <a href=2>Sport</a></div><div><p>)" << one
           << "</p><p>" << two << R"(</p><ul><li><a href=3>Other news of the day</a></ul></div>", "gold": ")" << one
           << "\\n"
           << two << "\"}\n";
    }
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path() const { return (folder_ / "pages.jsonl").string(); }

  static std::string sentence(int page, int number) {
    std::string text = "Sentence " + std::to_string(number) + " of page " + std::to_string(page) + " says";
    for (int i = 0; i < 12 + page + 3 * number; ++i)
      text += " word" + std::to_string(100 * page + 50 * number + i) + " follows,";
    return text + " and ends.";
  }

  [[nodiscard]] Result<std::unique_ptr<const Lessons>> study(FoldOptions folds,
                                                             const std::string& method = "two-layer") const {
    return Lessons::study({.labelled = {path()}}, {Options{.method = method, .catalogue = &all_methods()}}, folds, {});
  }

  fs::path folder_;
};

TEST_F(Training, PagesOfASiteAreInOneFold) {
  const auto lessons = testing::must(study({.by_site = true, .folds = 3, .seed = 5}));
  EXPECT_EQ(lessons->pages(), 12u);
  for (std::uint64_t page = 0; page < 12; ++page)
    EXPECT_EQ(lessons->fold_of(path(), page, "site" + std::to_string(page % 4) + ".example"),
              lessons->fold_of("another file", 99, "site" + std::to_string(page % 4) + ".example"));
}

TEST_F(Training, PagesOfASiteAreSpreadOverTheFolds) {
  const auto lessons = testing::must(study({.by_site = false, .folds = 3, .seed = 5}));
  for (std::uint64_t site = 0; site < 4; ++site) {
    std::vector<bool> seen(3);
    for (std::uint64_t page = site; page < 12; page += 4) seen[lessons->fold_of(path(), page, "any")] = true;
    EXPECT_EQ(seen, (std::vector<bool>{true, true, true}));
  }
}

TEST_F(Training, TheSamePagesGiveTheSameModelOnAnyNumberOfThreads) {
  std::string models[2];
  for (unsigned jobs : {1u, 4u}) {
    const auto lessons = testing::must(Lessons::study(
        {.labelled = {path()}, .jobs = jobs}, {Options{.method = "two-layer", .catalogue = &all_methods()}}, {}, {}));
    models[jobs == 1] = testing::must(lessons->train(0, Lessons::kAll));
  }
  EXPECT_EQ(models[0], models[1]);
  EXPECT_TRUE(models[0].starts_with("pith-model 1 two-layer\n# trained by pith ")) << models[0];
  EXPECT_NE(models[0].find("# data pages: 12 pages, "), std::string::npos);
}

TEST_F(Training, AFoldIsLeftOut) {
  const auto lessons = testing::must(study({.by_site = false, .folds = 3}));
  const std::string model = testing::must(lessons->train(0, 1));
  EXPECT_NE(model.find("from 8 pages"), std::string::npos) << model;
  EXPECT_NE(model.find("without fold 1 of 3, parted by page"), std::string::npos) << model;
}

TEST_F(Training, SaysWhatIsWrong) {
  EXPECT_EQ(study({}, "cetd").error().message, "method cetd is not trained");
  const Error error = Lessons::study({.labelled = {"no/such/file"}},
                                     {Options{.method = "two-layer", .catalogue = &all_methods()}}, {}, {})
                          .error();
  EXPECT_TRUE(error.message.starts_with("no/such/file: ")) << error.message;
}

TEST_F(Training, CrossValidationStandsBesideUntrainedMethods) {
  EvaluationOptions options;
  options.golds = {path()};
  options.methods = {Options{.method = "cetd"}, Options{.method = "two-layer", .catalogue = &all_methods()}};
  options.cross_validation = CrossValidation{};
  const auto result = evaluate(options, {});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->methods, (std::vector<std::string>{"cetd", "two-layer"}));
  EXPECT_TRUE(result->models[0].empty());
  EXPECT_EQ(result->models[1].size(), 5u);
  double sum = 0;
  for (const EvaluatedPage& page : result->sets[0].pages) sum += page.scores[1].f1;
  EXPECT_GT(sum / 12, 0.95);
}

TEST_F(Training, WithoutCrossValidationAModelIsNeeded) {
  EvaluationOptions options;
  options.golds = {path()};
  options.methods = {Options{.method = "two-layer", .catalogue = &all_methods()}};
  EXPECT_NE(evaluate(options, {}).error().message.find("needs a model"), std::string::npos);
}

TEST_F(Training, TuningJudgesEachPageByTheBestOfTheOtherFolds) {
  TuningOptions options;
  options.evaluation.golds = {path()};
  options.method = {.method = "article-extractor", .catalogue = &all_methods()};
  options.grid = {{"words", {"5", "1000"}}, {"gap", {"0", "2"}}};
  const auto tuning = tune(options, {});
  ASSERT_TRUE(tuning) << tuning.error().message;
  EXPECT_EQ(tuning->tried.size(), 5u);  // the defaults and four combinations
  EXPECT_GE(tuning->f1[tuning->best], tuning->f1[0]);
  EXPECT_LE(tuning->out_of_fold, tuning->f1[tuning->best] + 1e-12);
  EXPECT_EQ(tuning->best_without_fold.size(), options.folds.folds);
  options.grid = {{"words", {"no number"}}};
  EXPECT_NE(tune(options, {}).error().message.find("words"), std::string::npos);
}

TEST(SiteOf, IsWhatPagesOfAPublisherShare) {
  EXPECT_EQ(site_of("https://www.news.example.org:8080/a?b#c"), "example.org");
  EXPECT_EQ(site_of("http://Example.org"), "example.org");
  EXPECT_EQ(site_of("news.sina.com.cn"), "sina.com.cn");
  EXPECT_EQ(site_of("bbc.co.uk"), "bbc.co.uk");
  EXPECT_EQ(site_of("www.bbc.co.uk"), "bbc.co.uk");
  EXPECT_EQ(site_of("x.com.example"), "com.example");
  EXPECT_EQ(site_of("localhost"), "localhost");
  EXPECT_EQ(site_of(""), "");
}

}  // namespace
}  // namespace pith::evaluate
