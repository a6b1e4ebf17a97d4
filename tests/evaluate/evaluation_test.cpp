#include "evaluate/evaluation.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "corpus/digest.hpp"
#include "evaluate/report.hpp"
#include "evaluate/tables.hpp"
#include "method/feature_digest.hpp"
#include "support/must.hpp"

namespace pith::evaluate {
namespace {

/// A file that goes with the test.
class File {
 public:
  File(const std::string& name, const std::string& content)
      : path_(::testing::TempDir() + std::to_string(::testing::UnitTest::GetInstance()->random_seed()) + "_" +
              ::testing::UnitTest::GetInstance()->current_test_info()->name() + "_" + name) {
    std::ofstream(path_) << content;
  }
  ~File() { std::remove(path_.c_str()); }
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

constexpr const char* kGold =
    R"({"id": "a", "html": "<title>T</title><p>one two three four</p>", "gold": "one two three four", "page_type": "article", "title": "T", "author": "Ann B, Cy D", "spa": true}
{"id": "b", "html": "<p>five six</p>", "gold": "", "page_type": "list", "spa": false}
no json
{"id": "c", "gold": "text of a page without html", "page_type": "article", "n": 1.0}
{"id": 7, "html": "<p>seven</p>", "gold": null, "with": ["SEVEN", "eight"], "page_type": null}
)";

Options method(const char* id) {
  Options options;
  options.method = id;
  return options;
}

TEST(Evaluation, ScoresEveryLabelledPage) {
  const File gold("gold.jsonl", kGold);
  const auto result =
      evaluate({.golds = {gold.path()}, .methods = {method("all")}, .predictions = {}, .only = {}, .jobs = 2}, {});
  ASSERT_TRUE(result) << result.error().message;
  ASSERT_EQ(result->sets.size(), 1u);
  const auto& pages = result->sets[0].pages;
  ASSERT_EQ(pages.size(), 4u);  // in file order, without the line that is no JSON
  EXPECT_EQ(pages[0].id, "a");
  EXPECT_EQ(pages[0].scores[0].f1, 1);
  EXPECT_EQ(pages[1].scores[0].f1, 0);  // something where there is nothing
  EXPECT_EQ(pages[2].id, "c");
  EXPECT_EQ(pages[2].scores[0].f1, 0);  // no page to extract from
  EXPECT_EQ(pages[3].id, "7");
  EXPECT_TRUE(std::isnan(pages[3].scores[0].f1));
  EXPECT_EQ(pages[3].scores[0].snippets_found, 1u);
  EXPECT_EQ(pages[3].scores[0].snippets_missed, 1u);
  ASSERT_EQ(result->warnings.size(), 2u);
  EXPECT_NE(result->warnings[0].find("line 3"), std::string::npos);
  EXPECT_NE(result->warnings[1].find("c: "), std::string::npos);
}

TEST(Evaluation, GroupsAndChoosesAsPythonWritesValues) {
  const File gold("gold.jsonl", kGold);
  const auto count = [&](const char* key, const char* value) {
    const auto result = evaluate(
        {.golds = {gold.path()}, .methods = {}, .predictions = {}, .only = {{key, value}}, .by = "page_type"}, {});
    return result ? result->sets[0].pages.size() : 99;
  };
  EXPECT_EQ(count("page_type", "article"), 2u);
  EXPECT_EQ(count("page_type", "None"), 1u);
  EXPECT_EQ(count("absent", "None"), 4u);
  EXPECT_EQ(count("spa", "True"), 1u);
  EXPECT_EQ(count("n", "1.0"), 1u);
  const auto result = evaluate(
      {.golds = {gold.path()}, .methods = {method("all")}, .predictions = {}, .only = {}, .by = "page_type"}, {});
  const auto groups = groups_of(result->sets[0], true, false);
  ASSERT_EQ(groups.size(), 4u);
  EXPECT_EQ(groups[0].name, "all");
  EXPECT_EQ(groups[1].name, "None");
  EXPECT_EQ(groups[2].name, "article");
  EXPECT_EQ(groups[2].methods[0].pages, 2u);
  EXPECT_EQ(at(groups[2].methods[0].value, Figure::f1), 0.5);
}

// Where the very blocks are labelled, no other belongs, whatever the text covers; paths are long.
TEST(Evaluation, BlocksMayBeLabelledByTheirPaths) {
  const File gold("gold.jsonl",
                  R"({"id": "a", "html": "<ul><li>one two</ul><ul><li>one two<li>three</ul>", "gold": "one two three",)"
                  R"( "keep_paths": ["html/body/ul[2]/li[1]", "html/body/ul[2]/li[2]"]})");
  const auto result = evaluate(
      {.golds = {gold.path()}, .methods = {method("all")}, .predictions = {}, .only = {}, .jobs = 1, .blocks = true},
      {});
  ASSERT_TRUE(result) << result.error().message;
  const KindCounts& kinds = result->sets.at(0).pages.at(0).scores.at(0).kinds;
  const KindCount& items = kinds.of[static_cast<std::size_t>(BlockKind::list_item)];
  EXPECT_EQ(items.belong, 2u);
  EXPECT_EQ(items.kept, 3u);
  EXPECT_EQ(items.right, 2u);
}

// The strict label of a list has nothing, and the wide one beside it; where there is but one, its entries are wanted.
TEST(Evaluation, TellsTheDefaultByWhichConventionAPageIsLabelled) {
  std::string entries;
  for (int i = 1; i < 20; ++i)
    entries += fmt::format("<li><time>{} May</time> <a href='/2024/05/{}'>Number {} of the letters</a></li>", i, i, i);
  const std::string page =
      "\"html\": \"<title>Archive: May 2024 – Letters</title><header><a href='/'>Letters</a><nav><a href='/'>Home</a> "
      "<a "
      "href='/archive'>Archive</a> <a href='/map'>Map</a> <a href='/about'>About</a></nav></header><main><h1>Archive: "
      "May "
      "2024</h1><ul class='archive'>" +
      entries + "</ul></main><footer>© 2024 Letters</footer>\", \"gold\": ";
  const File gold("gold.jsonl", "{\"id\": \"a\", " + page + "\"\", \"gold_wide\": \"Number\"}\n{\"id\": \"b\", " +
                                    page + "\"Number of the harbour letters\"}\n");
  EvaluationOptions options{.golds = {gold.path()}, .methods = {method("pith")}, .predictions = {}, .only = {}};
  options.body_of_label = true;
  const auto result = evaluate(options, {});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->sets[0].pages.at(0).scores[0].f1, 1) << "left empty";
  EXPECT_GT(result->sets[0].pages.at(1).scores[0].r, 0) << "its entries";
}

TEST(Evaluation, PredictionsStandBesideMethods) {
  const File gold("gold.jsonl", kGold);
  const File other(
      "other.jsonl",
      "{\"id\": \"a\", \"text\": \"wrong\"}\n{\"id\": \"a\", \"text\": \"one two three four\", \"ms\": 2.5, "
      "\"author\": [\"ann b\"]}\n{\"id\": \"b\", \"text\": null}\n");
  const auto result =
      evaluate({.golds = {gold.path()}, .methods = {method("all")}, .predictions = {other.path()}, .only = {}}, {});
  ASSERT_TRUE(result) << result.error().message;
  const auto& pages = result->sets[0].pages;
  EXPECT_EQ(pages[0].scores[1].f1, 1);  // the last of one id holds
  EXPECT_EQ(pages[0].scores[1].milliseconds, 2.5);
  EXPECT_NEAR(pages[0].scores[1].author_f1, 2.0 / 3, 1e-9);
  EXPECT_EQ(pages[1].scores[1].f1, 1);
  EXPECT_EQ(pages[2].scores[1].f1, 0);
  EXPECT_NE(result->warnings.back().find("2 of 4 pages have no prediction"), std::string::npos);
}

TEST(Evaluation, IsTheSameOnAnyNumberOfThreads) {
  std::string lines;
  for (int i = 0; i < 300; ++i)
    lines += R"({"id": ")" + std::to_string(i) + R"(", "html": "<p>a b c d )" +
             std::string(static_cast<std::size_t>(i % 7), 'x') + R"(</p>", "gold": "a b c d xx"})" + "\n";
  const File gold("gold.jsonl", lines);
  const auto json = [&](unsigned jobs) {
    auto result =
        evaluate({.golds = {gold.path()}, .methods = {method("all")}, .predictions = {}, .only = {}, .jobs = jobs}, {});
    for (EvaluatedPage& page : result->sets[0].pages) page.scores[0].milliseconds = kNone;
    return as_json(*result, {groups_of(result->sets[0], false, true)});
  };
  const std::string one = json(1);
  EXPECT_NE(one.find("\"pages\":300"), std::string::npos) << one;
  EXPECT_EQ(one, json(4));
}

