#include "filter/pipeline.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "html/serialize.hpp"
#include "pith/pith.hpp"
#include "support/measured.hpp"

namespace pith::filter {
namespace {

using testing::Measured;

std::string letters(int count) { return std::string(static_cast<std::size_t>(count), 'x'); }

std::string html_of(const html::Document& document) {
  std::string out;
  html::append_html(document, out);
  return out.substr(out.find("<body>") + 6, out.find("</body>") - out.find("<body>") - 6);
}

struct Filtered {
  Filtered(const std::string& body, const Pipeline& pipeline) : m("<body>" + body) { page.run(m.page, pipeline); }
  [[nodiscard]] std::string html() { return html_of(page.is_changed() ? page.document() : m.document); }

  Measured m;
  FilteredPage page;
};

Filter elements(std::vector<std::string> names) {
  Filter filter = Filter::of(Kind::elements);
  filter.elements.remove = std::move(names);
  return filter;
}

TEST(Pipeline, EachFilterSeesWhatThoseBeforeHaveLeft) {
  const std::string page =
      "<p>" + letters(500) + "</p><table><tbody><tr><td>x<img src=\"i.png\"></td></tr></tbody></table>";
  Pipeline pipeline;
  pipeline.filters = {elements({"images"}), Filter::of(Kind::empty_tables)};
  Filtered images_first(page, pipeline);
  EXPECT_EQ(images_first.html(), "<p>" + letters(500) + "</p>");
  ASSERT_EQ(images_first.page.removals().size(), 2U);
  EXPECT_EQ(images_first.m.document.tag_name(images_first.page.removals()[1].node), "table");
  std::swap(pipeline.filters[0], pipeline.filters[1]);
  Filtered tables_first(page, pipeline);  // the image is substance still
  EXPECT_NE(tables_first.html().find("<td>x</td>"), std::string::npos);
}

TEST(Pipeline, OffIsThePageAsItWas) {
  const std::string page = "<p>" + letters(50) + "</p><script>a()</script>";
  Pipeline pipeline;
  pipeline.filters = {elements({"scripts"})};
  EXPECT_EQ(Filtered(page, pipeline).html(), "<p>" + letters(50) + "</p>");
  pipeline.filters[0].on = false;
  Filtered off(page, pipeline);
  EXPECT_FALSE(off.page.is_changed());
  EXPECT_EQ(off.html(), page);
}

TEST(Pipeline, WhatTakesNearlyAllIsUndone) {
  Pipeline pipeline;
  pipeline.filters = {elements({"p"}), elements({"scripts"})};
  Filtered filtered("<p>" + letters(500) + "</p>y<script>a()</script>", pipeline);
  EXPECT_TRUE(filtered.page.outcomes()[0].undone);
  EXPECT_EQ(filtered.page.outcomes()[0].characters, 500U);
  EXPECT_FALSE(filtered.page.outcomes()[1].undone);
  EXPECT_EQ(filtered.html(), "<p>" + letters(500) + "</p>y");
  pipeline.undo = 1;
  EXPECT_EQ(Filtered("<p>" + letters(500) + "</p>y", pipeline).html(), "y");
}

TEST(Pipeline, Attributes) {
  Filter filter = Filter::of(Kind::attributes);
  filter.attributes.remove = {"style", "on*"};
  filter.attributes.rename = {{"data-src", "src"}};
  Pipeline pipeline;
  pipeline.filters = {filter};
  const std::string page =
      "<p style=\"a\" onclick=\"b\" id=\"c\">x</p><img data-src=\"d\"><img src=\"e\" data-src=\"f\">";
  EXPECT_EQ(Filtered(page, pipeline).html(), "<p id=\"c\">x</p><img src=\"d\"><img src=\"e\" data-src=\"f\">");
  pipeline.filters[0].attributes = {};
  pipeline.filters[0].attributes.keep = {"src"};
  pipeline.filters[0].attributes.elements = {html::Tag::img};
  EXPECT_EQ(Filtered(page, pipeline).html(), "<p style=\"a\" onclick=\"b\" id=\"c\">x</p><img><img src=\"e\">");
}

TEST(Pipeline, ElementsOfEachGroup) {
  const auto left = [](const std::string& page, const std::string& group) {
    Pipeline pipeline;
    pipeline.filters = {elements({group})};
    return Filtered("<p>text</p>" + page, pipeline).html().substr(11);
  };
  EXPECT_EQ(left("<style>a</style>", "styles"), "");
  EXPECT_EQ(left("<link rel=\"StyleSheet\" href=\"a\"><link rel=\"next\">", "external_styles"), "<link rel=\"next\">");
  EXPECT_EQ(left("<iframe></iframe>", "iframes"), "");
  EXPECT_EQ(left("<embed><object></object>", "embeds"), "");
  EXPECT_EQ(left("<form><i>a</i></form>", "forms"), "");
  EXPECT_EQ(left("<input><textarea></textarea>", "inputs"), "");
  EXPECT_EQ(left("<button>a</button>", "buttons"), "");
  EXPECT_EQ(left("<select><option>a</option></select>", "selects"), "");
  EXPECT_EQ(left("<img src=\"a\"><picture></picture>", "images"), "");
  EXPECT_EQ(left("<!-- a -->b", "comments"), "b");
  const std::string links = "<a href=\"a\">t</a><a href=\"b\"><img></a><a>no</a>";
  EXPECT_EQ(left(links, "links"), "<a>no</a>");
  EXPECT_EQ(left(links, "text_links"), "<a href=\"b\"><img></a><a>no</a>");
  EXPECT_EQ(left(links, "image_links"), "<a href=\"a\">t</a><a>no</a>");
  EXPECT_EQ(left("<x-y>a</x-y><nav>b</nav>", "x-y"), "<nav>b</nav>");
  EXPECT_EQ(left("<x-y>a</x-y><nav>b</nav>", "nav"), "<x-y>a</x-y>");
}

TEST(Pipeline, TablesImagesAndLineBreaks) {
  Pipeline pipeline;
  pipeline.filters = {Filter::of(Kind::flatten_tables), Filter::of(Kind::alternatives), Filter::of(Kind::line_breaks)};
  EXPECT_EQ(
      Filtered("<table><tbody><tr><td>a</td></tr></tbody></table><img alt=\"b\"><img><br><br> <br>c<br>", pipeline)
          .html(),
      "<div><div><div><div>a</div></div></div></div>b<img><br><br> c<br>");
}

TEST(Pipeline, SaysWhy) {
  Pipeline pipeline;
  pipeline.filters[0].study.advertisement.blocked.add("ads.test");
  const Filtered filtered("<p>" + letters(500) + "</p><img src=\"http://x.ads.test/\"><table><tr><td>" + letters(20) +
                              "<a href=1>aaaa</a><a href=2>bbbb</a><a href=3>cccc</a></table>",
                          pipeline);
  std::vector<std::string> reasons;
  for (const Removal& removal : filtered.page.removals()) reasons.push_back(describe(pipeline, removal));
  EXPECT_EQ(reasons,
            (std::vector<std::string>{"filter 1, advertisements: the host x.ads.test is on the list",
                                      "filter 2, links: 3 links, 4 words beside them: 0.75 is above 0.25",
                                      "filter 3, empty_tables: less than 12 characters, and nothing of substance"}));
}

TEST(Pipeline, NoMethodSeesWhatIsOut) {
  Options options;
  options.method = "all";
  options.settings = {{"page_filters", "[[filter]]\nkind = 'elements'\nremove = ['aside']\n"}};
  const Extractor extractor(options);
  ASSERT_FALSE(extractor.error()) << extractor.error().message;
  const std::string page = "<body><p>first</p><aside>second</aside><div>x</div><p>third</p>";
  Workspace workspace;
  const Article article = extractor.explain(page, {}, workspace);
  EXPECT_EQ(text_of(article), "first\nx\nthird\n");
  ASSERT_EQ(article.blocks.size(), 4U);
  EXPECT_EQ(article.blocks[1].text, "second");
  EXPECT_EQ(article.blocks[1].path, "html/body/aside[1]");
  EXPECT_EQ(article.blocks[1].reason, "taken out by filter 1, elements: of the aside that are taken out");
  EXPECT_FALSE(article.blocks[1].kept);
  EXPECT_EQ(article.blocks[3].path, "html/body/p[2]");
  // The memory of the thread holds nothing of it.
  options.settings.clear();
  EXPECT_EQ(text_of(Extractor(options).extract(page, {}, workspace)), "first\nsecond\nx\nthird\n");
}

}  // namespace
}  // namespace pith::filter
