#include "corpus/store.hpp"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "render/content.hpp"
#include "support/must.hpp"

namespace pith::corpus {
namespace {

using testing::must;
namespace fs = std::filesystem;

constexpr std::int64_t kDay = 86'400, kStart = 1'700'000'000;

Article article_of(std::string_view url, std::string_view title, std::string_view text) {
  Article article;
  article.url = url;
  article.title = title;
  if (text.empty()) return article;
  Body& body = article.bodies.emplace_back();
  rendering::append_content(text, body.content);
  body.text = std::string(text) + "\n";
  return article;
}

std::string story(unsigned number, int words = 200) {
  std::mt19937 random(number);
  std::string text;
  for (int i = 0; i < words; ++i) text += "word" + std::to_string(random() % 5000) + (i % 12 == 11 ? ".\n" : " ");
  return text;
}

class StoreTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) /
              (std::string("store-") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path() const { return (folder_ / "a.pith").string(); }
  [[nodiscard]] Store open(bool keep_pages = false) const {
    return must(Store::open(path(), {.use = DatabaseUse::create, .keep_pages = keep_pages}));
  }
  [[nodiscard]] std::string failure(const std::string& file, DatabaseUse use = DatabaseUse::existing) const {
    const Result<Store> store = Store::open(file, {.use = use});
    return store ? "" : store.error().message;
  }

  fs::path folder_;
};

std::set<std::string> found(Store& store, std::string_view query, const StoreFilter& filter = {}) {
  std::set<std::string> addresses;
  EXPECT_FALSE(store.find(must(parse_query(query)), filter, 0, false, [&](const StoredRecord& record, double) {
    EXPECT_TRUE(addresses.insert(record.address).second) << record.address;
    return true;
  }));
  return addresses;
}

std::vector<std::string> all(Store& store, const StoreFilter& filter = {}) {
  std::vector<std::string> titles;
  EXPECT_FALSE(store.each(filter, [&](const StoredRecord& record) {
    titles.push_back(record.article.title);
    return true;
  }));
  return titles;
}

using Titles = std::vector<std::string>;
using Addresses = std::set<std::string>;

TEST_F(StoreTest, GivesBackWhatItWasGiven) {
  Article article = article_of("https://a.example/1#top", "T", "One.\nTwo.");
  article.authors = {"A", "B"};
  article.author = "A, B";
  article.date = "2024-05-03";
  article.comments.push_back({.text = "Well said.\n", .author = "c"});
  {
    Store store = open();
    const Added added = must(store.add({.article = article, .id = "p1", .fetched = kStart, .members = "\"label\":1"}));
    EXPECT_EQ(added.outcome, AddOutcome::added);
    EXPECT_EQ(added.revision, 1u);
  }
  Store store = must(Store::open(path()));
  const std::vector<StoredRecord> records = must(store.revisions("https://a.example/1"));
  ASSERT_EQ(records.size(), 1u);
  EXPECT_EQ(records[0].address, "https://a.example/1");
  EXPECT_EQ(records[0].id, "p1");
  EXPECT_EQ(records[0].fetched, kStart);
  EXPECT_EQ(records[0].members, "\"label\":1");
  EXPECT_EQ(records[0].fingerprint.exact, fingerprint_of("One.\nTwo.\n").exact);
  for (const Format format : {Format::json, Format::markdown, Format::html, Format::xml})
    EXPECT_EQ(render(records[0].article, format, {.comments = true}), render(article, format, {.comments = true}));
}

TEST_F(StoreTest, KnowsAddresses) {
  Store store = open();
  EXPECT_FALSE(must(store.known("https://a.example/1")).has_value());
  must(store.add({.article = article_of("https://A.example/1#x", "T", "Text."), .fetched = kStart}));
  const std::optional<KnownPage> known = must(store.known("https://a.example/1#y"));
  ASSERT_TRUE(known.has_value());
  EXPECT_EQ(known->fetched, kStart);
  EXPECT_EQ(known->revision, 1u);
  EXPECT_FALSE(must(store.known("https://a.example/")).has_value());
}

TEST_F(StoreTest, AddressesNamePages) {
  EXPECT_EQ(address_of("HTTP://A.example:80/b/../c?d#e"), "http://a.example/c?d");
  EXPECT_EQ(address_of("https://a.example/#!/post/1"), "https://a.example/#!/post/1");
  EXPECT_EQ(address_of("", "pages.jsonl", "12"), "pages.jsonl#12");
  Store store = open();
  must(store.add({.article = article_of("", "A", "One."), .id = "1", .input = "a.jsonl"}));
  EXPECT_EQ(must(store.add({.article = article_of("", "B", "Two."), .id = "1", .input = "b.jsonl"})).outcome,
            AddOutcome::added);
  EXPECT_EQ(must(store.add({.article = article_of("", "A", "One."), .id = "1", .input = "a.jsonl"})).outcome,
            AddOutcome::unchanged);
}

TEST_F(StoreTest, KeepsRevisions) {
  Store store = open();
  const std::string url = "https://a.example/1";
  const auto add = [&](std::string_view title, std::string_view text, std::int64_t fetched) {
    return must(store.add({.article = article_of(url, title, text), .fetched = fetched}));
  };
  add("T", "First text.", kStart);
  const Added same = add("T", "First   text.", kStart + kDay);
  EXPECT_EQ(same.outcome, AddOutcome::refreshed);  // white space is no other text
  EXPECT_EQ(same.revision, 1u);
  EXPECT_EQ(add("T", "First   text.", kStart + kDay).outcome, AddOutcome::unchanged);
  const Added changed = add("T", "Second text.", kStart + 2 * kDay);
  EXPECT_EQ(changed.outcome, AddOutcome::revised);
  EXPECT_EQ(changed.revision, 2u);
  EXPECT_EQ(add("Other title", "Second text.", kStart + 3 * kDay).revision, 3u);

  const std::vector<StoredRecord> records = must(store.revisions(url));
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].fetched, kStart);
  EXPECT_EQ(records[0].seen, kStart + kDay);
  EXPECT_FALSE(records[0].is_latest);
  EXPECT_FALSE(records[1].is_latest);
  EXPECT_TRUE(records[2].is_latest);
  EXPECT_EQ(records[2].article.title, "Other title");
  EXPECT_EQ(must(store.known(url))->revision, 3u);
  // Only the newest is found, but where all are asked for.
  EXPECT_EQ(found(store, "first"), Addresses{});
  EXPECT_EQ(found(store, "first", {.all_revisions = true}), Addresses{url});
  EXPECT_EQ(all(store), Titles{"Other title"});
  EXPECT_EQ(all(store, {.all_revisions = true}).size(), 3u);
}