TEST(Evaluation, SaysWhatCannotBeRead) {
  const auto error_of = [](const EvaluationOptions& options) { return evaluate(options, {}).error().message; };
  EXPECT_NE(
      error_of({.golds = {"/nowhere.jsonl"}, .methods = {}, .predictions = {}, .only = {}}).find("/nowhere.jsonl"),
      std::string::npos);
  const File gold("gold.jsonl", kGold);
  const File broken("broken.jsonl", "{\"id\": \"a\"\n");
  EXPECT_NE(
      error_of({.golds = {gold.path()}, .methods = {}, .predictions = {broken.path()}, .only = {}}).find("line 1"),
      std::string::npos);
  EXPECT_NE(error_of({.golds = {gold.path()}, .methods = {method("none such")}, .predictions = {}, .only = {}}), "");
}

/// A folder with a model of the default method that gives every block the same score; where that is negative, pages
/// have no main content.
class ConstantModel {
 public:
  ConstantModel(std::filesystem::path folder, const std::string& record, double score) : folder_(std::move(folder)) {
    std::filesystem::create_directories(folder_);
    const auto forest = [&](const std::string& more, double value) {
      return fmt::format("pith-forest 1\n{}{}digest {}\ntree\n{}\n", record, more, method::kFeatureDigest, value);
    };
    std::ofstream(folder_ / "words.txt") << "pith-words 1\n"
                                         << record << "digest " << method::kFeatureDigest << "\nbias 0\n";
    std::ofstream(folder_ / "blocks.txt") << forest("", score);
    std::ofstream kinds(folder_ / "kinds.txt");
    for (const std::string kind :
         {"article", "forum", "product", "listing", "collection", "documentation", "service", "none", "index"})
      kinds << forest("# kind " + kind + "\n", kind == (score < 0 ? "none" : "service") ? 9 : 0);
  }
  ~ConstantModel() { std::filesystem::remove_all(folder_); }
  ConstantModel(const ConstantModel&) = delete;
  ConstantModel& operator=(const ConstantModel&) = delete;
  [[nodiscard]] std::string path() const { return folder_.string(); }

