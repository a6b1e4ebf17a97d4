#include "batch/batch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <map>

#include "batch/statistics.hpp"
#include "corpus/byte_source.hpp"
#include "corpus/compress.hpp"
#include "corpus/digest.hpp"
#include "pith/methods.hpp"

namespace pith::batch {
namespace {

const std::atomic<bool> kNever = false;

std::string paragraph(int seed) {
  return "Paragraph " + std::to_string(seed) +
         " of a page that has something to say, and says it in more than one sentence. It goes on, with a comma here, "
         "and a full stop there.";
}

constexpr const char* kNotice = "Copyright 2026, the publishers of a.example. All rights reserved.";

std::string page_html(int number) {
  std::string html = "<html><body><h1>Page " + std::to_string(number) + "</h1>";
  for (int i = 0; i < 3 + number % 5; ++i) html += "<p>" + paragraph(number * 10 + i) + "</p>";
  return html + "<p>" + kNotice + "</p></body></html>";
}

std::string page_line(int number) {
  const std::string n = std::to_string(number);
  return R"({"id":"p)" + n + R"(","url":"http://a.example/)" + n + R"(","html":")" + page_html(number) + "\"}\n";
}

/// Lines of pages, some of them bad.
std::string pages(int count) {
  std::string lines;
  for (int i = 0; i < count; ++i) lines += i % 37 == 20 ? "{\"id\":\"bad" + std::to_string(i) + "\"}\n" : page_line(i);
  return lines;
}

std::string decompressed(const std::string& path) {
  std::string all, buffer(1000, '\0');
  const auto source = corpus::open_bytes(path);
  if (!source) return source.error().message;
  while (const std::size_t got = (*source)->read(buffer.data(), buffer.size())) all.append(buffer, 0, got);
  return all;
}

class BatchTest : public testing::Test {
 protected:
  BatchResult run(const BatchOptions& options, const BatchListener& listener = {},
                  const std::atomic<bool>& stop = kNever) const {
    return batch::run(extractor_, options, listener, stop);
  }
  [[nodiscard]] BatchOptions options(const std::string& output) const {
    BatchOptions options;
    options.inputs = {folder_.path("pages.jsonl")};
    options.output = folder_.path(output);
    options.existing = Existing::overwrite;
    options.segment_records = 10;
    options.checkpoint_seconds = 0;
    return options;
  }

