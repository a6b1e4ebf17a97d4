#include "label/exchange.hpp"

#include <gtest/gtest.h>

#include <string>

#include "corpus/compress.hpp"
#include "label/label_pages.hpp"
#include "support/must.hpp"

namespace pith::label {
namespace {

using testing::must;

class LabelExchange : public ::testing::Test {
 protected:
  [[nodiscard]] Store open(const std::string& name) const {
    return must(Store::open(folder_.path(name), corpus::DatabaseUse::create));
  }
  std::string exported(Store& store, const ExportOptions& options = {}) const {
    std::string out;
    counts_ = must(export_labels(store, options, extractor_, [&](std::string_view line) {
      out += line;
      return true;
    }));
    return out;
  }
  ImportCounts import(Store& store, const std::string& lines, const ImportOptions& options = {}) const {
    return must(import_records(store, lines, options, extractor_));
  }
  /// Two pages, one of them in another encoding; two annotators, one page settled.
  Store labelled(const std::string& name) const {
    Store store = open(name);
    StoredPage latin = test::ferry("b");
    latin.charset = "windows-1252";
    latin.html += "<p>caf\xe9</p>";
    for (const StoredPage& page : {test::ferry(), latin}) {
      must(store.add(page, {"article", 0.5}));
      const Article article = test::explained(page);
      Label label = test::label_of(article, {"The ferry goes", "Tickets", "In winter", "By the old road"});
      label.author = "Ada";
      label.date = "2024-05-03";
      label.comments.push_back({{test::block(article, "Whoever")}, "lin", ""});
      EXPECT_FALSE(store.put({.page = page.id, .annotator = "ada", .label = label}));
      label.note = "once more";
      EXPECT_FALSE(store.put({.page = page.id, .annotator = "ada", .label = label}));
    }
    EXPECT_FALSE(store.put({.page = "a",
                            .annotator = "lin",
                            .settled = true,
                            .label = test::label_of(test::explained(test::ferry()), {"The ferry goes"})}));
    return store;
  }

  Extractor extractor_;
  mutable ExportCounts counts_;
  test::Folder folder_;
};

TEST_F(LabelExchange, TheGoldIsTheTextOfTheBlocks) {
  Store store = labelled("one.db");
  const std::string lines = exported(store);
  EXPECT_EQ(counts_.written, 2u);
  EXPECT_NE(
      lines.find(
          R"("gold":"The ferry goes every hour from the northern quay, as the office announced on Monday to all who asked.")"),
      std::string::npos)
      << "what was settled holds";
  EXPECT_NE(lines.find(R"(every day of the week.\nIn winter the last boat leaves at six.\nBy the old road.")"),
            std::string::npos);
  EXPECT_NE(lines.find(R"("gold_comments":"Whoever misses it has to walk around the bay.")"), std::string::npos);
  EXPECT_NE(lines.find(R"("html_b64")"), std::string::npos) << "the page that is no UTF-8";
}

TEST_F(LabelExchange, AnImportGivesTheSameExportAgain) {
  Store first = labelled("one.db");
  const std::string all = exported(first, {.all = true});
  EXPECT_EQ(counts_.written, 3u);
  Store second = open("two.db");
  const ImportCounts counts = import(second, all);
  EXPECT_EQ(counts.problems, std::vector<std::string>());
  EXPECT_EQ(counts.pages, 2u);
  EXPECT_EQ(counts.labels, 3u);
  EXPECT_EQ(exported(second, {.all = true}), all);
  EXPECT_EQ(exported(second), exported(first));
}

TEST_F(LabelExchange, NamesOfBlocksTravelWithoutTheText) {
  Store first = labelled("one.db");
  const std::string shared = exported(first, {.paths = true, .all = true});
  for (const char* word : {"ferry goes", "Tickets", "<html", "The ferry", "Ada"})
    EXPECT_EQ(shared.find(word), std::string::npos) << word;
  Store second = open("two.db");
  EXPECT_EQ(import(second, shared).problems.size(), 3u) << "no page to lay them on";
  StoredPage latin = must(first.page("b"));
  must(second.add(test::ferry(), {}));
  must(second.add(latin, {}));
  const ImportCounts counts = import(second, shared);
  EXPECT_TRUE(counts.problems.empty());
  EXPECT_EQ(counts.labels, 3u);
  EXPECT_EQ(must(second.settled("a", Convention::wide))->label.title, "The ferry");
  EXPECT_EQ(must(second.find("b", "ada", Convention::wide))->label.bodies,
            must(first.find("b", "ada", Convention::wide))->label.bodies);
}

TEST_F(LabelExchange, ALabelOfOtherBytesIsRefused) {
  Store first = labelled("one.db");
  const std::string shared = exported(first, {.paths = true});
  Store second = open("two.db");
  StoredPage changed = test::ferry();
  changed.html += "<p>More</p>";
  must(second.add(changed, {}));
  EXPECT_EQ(import(second, shared).labels, 0u);
}

TEST_F(LabelExchange, WhatTwoSayIsNotExportedBeforeItIsSettled) {
  Store store = labelled("one.db");
  const Article article = test::explained(must(store.page("b")));
  ASSERT_FALSE(store.put({.page = "b", .annotator = "lin", .label = test::label_of(article, {"Tickets"})}));
  exported(store);
  EXPECT_EQ(counts_.written, 1u);
  EXPECT_EQ(counts_.unsettled, 1u);
  exported(store, {.annotator = "lin"});
  EXPECT_EQ(counts_.written, 2u);
}

TEST_F(LabelExchange, GoldsOfOthersBecomeBlocks) {
  const std::string html =
      R"(<h1>A thread</h1><p>First post says this and that.</p><p>Second post answers it.</p><p>Log in</p>)";
  const std::string record =
      R"({"id":"t","url":"https://t.example/1","html":")" + html +
      R"(","gold":"First post says this and that.\nSecond post answers it.","title":"A thread","page_type":"forum",)"
      R"("bodies":[{"author":"ada","date":"","text":"First post says this and that."},)"
      R"({"author":"lin","date":"2024-05-03","text":"Second post answers it."}]})";
  Store hidden = open("hidden.db");
  EXPECT_EQ(import(hidden, record).labels, 0u) << "without a name golds stay hidden";
  EXPECT_TRUE(must(hidden.labels()).empty());
  Store store = open("one.db");
  const ImportCounts counts = import(store, record, {.annotator = "gold"});
  EXPECT_EQ(counts.problems, std::vector<std::string>());
  ASSERT_EQ(counts.labels, 1u);
  const Label label = must(store.find("t", "gold", Convention::wide))->label;
  EXPECT_EQ(label.title_block, "html/body/h1[1]");
  ASSERT_EQ(label.bodies.size(), 2u);
  EXPECT_EQ(label.bodies[0].blocks, std::vector<std::string>{"html/body/p[1]"});
  EXPECT_EQ(label.bodies[1].author, "lin");
}

}  // namespace
}  // namespace pith::label
