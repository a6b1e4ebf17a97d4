// Each limit at limit - 1, limit and limit + 1: below and at it nothing changes; beyond it the result is cut in the
// way promised, says so, and loses no text that it promises to keep.

#include <gtest/gtest.h>

#include <deque>
#include <string>

#include "html/parser.hpp"
#include "pith/pith.hpp"
#include "text/decode.hpp"

namespace pith {
namespace {

html::Document parse(std::string page, const Limits& limits) {
  static std::deque<std::string> pages;  // documents keep views of what they were parsed from
  html::ParseOptions options;
  options.limits = limits;
  return html::parse(pages.emplace_back(std::move(page)), options);
}

std::string repeated(int count, const std::string& unit) {
  std::string out;
  for (int i = 0; i < count; ++i) out += unit;
  return out;
}

std::string all_text(const html::Document& d) {
  std::string text;
  for (html::NodeId id = 1; id < d.size(); ++id)
    if (d[id].is_text()) text += d.text(id);
  return text;
}

int count(const html::Document& d, html::Tag tag) {
  int n = 0;
  for (html::NodeId id = 1; id < d.size(); ++id) n += d[id].is(tag) ? 1 : 0;
  return n;
}

int depth_of(const html::Document& d) {
  int most = 0;
  for (html::NodeId id = 1; id < d.size(); ++id)
    if (d[id].is_element() && d[id].depth > most) most = d[id].depth;
  return most;
}

/// Names, parents and attributes: what must not change when a limit is far away.
std::string shape_of(const html::Document& d) {
  std::string out;
  for (html::NodeId id = 1; id < d.size(); ++id) {
    out += std::to_string(d[id].parent) + ' ' + std::string(d.tag_name(id));
    for (const html::Attribute& a : d.attributes(id)) (out += ' ') += d.name(a);
    out += '\n';
  }
  return out;
}

TEST(Limits, DeeperElementsBecomeSiblings) {
  Limits limits;
  limits.depth = 20;
  for (const int elements : {19, 20, 21, 40}) {  // html and body are the first two
    const std::string page = repeated(elements - 2, "<div>x");
    const html::Document d = parse(page, limits), free = parse(page, {});
    const bool over = elements > 20;
    EXPECT_EQ(d.truncated(), over ? Truncation::depth : Truncation::none) << elements;
    EXPECT_EQ(depth_of(d), over ? 20 : elements);
    EXPECT_EQ(count(d, html::Tag::div), elements - 2);
    EXPECT_EQ(all_text(d), all_text(free));
    EXPECT_EQ(shape_of(d) == shape_of(free), !over);
  }
  const html::Document d = parse(repeated(19, "<div>") + "x", limits);
  const html::NodeId text = d.size() - 1, last = d[text].parent;
  EXPECT_EQ(d[last].parent, d[last - 1].parent) << "beside the element it would have been in";
}

TEST(Limits, NoDepthLimit) {
  Limits limits;
  limits.depth = 0;
  const html::Document d = parse(repeated(2000, "<div>"), limits);
  EXPECT_EQ(d.truncated(), Truncation::none);
  EXPECT_EQ(depth_of(d), 2002);
}

TEST(Limits, DepthHoldsWhenErrorRecoveryMovesNodes) {
  Limits limits;
  limits.depth = 30;
  for (const char* unit :
       {"<a><div>x", "<b><blockquote>x</b><i>", "<table><tr><td><a>x", "<svg><g><desc>x", "<template>x"}) {
    const html::Document d = parse(repeated(200, unit), limits);
    EXPECT_TRUE(has(d.truncated(), Truncation::depth)) << unit;
    std::string text = all_text(d);
    EXPECT_EQ(text, repeated(200, "x")) << unit;
  }
}

TEST(Limits, AttributesBeyondAreDropped) {
  for (const std::uint32_t limit : {0u, 1u, 10u, 63u, 64u, 65u, 512u}) {
    Limits limits;
    limits.attributes_per_element = limit;
    for (int more = -1; more <= 1; ++more) {
      const int written = static_cast<int>(limit) + more;
      if (written < 0) continue;
      std::string tag = "<p";
      for (int i = 0; i < written; ++i) tag += " a" + std::to_string(i);
      const html::Document d = parse(tag + " a0=again>text", limits);
      const html::NodeId p = d.size() - 2;
      ASSERT_TRUE(d[p].is(html::Tag::p));
      EXPECT_EQ(d[p].attribute_count, std::min<int>(written + (written == 0 ? 1 : 0), static_cast<int>(limit)));
      EXPECT_EQ(all_text(d), "text");
      const bool over = written > static_cast<int>(limit) || (written == 0 && limit == 0);
      EXPECT_EQ(d.truncated(), over ? Truncation::attributes : Truncation::none) << limit << ' ' << written;
    }
  }
}

TEST(Limits, FirstOfManyAttributesCounts) {
  std::string tag = "<p";
  for (int i = 0; i < 300; ++i) tag += " a" + std::to_string(i) + '=' + std::to_string(i);
  for (int i = 0; i < 300; ++i) tag += " A" + std::to_string(i) + "=again";
  const html::Document d = parse(tag + " class=x class=y>", {});
  const html::NodeId p = d.size() - 1;
  ASSERT_EQ(d[p].attribute_count, 301);
  for (int i = 0; i < 300; ++i) EXPECT_EQ(d.value(d.attributes(p)[i]), std::to_string(i));
  EXPECT_EQ(d.attribute(p, html::Attr::class_), "x");
  EXPECT_EQ(d.truncated(), Truncation::none);
}

TEST(Limits, RepeatedHtmlAndBodyTagsKeepTheAttributeLimit) {
  Limits limits;
  limits.attributes_per_element = 3;
  const html::Document at = parse("<html a b><html b c><body d><body e><body f>x", limits);
  EXPECT_EQ(at[at.html()].attribute_count, 3);
  EXPECT_EQ(at[at.body()].attribute_count, 3);
  EXPECT_EQ(at.truncated(), Truncation::none);
  const html::Document over = parse("<html a b><html b c><html d>x", limits);
  EXPECT_EQ(over[over.html()].attribute_count, 3);
  EXPECT_EQ(over.truncated(), Truncation::attributes);
  EXPECT_EQ(all_text(over), "x");
}

TEST(Limits, ClonesStop) {
  Limits limits;
  // Each new paragraph reopens one <b>: n paragraphs, n - 1 clones.
  const auto page = [](int clones) { return "<p><b>x" + repeated(clones, "<p>x"); };
  limits.cloned_elements = 10;
  for (const int clones : {9, 10, 11, 30}) {
    const html::Document d = parse(page(clones), limits);
    EXPECT_EQ(count(d, html::Tag::b), 1 + std::min(clones, 10));
    EXPECT_EQ(all_text(d), repeated(clones + 1, "x"));
    EXPECT_EQ(d.truncated(), clones > 10 ? Truncation::cloned_elements : Truncation::none) << clones;
  }
}

TEST(Limits, AdoptionStopsWithoutClones) {
  Limits limits;
  limits.cloned_elements = 0;
  const html::Document d = parse("<b>a<div>b</b>c</div>d", limits);
  EXPECT_EQ(all_text(d), "abcd");
  EXPECT_EQ(count(d, html::Tag::b), 1);
  EXPECT_TRUE(has(d.truncated(), Truncation::cloned_elements));
}

TEST(Limits, NodesEndTheTree) {
  const std::string page = "<p>a<p>b<p>c<p>d";
  const html::NodeId whole = parse(page, {}).size();
  for (int more = -1; more <= 1; ++more) {
    Limits limits;
    limits.nodes = static_cast<std::uint32_t>(static_cast<int>(whole) + more);
    const html::Document d = parse(page, limits);
    EXPECT_EQ(d.truncated(), more < 0 ? Truncation::nodes : Truncation::none) << more;
    EXPECT_EQ(shape_of(d) == shape_of(parse(page, {})) && all_text(d) == "abcd", true)
        << "cut after the tag in progress";
  }
  Limits limits;
  limits.nodes = 7;
  const html::Document d = parse(repeated(1000, "<p>a"), limits);
  EXPECT_EQ(d.truncated(), Truncation::nodes);
  EXPECT_LE(d.size(), 9u);
  EXPECT_TRUE(all_text(d).starts_with("aa"));
}

TEST(Limits, WorkIsCountedNotTimed) {
  Limits limits;
  limits.work_per_byte = 0;  // the small sum that each page has in any case is left
  std::string page;
  for (int i = 0; i < 300; ++i) page += "<b a=" + std::to_string(i) + '>';
  page += repeated(300, "</i>") + "text";
  const html::Document d = parse(page, limits);
  EXPECT_EQ(d.truncated(), Truncation::work);
  EXPECT_EQ(all_text(d), "text");
  EXPECT_EQ(shape_of(d), shape_of(parse(page, limits)));
  EXPECT_EQ(parse("<p>plain<div>page</div>", limits).truncated(), Truncation::none);
}

TEST(Limits, InputIsCutBetweenCharacters) {
  const std::string page = "<p>\xE4\xB8\xAD\xE6\x96\x87";  // 9 bytes
  std::string buffer;
  for (const std::size_t limit : {8u, 9u, 10u}) {
    text::DecodeOptions options;
    options.limits.input_bytes = limit;
    const text::Text t = text::decode(page, options, buffer);
    EXPECT_EQ(t.truncated, limit < 9 ? Truncation::input : Truncation::none);
    EXPECT_EQ(t.utf8, limit < 9 ? page.substr(0, 6) : page);
    EXPECT_EQ(t.replaced, 0u);
  }
}

TEST(Limits, InputIsCountedBeforeDecodingOnly) {
  const std::string page("\xFF\xFE\x2D\x4E\x87\x65\x2D\x4E\x87\x65", 10);  // 8 bytes of UTF-16, 12 of UTF-8
  for (const std::size_t limit : {std::size_t{9}, std::size_t{10}, std::size_t{11}}) {
    Options options{.method = "all"};
    options.limits.input_bytes = limit;
    const Article article = Extractor(options).extract(page);
    EXPECT_EQ(article.truncated, limit < 10 ? Truncation::input : Truncation::none);
    EXPECT_EQ(text_of(article), limit < 10 ? "\u4E2D\u6587\u4E2D\n" : "\u4E2D\u6587\u4E2D\u6587\n");
  }
}

TEST(Limits, OutputIsCutAtACharacter) {
  const Article article = Extractor({.method = "all"}).extract("<p>\xE4\xB8\xAD\xE6\x96\x87\xE4\xB8\xAD</p>");
  const std::string whole = render(article, Format::text);
  ASSERT_EQ(whole, "\xE4\xB8\xAD\xE6\x96\x87\xE4\xB8\xAD\n");
  Limits limits;
  for (limits.output_bytes = 0; limits.output_bytes <= whole.size() + 1; ++limits.output_bytes) {
    const std::string cut = render(article, Format::text, limits);
    EXPECT_LE(cut.size(), limits.output_bytes);
    EXPECT_TRUE(whole.starts_with(cut));
    EXPECT_EQ(cut == whole, limits.output_bytes >= whole.size());
    EXPECT_TRUE(cut.size() % 3 == 0 || cut == whole);
  }
}

TEST(Limits, ExtractionNamesTheLimit) {
  Options options{.method = "all"};
  options.limits.output_bytes = 40;
  const std::string paragraph = "<p>twenty characters ab</p>";  // 21 with the line feed
  EXPECT_EQ(Extractor(options).extract(paragraph).truncated, Truncation::none);
  const Article cut = Extractor(options).extract(repeated(3, paragraph));
  EXPECT_EQ(cut.truncated, Truncation::output);
  EXPECT_TRUE(text_of(cut).starts_with("twenty characters ab\n"));
  EXPECT_EQ(describe(cut.truncated), "output");
}

TEST(Limits, HugeSpansLoseNothing) {
  for (const char* span : {"1", "100", "101", "9007199254740991", "-1"}) {
    const Article article = Extractor({.method = "all"})
                                .extract("<table><tr><td colspan=" + std::string(span) +
                                         ">a<td>b<tr><td rowspan=" + span + ">c<td>d</table>");
    for (const char* cell : {"a", "b", "c", "d"}) EXPECT_NE(text_of(article).find(cell), std::string::npos) << span;
  }
}

TEST(Limits, AllNamed) {
  EXPECT_EQ(describe(Truncation::none), "");
  EXPECT_EQ(describe(Truncation::depth | Truncation::work | Truncation::input), "input,depth,work");
}

}  // namespace
}  // namespace pith
