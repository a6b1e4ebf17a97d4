// The checks of methods.md §2.7.

#include "filter/filters.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/measured.hpp"
#include "support/must.hpp"

namespace pith::filter {
namespace {

using testing::Measured;

std::string letters(int count) { return std::string(static_cast<std::size_t>(count), 'x'); }

// What is left of a page's text.
std::string left(const Measured& m, const FilterSettings& settings, std::vector<Step>* undone = nullptr) {
  Mask mask;
  mask.reset(m.document.size());
  const std::vector<Step> back = Filters().run(m.page, settings, mask);
  if (undone != nullptr) *undone = back;
  std::string out;
  for (const html::NodeId id : m.page.texts())
    if (!mask.is_out(id)) out += std::string(m.document.text(id)) + "|";
  return out;
}

FilterSettings only(Step step) {
  FilterSettings settings;
  settings.steps = {step};
  return settings;
}

// A page on which a cell does not matter much, so that no filter is undone.
std::string page(const std::string& cells) {
  return "<body><p>" + letters(2000) + "</p><table><tr>" + cells + "</table>";
}
std::string rest() { return letters(2000) + "|"; }

TEST(FilterChecks, LinkRatioOfACell) {
  const std::string links = "<a href=1>aaaa</a> <a href=2>bbbb</a> <a href=3>cccc</a>";
  EXPECT_EQ(left(Measured(page("<td>" + links + letters(20))), only(Step::links)), rest());   // 3 / 4 words = 0.75
  EXPECT_NE(left(Measured(page("<td>" + links + letters(100))), only(Step::links)), rest());  // 3 / 20 = 0.15
  EXPECT_EQ(left(Measured(page("<td>" + links)), only(Step::links)), rest());                 // no words at all
  EXPECT_EQ(left(Measured(page("<td>1 2 3")), only(Step::links)), rest() + "1 2 3|");         // nor a link
  EXPECT_EQ(left(Measured(page("<td></td>")), only(Step::links)), rest());
}

TEST(FilterChecks, HasTooManyLinks) {
  EXPECT_TRUE(has_too_many_links({.plain_letters = 20, .link_letters = 12, .links = 3}, {}));
  EXPECT_FALSE(has_too_many_links({.plain_letters = 100, .link_letters = 12, .links = 3}, {}));
  EXPECT_TRUE(has_too_many_links({.link_letters = 12, .links = 3}, {}));
  EXPECT_FALSE(has_too_many_links({.plain_letters = 1}, {}));
  EXPECT_FALSE(has_too_many_links({.plain_cjk = 16, .link_cjk = 8, .links = 2}, {}));  // 2 / 10 words
  const LinkSettings words = {.mode = LinkSettings::Mode::words_by_words, .ratio = 0.5};
  EXPECT_TRUE(has_too_many_links({.plain_letters = 100, .link_letters = 55, .links = 1}, words));
  EXPECT_FALSE(has_too_many_links({.plain_letters = 100, .link_letters = 50, .links = 1}, words));
  const Remaining images = {.plain_letters = 20, .links = 3, .image_links = 1};
  EXPECT_FALSE(has_too_many_links(images, {.which = LinkSettings::Which::image}));
  EXPECT_TRUE(has_too_many_links(images, {.which = LinkSettings::Which::text}));
}

TEST(Filter, LinksAloneMayGo) {
  FilterSettings settings = only(Step::links);
  settings.links.whole = false;
  const Measured m(page("<td>own<a href=1>aaaa</a><a href=2>bbbb</a><p>" + letters(5)));
  EXPECT_EQ(left(m, settings), rest() + letters(5) + "|");
}

TEST(Filter, ScopeMayBeWidened) {
  const Measured m("<body><p>" + letters(2000) + "</p><ul><li><a href=1>one</a><li><a href=2>two</a></ul>");
  FilterSettings settings = only(Step::links);
  EXPECT_EQ(left(m, settings), rest() + "one|two|");
  settings.links.cells = block_cells();
  EXPECT_EQ(left(m, settings), rest());
}

TEST(FilterChecks, NestedEmptyTablesVanishInOnePass) {
  const std::string nested = "<td><table><td><table><td>x</table></table>";
  EXPECT_EQ(left(Measured(page(nested)), only(Step::empty_table)), rest());
}

TEST(FilterChecks, TextThatIsSubstance) {
  EXPECT_EQ(left(Measured(page("<td> " + letters(11) + " ")), only(Step::empty_table)), rest());
  EXPECT_NE(left(Measured(page("<td>" + letters(12))), only(Step::empty_table)), rest());
}

TEST(FilterChecks, TagsThatAreSubstance) {
  const Measured m(page("<td>x<img src=i.png>"));
  EXPECT_EQ(left(m, only(Step::empty_table)), rest() + "x|");
  FilterSettings settings = only(Step::empty_table);
  settings.empty_table.substance = {};
  EXPECT_EQ(left(m, settings), rest());
  settings.empty_table.tables = {};
  EXPECT_EQ(left(m, settings), rest() + "x|");
}

TEST(FilterChecks, BlockedAndAllowedHosts) {
  FilterSettings settings = only(Step::advertisement);
  settings.advertisement.blocked = HostList("example.com");
  const Measured m("<body><p>" + letters(2000) + "</p><a href='http://ads.example.com/x'>ad</a><a href='/ads'>own</a>");
  EXPECT_EQ(left(m, settings), rest() + "own|");
  settings.advertisement.allowed = HostList("ads.example.com");
  EXPECT_EQ(left(m, settings), rest() + "ad|own|");
}

TEST(FilterChecks, APageOfLinksIsNotEmptied) {
  const Measured m("<body><table><td><a href=1>one</a> <a href=2>two</a></table>");
  std::vector<Step> undone;
  EXPECT_EQ(left(m, only(Step::links), &undone), "one|two|");
  EXPECT_EQ(undone, std::vector<Step>{Step::links});
}

TEST(FilterChecks, TheOrderMatters) {
  // The link filter leaves the cell empty; only an empty-table filter behind it sees that.
  const Measured m(page("<td>" + letters(5) + "<a href=1>" + letters(9) + "</a><a href=2>b</a>"));
  FilterSettings settings;
  settings.empty_table.substance = {};
  settings.links.whole = false;
  settings.steps = {Step::links, Step::empty_table};
  EXPECT_EQ(left(m, settings), rest());
  settings.steps = {Step::empty_table};
  EXPECT_NE(left(m, settings), rest());
}

TEST(Filter, StepsAreNamed) {
  EXPECT_EQ(testing::must(parse_steps("tables,advertisement")),
            (std::vector<Step>{Step::empty_table, Step::advertisement}));
  EXPECT_TRUE(testing::must(parse_steps("none")).empty());
  EXPECT_EQ(parse_steps("links,links").error().message, "`links` stands there twice");
  EXPECT_EQ(parse_steps("adverts").error().message, "`adverts` is none of advertisement, links, tables");
}

TEST(HostList, MatchesAtDots) {
  const HostList list("Example.com, ads.test\nthird.org");
  EXPECT_TRUE(list.holds("example.com"));
  EXPECT_TRUE(list.holds("a.b.example.com"));
  EXPECT_TRUE(list.holds("third.org"));
  EXPECT_FALSE(list.holds("badexample.com"));
  EXPECT_FALSE(list.holds("com"));
  EXPECT_FALSE(list.holds(""));
}

TEST(HostList, ReadsHosts) {
  EXPECT_EQ(host_of("https://User@Ads.Example.com:8080/path"), "ads.example.com");
  EXPECT_EQ(host_of("//a.example?x"), "a.example");
  EXPECT_EQ(host_of("/path//x"), "");
  EXPECT_EQ(host_of("relative"), "");
  EXPECT_EQ(host_of("?u=http://a.example"), "");
}

}  // namespace
}  // namespace pith::filter