 private:
  std::filesystem::path folder_;
};

std::filesystem::path folder_of_the_test() {
  return std::filesystem::path(::testing::TempDir()) /
         (std::to_string(::testing::UnitTest::GetInstance()->random_seed()) + "_" +
          ::testing::UnitTest::GetInstance()->current_test_info()->name());
}

TEST(Evaluation, ModelsOfFoldsJudgeThePagesOfSitesTheyHaveNotSeen) {
  std::string pages;
  std::vector<unsigned> folds;
  for (int i = 0; i < 40; ++i) {
    const std::string site = fmt::format("site-{}.example", i / 2);  // two pages of each
    const std::string words = "The council met on Tuesday, and decided, after a long debate, to build a bridge.";
    pages +=
        fmt::format(R"({{"id": "{}", "domain": "{}", "html": "<p>{} <a href='/'>more</a></p>", "gold": "{} more"}})", i,
                    site, words, words);
    pages += '\n';
    Gold gold;
    gold.labelled_site = site;
    folds.push_back(default_fold_of(gold));
  }
  const File gold("gold.jsonl", pages);
  const std::filesystem::path folder = folder_of_the_test();
  // The model of fold 2 keeps nothing, the others all.
  std::vector<std::unique_ptr<ConstantModel>> models;
  for (unsigned f = 0; f < kDefaultFolds; ++f)
    models.push_back(std::make_unique<ConstantModel>(folder / fmt::format("fold{}", f),
                                                     fmt::format("# without fold {}\n", f), f == 2 ? -9 : 9));
  const EvaluationOptions options{
      .golds = {gold.path()}, .methods = {method("pith")}, .predictions = {}, .only = {}, .folds = folder.string()};
  const auto result = evaluate(options, {});
  ASSERT_TRUE(result) << result.error().message;
  std::set<unsigned> met;
  for (std::size_t i = 0; i < folds.size(); ++i) {
    EXPECT_EQ(result->sets[0].pages[i].scores[0].f1, folds[i] == 2 ? 0 : 1) << i;
    EXPECT_EQ(folds[i], folds[i / 2 * 2]) << "pages of a site are in one fold";
    met.insert(folds[i]);
  }
  EXPECT_EQ(met.size(), kDefaultFolds);

  // A model that may have seen the fold is refused, and so is one that is not there.
  const auto error_of = [](const EvaluationOptions& wrong) { return evaluate(wrong, {}).error().message; };
  models[1] = nullptr;
  EXPECT_NE(error_of(options).find("fold1"), std::string::npos) << error_of(options);
  models[1] = std::make_unique<ConstantModel>(folder / "fold1", "# all folds\n", 9);
  EXPECT_NE(error_of(options).find("made without fold 1"), std::string::npos) << error_of(options);
  EvaluationOptions other = options;
  other.methods = {method("all")};
  EXPECT_NE(error_of(other), "") << "no method that has models of folds";
  std::filesystem::remove_all(folder);
}