  Extractor extractor_;
  test::Folder folder_;
};

TEST_F(BatchTest, WritesOneLineAPageInInputOrder) {
  folder_.write("pages.jsonl",
                page_line(0) + "\n" + page_line(1) + "{\"id\":\"empty\",\"html\":\"\"}\n" + page_line(2));
  const BatchResult result = run(options("out.jsonl"));
  EXPECT_EQ(result.end, BatchEnd::finished) << result.error;
  EXPECT_EQ(result.progress.counts.pages, 4u);
  EXPECT_EQ(result.progress.counts.empty, 1u);
  EXPECT_EQ(result.bad_file, "");
  const std::string out = folder_.read("out.jsonl");
  EXPECT_EQ(std::count(out.begin(), out.end(), '\n'), 4);
  EXPECT_TRUE(out.starts_with(R"({"id":"p0","url":"http://a.example/0",)")) << out;
  EXPECT_LT(out.find(R"("id":"p1")"), out.find(R"("id":"empty")"));
  EXPECT_LT(out.find(R"("id":"empty")"), out.find(R"("id":"p2")"));
  EXPECT_NE(out.find(paragraph(20)), std::string::npos);
  EXPECT_FALSE(folder_.has("out.jsonl.part"));
  EXPECT_FALSE(folder_.has("out.jsonl.resume"));
  EXPECT_FALSE(folder_.has("out.jsonl.bad.jsonl"));
}

TEST_F(BatchTest, GivesTheSameBytesOnAnyNumberOfThreads) {
  folder_.write("pages.jsonl", pages(500));
  BatchOptions one = options("one.jsonl"), many = options("many.jsonl");
  one.jobs = 1;
  many.jobs = 7;
  many.queue_bytes = 20'000;  // the queue fills up
  EXPECT_EQ(run(one).end, BatchEnd::finished);
  EXPECT_EQ(run(many).end, BatchEnd::finished);
  EXPECT_EQ(folder_.read("one.jsonl"), folder_.read("many.jsonl"));
  EXPECT_EQ(folder_.read("one.jsonl.bad.jsonl"), folder_.read("many.jsonl.bad.jsonl"));
}

TEST_F(BatchTest, CompressesByName) {
  folder_.write("pages.jsonl", pages(50));
  for (const char* name : {"out.jsonl", "out.jsonl.gz", "out.jsonl.zst"})
    EXPECT_EQ(run(options(name)).end, BatchEnd::finished);
  EXPECT_EQ(decompressed(folder_.path("out.jsonl.gz")), folder_.read("out.jsonl"));
  EXPECT_EQ(decompressed(folder_.path("out.jsonl.zst")), folder_.read("out.jsonl"));
  EXPECT_LT(folder_.read("out.jsonl.zst").size(), folder_.read("out.jsonl").size());
}

TEST_F(BatchTest, KeepsBadRecordsAside) {
  folder_.write("pages.jsonl", page_line(0) + "{broken\n" + "{\"id\":\"x\"}\n\xff\n" + page_line(1));
  std::vector<std::string> heard;
  BatchListener listener;
  listener.bad = [&](std::string_view, std::string_view place, std::string_view reason) {
    heard.push_back(std::string(place) + ": " + std::string(reason));
  };
  const BatchResult result = run(options("out.jsonl"), listener);
  EXPECT_EQ(result.end, BatchEnd::finished);
  EXPECT_EQ(result.progress.counts.pages, 2u);
  EXPECT_EQ(result.progress.counts.all_bad(), 3u);
  EXPECT_EQ(result.bad_file, folder_.path("out.jsonl.bad.jsonl"));
  ASSERT_EQ(heard.size(), 3u);
  EXPECT_EQ(heard[1], "line 3: has neither `html` nor `html_b64`");
  const std::string bad = folder_.read("out.jsonl.bad.jsonl");
  EXPECT_NE(bad.find(R"("line":2,)"), std::string::npos) << bad;
  EXPECT_NE(bad.find(R"("record":"{broken"})"), std::string::npos) << bad;
  EXPECT_NE(bad.find(R"({"id":"x",)"), std::string::npos) << bad;
  EXPECT_NE(bad.find(R"("record_b64":"/w=="})"), std::string::npos) << bad;

  // A run without bad records does not leave the file of an earlier one.
  folder_.write("pages.jsonl", page_line(0));
  run(options("out.jsonl"));
  EXPECT_FALSE(folder_.has("out.jsonl.bad.jsonl"));
}

TEST_F(BatchTest, GoesOnBehindAnInputThatCannotBeRead) {
  folder_.write("pages.jsonl", page_line(0));
  const std::string packed = test::gzip(pages(2000));
  BatchOptions both = options("out.jsonl");
  both.inputs = {folder_.write("broken.jsonl.gz", packed.substr(0, packed.size() / 2)),
                 folder_.write("text", "no pages"), folder_.path("pages.jsonl")};
  int heard = 0;
  BatchListener listener;
  listener.bad = [&](std::string_view, std::string_view place, std::string_view) { heard += place.empty(); };
  const BatchResult result = run(both, listener);
  EXPECT_EQ(result.end, BatchEnd::finished);
  EXPECT_EQ(result.failed_inputs, 2u);
  EXPECT_EQ(heard, 2);
  EXPECT_GT(result.progress.counts.pages, 100u);
  const std::string out = folder_.read("out.jsonl");
  EXPECT_NE(out.rfind(R"({"id":"p0",)"), out.find(R"({"id":"p0",)"));  // of the first input and of the last
}

TEST_F(BatchTest, SaysBeforehandWhatCannotWork) {
  folder_.write("pages.jsonl", page_line(0));
  BatchOptions wrong = options("out.jsonl");
  wrong.inputs.push_back(folder_.path("none.jsonl"));
  EXPECT_EQ(run(wrong).error, folder_.path("none.jsonl") + ": No such file or directory");
  EXPECT_FALSE(folder_.has("out.jsonl.part"));
  EXPECT_EQ(run(options("pages.jsonl")).error, folder_.path("pages.jsonl") + ": is also an input");
  EXPECT_EQ(run(options("none/out.jsonl")).end, BatchEnd::failed);
  EXPECT_NE(run(options("out.parquet")).error.find("Python package"), std::string::npos);
  EXPECT_FALSE(folder_.has("out.parquet.part"));
  EXPECT_EQ(run(options("")).end, BatchEnd::failed);
}

TEST_F(BatchTest, ReadsWarcAndDirectories) {
  const std::string http = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + page_html(1);
  const std::string image = "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\nx";
  const auto record = [](const std::string& id, const std::string& block) {
    return "WARC/1.0\r\nWARC-Type: response\r\nWARC-Record-ID: <urn:" + id + ">\r\nWARC-Target-URI: http://a.example/" +
           id + "\r\nContent-Type: application/http\r\nContent-Length: " + std::to_string(block.size()) + "\r\n\r\n" +
           block + "\r\n\r\n";
  };
  BatchOptions both = options("out.jsonl");
  folder_.write("site/b/two.html", page_html(2));
  folder_.write("site/one.htm", page_html(3));
  both.inputs = {folder_.write("a.warc.gz", test::gzip(record("1", http)) + test::gzip(record("2", image)) +
                                                test::gzip(record("3", http))),
                 folder_.path("site")};
  const BatchResult result = run(both);
  EXPECT_EQ(result.progress.counts.pages, 4u);
  EXPECT_EQ(result.progress.counts.all_skipped(), 1u);
  const std::string out = folder_.read("out.jsonl");
  std::size_t at = 0;
  for (const char* id : {R"({"id":"<urn:1>","url":"http://a.example/1")", R"({"id":"<urn:3>")", R"({"id":"b/two.html")",
                         R"({"id":"one.htm")"}) {
    at = out.find(id, at);
    ASSERT_NE(at, std::string::npos) << id << out;
  }
}

// Of the HTTP field and of the page, as members of the record.
TEST_F(BatchTest, SaysWhatAPageAsksOfRobots) {
  const std::string block =
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Robots-Tag: noarchive\r\n\r\n"
      "<meta name=robots content=noai>" +
      page_html(1);
  BatchOptions both = options("out.jsonl");
  both.inputs = {
      folder_.write("a.warc", "WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http\r\nContent-Length: " +
                                  std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n"),
      folder_.write("pages.jsonl", page_line(2))};
  ASSERT_EQ(run(both).progress.counts.pages, 2u);
  const std::string out = folder_.read("out.jsonl");
  EXPECT_NE(out.find(R"("robots":["noarchive","noai"])"), std::string::npos) << out;
  EXPECT_EQ(out.find("robots", out.find('\n')), std::string::npos) << out;
  both.members.names = {"id"};
  run(both);
  EXPECT_EQ(folder_.read("out.jsonl").find("robots"), std::string::npos);
}

TEST_F(BatchTest, MethodsThatLearnSeeThePagesInOrder) {
  folder_.write("pages.jsonl", pages(200));
  for (const char* method : {"punct-lines", "url-tree"}) {
    // To url-tree, for which digits do not count, these pages are copies of one.
    extractor_ = Extractor({.method = method, .settings = {{"spare_copies", "off"}}, .catalogue = &all_methods()});
    BatchOptions one = options("one.jsonl"), many = options("many.jsonl");
    one.jobs = 1;
    many.jobs = 7;
    EXPECT_EQ(run(one).end, BatchEnd::finished);
    EXPECT_EQ(run(many).end, BatchEnd::finished);
    const std::string out = folder_.read("one.jsonl");
    EXPECT_EQ(out, folder_.read("many.jsonl"));
    // The notice is known from the second page on.
    const std::size_t notice = out.find(kNotice);
    EXPECT_LT(notice, out.find('\n')) << method;
    EXPECT_EQ(out.find(kNotice, out.find('\n')), std::string::npos) << method;
    // Pages that differ in numbers alone are all the same to url-tree.
    EXPECT_EQ(out.find(paragraph(1990)) != std::string::npos, std::string_view(method) == "punct-lines");
  }
}

// Which texts were seen before an interruption is known again after it, whatever of them the output holds.
TEST_F(BatchTest, DropsDuplicatesOfPagesBeforeAnInterruption) {
  folder_.write("pages.jsonl", pages(100) + pages(120));
  BatchOptions whole = options("whole.jsonl"), broken = options("broken.jsonl");
  for (BatchOptions* one : {&whole, &broken}) {
    one->selection.drop_duplicates = true;
    one->members.names = {"id"};
  }
  BatchResult result = run(whole);
  const auto dropped = static_cast<std::size_t>(LeftOut::duplicate);
  EXPECT_EQ(result.progress.counts.left_out[dropped], 97u);
  EXPECT_EQ(result.progress.counts.pages, 117u);
  std::atomic<bool> stop = false;
  BatchListener listener;
  listener.progress = [&](const BatchProgress& progress) { stop = progress.counts.pages >= 50; };
  broken.queue_bytes = 1;
  ASSERT_EQ(run(broken, listener, stop).end, BatchEnd::interrupted);
  broken.existing = Existing::resume;
  result = run(broken);
  EXPECT_EQ(result.end, BatchEnd::finished);
  EXPECT_GT(result.progress.resumed_pages, 0u);
  EXPECT_EQ(result.progress.counts.left_out[dropped], 97u);
  EXPECT_EQ(folder_.read("broken.jsonl"), folder_.read("whole.jsonl"));
}

// Their fingerprints lie beside the output until it is whole, so that near ones are known again, too.
TEST_F(BatchTest, DropsNearDuplicatesOverInterruptions) {
  std::string lines;
  for (int i = 0; i < 120; ++i) {
    std::string line = page_line(i % 60);
    if (i >= 60) line.replace(line.find("a comma here"), 12, "a colon here");
    lines += line;
  }
  folder_.write("pages.jsonl", lines);
  BatchOptions whole = options("whole.jsonl"), broken = options("broken.jsonl");
  whole.selection.drop_near_duplicates = broken.selection.drop_near_duplicates = true;
  BatchResult result = run(whole);
  const auto dropped = static_cast<std::size_t>(LeftOut::near_duplicate);
  EXPECT_GT(result.progress.counts.left_out[dropped], 20u);
  EXPECT_FALSE(folder_.has("whole.jsonl.texts"));
  const BatchCounts counts = result.progress.counts;
  std::atomic<bool> stop = false;
  BatchListener listener;
  listener.progress = [&](const BatchProgress& progress) {
    stop = progress.counts.html_bytes >= counts.html_bytes / 2;
  };
  broken.queue_bytes = 1;
  ASSERT_EQ(run(broken, listener, stop).end, BatchEnd::interrupted);
  folder_.append("broken.jsonl.texts", "half");
  broken.existing = Existing::resume;
  result = run(broken);
  EXPECT_EQ(result.end, BatchEnd::finished) << result.error;
  EXPECT_EQ(result.progress.counts.left_out, counts.left_out);
  EXPECT_EQ(folder_.read("broken.jsonl"), folder_.read("whole.jsonl"));
}

TEST_F(BatchTest, ChoosesPagesByTheirType) {
  folder_.write("pages.jsonl", pages(20));
  BatchOptions all = options("all.jsonl"), some = options("some.jsonl");
  ASSERT_EQ(run(all).progress.counts.pages, 20u);
  some.selection.page_types = {"none"};
  BatchResult result = run(some);
  EXPECT_EQ(result.progress.counts.left_out[static_cast<std::size_t>(LeftOut::type)] + result.progress.counts.pages,
            20u);
  EXPECT_LT(result.progress.counts.pages, 20u);
  some.selection.page_types.clear();
  some.selection.min_probability = 1.01F;
  result = run(some);
  EXPECT_EQ(result.progress.counts.left_out[static_cast<std::size_t>(LeftOut::probability)], 20u);
}

TEST_F(BatchTest, KeepsTheTreeOverInterruptions) {
  for (int i = 0; i < 120; ++i)
    folder_.write("site/" + std::to_string(i % 7) + "/" + std::to_string(i) + ".html", page_html(i));
  BatchOptions tree = options("out");
  tree.inputs = {folder_.path("site")};
  tree.keep_dirs = true;
  tree.queue_bytes = 1;
  tree.existing = Existing::refuse;
  std::atomic<bool> stop = false;
  BatchListener listener;
  listener.progress = [&](const BatchProgress& progress) { stop = progress.counts.pages >= 50; };
  ASSERT_EQ(run(tree, listener, stop).end, BatchEnd::interrupted);
  EXPECT_TRUE(folder_.has("out.resume"));
  EXPECT_NE(run(tree).error.find("--resume goes on"), std::string::npos);
  tree.existing = Existing::resume;
  const BatchResult result = run(tree);
  EXPECT_EQ(result.end, BatchEnd::finished) << result.error;
  EXPECT_GT(result.progress.resumed_pages, 0u);
  EXPECT_EQ(result.progress.counts.pages, 120u);
  EXPECT_FALSE(folder_.has("out.resume"));
  for (int i = 0; i < 120; ++i) {
    const std::string file = "out/" + std::to_string(i % 7) + "/" + std::to_string(i) + ".txt";
    EXPECT_NE(folder_.read(file).find(paragraph(i * 10)), std::string::npos) << file;
  }
}

/// Stops runs again and again after a few lines, resumes them, and compares with an unbroken one.
struct ResumeCase {
  const char *name, *suffix, *method;
  unsigned site_passes = 0;  // 0: without a folder for what is learnt
};
class BatchResumeTest : public BatchTest, public testing::WithParamInterface<ResumeCase> {};

TEST_P(BatchResumeTest, MakesTheSameBytesAsAnUnbrokenRun) {
  folder_.write("pages.jsonl", pages(400));
  extractor_ = Extractor({.method = GetParam().method, .catalogue = &all_methods()});
  const std::string whole = std::string("whole") + GetParam().suffix,
                    broken = std::string("broken") + GetParam().suffix;
  const auto options_of = [&](const std::string& output) {
    BatchOptions given = options(output);
    if (GetParam().site_passes == 0) return given;
    given.site_memory = folder_.path(output + ".sites");
    given.site_passes = GetParam().site_passes;
    return given;
  };
  ASSERT_EQ(run(options_of(whole)).end, BatchEnd::finished);

  BatchOptions again = options_of(broken);
  again.queue_bytes = 1;  // one page at a time: stops are near to where they are asked for
  int interruptions = 0;
  for (BatchEnd end = BatchEnd::interrupted; end != BatchEnd::finished; again.existing = Existing::resume) {
    again.jobs = static_cast<unsigned>(1 + interruptions % 3);
    std::atomic<bool> stop = false;
    BatchListener listener;
    listener.progress = [&](const BatchProgress& progress) {
      if (progress.counts.pages >= progress.resumed_pages + 30) stop = true;
    };
    const BatchResult result = run(again, listener, stop);
    end = result.end;
    if (end == BatchEnd::finished) break;
    ASSERT_EQ(end, BatchEnd::interrupted) << result.error;
    ASSERT_LT(++interruptions, 100);
    EXPECT_FALSE(folder_.has(broken));
    // What a crash may leave behind the last safe point does not matter.
    folder_.append(broken + ".part", "half a li");
    if (folder_.has(broken + ".bad.jsonl")) folder_.append(broken + ".bad.jsonl", "half");
  }
  EXPECT_GT(interruptions, 3);
  EXPECT_EQ(folder_.read(broken), folder_.read(whole));
  EXPECT_EQ(folder_.read(broken + ".bad.jsonl"), folder_.read(whole + ".bad.jsonl"));
  EXPECT_FALSE(folder_.has(broken + ".part"));
  EXPECT_FALSE(folder_.has(broken + ".resume"));

  EXPECT_EQ(run(again).end, BatchEnd::complete);
  EXPECT_EQ(folder_.read(broken), folder_.read(whole));
}

INSTANTIATE_TEST_SUITE_P(Outputs, BatchResumeTest,
                         testing::Values(ResumeCase{"jsonl", ".jsonl", "cetd"}, ResumeCase{"gz", ".gz", "cetd"},
                                         ResumeCase{"zst", ".zst", "cetd"},
                                         ResumeCase{"learning", ".jsonl", "punct-lines"},
                                         ResumeCase{"lines", ".jsonl", "punct-lines", 1},
                                         ResumeCase{"sites", ".jsonl", "pith", 1},
                                         ResumeCase{"twice", ".jsonl", "pith", 2}),
                         [](const auto& test) { return std::string(test.param.name); });

class BatchShardTest : public BatchTest {
 protected:
  /// What lies in a folder, by name.
  [[nodiscard]] std::map<std::string, std::string> files(const std::string& folder) const {
    std::map<std::string, std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path(folder)))
      all[entry.path().filename()] = folder_.read(folder + "/" + entry.path().filename().string());
    return all;
  }
  [[nodiscard]] BatchOptions shards(const std::string& output, std::uint64_t pages) const {
    BatchOptions some = options(output);
    some.shard_pages = pages;
    some.existing = Existing::refuse;
    return some;
  }
};

TEST_F(BatchShardTest, HoldTheSameLinesAsOneFile) {
  folder_.write("pages.jsonl", pages(100));
  ASSERT_EQ(run(options("one.jsonl")).end, BatchEnd::finished);
  const BatchResult result = run(shards("out", 30));
  ASSERT_EQ(result.end, BatchEnd::finished) << result.error;
  EXPECT_EQ(result.shards, 4u);
  EXPECT_EQ(result.progress.counts.pages, 97u);
  std::string lines;
  for (const char* const name : {"0", "1", "2", "3"}) {
    const std::string file = std::string("out/part-0000") + name + ".jsonl.zst",
                      shard = decompressed(folder_.path(file));
    EXPECT_EQ(std::count(shard.begin(), shard.end(), '\n'), name[0] == '3' ? 7 : 30);
    EXPECT_NE(folder_.read("out/manifest.jsonl").find(corpus::sha256_of_file(folder_.path(file))), std::string::npos);
    lines += shard;
  }
  EXPECT_EQ(lines, folder_.read("one.jsonl"));
  EXPECT_EQ(folder_.read("out/quarantine.jsonl"), folder_.read("one.jsonl.bad.jsonl"));
  EXPECT_EQ(result.bad_file, folder_.path("out/quarantine.jsonl"));
  const std::string manifest = folder_.read("out/manifest.jsonl");
  EXPECT_TRUE(manifest.starts_with(R"({"kind":"run","pith":")")) << manifest;
  EXPECT_NE(manifest.find(R"({"kind":"total","pages":97,)"), std::string::npos) << manifest;
  EXPECT_EQ(files("out").size(), 6u);
  EXPECT_FALSE(folder_.has("out.resume"));

  // A name says what its files are.
  ASSERT_EQ(run(shards("plain.jsonl", 60)).end, BatchEnd::finished);
  EXPECT_EQ(folder_.read("plain.jsonl/part-00000.jsonl") + folder_.read("plain.jsonl/part-00001.jsonl"), lines);
  BatchOptions rows = shards("rows.csv.gz", 60);
  rows.format = Format::csv;
  ASSERT_EQ(run(rows).end, BatchEnd::finished);
  for (const char* const name : {"rows.csv.gz/part-00000.csv.gz", "rows.csv.gz/part-00001.csv.gz"})
    EXPECT_TRUE(decompressed(folder_.path(name)).starts_with("id,url,")) << name;
}

TEST_F(BatchShardTest, AreTheSameAfterInterruptions) {
  folder_.write("pages.jsonl", pages(400));
  ASSERT_EQ(run(shards("whole", 37)).end, BatchEnd::finished);
  BatchOptions again = shards("broken", 37);
  again.queue_bytes = 1;
  again.selection.drop_duplicates = false;
  int interruptions = 0;
  for (BatchEnd end = BatchEnd::interrupted; end != BatchEnd::finished; again.existing = Existing::resume) {
    std::atomic<bool> stop = false;
    BatchListener listener;
    listener.progress = [&](const BatchProgress& progress) {
      if (progress.counts.pages >= progress.resumed_pages + 23) stop = true;
    };
    const BatchResult result = run(again, listener, stop);
    end = result.end;
    if (end == BatchEnd::finished) break;
    ASSERT_EQ(end, BatchEnd::interrupted) << result.error;
    ASSERT_LT(++interruptions, 100);
    // What a crash may leave behind the last safe point.
    folder_.append("broken/manifest.jsonl", "half a li");
    folder_.append("broken/quarantine.jsonl", "half");
    std::string last;
    for (const auto& [name, content] : files("broken"))
      if (name.ends_with(".part")) last = name;
    if (last.empty()) continue;
    folder_.append("broken/" + last, "half a li");
    const std::string named = last.substr(0, last.size() - 5);
    if (interruptions % 2 == 0)  // it had got its name already
      std::filesystem::rename(folder_.path("broken/" + last), folder_.path("broken/" + named));
  }
  EXPECT_GT(interruptions, 3);
  EXPECT_EQ(files("broken"), files("whole"));
  EXPECT_EQ(run(again).end, BatchEnd::complete);
  again.existing = Existing::refuse;
  EXPECT_NE(run(again).error.find("--force overwrites"), std::string::npos);
  again.existing = Existing::overwrite;
  again.shard_pages = 200;
  EXPECT_EQ(run(again).end, BatchEnd::finished);
  EXPECT_EQ(files("broken").size(), 4u);  // two shards, the manifest, the quarantine
}

TEST_F(BatchShardTest, SayWhatCannotWork) {
  folder_.write("pages.jsonl", pages(3));
  BatchOptions stream = shards("out", 2);
  stream.output = "-";
  EXPECT_NE(run(stream).error.find("is no directory"), std::string::npos);
  folder_.write("file", "x");
  EXPECT_EQ(run(shards("file", 2)).end, BatchEnd::failed);
  BatchOptions both = shards("out", 2);
  both.keep_dirs = true;
  both.inputs = {folder_.path("")};
  EXPECT_EQ(run(both).end, BatchEnd::failed);
  ASSERT_EQ(run(shards("none", 2)).end, BatchEnd::finished);
}

TEST(KindOfReason, LeavesThePlaceAndTheParticularOut) {
  EXPECT_EQ(kind_of_reason("damaged gzip data at byte 1234"), "damaged gzip data");
  EXPECT_EQ(kind_of_reason("not valid JSON: unclosed string"), "not valid JSON");
  EXPECT_EQ(kind_of_reason("record larger than 256 MiB"), "record larger than");
  EXPECT_EQ(kind_of_reason("a WARC record was expected here"), "a WARC record was expected here");
}

TEST_F(BatchTest, TellsWhatBecameOfItsRecords) {
  folder_.write("pages.jsonl", page_line(0) + "{broken\n" + "{\"id\":\"x\"}\n{broken again\n" + page_line(1));
  const BatchResult result = run(options("out.jsonl"));
  const std::string said = statistics_of(result, options("out.jsonl"), 2);
  for (const char* const part :
       {R"("end":"finished","pages":2,)", R"("bad":{"has neither `html` nor `html_b64`":1,"not valid JSON":2})",
        R"("pages_per_second":1,)", R"("cpu_seconds":{"read":)"})
    EXPECT_NE(said.find(part), std::string::npos) << said;
}

TEST_F(BatchTest, RemembersSitesFromRunToRun) {
  extractor_ = Extractor({.method = "punct-lines", .catalogue = &all_methods()});
  folder_.write("pages.jsonl", page_line(0) + page_line(1));
  ASSERT_EQ(run(options("both.jsonl")).end, BatchEnd::finished);
  BatchOptions first = options("first.jsonl"), second = options("second.jsonl");
  first.site_memory = second.site_memory = folder_.path("sites");
  folder_.write("pages.jsonl", page_line(0));
  ASSERT_EQ(run(first).end, BatchEnd::finished);
  folder_.write("pages.jsonl", page_line(1));
  ASSERT_EQ(run(second).end, BatchEnd::finished);
  EXPECT_EQ(folder_.read("first.jsonl") + folder_.read("second.jsonl"), folder_.read("both.jsonl"));
  EXPECT_EQ(folder_.read("second.jsonl").find(kNotice), std::string::npos);

  second.site_memory = folder_.path("file");
  folder_.write("file", "something else");
  EXPECT_EQ(run(second).end, BatchEnd::failed);
  EXPECT_EQ(folder_.read("file"), "something else");
  extractor_ = Extractor({.method = "cetd"});
  EXPECT_NE(run(second).error.find("keeps no memory"), std::string::npos);
}

TEST_F(BatchTest, LearnsSitesTheSameWithAnyNumberOfThreads) {
  folder_.write("pages.jsonl", pages(200));
  const auto written = [&](unsigned jobs, unsigned passes) {
    const std::string name = std::to_string(jobs) + "-" + std::to_string(passes);
    BatchOptions with = options(name + ".jsonl");
    with.jobs = jobs;
    with.site_memory = folder_.path(name);
    with.site_passes = passes;
    EXPECT_EQ(run(with).end, BatchEnd::finished);
    return folder_.read(name + ".jsonl");
  };
  EXPECT_EQ(written(1, 1), written(4, 1));
  EXPECT_EQ(written(1, 2), written(4, 2));
  BatchOptions stream = options("-");
  stream.inputs = {"-"};
  stream.site_memory = folder_.path("stream");
  stream.site_passes = 2;
  EXPECT_NE(run(stream).error.find("read only once"), std::string::npos);
}

// methods.md §1.15: what a branch shared long ago says nothing of the pages of today.
TEST_F(BatchTest, ForgetsPagesByTheirTime) {
  const std::vector<Setting> settings = {
      {"least_pages", "1"}, {"long_line", "0"}, {"days", "1"}, {"window_least", "0"}, {"spare_copies", "off"}};
  extractor_ = Extractor({.method = "url-tree", .settings = settings, .catalogue = &all_methods()});
  const auto fetched = [](int number, const char* time) {
    std::string line = page_line(number);
    return line.insert(1, "\"fetched\":\"" + std::string(time) + "\",");
  };
  const auto has_notice_twice = [&] {
    EXPECT_EQ(run(options("out.jsonl")).end, BatchEnd::finished);
    const std::string out = folder_.read("out.jsonl");
    return out.find(kNotice, out.find('\n')) != std::string::npos;
  };
  folder_.write("pages.jsonl", fetched(0, "2024-05-03") + fetched(1, "2024-05-04"));
  EXPECT_FALSE(has_notice_twice());
  folder_.write("pages.jsonl", fetched(0, "2024-05-03") + fetched(1, "2024-05-04T00:00:01Z"));
  EXPECT_TRUE(has_notice_twice());
  folder_.write("pages.jsonl", page_line(0) + page_line(1));
  EXPECT_FALSE(has_notice_twice());
}

// What a record says of its fetch is what "yesterday" is told from.
TEST_F(BatchTest, TellsRelativeDatesByTheTimeOfTheFetch) {
  const std::string page = R"("html":"<h1>Ferry saved</h1><p>2 days ago</p><p>)" + std::string(600, 'x') + R"("})";
  folder_.write("pages.jsonl", R"({"fetched":"2024-05-03T10:00Z",)" + page + "\n{" + page + '\n');
  EXPECT_EQ(run(options("out.jsonl")).end, BatchEnd::finished);
  const std::string out = folder_.read("out.jsonl");
  const std::size_t second = out.find('\n');
  EXPECT_LT(out.find(R"("date":"2024-05-01")"), second) << out;
  EXPECT_EQ(out.find("2024", second), std::string::npos) << out;
}

TEST_F(BatchTest, DoesNotResumeAnotherRun) {
  folder_.write("pages.jsonl", pages(100));
  std::atomic<bool> stop = false;
  BatchListener listener;
  listener.progress = [&](const BatchProgress& progress) { stop = progress.counts.pages >= 30; };
  BatchOptions broken = options("out.jsonl");
  broken.queue_bytes = 1;
  ASSERT_EQ(run(broken, listener, stop).end, BatchEnd::interrupted);
  folder_.write("pages.jsonl", pages(101));
  broken.existing = Existing::resume;
  const BatchResult result = run(broken);
  EXPECT_EQ(result.end, BatchEnd::failed);
  EXPECT_NE(result.error.find("was another one"), std::string::npos);
  // Started anew it works, whatever lies there.
  broken.existing = Existing::restart;
  EXPECT_EQ(run(broken).end, BatchEnd::finished);
}

TEST_F(BatchTest, OverwritesNothingUnasked) {
  folder_.write("pages.jsonl", pages(100));
  std::atomic<bool> stop = false;
  BatchListener listener;
  listener.progress = [&](const BatchProgress& progress) { stop = progress.counts.pages >= 30; };
  BatchOptions again = options("out.jsonl");
  again.existing = Existing::refuse;
  BatchOptions slow = again;
  slow.queue_bytes = 1;
  ASSERT_EQ(run(slow, listener, stop).end, BatchEnd::interrupted);

  // What an interrupted run has done stays until somebody says otherwise.
  const std::string part = folder_.read("out.jsonl.part"), manifest = folder_.read("out.jsonl.resume");
  ASSERT_NE(part, "");
  BatchResult result = run(again);
  EXPECT_EQ(result.end, BatchEnd::failed);
  EXPECT_NE(result.error.find("--resume goes on with it, --restart"), std::string::npos) << result.error;
  EXPECT_EQ(folder_.read("out.jsonl.part"), part);
  EXPECT_EQ(folder_.read("out.jsonl.resume"), manifest);

  again.existing = Existing::restart;
  ASSERT_EQ(run(again).end, BatchEnd::finished);
  const std::string whole = folder_.read("out.jsonl");

  // So does an output that is whole; nothing is left beside it.
  folder_.write("pages.jsonl", pages(3));
  for (const Existing existing : {Existing::refuse, Existing::restart}) {
    again.existing = existing;
    result = run(again);
    EXPECT_EQ(result.end, BatchEnd::failed);
    EXPECT_NE(result.error.find("--force overwrites"), std::string::npos) << result.error;
  }
  again.existing = Existing::resume;
  EXPECT_EQ(run(again).end, BatchEnd::complete);
  EXPECT_EQ(folder_.read("out.jsonl"), whole);
  EXPECT_FALSE(folder_.has("out.jsonl.part"));
  again.existing = Existing::overwrite;
  EXPECT_EQ(run(again).end, BatchEnd::finished);
  EXPECT_NE(folder_.read("out.jsonl"), whole);

  // An empty file, as mktemp makes them, holds nothing; nothing at all can be resumed.
  folder_.write("empty.jsonl", "");
  again = options("empty.jsonl");
  again.existing = Existing::refuse;
  EXPECT_EQ(run(again).end, BatchEnd::finished);
  again = options("new.jsonl");
  again.existing = Existing::resume;
  EXPECT_EQ(run(again).end, BatchEnd::finished);
  EXPECT_EQ(folder_.read("new.jsonl"), folder_.read("empty.jsonl"));
}

TEST_F(BatchTest, OfTwoRunsOnOneOutputTheSecondIsRefused) {
  folder_.write("pages.jsonl", pages(100));
  ASSERT_EQ(run(options("alone.jsonl")).end, BatchEnd::finished);
  std::vector<BatchResult> others;
  BatchListener listener;
  listener.progress = [&](const BatchProgress& progress) {
    if (progress.counts.pages < 30 || !others.empty()) return;
    for (const Existing existing : {Existing::refuse, Existing::resume, Existing::restart, Existing::overwrite}) {
      BatchOptions other = options("out.jsonl");
      other.existing = existing;
      others.push_back(run(other));
    }
  };
  BatchOptions first = options("out.jsonl");
  first.existing = Existing::refuse;
  first.queue_bytes = 1;
  EXPECT_EQ(run(first, listener).end, BatchEnd::finished);
  ASSERT_EQ(others.size(), 4u);
  for (const BatchResult& other : others) {
    EXPECT_EQ(other.end, BatchEnd::failed);
    EXPECT_NE(other.error.find("another process is writing it"), std::string::npos) << other.error;
  }
  EXPECT_EQ(folder_.read("out.jsonl"), folder_.read("alone.jsonl"));
  EXPECT_EQ(folder_.read("out.jsonl.bad.jsonl"), folder_.read("alone.jsonl.bad.jsonl"));
  EXPECT_FALSE(folder_.has("out.jsonl.part"));
}

TEST_F(BatchTest, WritesWhereALinkLeads) {
  folder_.write("pages.jsonl", pages(3));
  folder_.write("disk/old.jsonl", "old\n");
  std::filesystem::create_symlink("disk/old.jsonl", folder_.path("link.jsonl"));
  std::filesystem::create_symlink("disk/new.jsonl", folder_.path("dangling.jsonl"));
  ASSERT_EQ(run(options("link.jsonl")).end, BatchEnd::finished);
  ASSERT_EQ(run(options("dangling.jsonl")).end, BatchEnd::finished);
  EXPECT_TRUE(std::filesystem::is_symlink(folder_.path("link.jsonl")));
  EXPECT_TRUE(std::filesystem::is_symlink(folder_.path("dangling.jsonl")));
  EXPECT_EQ(folder_.read("disk/old.jsonl"), folder_.read("disk/new.jsonl"));
  EXPECT_NE(folder_.read("disk/old.jsonl").find("\"p2\""), std::string::npos);
}

}  // namespace
}  // namespace pith::batch
