// Rules: their file, what they make of pages, and rules that are made of pages.

#include <gtest/gtest.h>

#include <string>

#include "html/parser.hpp"
#include "rules/apply.hpp"
#include "rules/make.hpp"
#include "rules/rows.hpp"
#include "rules/rule_file.hpp"
#include "rules/rule_test.hpp"
#include "rules/url_pattern.hpp"
#include "rules/values.hpp"

namespace pith::rules {
namespace {

constexpr std::string_view kPage = R"(<!doctype html><html lang=en><head><title>Ferry - Harbour News</title>
<meta property="og:title" content="Ferry runs again"></head><body><nav><a href="/">Home</a></nav><article id=post-4711>
<h1 class="title css-1x2y3z">Ferry  runs
again</h1><p class=by>By <a rel=author href="/a/ann">Ann Lee</a>, <time datetime="2024-05-03T10:00Z">3 May</time></p>
<div class=text><p>First paragraph of the story.<p>Second<br>line.<script>x()</script></div>
<ul class=goods><li><a href="a.html">Rope</a> <b>1,234.50 €</b></li><li><a href="b.html">Sail</a> <b>sold out</b></li>
<li><b>12</b></li></ul></article></body></html>)";

std::string rule_of(const std::string& fields) { return "name = \"r\"\n" + fields; }

/// The rows as JSON, or the error.
std::string rows(const std::string& toml, std::string_view page = kPage) {
  const Result<Rule> rule = read_rule(toml, "r.toml");
  if (!rule) return rule.error().message;
  const Applied applied = apply(*rule, html::parse(page), "https://example.org/news/1");
  std::string out;
  for (const Row& row : applied.rows) append_json({"p", "", row}, *rule, out);
  for (const std::string& problem : applied.problems) out += problem + "\n";
  const std::string front = R"({"id":"p","url":"","rule":"r",)";
  for (std::size_t at = 0; (at = out.find(front)) != std::string::npos;) out.replace(at, front.size(), "{");
  return out;
}

std::string field(const std::string& lines) { return rows(rule_of("[[field]]\nname = \"x\"\n" + lines)); }

TEST(Rule, ValuesOfAllTypes) {
  EXPECT_EQ(field("css = \"h1\""), "{\"x\":\"Ferry runs again\"}\n");
  EXPECT_EQ(field("css = \".text\""), "{\"x\":\"First paragraph of the story.\\nSecond\\nline.\"}\n");
  EXPECT_EQ(field("css = \"meta[property='og:title']\""), "{\"x\":\"Ferry runs again\"}\n");
  EXPECT_EQ(field("css = \"time\"\ntype = \"date\""), "{\"x\":\"2024-05-03T10:00Z\"}\n");
  EXPECT_EQ(field("css = \"time\""), "{\"x\":\"3 May\"}\n");
  EXPECT_EQ(field("css = \"li b\"\ntype = \"number\""), "{\"x\":1234.5}\n");
  EXPECT_EQ(field("css = \".goods a\"\ntype = \"link\""), "{\"x\":\"https://example.org/news/a.html\"}\n");
  EXPECT_EQ(field("css = \".by a\"\nattribute = \"REL\""), "{\"x\":\"author\"}\n");
  EXPECT_EQ(field("css = \"li\"\ntype = \"html\""), "{\"x\":\"<a href=\\\"a.html\\\">Rope</a> <b>1,234.50 €</b>\"}\n");
  EXPECT_EQ(field("css = \".none\""), "{\"x\":null}\n");
}

TEST(Rule, SeveralValues) {
  EXPECT_EQ(field("css = \".goods a\"\ntake = \"all\""), "{\"x\":[\"Rope\",\"Sail\"]}\n");
  EXPECT_EQ(field("css = \".goods a\"\ntake = \"join\"\njoin = \", \""), "{\"x\":\"Rope, Sail\"}\n");
  EXPECT_EQ(field("css = [\".none\", \".goods a\"]"), "{\"x\":\"Rope\"}\n") << "the first path that finds something";
  EXPECT_EQ(field("css = \"b\"\ntype = \"number\"\ntake = \"all\""), "{\"x\":[1234.5,12]}\n")
      << "what is none is left out";
}

TEST(Rule, Cleaning) {
  EXPECT_EQ(field("css = \"title\"\nclean = [{ cut_after = \" - \" }]"), "{\"x\":\"Ferry\"}\n");
  EXPECT_EQ(field("css = \"title\"\nclean = [{ cut_before = \"- \" }, { replace = \"News\", with = \"Times\" }]"),
            "{\"x\":\"Harbour Times\"}\n");
  EXPECT_EQ(field("css = \"li b\"\nclean = [{ strip = \"€1 \" }]"), "{\"x\":\",234.50\"}\n");
}

TEST(Rule, RowsAreRelative) {
  const std::string list =
      "rows = \"ul.goods > li\"\n[[field]]\nname = \"name\"\ncss = \"a\"\nrequired = true\n"
      "[[field]]\nname = \"price\"\ncss = \"> b\"\ntype = \"number\"\n";
  EXPECT_EQ(rows(rule_of(list)),
            "{\"name\":\"Rope\",\"price\":1234.5}\n{\"name\":\"Sail\",\"price\":null}\n"
            "row 3: nothing for the required field `name`\n");
  EXPECT_EQ(rows(rule_of("rows = \".none\"\n[[field]]\nname = \"x\"\ncss = \"a\"\n")), "");
}

TEST(Rule, ErrorsNameFileLineAndWhatIsPossible) {
  EXPECT_EQ(rows("nam = \"x\""),
            "r.toml:1: unknown key `nam` of a rule: did you mean `name`? possible are name, urls, "
            "rows, stylesheet, field, table, test");
  EXPECT_EQ(field("css = \"a[\""), "r.toml:4: `a[`: offset 2: the name of an attribute is missing behind `[`");
  EXPECT_EQ(field("css = \"a\"\ntype = \"data\"").substr(0, 50), "r.toml:5: `type` is `data`: did you mean `date`? p");
  EXPECT_EQ(field("css = \"a\"\nclean = [{ with = \"x\" }]"),
            "r.toml:5: a step of `clean` says one of strip, replace, cut_before, cut_after");
  EXPECT_EQ(field(""), "r.toml:2: field `x` has no path: write css = \"...\" or xpath = \"...\"");
  EXPECT_EQ(rows("name = \"r\""), "r.toml:1: a rule without fields: write [[field]] with name and css");
  EXPECT_EQ(rows("urls = [\"/a\"]"), "r.toml:1: `urls`: `/a` does not begin with a host: write \"example.org/news/*\"");
  EXPECT_EQ(rows("a ="), "r.toml:1: not valid TOML: Error while parsing key-value pair: encountered end-of-file");
  EXPECT_EQ(rows(rule_of("[[field]]\nname = \"x\"\ncss = \"a\"\n[[field]]\nname = \"x\"\ncss = \"b\"\n")),
            "r.toml:6: there are two fields `x`");
  EXPECT_EQ(rows(rule_of("[table]\nkey = [\"y\"]\n[[field]]\nname = \"x\"\ncss = \"a\"\n")),
            "r.toml:3: `key`: `y` is no column: did you mean `x`? possible are id, url, x");
}

TEST(Rule, IsWrittenAsItWasRead) {
  const std::string toml = R"(name = "A \"b\""
urls = ["example.org/news/*"]
rows = { css = ["li", "tr"] }

[[field]]
name = "x"
css = "a > b"
attribute = "href"
type = "link"
take = "join"
join = ", "
required = true
clean = [{ replace = "a", with = "b" }, { strip = "c" }]

[table]
name = "goods"
key = ["x"]

[[test]]
page = "p.html"
url = "https://example.org/"

[[test.rows]]
x = "1"
)";
  const Result<Rule> rule = read_rule(toml, "r.toml");
  ASSERT_TRUE(rule) << rule.error().message;
  EXPECT_EQ(to_toml(*rule), toml);
}

