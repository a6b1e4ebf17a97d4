// `crunch` and `cards` (methods.md §1.17, §1.18); the filters themselves: tests/filter/filters_test.cpp.

#include <gtest/gtest.h>

#include <string>

#include "literature/method.hpp"
#include "pith/methods.hpp"
#include "support/chosen.hpp"

namespace pith::literature {
namespace {

using testing::Bodies;
using testing::Chosen;
using testing::Measured;
using Texts = std::vector<std::string>;

std::string letters(int count, char c = 'x') { return std::string(static_cast<std::size_t>(count), c); }

Texts kept(const std::string& markup, const std::vector<Setting>& settings = {}) {
  const Measured m("<body><p>" + letters(2000) + "</p>" + markup);
  Texts texts = Chosen("crunch", m, settings).kept();
  EXPECT_EQ(texts.empty() ? "" : texts.front(), letters(2000));
  if (!texts.empty()) texts.erase(texts.begin());
  return texts;
}

const std::string kCell = "<table><td><a href=1>aaaa</a> <a href=2>bbbb</a> some words that stand by</table>";

TEST(Crunch, Filters) {
  EXPECT_EQ(kept(kCell), Texts{});
  EXPECT_EQ(kept(kCell, {{"filters", "advertisement,tables"}}).size(), 1u);
  EXPECT_EQ(kept(kCell, {{"filters", "none"}}).size(), 1u);
}

TEST(Crunch, LinkSettings) {
  EXPECT_EQ(kept(kCell, {{"link_ratio", "0.6"}}).size(), 1u);
  EXPECT_EQ(kept(kCell, {{"link_mode", "words"}, {"link_ratio", "0.5"}}).size(), 1u);
  EXPECT_EQ(kept(kCell, {{"link_kind", "image"}}).size(), 1u);
  EXPECT_EQ(kept("<table><td><a href=1>aaaa</a><p>abc</table>", {{"link_remove", "links"}, {"filters", "links"}}),
            Texts{"abc"});
  EXPECT_EQ(kept("<ul><li><a href=1>aaaa</a></ul>").size(), 1u);
  EXPECT_EQ(kept("<ul><li><a href=1>aaaa</a></ul>", {{"link_scope", "blocks"}}), Texts{});
}

TEST(Crunch, TableSettings) {
  EXPECT_EQ(kept("<table><td>short</table>"), Texts{});
  EXPECT_EQ(kept("<table><td>short</table>", {{"table_text", "5"}}), Texts{"short"});
  EXPECT_EQ(kept("<table><td>short<img src=x></table>"), Texts{"short"});
  EXPECT_EQ(kept("<table><td>short<img src=x></table>", {{"table_substance", "none"}}), Texts{});
  EXPECT_EQ(kept("<div>short</div>"), Texts{"short"});
  EXPECT_EQ(kept("<div>short</div>", {{"table_tags", "table,div,ul"}}), Texts{});
  EXPECT_EQ(kept("<table><td>short<form>in</form></table>", {{"table_substance", "form"}}).size(), 2u);
  EXPECT_EQ(kept("<table><td>short<form>in</form></table>"), Texts{});
}

TEST(Crunch, RemovedLinks) {
  const std::string twice = kCell + "<p>after</p>" + kCell;
  EXPECT_EQ(kept(twice), Texts{"after"});
  const Measured m("<body><p>" + letters(2000) + "</p>" + twice);
  const Bodies bodies = Chosen("crunch", m, {{"removed_links", "append"}}).bodies();
  ASSERT_EQ(bodies.size(), 2u);
  EXPECT_EQ(bodies[0], (Texts{letters(2000), "after"}));
  EXPECT_EQ(bodies[1], (Texts(2, "aaaa bbbb some words that stand by")));
}

TEST(Crunch, WhatIsNoTextIsIgnoredAlways) {
  EXPECT_EQ(kept("<script>1</script><style>p{}</style><iframe>x</iframe><object>y</object><textarea>z</textarea>"
                 "<input value=a><embed src=b><p>text</p>"),
            Texts{"text"});
}

// Options of Crunch that are matters of the format.
TEST(Crunch, WritesAlternativesTextAloneAndFewLineEnds) {
  const Extractor extractor(Options{.method = "crunch", .catalogue = &all_methods()});
  const Article article = extractor.extract(
      "<body><p style='x' width=3>one <img src=http://e.test/i alt=pic></p>"
      "<br><br><br><br><p><a href=http://e.test/>go <img src=http://e.test/j alt=there></a></p>");
  EXPECT_EQ(render(article, Format::text, {.alternatives = true}), "one pic\ngo there\n");
  const std::string html = render(article, Format::html, {.alternatives = true});
  EXPECT_NE(html.find("<p>one pic</p>"), std::string::npos) << html;
  EXPECT_NE(html.find("<p><a href=\"http://e.test/\">go there</a></p>"), std::string::npos) << html;
  EXPECT_EQ(html.find("style"), std::string::npos);
}

TEST(Crunch, Hosts) {
  const std::string ad = "<div><a href=http://ad.doubleclick.net/1>buy this</a></div>";
  EXPECT_EQ(kept(ad), Texts{});
  EXPECT_EQ(kept(ad, {{"allow", "ad.doubleclick.net"}}), Texts{"buy this"});
  EXPECT_EQ(kept("<div><a href=http://ads.test/1>buy this</a></div>", {{"block", "other.test,ads.test"}}), Texts{});
}

TEST(Crunch, IgnoredElements) {
  EXPECT_EQ(kept("<form><p>a form</form>"), Texts{"a form"});
  EXPECT_EQ(kept("<form><p>a form</form>", {{"ignore_forms", "on"}}), Texts{});
  EXPECT_EQ(kept("<button>push</button>"), Texts{});
  EXPECT_EQ(kept("<button>push</button>", {{"ignore_buttons", "off"}}), Texts{"push"});
  EXPECT_EQ(kept("<select><option>one</select>"), Texts{});
  EXPECT_EQ(kept("<select><option>one</select>", {{"ignore_selects", "off"}}), Texts{"one"});
  EXPECT_EQ(kept("<noscript>turn it on</noscript>"), Texts{});
  EXPECT_EQ(kept("<noscript>turn it on</noscript>", {{"ignore_noscript", "off"}}), Texts{"turn it on"});
  EXPECT_EQ(kept("<p hidden>no</p>"), Texts{});
}

TEST(Crunch, APageOfLinksIsKeptWithAWarning) {
  const Measured m("<body><table><td><a href=1>one</a> <a href=2>two</a></table>");
  Chosen run("crunch", m);
  EXPECT_EQ(run.kept().size(), 1u);
  EXPECT_NE(run.reason(0).find("undone"), std::string::npos);
  EXPECT_TRUE(Chosen("crunch", m, {{"undo", "1"}}).kept().empty());
}

TEST(Crunch, WrongFiltersAreAnError) {
  const std::vector<Setting> given = {{"filters", "ads"}};
  EXPECT_EQ(read_settings(*all_methods().find("crunch"), given).error().message,
            "filters: `ads` is none of advertisement, links, tables");
  const std::vector<Setting> tags = {{"table_tags", "table,tabel"}};
  EXPECT_EQ(read_settings(*all_methods().find("crunch"), tags).error().message,
            "table_tags: `tabel` is no element of HTML");
}

// --- cards ---

std::size_t size_of(const Texts& card) {
  std::size_t bytes = 0;
  for (const std::string& text : card) bytes += text.size() + 1;
  return bytes;
}

TEST(CardsChecks, NoTextIsLostAndNoCardIsTooLarge) {
  std::string page = "<body><h1>Title</h1>";
  for (int section = 0; section < 6; ++section) {
    page += "<div><h2>Section " + std::to_string(section) + "</h2>";
    for (int i = 0; i <= section; ++i) page += "<p>" + letters(150 + 40 * i, static_cast<char>('a' + i)) + "</p>";
    page += "<table><tr><td>cell one of some length<td><table><tr><td>inner one<td>inner two</table></table></div>";
  }
  const Measured m(page);
  for (const char* size : {"200", "500", "1400"}) {
    Chosen run("cards", m, {{"card_size", size}});
    const Bodies cards = run.bodies();
    EXPECT_EQ(run.kept(), m.texts()) << size;  // nested tables too, in order
    for (const Texts& card : cards)
      EXPECT_TRUE(card.size() == 1 || size_of(card) <= std::stoul(size)) << size << ": " << size_of(card);
    EXPECT_GT(cards.size(), 1u);
  }
  EXPECT_GT(Chosen("cards", m, {{"card_size", "200"}}).bodies().size(), Chosen("cards", m).bodies().size());
}

TEST(Cards, HeadingsAndRulesOpenCards) {
  const Measured m("<body><h1>a</h1><p>b</p><h2>c</h2><p>d</p><hr><p>e</p>");
  EXPECT_EQ(Chosen("cards", m).bodies(), (Bodies{{"a", "b"}, {"c", "d"}, {"e"}}));
}

TEST(Cards, ALongParagraphIsACardOfItsOwn) {
  const Measured m("<body><p>a</p><p>" + letters(3000) + "</p><p>b</p>");
  EXPECT_EQ(Chosen("cards", m).bodies(), (Bodies{{"a"}, {letters(3000)}, {"b"}}));
}

TEST(Cards, WorkOnTheFilteredPage) {
  const Measured m("<body><p>" + letters(300) + "</p>" + kCell);
  EXPECT_EQ(Chosen("cards", m).kept().size(), 1u);
  EXPECT_EQ(Chosen("cards", m, {{"filter", "off"}}).kept().size(), 2u);
}

}  // namespace
}  // namespace pith::literature