TEST_F(StoreTest, TheSamePagesAgainAreNoRevisions) {
  Store store = open();
  const std::string url = "https://a.example/1";
  const auto add = [&](std::string_view text, std::int64_t fetched) {
    return must(store.add({.article = article_of(url, "T", text), .fetched = fetched})).outcome;
  };
  add("First text.", kStart);
  add("Second text.", kStart + kDay);
  // The same two archives once more, in any order.
  EXPECT_EQ(add("First text.", kStart), AddOutcome::unchanged);
  EXPECT_EQ(add("Second text.", kStart + kDay), AddOutcome::unchanged);
  EXPECT_EQ(add("First text.", 0), AddOutcome::unchanged);
  // An archive from before: a revision, but not the newest.
  EXPECT_EQ(add("Older text.", kStart - kDay), AddOutcome::revised);
  EXPECT_EQ(must(store.known(url))->revision, 2u);
  EXPECT_EQ(found(store, "second"), Addresses{url});
  EXPECT_EQ(found(store, "older"), Addresses{});
  // The page is as it once was.
  EXPECT_EQ(add("First text.", kStart + 2 * kDay), AddOutcome::revised);
  EXPECT_EQ(must(store.known(url))->revision, 4u);
  EXPECT_EQ(found(store, "first"), Addresses{url});
}

