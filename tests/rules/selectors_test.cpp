#include "rules/selectors.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "html/parser.hpp"
#include "text/ascii.hpp"

namespace pith::rules {
namespace {

constexpr std::string_view kPage = R"(<!doctype html><html lang=en-GB><head><title>t</title>
<meta property=og:title content=T></head><body id=top class="Page front">
<div id=a class="x y"><p id=p1>one</p><p id=p2 class=y>two<a id=l1 href=/1>link</a></p><span id=s1></span></div>
<div id=b lang=de><h2 id=h>head</h2><ul id=u><li id=i1>1</li><li id=i2>2</li><li id=i3>3</li><li id=i4>4</li></ul>
<p id=p3 data-kind="Alpha beta">three</p><!-- c --></div>
<form id=f><input id=c1 type=checkbox checked><input id=c2 type=checkbox disabled></form>
<svg id=g><linearGradient id=lg></linearGradient></svg></body></html>)";

/// The ids of what a selector selects, "p1 p2"; its error, where it is none.
std::string ids(std::string_view css, std::string_view page = kPage, std::string_view scope = {}) {
  const html::Document document = html::parse(page);
  const Result<Selectors> selectors = Selectors::parse(css);
  if (!selectors) return selectors.error().message;
  std::vector<html::NodeId> matched;
  html::NodeId within = 0;
  for (html::NodeId id = 0; id < document.size() && !scope.empty(); ++id)
    if (document.attribute(id, html::Attr::id) == scope) within = id;
  selectors->select_in(document, within, matched);
  std::string found;
  for (const html::NodeId id : matched) {
    const std::string_view name = document.attribute(id, html::Attr::id);
    (found += found.empty() ? "" : " ") += name.empty() ? document.tag_name(id) : name;
  }
  return found;
}

TEST(Selectors, NamesIdsClassesAndAttributes) {
  EXPECT_EQ(ids("p"), "p1 p2 p3");
  EXPECT_EQ(ids("P"), "p1 p2 p3");
  EXPECT_EQ(ids("p.y"), "p2");
  EXPECT_EQ(ids(".x.y"), "a");
  EXPECT_EQ(ids("div#b"), "b");
  EXPECT_EQ(ids("*.y, #h"), "a p2 h");
  EXPECT_EQ(ids("[href]"), "l1");
  EXPECT_EQ(ids("[href='/1']"), "l1");
  EXPECT_EQ(ids("[data-kind~=beta]"), "p3");
  EXPECT_EQ(ids("[data-kind^=Al]"), "p3");
  EXPECT_EQ(ids("[data-kind$=beta]"), "p3");
  EXPECT_EQ(ids("[data-kind*='a b']"), "p3");
  EXPECT_EQ(ids("[data-kind='alpha BETA']"), "");
  EXPECT_EQ(ids("[data-kind='alpha BETA' i]"), "p3");
  EXPECT_EQ(ids("[lang|=de]"), "b");
  EXPECT_EQ(ids("[data-kind^='']"), "");
  EXPECT_EQ(ids("[property=og\\:title]"), "meta");
  EXPECT_EQ(ids("[property='og:title']"), "meta");
  EXPECT_EQ(ids(".page"), "") << "classes have case but in quirks mode";
  EXPECT_EQ(ids(".page", "<body class=Page id=q>"), "q");
  EXPECT_EQ(ids("#\\31 x", "<!doctype html><p id=1x>"), "1x");
  EXPECT_EQ(ids("linearGradient"), "lg");
  EXPECT_EQ(ids("lineargradient"), "") << "names of SVG have case";
}

TEST(Selectors, Combinators) {
  EXPECT_EQ(ids("div p"), "p1 p2 p3");
  EXPECT_EQ(ids("body > p"), "");
  EXPECT_EQ(ids("div > p"), "p1 p2 p3");
  EXPECT_EQ(ids("p + p"), "p2");
  EXPECT_EQ(ids("h2 + p"), "");
  EXPECT_EQ(ids("h2 ~ p"), "p3");
  EXPECT_EQ(ids("p ~ span"), "s1");
  EXPECT_EQ(ids("#a~div>ul li+li"), "i2 i3 i4");
  EXPECT_EQ(ids("html body div p a"), "l1");
  EXPECT_EQ(ids("div/**/>/* a > b */a,p>a"), "l1");
}

TEST(Selectors, PseudoClasses) {
  EXPECT_EQ(ids(":root"), "html");
  EXPECT_EQ(ids("li:first-child"), "i1");
  EXPECT_EQ(ids("li:last-child"), "i4");
  EXPECT_EQ(ids("li:nth-child(odd)"), "i1 i3");
  EXPECT_EQ(ids("li:nth-child(2n)"), "i2 i4");
  EXPECT_EQ(ids("li:nth-child( 2n + 1 )"), "i1 i3");
  EXPECT_EQ(ids("li:nth-child(-n+2)"), "i1 i2");
  EXPECT_EQ(ids("li:nth-child(n+3)"), "i3 i4");
  EXPECT_EQ(ids("li:nth-child(3)"), "i3");
  EXPECT_EQ(ids("li:nth-child(3n-1)"), "i2");
  EXPECT_EQ(ids("li:nth-last-child(2)"), "i3");
  EXPECT_EQ(ids("p:nth-of-type(1)"), "p1 p3");
  EXPECT_EQ(ids("#b > :nth-last-of-type(1)"), "h u p3");
  EXPECT_EQ(ids("h2:only-of-type"), "h");
  EXPECT_EQ(ids("a:only-child"), "l1");
  EXPECT_EQ(ids("#a > :nth-child(1 of .y)"), "p2");
  EXPECT_EQ(ids("span:empty"), "s1");
  EXPECT_EQ(ids("p:not(.y)"), "p1 p3");
  EXPECT_EQ(ids("div > :not(p, ul)"), "s1 h");
  EXPECT_EQ(ids(":is(h2, span)"), "s1 h");
  EXPECT_EQ(ids(":where(#b, #a) > p"), "p1 p2 p3");
  EXPECT_EQ(ids("div:has(> h2)"), "b");
  EXPECT_EQ(ids("div:has(a)"), "a");
  EXPECT_EQ(ids("p:has(+ p)"), "p1");
  EXPECT_EQ(ids("p:has(~ span)"), "p1 p2");
  EXPECT_EQ(ids("div:has(p > a, h2)"), "a b");
  EXPECT_EQ(ids("div:not(:has(ul))"), "a");
  EXPECT_EQ(ids("div:has(li:nth-child(4):not(:first-child)) > h2"), "h");
  EXPECT_EQ(ids(":link"), "l1");
  EXPECT_EQ(ids("input:checked"), "c1");
  EXPECT_EQ(ids("input:disabled"), "c2");
  EXPECT_EQ(ids("input:enabled"), "c1");
  EXPECT_EQ(ids("p:lang(de)"), "p3");
  EXPECT_EQ(ids("p:lang(en)"), "p1 p2");
}

TEST(Selectors, BelowAnElement) {
  EXPECT_EQ(ids("p", kPage, "b"), "p3");
  EXPECT_EQ(ids("body p", kPage, "b"), "p3") << "a selector may begin outside";
  EXPECT_EQ(ids("> li", kPage, "u"), "i1 i2 i3 i4");
  EXPECT_EQ(ids("> li", kPage, "b"), "");
  EXPECT_EQ(ids(":scope > ul > li:last-child", kPage, "b"), "i4");
  EXPECT_EQ(ids("> h2, a", kPage, "b"), "h");
  EXPECT_EQ(ids("> body"), "top") << "of a whole page the scope is its root";
}

TEST(Selectors, ErrorsNameThePlaceAndWhatIsPossible) {
  EXPECT_EQ(ids("p >"), "offset 3: a selector is missing before the end");
  EXPECT_EQ(ids(""), "offset 0: a selector is missing before the end");
  EXPECT_EQ(ids("p,,a"), "offset 2: a selector is missing before `,a`");
  EXPECT_EQ(ids("p::before").substr(0, 45), "offset 1: pseudo-elements are not supported: ");
  EXPECT_EQ(ids("p:frist-child").substr(0, 77),
            "offset 1: `:frist-child` is not supported: did you mean `:first-child`? possi");
  EXPECT_EQ(ids("li:nth-child(x)"), "offset 13: `x` is no place: possible are odd, even, 3, 2n+1");
  EXPECT_EQ(ids("a:not(.b"), "offset 5: the bracket is not closed");
  EXPECT_EQ(ids("a)"), "offset 1: `)` closes nothing");
  EXPECT_EQ(ids("[a!=b]"), "offset 2: `!=b]` in [...]: possible are ] = ~= |= ^= $= *=");
  EXPECT_EQ(ids("[a=\"b]"), "offset 3: the quotation mark is not closed");
  EXPECT_EQ(ids("svg|a"), "offset 3: namespaces are not supported");
  EXPECT_EQ(ids(":is(> a)"), "offset 4: a selector begins with an element, not with `>`");
  EXPECT_EQ(ids("a > > b"), "offset 4: two combinators one after the other");
  EXPECT_EQ(ids(".1"), "offset 1: the name of a class is missing behind `.`");
}

TEST(Selectors, AreBounded) {
  EXPECT_EQ(ids(std::string(5000, 'a')).substr(0, 10), "offset 0: ");
  std::string nested = "a";
  for (int i = 0; i < 30; ++i) nested.insert(0, ":not(").push_back(')');
  EXPECT_NE(ids(nested).find("inside each other"), std::string::npos);
  std::string many = "a";
  for (int i = 0; i < 300; ++i) many += " a";
  EXPECT_NE(ids(many).find("more than 200 compounds"), std::string::npos);
}

TEST(Selectors, TakeLinearTimeOnWhatMakesOthersBacktrack) {
  std::string page = "<!doctype html>";
  for (int i = 0; i < 20'000; ++i) page += "<div><div><div><div><div><div>x</div></div></div></div></div></div>";
  std::string css = "div";
  for (int i = 0; i < 40; ++i) css += " div";
  css += " ~ div ~ div ~ p";
  const html::Document document = html::parse(page);
  const Result<Selectors> selectors = Selectors::parse(css);
  ASSERT_TRUE(selectors);
  std::vector<html::NodeId> matched;
  const auto start = std::chrono::steady_clock::now();
  selectors->select(document, matched);
  EXPECT_TRUE(matched.empty());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(10));
}

}  // namespace
}  // namespace pith::rules
