#include "corpus/site_store.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <memory>
#include <string>
#include <vector>

#include "corpus/compress.hpp"
#include "site/line_table.hpp"
#include "site/memory.hpp"
#include "site/url_tree.hpp"
#include "support/must.hpp"

namespace pith::corpus {
namespace {

using site::Line;

class SiteStoreTest : public ::testing::Test {
 protected:
  [[nodiscard]] std::unique_ptr<SiteStore> open(std::string_view method = "punct-lines") const {
    return testing::must(SiteStore::open(folder_.path("sites"), method, DatabaseUse::create));
  }
  // The paper's own: each line of a page counts, and no page is spared.
  static std::unique_ptr<site::LineMemory> lines() { return site::make_line_tables("punct-lines", {}); }

  static std::vector<bool> visit(site::LineMemory& memory, const std::string& url, const std::vector<Line>& page,
                                 std::uint64_t turn = site::kNoTurn) {
    const auto keep = std::make_unique<bool[]>(page.size());
    memory.visit({.url = url, .turn = turn}, page, {keep.get(), page.size()});
    memory.leave(turn);
    return std::vector<bool>(keep.get(), keep.get() + page.size());
  }

  test::Folder folder_;
};

// methods.md §1.6: a line may come once, and once more for every 50 pages; here no page is ever held in memory.
TEST_F(SiteStoreTest, TheLineTablesNumbersHoldOnTheDisk) {
  const auto store = open();
  ASSERT_FALSE(store->begin_run("a", 0));
  const auto memory = lines();
  memory->keep_in(*store, 0);
  const Line line{7, 10, 0};
  const auto empty_pages = [&](int count) {
    for (int i = 0; i < count; ++i) {
      visit(*memory, "http://s.example/", {});
      visit(*memory, "http://other.example/", {});  // puts the first site out of memory
    }
  };
  empty_pages(49);
  EXPECT_EQ(visit(*memory, "http://s.example/", {line, line}), (std::vector<bool>{true, false}));
  EXPECT_EQ(visit(*memory, "http://s.example/", {line, {8, 10, 0}, {8, 10, 0}}),
            (std::vector<bool>{false, true, true}));
  ASSERT_FALSE(store->end_run(*memory));
  ASSERT_FALSE(memory->trouble());
  // Folded, it says the same.
  const auto again = lines();
  again->keep_in(*store, 0);
  EXPECT_EQ(testing::must(again->table_of("s.example")), "pith-lines 1\n51\n7 3\n8 2\n");
}

// methods.md §1.15: of 10 pages of a site a footer is gone by the tenth.
TEST_F(SiteStoreTest, TheUrlTreesNumbersHoldOnTheDisk) {
  const auto store = open("url-tree");
  ASSERT_FALSE(store->begin_run("a", 0));
  const auto memory = site::make_url_trees("url-tree", {});
  memory->keep_in(*store, 0);
  for (std::uint64_t i = 1; i <= 10; ++i) {
    const std::vector<bool> keep =
        visit(*memory, "http://www.site.com/a/b/" + std::to_string(i), {{1000 + i, 200, 0}, {7, 40, 0}});
    EXPECT_TRUE(keep[0]);
    EXPECT_EQ(keep[1], i == 1) << i;
    visit(*memory, "http://other.com/", {});
  }
}

TEST_F(SiteStoreTest, ARunTakesBackWhatItIsAboutToDoAgain) {
  const auto store = open();
  const auto memory = lines();
  memory->keep_in(*store, 1 << 20);
  ASSERT_FALSE(store->begin_run("first", 0));
  for (std::uint64_t turn = 0; turn < 5; ++turn) visit(*memory, "http://a.example/", {{turn, 10, 0}}, turn);
  ASSERT_FALSE(store->commit());

  const auto later = open();
  const auto resumed = lines();
  resumed->keep_in(*later, 1 << 20);
  ASSERT_FALSE(later->begin_run("first", 3));
  resumed->start(3);
  EXPECT_EQ(testing::must(resumed->table_of("a.example")), "pith-lines 1\n3\n0 1\n1 1\n2 1\n");
  for (std::uint64_t turn = 3; turn < 5; ++turn) visit(*resumed, "http://a.example/", {{turn, 10, 0}}, turn);
  ASSERT_FALSE(later->end_run(*resumed));
  // Another run of the same name has nothing left to take back.
  ASSERT_FALSE(later->begin_run("first", 0));
  const auto read = lines();
  read->keep_in(*later, 0);
  EXPECT_EQ(testing::must(read->table_of("a.example")), "pith-lines 1\n5\n0 1\n1 1\n2 1\n3 1\n4 1\n");
}

TEST_F(SiteStoreTest, TwoProgramsAddUp) {
  constexpr int kEach = 60;
  const auto run = [this](const std::string& name) {
    const auto store = open();
    const auto memory = lines();
    memory->keep_in(*store, 1 << 20);
    if (store->begin_run(name, 0)) ::_exit(1);
    for (int i = 0; i < kEach; ++i) visit(*memory, "http://a.example/", {{7, 10, 0}});
    if (memory->trouble() || store->end_run(*memory)) ::_exit(2);
    ::_exit(0);
  };
  std::vector<pid_t> children;
  for (const char* name : {"one", "two"}) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) run(name);
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  const auto store = open();
  const auto memory = lines();
  memory->keep_in(*store, 0);
  EXPECT_EQ(testing::must(memory->table_of("a.example")), "pith-lines 1\n120\n7 120\n");
}

// A run that is alone writes its tables as they lie in memory; here they no longer say all.
TEST_F(SiteStoreTest, WhatAnotherRunHasAddedMeanwhileStays) {
  const auto store = open(), other_store = open();
  const auto memory = lines(), other = lines();
  memory->keep_in(*store, 1 << 20);
  other->keep_in(*other_store, 1 << 20);
  ASSERT_FALSE(store->begin_run("one", 0));
  visit(*memory, "http://a.example/", {{7, 10, 0}});
  ASSERT_FALSE(other_store->begin_run("two", 0));
  visit(*other, "http://a.example/", {{7, 10, 0}, {8, 10, 0}});
  visit(*memory, "http://a.example/", {{7, 10, 0}});
  ASSERT_FALSE(other_store->end_run(*other));
  ASSERT_FALSE(store->end_run(*memory));
  const auto read = lines();
  read->keep_in(*store, 0);
  EXPECT_EQ(testing::must(read->table_of("a.example")), "pith-lines 1\n3\n7 3\n8 1\n");
}

// A program that is killed between the two leaves what it has seen to all that read it, and to its next run.
TEST_F(SiteStoreTest, VisitsOfARunThatNeverEndedAreNoPartOfAnothersTable) {
  {
    const auto killed = open();
    const auto memory = lines();
    memory->keep_in(*killed, 1 << 20);
    ASSERT_FALSE(killed->begin_run("killed", 0));
    visit(*memory, "http://a.example/", {{9, 10, 0}}, 0);
    ASSERT_FALSE(killed->commit());
  }
  const auto store = open();
  const auto memory = lines();
  memory->keep_in(*store, 1 << 20);
  ASSERT_FALSE(store->begin_run("whole", 0));
  visit(*memory, "http://a.example/", {{7, 10, 0}}, 0);
  ASSERT_FALSE(store->end_run(*memory));
  const auto read = lines();
  read->keep_in(*store, 0);
  EXPECT_EQ(testing::must(read->table_of("a.example")), "pith-lines 1\n2\n7 1\n9 1\n");
  ASSERT_FALSE(store->begin_run("killed", 0));  // it goes on, and does its page again
  read->drop("a.example");
  EXPECT_EQ(testing::must(read->table_of("a.example")), "pith-lines 1\n1\n7 1\n");
}

TEST_F(SiteStoreTest, SitesAreListedAddedAndForgotten) {
  const auto store = open();
  const auto memory = lines();
  memory->keep_in(*store, 0);
  ASSERT_FALSE(store->begin_run("r", 0));
  visit(*memory, "http://a.example/", {{7, 10, 0}});
  ASSERT_FALSE(store->add_table("a.example", "pith-lines 1\n2\n7 1\n9 2\n", *memory));
  ASSERT_FALSE(store->add_table("b.example", "pith-lines 1\n1\n7 1\n", *memory));
  EXPECT_TRUE(store->add_table("b.example", "nonsense", *memory));
  EXPECT_EQ(testing::must(memory->table_of("a.example")), "pith-lines 1\n3\n7 2\n9 2\n");
  const auto entries = testing::must(store->sites());
  ASSERT_EQ(entries.size(), 2U);
  EXPECT_EQ(entries[0].site, "a.example");
  EXPECT_EQ(entries[0].method, "punct-lines");
  EXPECT_GT(entries[0].bytes, 0U);
  ASSERT_FALSE(store->forget("a.example"));
  EXPECT_EQ(testing::must(store->sites()).size(), 1U);
}

TEST_F(SiteStoreTest, SaysWhatIsWrong) {
  folder_.write("file", "x");
  const auto error = [this](const char* path, DatabaseUse use) {
    return SiteStore::open(folder_.path(path), "pith", use).error().message;
  };
  EXPECT_NE(error("file", DatabaseUse::create).find("is a file, not a folder"), std::string::npos);
  EXPECT_NE(error("none", DatabaseUse::existing).find("no such folder"), std::string::npos);
  (void)open();
  folder_.write("sites/sites.db", "no database at all, whatever its name may be.........................");
  EXPECT_NE(error("sites", DatabaseUse::existing).find("sites.db: "), std::string::npos);
}

}  // namespace
}  // namespace pith::corpus