TEST(Rule, TestsSayWhatIsNotAsWanted) {
  const auto differ = [](const std::string& wanted) {
    const Result<Rule> rule =
        read_rule(rule_of("[[field]]\nname = \"x\"\ncss = \"h1\"\n[[test]]\npage = \"p\"\nrows = " + wanted), "r");
    return rule ? differences(apply(*rule, html::parse(kPage), ""), rule->tests[0].rows) : rule.error().message;
  };
  EXPECT_EQ(differ("[{ x = \"Ferry runs again\" }]"), "");
  EXPECT_EQ(differ("[{}]"), "");
  EXPECT_EQ(differ("[{ x = \"Ferry stops\" }]"), "  x\n    wanted: Ferry stops\n    found:  Ferry runs again\n");
  EXPECT_EQ(differ("[]"), "  wanted: 0 rows, found: 1\n");
  EXPECT_EQ(differ("[{ y = 1 }]"), "r:7: unknown key `y` of a row: did you mean `x`? possible are x");
}

TEST(UrlPattern, HostsBySuffixPathsByStars) {
  const auto fits = [](std::string_view pattern, std::string_view url) {
    return UrlPattern::parse(pattern)->fits(url);
  };
  EXPECT_TRUE(fits("example.org", "https://example.org/a?b"));
  EXPECT_TRUE(fits("example.org", "https://www.EXAMPLE.org"));
  EXPECT_FALSE(fits("example.org", "https://badexample.org/"));
  EXPECT_FALSE(fits("example.org", "https://example.org.evil.net/"));
  EXPECT_TRUE(fits("https://example.org/news/*", "http://example.org/news/1.html"));
  EXPECT_FALSE(fits("example.org/news/*", "http://example.org/news/a/b"));
  EXPECT_TRUE(fits("example.org/news/**", "http://example.org/news/a/b"));
  EXPECT_TRUE(fits("example.org/*/a-*.html", "http://example.org/x/a-1-2.html"));
  EXPECT_FALSE(fits("example.org/*/a-*.html", "http://example.org/x/y/a-1.html"));
  EXPECT_TRUE(fits("example.org/**/a*c", "http://example.org/x/y/aba-c"));
  EXPECT_FALSE(fits("example.org/a", "http://example.org/a/"));
  EXPECT_TRUE(fits("example.org/a?id=*", "http://example.org/a?id=7"));
  EXPECT_FALSE(fits("example.org/a?id=*", "http://example.org/a?x=7"));
  EXPECT_FALSE(fits("example.org/" + std::string(200, '*') + "b", "http://example.org/" + std::string(5000, 'a')));
  EXPECT_FALSE(UrlPattern::parse("*"));
}