TEST_F(StoreTest, WhatIsNewBesideTheTextTakesItsPlace) {
  Store store = open();
  Article article = article_of("https://a.example/1", "T", "The text.");
  must(store.add({.article = article}));
  article.comments.push_back({.text = "Splendid.\n"});
  article.author = "Z";
  EXPECT_EQ(must(store.add({.article = article})).outcome, AddOutcome::refreshed);
  EXPECT_EQ(found(store, "splendid"), Addresses{"https://a.example/1"});
  EXPECT_EQ(found(store, "comments:splendid"), Addresses{"https://a.example/1"});
  EXPECT_EQ(found(store, "text:splendid"), Addresses{});
  article.comments.clear();
  must(store.add({.article = article}));
  EXPECT_EQ(found(store, "splendid"), Addresses{});
  EXPECT_EQ(found(store, "text"), Addresses{"https://a.example/1"});
  EXPECT_EQ(must(store.revisions("https://a.example/1")).size(), 1u);
}

TEST_F(StoreTest, FindsCopies) {
  Store store = open();
  const std::string text = story(1);
  const auto add = [&](std::string_view url, const std::string& said) {
    return must(store.add({.article = article_of(url, "T", said)}));
  };
  const Added first = add("https://a.example/1", text);
  EXPECT_EQ(first.copy_of, 0);
  const Added same = add("https://b.example/1", text);
  EXPECT_EQ(same.copy_of, first.record);
  EXPECT_FALSE(same.is_near);
  const Added near = add("https://c.example/1", text + " Read more.");
  EXPECT_EQ(near.copy_of, first.record);
  EXPECT_TRUE(near.is_near);
  EXPECT_EQ(add("https://d.example/1", story(2)).copy_of, 0);
  EXPECT_EQ(add("https://e.example/1", "").copy_of, 0);
  EXPECT_EQ(add("https://f.example/1", "").copy_of, 0);  // nothing is no copy of nothing
  // Another text of the same address is no copy of it.
  EXPECT_EQ(add("https://d.example/1", story(2) + " Read more.").copy_of, 0);

  std::vector<Copy> copies;
  const auto take = [&](const Copy& copy) {
    copies.push_back(copy);
    return true;
  };
  ASSERT_FALSE(store.copies(false, take));
  ASSERT_EQ(copies.size(), 1u);
  EXPECT_EQ(copies[0].first_address, "https://a.example/1");
  EXPECT_EQ(copies[0].address, "https://b.example/1");
  copies.clear();
  ASSERT_FALSE(store.copies(true, take));
  EXPECT_EQ(copies.size(), 2u);

  EXPECT_EQ(all(store, {.first_copies = true}).size(), 4u);
  ASSERT_FALSE(store.drop({same.record, near.record}));
  EXPECT_EQ(all(store).size(), 4u);
  EXPECT_TRUE(must(store.revisions("https://b.example/1")).empty());
  EXPECT_TRUE(must(store.known("https://b.example/1")).has_value());  // a harvest need not fetch it again
  EXPECT_EQ(add("https://b.example/1", text).outcome, AddOutcome::unchanged);
  EXPECT_EQ(found(store, "title:t").size(), 4u);
  EXPECT_FALSE(store.database().execute("INSERT INTO search(search) VALUES('integrity-check')"));
}

