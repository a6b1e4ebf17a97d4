#include "label/store.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "corpus/compress.hpp"
#include "label/label_pages.hpp"
#include "support/must.hpp"

namespace pith::label {
namespace {

using testing::must;

class LabelStore : public ::testing::Test {
 protected:
  [[nodiscard]] Store open(corpus::DatabaseUse use = corpus::DatabaseUse::create) const {
    return must(Store::open(folder_.path("labels.db"), use));
  }
  static Label says(const std::string& note) { return {.page_type = "none", .note = note}; }

  test::Folder folder_;
};

TEST_F(LabelStore, GivesThePageBackByteByByte) {
  Store store = open();
  StoredPage page = test::ferry();
  page.html += std::string("\0\xff tail", 7);
  EXPECT_EQ(must(store.add(page, {"article", 0.25})), Added::added);
  EXPECT_EQ(must(store.add(page, {"article", 0.25})), Added::known);
  EXPECT_EQ(must(store.page("a")).html, page.html);
  EXPECT_EQ(must(store.page("a")).charset, "utf-8");
  EXPECT_FALSE(store.page("b"));
  StoredPage other = page;
  other.html += "more";
  EXPECT_FALSE(store.add(other, {})) << "the same name for other bytes";
}

TEST_F(LabelStore, EachChangeIsARevisionAndTheSameAgainIsNone) {
  Store store = open();
  must(store.add(test::ferry(), {}));
  for (const char* note : {"one", "one", "two"})
    ASSERT_FALSE(store.put({.page = "a", .annotator = "ada", .label = says(note)}));
  const std::vector<LabelEntry> history = must(store.history("a", "ada", Convention::wide));
  ASSERT_EQ(history.size(), 2u);
  EXPECT_EQ(history[0].label.note, "two");
  EXPECT_EQ(history[0].revision, 2u);
  EXPECT_EQ(history[1].label.note, "one");
  EXPECT_EQ(must(store.labels()).size(), 1u);
  EXPECT_TRUE(must(store.history("a", "ada", Convention::strict)).empty());
  EXPECT_TRUE(store.put({.page = "none", .annotator = "ada", .label = says("")})) << "no such page";
}

TEST_F(LabelStore, WhatIsSettledIsSettledOnce) {
  Store store = open();
  must(store.add(test::ferry(), {}));
  ASSERT_FALSE(store.put({.page = "a", .annotator = "ada", .label = says("hers")}));
  for (const char* who : {"lin", "eve"})
    ASSERT_FALSE(store.put({.page = "a", .annotator = who, .settled = true, .label = says(who)}));
  EXPECT_EQ(must(store.settled("a", Convention::wide))->annotator, "eve");
  const std::vector<LabelEntry> labels = must(store.labels("a"));
  ASSERT_EQ(labels.size(), 2u);
  EXPECT_TRUE(labels[0].settled);
  EXPECT_EQ(labels[1].annotator, "ada");
  const std::vector<PageEntry> pages = must(store.pages());
  ASSERT_EQ(pages.size(), 1u);
  EXPECT_TRUE(pages[0].settled);
  EXPECT_EQ(pages[0].annotators, std::vector<std::string>{"ada"});
  ASSERT_FALSE(store.unsettle("a", Convention::wide));
  EXPECT_FALSE(must(store.settled("a", Convention::wide)));
}

TEST_F(LabelStore, ManyMayWriteAtOnce) {
  must(open().add(test::ferry(), {}));
  constexpr int kEach = 25;
  std::vector<std::thread> writers;
  for (const std::string who : {"ada", "lin", "ada"})
    writers.emplace_back([this, who] {
      Store store = open(corpus::DatabaseUse::existing);
      for (int i = 0; i < kEach; ++i)
        EXPECT_FALSE(store.put({.page = "a", .annotator = who, .label = says(std::to_string(i))}));
    });
  for (std::thread& writer : writers) writer.join();
  Store store = open();
  EXPECT_EQ(must(store.history("a", "lin", Convention::wide)).size(), kEach);
  const std::vector<LabelEntry> hers = must(store.history("a", "ada", Convention::wide));
  for (std::size_t i = 0; i < hers.size(); ++i) EXPECT_EQ(hers[i].revision, hers.size() - i);
}

TEST_F(LabelStore, OnlyAFinishedModelIsAdopted) {
  Store store = open();
  const std::int64_t number = must(store.begin_model("continued"));
  EXPECT_TRUE(store.adopt(number));
  ASSERT_FALSE(store.set_model({.number = number, .state = "done", .folder = "x"}));
  ASSERT_FALSE(store.set_model({.number = number, .state = "failed"}));
  EXPECT_EQ(must(store.models()).front().state, "done") << "what has ended stays as it is";
  ASSERT_FALSE(store.adopt(number));
  EXPECT_TRUE(must(store.models()).front().adopted);
  ASSERT_FALSE(store.adopt(0));
  EXPECT_FALSE(must(store.models()).front().adopted);
}

}  // namespace
}  // namespace pith::label