TEST(Values, Numbers) {
  const auto number = [](std::string_view text) { return number_in(text).value_or("none"); };
  EXPECT_EQ(number("1,234.50 €"), "1234.5");
  EXPECT_EQ(number("1.234,50"), "1234.5");
  EXPECT_EQ(number("EUR 12,5"), "12.5");
  EXPECT_EQ(number("1,234"), "1234");
  EXPECT_EQ(number("1.234.567"), "1234567");
  EXPECT_EQ(number("3.14"), "3.14");
  EXPECT_EQ(number("12 345 views"), "12345");
  EXPECT_EQ(number("1\xE2\x80\x99"
                   "234"),
            "1234");
  EXPECT_EQ(number("-7"), "-7");
  EXPECT_EQ(number("A-7"), "7");
  EXPECT_EQ(number("3.2万次"), "32000");
  EXPECT_EQ(number("第12页"), "12");
  EXPECT_EQ(number("none"), "none");
  EXPECT_EQ(number("5."), "5");
}

TEST(Values, CleanedHasNoSpaceAtItsEnds) {
  EXPECT_EQ(cleaned("\u3000 茶\u00a0\n", {}), "茶");
  EXPECT_EQ(cleaned(" \u200b", {}), "");
}

/// The rule that is made of a page, as "title: h1.title (0 failures)".
std::string made(const std::string& name, std::string_view text, std::string_view page = kPage,
                 const std::vector<std::string>& further = {}) {
  const html::Document document = html::parse(page);
  RuleMaker maker(document, "https://example.org/news/1");
  if (const Error error = maker.want(name, text)) return error.message;
  for (const std::string& other : further) maker.try_page("o", html::parse(other), "");
  const std::vector<Candidate> chosen = maker.chosen();
  std::string said = chosen[0].field.paths[0].text;
  for (const Failure& failure : maker.failures(chosen)) said += " | " + failure.reason;
  return said;
}

TEST(RuleMaker, LeansOnWhatLasts) {
  EXPECT_EQ(made("title", "Ferry runs again"), "meta[property=\"og:title\"]");
  EXPECT_EQ(made("time", "May 3, 2024"), "time");
  EXPECT_EQ(made("author", "Ann Lee"), "a[rel=\"author\"]");
  EXPECT_EQ(made("body", "First paragraph of the story. Second line."), "div.text");
  EXPECT_EQ(made("x", "There is no such text"), "nothing on the page is like the text wanted as `x`");
  EXPECT_EQ(made("x", " "), "the text wanted as `x` is empty");
}

TEST(RuleMaker, TakesPlacesWhereThereIsNothingElse) {
  const std::string page = "<!doctype html><body><div><p>one<p>two<p>three</div>";
  EXPECT_EQ(made("x", "three", page),
            "html:nth-of-type(1) > body:nth-of-type(1) > div:nth-of-type(1) > p:nth-of-type(3)");
}

TEST(RuleMaker, FurtherPagesDecideAndFailuresAreSaid) {
  const std::string page = "<!doctype html><body><h1 class=head>A b c</h1><p class=same>A b c";
  EXPECT_EQ(made("x", "A b c", page, {"<h1 class=head>D</h1>", "<h1>E</h1>"}), "h1");
  EXPECT_EQ(made("x", "A b c", page, {"<h2>nothing", "<h1 class=head>A b c</h1>"}),
            "h1.head | nothing found | the same text as on the page it was made of");
}

}  // namespace
}  // namespace pith::rules