TEST_F(StoreTest, FiltersByWhatIsKnown) {
  Store store = open();
  const auto add = [&](std::string_view url, std::string_view title, std::string_view date, std::string_view language,
                       std::string_view type) {
    Article article = article_of(url, title, "Some text.");
    article.date = date;
    article.language = language;
    article.page_type = type;
    article.source = title == "B" ? "新华社" : "";
    must(store.add({.article = article, .fetched = kStart}));  // 2023-11-14
  };
  add("https://www.a.example/1", "A", "2024-05-03T00:30:00+08:00", "zh-CN", "article");
  add("https://b.example/1", "B", "2024-05", "zh", "forum");
  add("https://notb.example/1", "C", "2023-01-02", "en", "article");
  add("https://d.example/1", "D", "", "zha", "article");
  EXPECT_EQ(all(store, {.site = "a.example"}), Titles{"A"});
  EXPECT_EQ(all(store, {.site = "B.example"}), Titles{"B"});
  EXPECT_EQ(all(store, {.since = "2024-05-03"}), Titles{"A"});  // the day that the page says
  EXPECT_EQ(all(store, {.since = "2024-05"}), (Titles{"A", "B"}));
  EXPECT_EQ(all(store, {.until = "2023"}), (Titles{"C", "D"}));
  EXPECT_EQ(all(store, {.since = "2023-11-14", .until = "2023-11-14"}), Titles{"D"});
  EXPECT_EQ(all(store, {.until = "2024-05-03"}), (Titles{"A", "B", "C", "D"}));
  EXPECT_EQ(all(store, {.languages = {"zh"}}), (Titles{"A", "B"}));
  EXPECT_EQ(all(store, {.languages = {"zh", "en"}, .page_types = {"article"}}), (Titles{"A", "C"}));
  EXPECT_EQ(all(store, {.source = "新华"}), Titles{"B"});
  EXPECT_EQ(found(store, "text", {.site = "b.example"}), Addresses{"https://b.example/1"});
}

TEST_F(StoreTest, WordsOfTheTitleRankFirst) {
  Store store = open();
  must(store.add({.article = article_of("https://a.example/1", "Dogs", "A cat among the words of this text.")}));
  must(store.add({.article = article_of("https://a.example/2", "A cat", "Many words of quite another kind of text.")}));
  std::vector<std::string> order;
  double before = 1e9;
  ASSERT_FALSE(store.find(must(parse_query("cat")), {}, 0, false, [&](const StoredRecord& record, double rank) {
    order.push_back(record.address);
    EXPECT_LE(rank, before);
    before = rank;
    return true;
  }));
  EXPECT_EQ(order, (std::vector<std::string>{"https://a.example/2", "https://a.example/1"}));
  int taken = 0;
  ASSERT_FALSE(store.find(must(parse_query("words")), {}, 1, false, [&](const StoredRecord&, double) {
    ++taken;
    return true;
  }));
  EXPECT_EQ(taken, 1);
}

