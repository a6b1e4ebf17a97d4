#include "evaluate/continuation.hpp"

#include <gtest/gtest.h>

#include <string>

#include "corpus/compress.hpp"
#include "evaluate/evaluation.hpp"
#include "support/must.hpp"

namespace pith::evaluate {
namespace {

using testing::must;

// Pages of one kind that the shipped model is wrong of on purpose: of two equal columns the labels want only the one
// that is called "aside".
class ContinuedModel : public ::testing::Test {
 protected:
  static std::string sentence(int page, int number) {
    std::string text = "Line " + std::to_string(number) + " of page " + std::to_string(page) + " says";
    for (int i = 0; i < 12; ++i) text += " word" + std::to_string(page * 97 + number * 31 + i) + " and";
    return text + " so on.";
  }
  [[nodiscard]] std::string write(int first, int count) const {
    std::string lines;
    for (int page = first; page < first + count; ++page) {
      const std::string aside = sentence(page, 2);
      std::string links, article;
      for (int i = 0; i < 12; ++i)
        links += "<li><a href=/" + std::to_string(i) + ">Section " + std::to_string(i) + "</a>";
      for (int i = 10; i < 18; ++i) article += "<p>" + sentence(page, i) + "</p>";
      lines += R"({"id":"p)" + std::to_string(page) + R"(","url":"https://site)" + std::to_string(page) +
               R"(.example/x","html":"<body><ul>)" + links + "</ul><article><h1>Title</h1>" + article +
               R"(</article><aside class='sidebar'><p>)" + aside + R"(</p></aside></body>","gold":")" + aside +
               "\",\"page_type\":\"article\"}\n";
    }
    return folder_.write("pages" + std::to_string(first) + ".jsonl", lines);
  }
  [[nodiscard]] std::string save(const Continuation::Files& files, const std::string& name) const {
    folder_.write(name + "/words.txt", files.words);
    folder_.write(name + "/blocks.txt", files.blocks);
    folder_.write(name + "/kinds.txt", files.kinds);
    return folder_.path(name);
  }
  static double f1_of(const std::string& gold, const std::string& model) {
    EvaluationOptions options{.golds = {gold}, .methods = {{}}, .predictions = {}, .only = {}};
    if (!model.empty()) options.methods.front().settings.push_back({"model", model});
    const Evaluation evaluation = must(evaluate(options, {}));
    double sum = 0;
    for (const EvaluatedPage& page : evaluation.sets.front().pages) sum += page.scores.front().f1;
    return sum / static_cast<double>(evaluation.sets.front().pages.size());
  }

  test::Folder folder_;
};

TEST_F(ContinuedModel, IsBetterOnFurtherPagesOfTheKind) {
  const Continuation continuation = must(Continuation::read({.labelled = {write(0, 20)}}, {}));
  EXPECT_EQ(continuation.pages(), 20u);
  EXPECT_EQ(continuation.sites(), 20u);
  const std::string model = save(continuation.grow(Lessons::kAll), "model"), others = write(100, 12);
  EXPECT_GT(f1_of(others, model), f1_of(others, {}) + 0.1);
}

TEST_F(ContinuedModel, IsReadAsAModelAndMadeAgainTheSame) {
  const Continuation continuation = must(Continuation::read({.labelled = {write(0, 20)}}, {}));
  const Continuation::Files once = continuation.grow(1), again = continuation.grow(1);
  EXPECT_EQ(once.blocks, again.blocks);
  EXPECT_NE(once.blocks, continuation.grow(Lessons::kAll).blocks);
  const auto model = must(method::read_pith_model(save(once, "fold1"), {}));
  EXPECT_GT(model->blocks.trees(), must(method::read_pith_model({}, {}))->blocks.trees());
  EXPECT_NE(model->blocks.record().find("without fold 1\n"), std::string::npos);
  // What was continued can be continued.
  EXPECT_EQ(must(Continuation::read({.labelled = {write(0, 20)}, .base = folder_.path("fold1")}, {})).pages(), 20u);
}

TEST_F(ContinuedModel, PagesThatTeachNothingAreNone) {
  const std::string empty =
      folder_.write("empty.jsonl", R"({"id":"a","html":"<p>x</p>","gold":""})"
                                   "\n"
                                   R"({"id":"b","html":"<p>x</p>","gold":"quite another text than that of the page"})"
                                   "\n");
  EXPECT_FALSE(Continuation::read({.labelled = {empty}}, {}));
  EXPECT_FALSE(Continuation::read({.labelled = {folder_.path("none.jsonl")}}, {}));
}

}  // namespace
}  // namespace pith::evaluate
