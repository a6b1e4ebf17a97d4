// Pages to be shown in a frame: blocks can be found in them, and nothing in them runs or asks for anything.

#include "serve/page_frame.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "html/parser.hpp"

namespace pith::serve {
namespace {

std::string frame_of(std::string_view html, PageFrameOptions options = {}) {
  const html::Document document = html::parse(html);
  page::Page page;
  page.measure(document);
  std::string out;
  append_page_frame(page, options, out);
  return out;
}

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// The number of the block that holds the text, as the page has it.
std::string number_of(std::string_view html, std::string_view text) {
  const html::Document document = html::parse(html);
  page::Page page;
  page.measure(document);
  for (const page::Block& block : page.blocks())
    for (std::uint32_t t = block.text_begin; t < block.text_end; ++t)
      if (document.text(page.texts()[t]).find(text) != std::string_view::npos) return std::to_string(block.begin);
  return "none";
}

TEST(PageFrame, AParagraphCarriesItsBlock) {
  constexpr std::string_view kPage = "<body><p>One <b>bold</b> word.</p><p>Two</p>";
  const std::string frame = frame_of(kPage);
  EXPECT_TRUE(has(frame, "<p data-block=\"" + number_of(kPage, "One") + "\">One <b>bold</b> word.</p>")) << frame;
  EXPECT_TRUE(has(frame, "<p data-block=\"" + number_of(kPage, "Two") + "\">Two</p>")) << frame;
}

TEST(PageFrame, TextBesideOtherBlocksCarriesItsOwn) {
  constexpr std::string_view kPage = "<body><div>before <a href=/x>link</a><p>inside</p>after</div>";
  const std::string frame = frame_of(kPage);
  const std::string before = "<pith-text data-block=\"" + number_of(kPage, "before") + "\">";
  EXPECT_TRUE(has(frame, before + "before </pith-text><a data-link>" + before + "link</pith-text></a>")) << frame;
  EXPECT_TRUE(has(frame, "<pith-text data-block=\"" + number_of(kPage, "after") + "\">after</pith-text></div>"))
      << frame;
}

constexpr std::string_view kHostile = R"html(
<html onclick=a()><head><base href="http://x.example/"><link rel=stylesheet href=s.css>
<meta http-equiv=refresh content="0;url=http://x.example/"><script>a()</script><style>p{color:red}</style></head>
<body onload=a() background=http://x.example/b><p style="color:blue" onclick=a() id=i class=c>text</p>
<a href="javascript:a()" ping=http://x.example/ target=_top>link</a>
<img src=http://x.example/i srcset=y onerror=a() width=9><iframe src=http://x.example/ srcdoc="<p>x"></iframe>
<object data=o></object><form action=http://x.example/><input autofocus onfocus=a() formaction=f></form>
<svg onload=a()><a xlink:href="javascript:a()"><text>t</text></a><use href=http://x.example/#u /></svg>
<video src=v poster=p></video><template><script>a()</script></template><noscript><img src=n></noscript>
<b/data-x="onclick=a()">b</b>)html";

TEST(PageFrame, NothingRunsOrAsks) {
  const std::string frame = frame_of(kHostile);
  for (const std::string_view bad :
       {"a()", "x.example", "javascript:", "<script", "<iframe", "<link", "<base", "refresh", "onclick", "srcset",
        "autofocus", "<form action", "<template", "target="})
    EXPECT_FALSE(has(frame, bad)) << bad << " in\n" << frame;
  EXPECT_TRUE(has(frame, "<style>p{color:red}</style>"));
  EXPECT_TRUE(has(frame, "style=\"color:blue\" id=\"i\" class=\"c\""));
  EXPECT_TRUE(has(frame, "width=\"9\" data-outside=\"img\""));
  EXPECT_TRUE(has(frame, "default-src 'none'"));
}

TEST(PageFrame, PlainIsWithoutStyles) {
  const std::string frame = frame_of("<style>p{}</style><p style='color:red'>text", {.styles = false});
  EXPECT_FALSE(has(frame, "<style")) << frame;
  EXPECT_FALSE(has(frame, "color:red")) << frame;
  EXPECT_TRUE(has(frame, ">text</p>")) << frame;
}

TEST(PageFrame, TextCannotBecomeMarkup) {
  const std::string frame = frame_of(
      "<p>&lt;script&gt;</p><xmp><script>a</script></xmp><textarea></textarea><p title=\"\">x</p><plaintext><script>");
  EXPECT_FALSE(has(frame, "<script")) << frame;
  EXPECT_FALSE(has(frame, "<xmp")) << frame;
  EXPECT_FALSE(has(frame, "<plaintext")) << frame;
}

TEST(PageFrame, PicturesThatThePageBringsAreShown) {
  const std::string frame = frame_of("<img src='data:image/png;base64,AAAA'><img src='data:text/html,x'>");
  EXPECT_TRUE(has(frame, "src=\"data:image/png;base64,AAAA\"")) << frame;
  EXPECT_FALSE(has(frame, "data:text/html")) << frame;
}

TEST(PageFrame, PagesOfFramesAndEmptyOnesArePages) {
  for (const std::string_view html : {"", "<frameset><frame src=a></frameset>", "text alone"}) {
    const std::string frame = frame_of(html);
    EXPECT_TRUE(has(frame, "<body")) << html;
    EXPECT_TRUE(frame.ends_with("</html>\n")) << html;
  }
}

TEST(PageFrame, OfALargePageShowsParts) {
  std::string list = "<ul>";
  for (int i = 0; i < 10; ++i) list += "<li>an item of a list<img src=a>";
  const std::string whole = frame_of(list), cut = frame_of(list, {.most_elements = 20, .part_elements = 6}),
                    bytes = frame_of(list, {.most_bytes = 1000, .part_bytes = 600}),
                    more = frame_of(list, {.most_elements = 20, .part_elements = 6, .parts = 2}),
                    all = frame_of(list, {.most_elements = 20, .part_elements = 6, .parts = 6});
  EXPECT_FALSE(has(whole, "data-cut")) << whole;
  EXPECT_TRUE(has(cut, "</ul><div data-cut></div>\n</body>")) << cut;
  EXPECT_LT(cut.size(), whole.size() / 2 + 400);
  EXPECT_TRUE(has(bytes, "data-cut")) << bytes;
  EXPECT_LT(bytes.size(), 1000U);
  EXPECT_TRUE(has(more, "data-cut")) << more;
  EXPECT_LT(cut.size(), more.size());
  EXPECT_EQ(whole, all);
  EXPECT_TRUE(cut.ends_with("</html>\n")) << cut;
}

TEST(PageFrame, QuirksStayQuirks) {
  EXPECT_FALSE(frame_of("<p>x").starts_with("<!DOCTYPE"));
  EXPECT_TRUE(frame_of("<!DOCTYPE html><p>x").starts_with("<!DOCTYPE html>"));
}

}  // namespace
}  // namespace pith::serve
