#include "corpus/record.hpp"

#include <gtest/gtest.h>

#include <cstdio>

#include "corpus/compress.hpp"
#include "corpus/digest.hpp"

namespace pith::corpus {
namespace {

struct Parsed {
  RecordOutcome outcome;
  std::string id, url, html, charset, content_type, reason;
  std::string fetched;
  NoPage no_page;
};

Parsed parse(RecordKind kind, std::string bytes) {
  RecordParser parser;
  RawRecord record;
  record.kind = kind;
  record.bytes = std::move(bytes);
  record.position = 7;
  PageRecord page;
  Parsed parsed;
  parsed.outcome = parser.parse(record, page, parsed.reason);
  parsed.id = page.id;
  parsed.url = page.url;
  parsed.html = page.html;
  parsed.charset = page.charset;
  parsed.content_type = page.content_type;
  parsed.fetched = page.fetched;
  parsed.no_page = page.no_page;
  return parsed;
}

Parsed parse_json(std::string json) { return parse(RecordKind::json, std::move(json)); }

std::string warc(const std::string& type, const std::string& block) {
  return "WARC/1.0\r\nWARC-Type: " + type +
         "\r\nWARC-Record-ID: <urn:1>\r\nWARC-Target-URI: http://a.example/\r\n"
         "Content-Type: application/http; msgtype=response\r\nContent-Length: " +
         std::to_string(block.size()) + "\r\n\r\n" + block;
}

Parsed parse_response(const std::string& fields, const std::string& body, const std::string& status = "200 OK") {
  return parse(RecordKind::warc, warc("response", "HTTP/1.1 " + status + "\r\n" + fields + "\r\n" + body));
}

TEST(JsonRecord, GivesTextAsUtf8) {
  const Parsed page =
      parse_json(R"({"id":"a","url":"http://x/","html":"<p>\u4e2d\n文 \ud83d\ude00","encoding":"gb18030"})");
  EXPECT_EQ(page.outcome, RecordOutcome::page);
  EXPECT_EQ(page.id, "a");
  EXPECT_EQ(page.url, "http://x/");
  EXPECT_EQ(page.html, "<p>中\n文 😀");
  EXPECT_EQ(page.charset, "utf-8");
}

TEST(JsonRecord, HandsOnMembers) {
  RawRecord record;
  record.bytes = R"({"id":"a","html":"x","title":"T","n":{"deep":[1,"\u4e2d"]},"score":1.5})";
  const auto members = [&record](KeptMembers kept) {
    RecordParser parser(std::move(kept));
    PageRecord page;
    std::string reason;
    EXPECT_EQ(parser.parse(record, page, reason), RecordOutcome::page);
    return std::string(page.members);
  };
  EXPECT_EQ(members({}), "");
  EXPECT_EQ(members({.names = {"score", "id", "html", "none"}}), R"("score":1.5)");
  EXPECT_EQ(members({.all = true, .taken = {"title"}}), R"("input_title":"T","n":{"deep":[1,"中"]},"score":1.5)");
}

TEST(JsonRecord, GivesBytesAsTheyAre) {
  const Parsed page = parse_json(R"({"id":"a","html_b64":"1tDOxA==","encoding":"gbk"})");
  EXPECT_EQ(page.html, "\xd6\xd0\xce\xc4");
  EXPECT_EQ(page.charset, "");
  EXPECT_EQ(parse_json(R"({"html_b64":"1tDOxA==","encoding":"gbk","charset_mismatch":true})").charset, "gbk");
  EXPECT_EQ(parse_json(R"({"html_b64":"1tDOxA==","encoding":"gbk","charset_mismatch":false})").charset, "");
}

TEST(JsonRecord, FindsAnId) {
  EXPECT_EQ(parse_json(R"({"id":12,"html":""})").id, "12");
  EXPECT_EQ(parse_json(R"({"url":"http://x/","html":""})").id, "http://x/");
  EXPECT_EQ(parse_json(R"({"html":""})").id, "7");
}

TEST(JsonRecord, SaysWhenItWasFetched) {
  EXPECT_EQ(parse_json(R"({"html":"","fetched":"2024-05-03 15:47:42"})").fetched, "2024-05-03 15:47:42");
  EXPECT_EQ(parse_json(R"({"html":"","fetched":1714751262})").fetched, "1714751262");
  EXPECT_EQ(parse_json(R"({"html":""})").fetched, "");
}

TEST(JsonRecord, RepairsWhatOtherWritersLetPass) {
  EXPECT_EQ(parse_json(R"({"html":"a\ud83d b \udc00\\ud83d \ud83d\ude00"})").html,
            "a\xEF\xBF\xBD b \xEF\xBF\xBD\\ud83d 😀");
  EXPECT_EQ(parse_json(R"({"date":NaN,"x":[-Infinity,Infinity,-1],"html":"NaN \"Infinity"})").html, "NaN \"Infinity");
}

TEST(JsonRecord, SaysWhatIsWrong) {
  const std::pair<const char*, const char*> wrong[] = {
      {R"({"id":"a","html":"x")", "not valid JSON"},
      {"[1]", "not a JSON object"},
      {R"({"id":"a"})", "neither `html` nor `html_b64`"},
      {R"({"id":"a","html":null})", "neither `html` nor `html_b64`"},
      {R"({"id":"a","html_b64":"***"})", "not base64"},
      {R"({"id":"a","html_b64":"iVBORw0KGgoAAAANSUhEUgAAAAE="})", "is a PNG image, not a web page"},
      {"{\"id\":\"a\",\"html\":\"\xff\"}", "not valid JSON"},
  };
  for (const auto& [json, reason] : wrong) {
    const Parsed page = parse_json(json);
    EXPECT_EQ(page.outcome, RecordOutcome::bad) << json;
    EXPECT_NE(page.reason.find(reason), std::string::npos) << page.reason;
  }
  EXPECT_EQ(parse_json(R"({"id":"a"})").id, "a");
}

TEST(JsonRecord, SaysTheContentType) {
  const Parsed raw = parse_json(R"({"html_b64":"1tDOxA==","content_type":"text/html; charset=gbk"})");
  EXPECT_EQ(raw.content_type, "text/html; charset=gbk");
  EXPECT_EQ(raw.charset, "gbk");
  const Parsed decoded = parse_json(R"({"html":"<p>x","content_type":"text/html; charset=gbk"})");
  EXPECT_EQ(decoded.content_type, "text/html; charset=gbk");
  EXPECT_EQ(decoded.charset, "utf-8");
}

TEST(WarcRecord, GivesThePageOfAResponse) {
  const Parsed page = parse_response("Content-Type: text/html; charset=gbk\r\n", "<p>x");
  EXPECT_EQ(page.outcome, RecordOutcome::page);
  EXPECT_EQ(page.id, "<urn:1>");
  EXPECT_EQ(page.url, "http://a.example/");
  EXPECT_EQ(page.charset, "gbk");
  EXPECT_EQ(page.html, "<p>x");
}

TEST(WarcRecord, SaysWhenItWasFetched) {
  std::string record = warc("response", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>x");
  EXPECT_EQ(parse(RecordKind::warc, record).fetched, "");
  record.insert(record.find("WARC-Type"), "WARC-Date: 2024-05-03T15:47:42Z\r\n");
  EXPECT_EQ(parse(RecordKind::warc, record).fetched, "2024-05-03T15:47:42Z");
}

TEST(WarcRecord, UndoesTransferAndContentCoding) {
  const std::string packed = test::gzip("<p>packed");
  EXPECT_EQ(parse_response("Content-Encoding: gzip\r\n", packed).html, "<p>packed");
  char size[24];
  std::snprintf(size, sizeof size, "%zx\r\n", packed.size() - 5);
  const std::string chunked = "5\r\n" + packed.substr(0, 5) + "\r\n" + size + packed.substr(5) + "\r\n0\r\n\r\n";
  EXPECT_EQ(parse_response("Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", chunked).html, "<p>packed");
  // Some archives store the body decoded under its old header.
  EXPECT_EQ(parse_response("Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", "<p>plain").html, "<p>plain");
  const Parsed unknown = parse_response("Content-Type: text/html\r\nContent-Encoding: compress\r\n", "\x1f\x9dxyz");
  EXPECT_EQ(unknown.outcome, RecordOutcome::bad);
  EXPECT_EQ(unknown.reason, "content encoding compress is not supported");
}

// What is compressed says so in many ways, or not at all.
TEST(WarcRecord, UndoesWhatTheHeaderLiesAbout) {
  const std::string page = "<!doctype html><p>packed", once = test::gzip(page), twice = test::zstd(once);
  const std::string html = "Content-Type: text/html\r\n";
  EXPECT_EQ(parse_response(html + "Content-Encoding: gzip, zstd\r\n", twice).html, page);
  EXPECT_EQ(parse_response(html + "Content-Encoding: zstd\r\n", twice).html, page);  // once more than it says
  EXPECT_EQ(parse_response(html, once).html, page);
  EXPECT_EQ(parse_response("", once).html, page);
  EXPECT_EQ(parse_response(html + "Content-Encoding: br\r\n", once).html, page);
  EXPECT_EQ(parse_response(html + "Content-Encoding: gzip\r\n", page).html, page);
  EXPECT_EQ(parse_response(html + "Content-Encoding: gzip\r\n", "\x1f\x8b\x08 and no more").outcome,
            RecordOutcome::bad);
}

TEST(WarcRecord, CountsWhatIsNoPageByKind) {
  EXPECT_EQ(parse_response("Content-Type: image/png\r\n", "x").no_page, NoPage::image);
  EXPECT_EQ(parse_response("Content-Type: text/html\r\n", "%PDF-1.4 x").no_page, NoPage::pdf);  // it lies
  EXPECT_EQ(parse_response("Content-Type: text/html\r\n", "%PDF-1.4 x").outcome, RecordOutcome::skipped);
  EXPECT_EQ(parse_response("", "{}").no_page, NoPage::text);
  EXPECT_EQ(parse_response("", "").no_page, NoPage::empty);
  EXPECT_EQ(parse_response("Content-Type: text/html\r\n", "").outcome, RecordOutcome::page);  // one without content
  EXPECT_EQ(parse_response("Content-Type: text/html\r\n", "<p>", "503 Busy").no_page, NoPage::http_error);
  EXPECT_EQ(parse_response("Content-Type: text/html\r\n", "<p>", "301 Moved").no_page, NoPage::redirection);
  EXPECT_EQ(parse(RecordKind::warc, warc("request", "GET / HTTP/1.1\r\n\r\n")).no_page, NoPage::request);
  EXPECT_EQ(parse(RecordKind::warc, warc("revisit", "HTTP/1.1 200 OK\r\n\r\n")).no_page, NoPage::revisit);
  EXPECT_EQ(parse(RecordKind::warc, warc("metadata", "x: y\r\n")).no_page, NoPage::other_record);
  const auto of_type = [](const std::string& type, const std::string& media, const std::string& block) {
    return parse(RecordKind::warc,
                 "WARC/1.1\r\nWARC-Type: " + type + "\r\nContent-Type: " + media + "\r\n\r\n" + block);
  };
  EXPECT_EQ(of_type("conversion", "text/plain", "text").no_page, NoPage::conversion);
  EXPECT_EQ(of_type("resource", "text/html; charset=gbk", "<p>").charset, "gbk");
  EXPECT_EQ(of_type("resource", "", "<!doctype html><p>").outcome, RecordOutcome::page);
  EXPECT_EQ(of_type("resource", "image/gif", "x").no_page, NoPage::image);
}

TEST(WarcRecord, HasTheDigestsOfItsHeaderWhereThatIsAskedFor) {
  const std::string body = "4\r\n<p>x\r\n0\r\n\r\n";
  const std::string block = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Type: text/html\r\n\r\n" + body;
  const auto outcome_of = [&](const std::string& fields, bool verify) {
    RecordParser parser({}, {}, {}, verify);
    RawRecord record;
    record.kind = RecordKind::warc;
    record.bytes = "WARC/1.1\r\nWARC-Type: response\r\nContent-Type: application/http\r\n" + fields + "\r\n" + block;
    PageRecord page;
    std::string reason;
    const RecordOutcome outcome = parser.parse(record, page, reason);
    EXPECT_EQ(outcome == RecordOutcome::bad, !reason.empty());
    return outcome;
  };
  const auto field = [](const std::string& name, std::string_view bytes) {
    return "WARC-" + name + "-Digest: sha1:" + sha1(bytes) + "\r\n";
  };
  for (const std::string& right :
       {field("Block", block), field("Payload", body), field("Payload", "<p>x"),
        field("Block", block) + field("Payload", "?"), std::string(), std::string("WARC-Block-Digest: md5:0123\r\n")})
    EXPECT_EQ(outcome_of(right, true), RecordOutcome::page) << right;
  for (const std::string& wrong :
       {field("Block", body), field("Payload", "?"), field("Block", "?") + field("Payload", body)}) {
    EXPECT_EQ(outcome_of(wrong, true), RecordOutcome::bad) << wrong;
    EXPECT_EQ(outcome_of(wrong, false), RecordOutcome::page) << wrong;
  }
}

TEST(WarcRecord, SkipsWhatIsNoPage) {
  EXPECT_EQ(parse_response("Content-Type: image/png\r\n", "x").outcome, RecordOutcome::skipped);
  EXPECT_EQ(parse_response("Content-Type: text/html\r\n", "<p>", "404 Not Found").outcome, RecordOutcome::skipped);
  EXPECT_EQ(parse_response("Content-Type: text/html\r\n", "<p>", "302 Found").outcome, RecordOutcome::skipped);
  EXPECT_EQ(parse_response("Content-Type: no type\r\n", "no markup").outcome, RecordOutcome::skipped);
  EXPECT_EQ(parse_response("Content-Type: no type\r\n", "<p>markup").outcome, RecordOutcome::page);
  EXPECT_EQ(parse_response("", "no markup").outcome, RecordOutcome::skipped);
  EXPECT_EQ(parse_response("", "<p>markup").outcome, RecordOutcome::page);
  EXPECT_EQ(parse(RecordKind::warc, warc("request", "GET / HTTP/1.1\r\n\r\n")).outcome, RecordOutcome::skipped);
  EXPECT_EQ(parse(RecordKind::warc, warc("response", "no status line")).outcome, RecordOutcome::bad);
}

TEST(FileRecord, ReadsTheFile) {
  const test::Folder folder;
  EXPECT_EQ(parse(RecordKind::file, folder.write("a.html", "<p>x")).html, "<p>x");
  EXPECT_EQ(parse(RecordKind::file, folder.write("b.html", test::gzip("<p>y"))).html, "<p>y");
  EXPECT_EQ(parse(RecordKind::file, folder.path("none.html")).outcome, RecordOutcome::bad);
}

}  // namespace
}  // namespace pith::corpus