// Whatever a query of Chinese characters is, what is found is what holds it.
TEST_F(StoreTest, ChineseQueriesFindWhatGrepFinds) {
  Store store = open();
  std::mt19937 random(7);
  // Few characters, so that all pairs and many longer runs come often.
  const std::vector<std::string> characters = {"中", "国", "人", "民", "大", "学", "北", "京", "〇"};
  const std::vector<std::string> between = {"，", "。", " ", "\n", "a", "《", "2", "", "", "", "", "", "", "", "", ""};
  std::vector<std::string> texts;
  ASSERT_FALSE(store.begin());
  for (int i = 0; i < 600; ++i) {
    std::string text;
    for (std::size_t n = 5 + random() % 60; n > 0; --n)
      text += characters[random() % characters.size()] + between[random() % between.size()];
    texts.push_back(text);
    must(store.add({.article = article_of("https://a.example/" + std::to_string(i), "T", text)}));
  }
  ASSERT_FALSE(store.commit());
  std::size_t hits = 0;
  for (int q = 0; q < 400; ++q) {
    std::string query;
    for (int n = 1 + q % 6; n > 0; --n) query += characters[random() % characters.size()];
    Addresses expected;
    for (std::size_t i = 0; i < texts.size(); ++i)
      if (texts[i].find(query) != std::string::npos) expected.insert("https://a.example/" + std::to_string(i));
    hits += expected.size();
    EXPECT_EQ(found(store, query), expected) << query;
  }
  EXPECT_GT(hits, 20'000u);
}

TEST_F(StoreTest, LatinQueriesAreWords) {
  Store store = open();
  must(store.add({.article = article_of("https://a.example/1", "T", "The Quick brown fox of Ärzte.")}));
  const Addresses it = {"https://a.example/1"};
  for (const std::string_view query : {"quick", "QUICK fox", "\"quick brown\"", "bro*", "ärzte", "fox NOT dog",
                                       "dog OR fox", "(dog OR fox) brown", "title:t"})
    EXPECT_EQ(found(store, query), it) << query;
  for (const std::string_view query : {"qui", "\"quick fox\"", "fox NOT brown", "dog", "title:fox"})
    EXPECT_EQ(found(store, query), Addresses{}) << query;
}

TEST_F(StoreTest, ManyRecordsShareDictionaries) {
  Store store = open(true);
  ASSERT_FALSE(store.begin());
  for (unsigned i = 0; i < 600; ++i) {
    const std::string number = std::to_string(i);
    const std::string page = "<html><head>" + story(1) + "</head><body>" + story(i + 1) + "</body></html>";
    must(store.add(
        {.article = article_of("https://a.example/" + number, "Title " + number, story(i + 1, 80)), .page = page}));
  }
  ASSERT_FALSE(store.commit());
  EXPECT_EQ(must(store.database().number("SELECT count(*) FROM dictionary")), 2);
  EXPECT_EQ(must(store.database().number("SELECT count(DISTINCT dictionary) FROM article")), 2);
  // All are read again, by a store that has to look for them first.
  Store again = open();
  unsigned number = 0;
  ASSERT_FALSE(again.each({}, [&](const StoredRecord& record) {
    EXPECT_EQ(record.article.bodies.at(0).text, story(++number, 80) + "\n");
    return true;
  }));
  EXPECT_EQ(number, 600u);
  const std::string page = must(again.page(must(again.known("https://a.example/599"))->record));
  EXPECT_EQ(page, "<html><head>" + story(1) + "</head><body>" + story(600) + "</body></html>");
  const StoreStatistics statistics = must(again.statistics());
  EXPECT_EQ(statistics.records, 600u);
  EXPECT_EQ(statistics.sites, (StoreStatistics::Counts{{"a.example", 600}}));
  EXPECT_GT(statistics.article_bytes, 0u);
  EXPECT_GT(statistics.page_bytes, 0u);
  EXPECT_GT(statistics.search_bytes, 0u);
  EXPECT_GT(statistics.file_bytes, statistics.article_bytes + statistics.page_bytes + statistics.search_bytes);
}

TEST_F(StoreTest, StatisticsCount) {
  Store store = open();
  Article article = article_of("https://a.example/1", "T", story(1));
  article.date = "2024-05-03";
  article.language = "en";
  must(store.add({.article = article}));
  article.url = "https://a.example/2";
  must(store.add({.article = article}));
  article = article_of("https://b.example/", "", "");
  must(store.add({.article = article}));
  must(store.add({.article = article_of("https://b.example/", "", "Now there is a text.")}));
  const StoreStatistics statistics = must(store.statistics());
  EXPECT_EQ(statistics.records, 3u);
  EXPECT_EQ(statistics.revisions, 4u);
  EXPECT_EQ(statistics.empty, 0u);
  EXPECT_EQ(statistics.copies, 1u);
  EXPECT_EQ(statistics.near_copies, 0u);
  EXPECT_EQ(statistics.sites, (StoreStatistics::Counts{{"a.example", 2}, {"b.example", 1}}));
  EXPECT_EQ(statistics.languages, (StoreStatistics::Counts{{"en", 2}, {"", 1}}));
  EXPECT_EQ(statistics.months, (StoreStatistics::Counts{{"", 1}, {"2024-05", 2}}));
}

TEST_F(StoreTest, WhatIsNotCommittedIsNotThere) {
  {
    Store store = open();
    must(store.add({.article = article_of("https://a.example/1", "A", "One.")}));
    ASSERT_FALSE(store.begin());
    must(store.add({.article = article_of("https://b.example/1", "B", "Two.")}));
    // Whoever reads meanwhile sees what was there before.
    Store reader = must(Store::open(path()));
    EXPECT_EQ(all(reader), Titles{"A"});
  }
  Store store = open();
  EXPECT_EQ(all(store), Titles{"A"});
  EXPECT_EQ(found(store, "two"), Addresses{});
}

TEST_F(StoreTest, TwoMayWriteInTurn) {
  Store one = open(), two = open();
  for (int i = 0; i < 40; ++i) {
    Store& store = i % 2 == 0 ? one : two;
    must(
        store.add({.article = article_of("https://a.example/" + std::to_string(i / 4), "T" + std::to_string(i), "x")}));
  }
  EXPECT_EQ(all(one).size(), 10u);
  EXPECT_EQ(all(two, {.all_revisions = true}).size(), 40u);
}

TEST_F(StoreTest, OtherFilesAreNamed) {
  EXPECT_NE(failure(path()).find("no such file"), std::string::npos);
  EXPECT_NE(failure(folder_.string()).find("is a directory"), std::string::npos);
  EXPECT_NE(failure((folder_ / "no" / "folder").string(), DatabaseUse::create).find("No such file"), std::string::npos);
  std::ofstream(folder_ / "page.html") << "<html>" << std::string(2000, 'x');
  EXPECT_EQ(failure((folder_ / "page.html").string()), "is not a store of pith");
  EXPECT_EQ(failure((folder_ / "page.html").string(), DatabaseUse::create), "is not a store of pith");
  std::ofstream(folder_ / "empty");
  EXPECT_NE(failure((folder_ / "empty").string()), "");
  sqlite3* other = nullptr;
  ASSERT_EQ(sqlite3_open((folder_ / "other.db").c_str(), &other), SQLITE_OK);
  sqlite3_exec(other, "CREATE TABLE t(x)", nullptr, nullptr, nullptr);
  sqlite3_close(other);
  for (const DatabaseUse use : {DatabaseUse::existing, DatabaseUse::create})
    EXPECT_EQ(failure((folder_ / "other.db").string(), use), "is an SQLite database, but not a store of pith");
}

TEST_F(StoreTest, ANewerFormatIsRefused) {
  { ASSERT_FALSE(open().database().execute("PRAGMA user_version=2")); }
  EXPECT_NE(failure(path()).find("written by a newer pith"), std::string::npos);
}

TEST_F(StoreTest, DamageIsAnErrorNotADeath) {
  {
    Store store = open();
    for (unsigned i = 0; i < 60; ++i)
      must(store.add({.article = article_of("https://a.example/" + std::to_string(i), "T", story(i))}));
  }
  std::string bytes(fs::file_size(path()), '\0');
  std::ifstream(path(), std::ios::binary).read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  std::mt19937 random(3);
  int errors = 0;
  for (int round = 0; round < 60; ++round) {
    std::string damaged = bytes;
    if (round % 3 == 0) damaged.resize(damaged.size() / 4096 / 3 * 4096);
    for (int i = 0; i < 200; ++i) damaged[random() % damaged.size()] = static_cast<char>(random());
    std::ofstream(folder_ / "damaged", std::ios::binary) << damaged;
    Result<Store> store = Store::open((folder_ / "damaged").string());
    if (!store) {
      ++errors;
      continue;
    }
    const auto none = [](const auto&...) { return true; };
    errors += static_cast<bool>(store->each({}, none)) ? 1 : 0;
    errors += static_cast<bool>(store->find(must(parse_query("word1*")), {}, 0, false, none)) ? 1 : 0;
    errors += store->statistics() ? 0 : 1;
    errors += store->add({.article = article_of("https://b.example/", "T", "Text.")}) ? 0 : 1;
  }
  EXPECT_GT(errors, 30);
}

}  // namespace
}  // namespace pith::corpus