TEST(Evaluation, TellsAModelThatWasTrainedOnTheVeryFile) {
  const File gold("gold.jsonl", kGold), other("other.jsonl", std::string(kGold) + "\n");
  const ConstantModel model(
      folder_of_the_test(),
      "# data wcxb.jsonl " + std::string(64, '0') + "\n# data gold.jsonl " + corpus::sha256(kGold) + "\n", 9);
  Options with_it = method("pith");
  with_it.settings.push_back({"model", model.path()});
  const auto result = evaluate({.golds = {gold.path(), other.path()},
                                .methods = {method("all"), with_it, method("pith")},
                                .predictions = {},
                                .only = {}},
                               {});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->sets[0].trained_on, (std::vector<bool>{false, true, false}));
  EXPECT_EQ(result->sets[1].trained_on, (std::vector<bool>{false, false, false}));
  std::vector<std::vector<Group>> groups;
  for (const EvaluatedSet& set : result->sets) groups.push_back(groups_of(set, false, false));
  const std::string json = as_json(*result, groups);
  EXPECT_NE(json.find("\"trained_on\":true"), std::string::npos) << json;
  EXPECT_EQ(json.find("trained_on"), json.rfind("trained_on")) << "said once alone";
}

TEST(Evaluation, NamesFilesWithoutEndings) {
  EXPECT_EQ(name_of_file("../data/wcxb-dev.jsonl.zst"), "wcxb-dev");
  EXPECT_EQ(name_of_file("a.b.jsonl.gz"), "a.b");
  EXPECT_EQ(name_of_file("plain"), "plain");
  EXPECT_EQ(name_of_file(".zst"), ".zst");
}

TEST(Evaluation, SplitsAuthors) {
  EXPECT_EQ(split_authors("Ann B, Cy D and Ed F"), (std::vector<std::string>{"Ann B", "Cy D", "Ed F"}));
  EXPECT_EQ(split_authors("张三、李四"), (std::vector<std::string>{"张三", "李四"}));
  EXPECT_EQ(split_authors("Alexander"), (std::vector<std::string>{"Alexander"}));
  EXPECT_TRUE(split_authors(" , ").empty());
}

TEST(Report, HoldsTheBlocksAndCannotBeBrokenByThem) {
  const File gold(
      "gold.jsonl",
      R"({"id": "</script><b>", "html": "<p>kept words of the gold</p><p>&lt;/script>&lt;script>alert(1)</p>", "gold": "kept words of the gold\nand a line that is not there"})");
  const EvaluationOptions options{.golds = {gold.path()}, .methods = {method("all")}, .predictions = {}, .only = {}};
  const auto result = evaluate(options, {});
  ASSERT_TRUE(result) << result.error().message;
  const Result<std::string> made = report(options, *result, {groups_of(result->sets[0], false, true)}, 10);
  if (!made) GTEST_SKIP() << made.error().message;
  const std::string& page = *made;
  EXPECT_EQ(page.find("</script><b>"), std::string::npos);
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_NE(page.find("\\u003c/script>\\u003cscript>alert(1)"), std::string::npos);
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  for (const char* outside : {"<img", "<link", "url(", "@import", "fetch("})
    EXPECT_EQ(page.find(outside), std::string::npos) << outside;
  // [text, path, reason, score, kind, kept, wanted]: the first block is wanted, the second is not; of the two lines one
  // is found.
  EXPECT_NE(page.find(",1,1],["), std::string::npos);
  EXPECT_NE(page.find(",1,0]]"), std::string::npos);
  EXPECT_NE(page.find("\"found\":[[1,0"), std::string::npos);
}

TEST(Report, ShowsNoMorePagesThanAsked) {
  const File gold("gold.jsonl", kGold);
  const EvaluationOptions options{.golds = {gold.path()}, .methods = {method("all")}, .predictions = {}, .only = {}};
  const auto result = evaluate(options, {});
  ASSERT_TRUE(result) << result.error().message;
  const Result<std::string> page = report(options, *result, {groups_of(result->sets[0], false, true)}, 0);
  if (!page) GTEST_SKIP() << page.error().message;
  EXPECT_NE(page->find("\"explained\":[]"), std::string::npos);
}

}  // namespace
}  // namespace pith::evaluate
