#include "corpus/page_source.hpp"

#include <gtest/gtest.h>

#include "corpus/compress.hpp"
#include "support/must.hpp"

namespace pith::corpus {
namespace {

struct Read {
  std::vector<RawRecord> records;
  std::string failure;
};

Read read(const std::string& path, const SourceLimits& limits = {}) {
  Read read;
  const auto source = open_pages(path, limits);
  if (!source) {
    read.failure = source.error().message;
    return read;
  }
  for (RawRecord record; (*source)->next(record);) read.records.push_back(record);
  read.failure = (*source)->failure();
  return read;
}

std::string warc(const std::string& block) {
  return "WARC/1.1\r\nWARC-Type: response\r\nContent-Length: " + std::to_string(block.size()) + "\r\n\r\n" + block +
         "\r\n\r\n";
}

TEST(JsonlSource, CutsLines) {
  const test::Folder folder;
  const std::string lines = "\xEF\xBB\xBF{\"a\":1}\n\n  \r\n{\"b\":2}\r\n{\"c\":3}";
  for (const std::string& content : {lines, test::gzip(lines), test::zstd(lines)}) {
    const Read all = read(folder.write("pages", content));
    ASSERT_EQ(all.records.size(), 3u);
    EXPECT_EQ(all.failure, "");
    EXPECT_EQ(all.records[0].bytes, "{\"a\":1}");
    EXPECT_EQ(all.records[1].position, 4u);
    EXPECT_EQ(all.records[2].bytes, "{\"c\":3}");
  }
}

TEST(JsonlSource, PassesOverARecordThatIsTooLong) {
  const test::Folder folder;
  const std::string big = "{\"html\":\"" + std::string(3 << 20, 'x') + "\"}";
  const Read all = read(folder.write("pages.jsonl", "{}\n" + big + "\n{}\n"), {.record_bytes = 2 << 20});
  ASSERT_EQ(all.records.size(), 3u);
  EXPECT_EQ(all.records[1].failure, "record larger than 2 MiB");
  EXPECT_EQ(all.records[1].bytes.size(), 64u << 10);
  EXPECT_EQ(all.records[2].bytes, "{}");
  EXPECT_EQ(all.records[2].position, 3u);
}

TEST(JsonlSource, SaysThatTheFileIsDamaged) {
  const test::Folder folder;
  std::string lines;
  for (int i = 0; i < 20000; ++i) lines += "{\"n\":" + std::to_string(i * 7919) + "}\n";
  const std::string packed = test::gzip(lines);
  const Read all = read(folder.write("pages.jsonl.gz", packed.substr(0, packed.size() / 2)));
  EXPECT_GT(all.records.size(), 1000u);
  EXPECT_NE(all.failure.find("ends in the middle"), std::string::npos);
}

TEST(JsonlSource, SkipsRecords) {
  const test::Folder folder;
  const auto source = testing::must(open_pages(folder.write("pages.jsonl", "{\"a\":1}\n\n{\"b\":2}\n{\"c\":3}\n")));
  RawRecord record;
  EXPECT_EQ(source->skip(2), 2u);
  ASSERT_TRUE(source->next(record));
  EXPECT_EQ(record.bytes, "{\"c\":3}");
  EXPECT_EQ(record.position, 4u);
  EXPECT_EQ(source->skip(5), 0u);
}

TEST(WarcSource, CutsRecords) {
  const test::Folder folder;
  const std::string one = warc("one"), two = warc("two\r\n\r\nWARC/1.0\r\n");
  const std::pair<const char*, std::string> files[] = {{"a.warc", one + two},
                                                       {"a.warc.gz", test::gzip(one) + test::gzip(two)},
                                                       {"a.warc.zst", test::zstd(one) + test::zstd(two)}};
  for (const auto& [name, content] : files) {
    const Read all = read(folder.write(name, content));
    ASSERT_EQ(all.records.size(), 2u) << name;
    EXPECT_EQ(all.failure, "");
    EXPECT_TRUE(all.records[0].bytes.ends_with("\r\n\r\none"));
    EXPECT_TRUE(all.records[1].bytes.ends_with("two\r\n\r\nWARC/1.0\r\n"));
    EXPECT_EQ(all.records[1].position, one.size());
  }
}

TEST(WarcSource, GoesOnBehindDamage) {
  const test::Folder folder;
  const Read text =
      read(folder.write("a.warc", warc("one") + "garbage\r\nmore\r\n" + warc("two") +
                                      "WARC/1.0\r\nContent-Length: many\r\n\r\nx\r\n\r\n" + warc("three")));
  ASSERT_EQ(text.records.size(), 5u);
  EXPECT_EQ(text.records[1].failure, "a WARC record was expected here");
  EXPECT_EQ(text.records[3].failure, "WARC header without a valid Content-Length");
  EXPECT_TRUE(text.records[4].bytes.ends_with("three"));

  std::string noise;
  for (std::uint32_t i = 1; noise.size() < 50'000; i = i * 1664525 + 1013904223) noise += std::to_string(i);
  std::string damaged = test::gzip(warc(noise));
  for (std::size_t i = damaged.size() / 2; i < damaged.size() / 2 + 16; ++i) damaged[i] = '\xff';
  const Read packed = read(folder.write("a.warc.gz", test::gzip(warc("one")) + damaged + test::gzip(warc("two"))));
  ASSERT_GE(packed.records.size(), 3u);
  EXPECT_TRUE(packed.records.front().bytes.ends_with("one"));
  // Where the damage shows, in the data or in their length or sum, depends on the decoder.
  for (std::size_t i = 1; i + 1 < packed.records.size(); ++i) EXPECT_NE(packed.records[i].failure, "");
  EXPECT_TRUE(packed.records.back().bytes.ends_with("two"));
  EXPECT_EQ(packed.failure, "");
}

// A broken record costs itself alone, in members and in frames.
TEST(WarcSource, KeepsTheRecordsAroundADamagedOne) {
  const test::Folder folder;
  std::string noise;
  for (std::uint32_t i = 1; noise.size() < 50'000; i = i * 1664525 + 1013904223) noise += std::to_string(i);
  for (const auto pack :
       {+[](const std::string& s) { return test::gzip(s); }, +[](const std::string& s) { return test::zstd(s); }}) {
    for (const std::size_t at : {std::size_t{0}, std::size_t{1}, std::size_t{9}, std::size_t{500}}) {
      std::string damaged = pack(warc(noise));
      if (at > 9 && damaged[0] != '\x1f') continue;  // frames without a sum hide what is damaged in their data
      for (std::size_t i = at; i < at + 8; ++i) damaged[i] = static_cast<char>(damaged[i] ^ '\x5a');
      std::string all;
      for (int i = 0; i < 3; ++i) all += pack(warc("before " + std::to_string(i)));
      all += damaged;
      for (int i = 0; i < 3; ++i) all += pack(warc("behind " + std::to_string(i)));
      const Read got = read(folder.write("a.warc", all));
      EXPECT_EQ(got.failure, "");
      std::vector<std::string> whole;
      for (const RawRecord& record : got.records)
        if (record.failure.empty()) whole.push_back(record.bytes.substr(record.bytes.size() - 8));
      EXPECT_EQ(whole,
                (std::vector<std::string>{"before 0", "before 1", "before 2", "behind 0", "behind 1", "behind 2"}))
          << at;
      EXPECT_GT(got.records.size(), whole.size());
    }
  }
}

// Cut short in its member, it does not take the next along; where members are not records, all of them count.
TEST(WarcSource, EndsARecordWithItsMember) {
  const test::Folder folder;
  const std::string cut = warc("a block that is cut short").substr(0, 60), two = warc("two");
  for (const auto pack :
       {+[](const std::string& s) { return test::gzip(s); }, +[](const std::string& s) { return test::zstd(s); }}) {
    const Read got =
        read(folder.write("a.warc", pack(cut) + pack(two) + pack(two.substr(0, 50)) + pack(two.substr(50))));
    ASSERT_EQ(got.records.size(), 3u);
    EXPECT_EQ(got.records[0].failure, "the record ends before the end that its Content-Length gives");
    for (const std::size_t i : {1, 2}) {
      EXPECT_EQ(got.records[i].failure, "");
      EXPECT_TRUE(got.records[i].bytes.ends_with("\r\n\r\ntwo"));
    }
  }
}

// Small members are decoded whole, larger ones as a stream; offsets are those of the file in both.
TEST(WarcSource, ReadsMembersOfAnySize) {
  const test::Folder folder;
  std::string noise;
  for (std::uint32_t i = 1; noise.size() < (5u << 20); i = i * 1664525 + 1013904223) noise += std::to_string(i);
  const std::string blanks(40u << 20, ' ');
  std::string all;
  std::vector<std::uint64_t> places;
  std::vector<std::string> blocks = {"one", noise, "two", blanks, "", noise + blanks, "three"};
  for (const std::string& block : blocks) {
    places.push_back(all.size());
    all += test::gzip(warc(block)) + test::gzip("");  // empty members are none's
  }
  const Read got = read(folder.write("a.warc.gz", all));
  EXPECT_EQ(got.failure, "");
  ASSERT_EQ(got.records.size(), blocks.size());
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    EXPECT_EQ(got.records[i].failure, "");
    EXPECT_TRUE(got.records[i].bytes.ends_with("\r\n\r\n" + blocks[i])) << i;
    EXPECT_EQ(got.records[i].place, places[i]) << i;
  }
}

TEST(WarcSource, ReportsARecordCutOffByTheEnd) {
  const test::Folder folder;
  const std::string whole = warc("one") + warc("two");
  const Read all = read(folder.write("a.warc", whole.substr(0, whole.size() - 6)));
  ASSERT_EQ(all.records.size(), 2u);
  EXPECT_EQ(all.records[1].failure, "the file ends in the middle of this record");
}

TEST(WarcSource, PassesOverARecordThatIsTooLong) {
  const test::Folder folder;
  const Read all =
      read(folder.write("a.warc", warc(std::string(3 << 20, 'x')) + warc("two")), {.record_bytes = 2 << 20});
  ASSERT_EQ(all.records.size(), 2u);
  EXPECT_EQ(all.records[0].failure, "record larger than 2 MiB");
  EXPECT_LT(all.records[0].bytes.size(), 1000u);
  EXPECT_TRUE(all.records[1].bytes.ends_with("two"));
}

TEST(DirectorySource, GivesHtmlFilesInOrder) {
  const test::Folder folder;
  for (const char* name : {"b.html", "a/z.HTM", "a/b/c.xhtml", "c.txt", "a.html"}) folder.write(name, "<p>");
  const Read all = read(folder.path(""));
  ASSERT_EQ(all.records.size(), 4u);
  EXPECT_EQ(all.records[0].name, "a.html");
  EXPECT_EQ(all.records[1].name, "a/b/c.xhtml");
  EXPECT_EQ(all.records[2].name, "a/z.HTM");
  EXPECT_EQ(all.records[3].name, "b.html");
}

TEST(PageSource, RefusesWhatHoldsNoPages) {
  const test::Folder folder;
  EXPECT_EQ(read(folder.write("x", "plain text")).failure, "is neither JSONL nor WARC");
  EXPECT_NE(read(folder.write("y", "<html>")).failure.find("pith extract"), std::string::npos);
  EXPECT_NE(read(folder.path("none")).failure, "");
  std::filesystem::create_directory(folder.path("empty"));
  EXPECT_NE(read(folder.path("empty")).failure.find("no *.html"), std::string::npos);
  EXPECT_EQ(read(folder.write("z.jsonl", "")).failure, "");
}

}  // namespace
}  // namespace pith::corpus
