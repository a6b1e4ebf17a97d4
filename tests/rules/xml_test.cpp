// XPath and XSLT over pith's tree, and what they must not do.

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>
#include <vector>

#include "html/parser.hpp"
#include "rules/apply.hpp"
#include "rules/rule_file.hpp"
#include "rules/xml_stylesheet.hpp"
#include "rules/xml_tree.hpp"
#include "rules/xml_xpath.hpp"

namespace pith::rules {
namespace {

constexpr std::string_view kPage = R"(<!doctype html><html><head><title>T</title></head><body>
<div id=main class=a><p>one<p>two <b>bold</b><o:p @click=x 1a=y>office</o:p></div><!-- note -->
<table><tr><td>1<td>2</table><svg><linearGradient/></svg></body></html>)";

/// What it finds, "|" between: elements by their names, texts as they are. Or the error.
std::string found(std::string_view expression, std::string_view page = kPage, std::string_view below = {}) {
  const html::Document document = html::parse(page);
  const Result<XPath> xpath = XPath::parse(expression);
  if (!xpath) return xpath.error().message;
  const Result<XmlTree> tree = XmlTree::make(document);
  if (!tree) return tree.error().message;
  html::NodeId context = 0;
  for (html::NodeId id = 0; id < document.size() && !below.empty(); ++id)
    if (document.attribute(id, html::Attr::id) == below) context = id;
  std::vector<Found> all;
  if (const Error error = xpath->select(*tree, context, all)) return error.message;
  std::string out;
  for (const Found& one : all) {
    out += out.empty() ? "" : "|";
    if (one.node == html::kNoNode)
      out += one.text;
    else
      out += document[one.node].is_text() ? document.text(one.node) : document.tag_name(one.node);
  }
  return out;
}

class RulesXml : public testing::Test {
 protected:
  void SetUp() override {
    if (!XPath::parse("/")) GTEST_SKIP() << XPath::parse("/").error().message;
    start_ = std::chrono::steady_clock::now();
  }
  /// Refused, in a second at most; under sanitizers in some.
  void TearDown() override { EXPECT_LT(std::chrono::steady_clock::now() - start_, std::chrono::seconds(30)); }

 private:
  std::chrono::steady_clock::time_point start_;
};

TEST_F(RulesXml, PathsFindThePagesNodes) {
  EXPECT_EQ(found("//p"), "p|p");
  EXPECT_EQ(found("//p[2]/b/text()"), "bold");
  EXPECT_EQ(found("string(//title)"), "T");
  EXPECT_EQ(found("count(//td)"), "2");
  EXPECT_EQ(found("//table/tbody/tr/td[2]/text()"), "2") << "the tree of the parser, with the tbody it implies";
  EXPECT_EQ(found("//div/@class"), "a");
  EXPECT_EQ(found("id('main')/p[1]/text()"), "one");
  EXPECT_EQ(found("//linearGradient"), "linearGradient");
  EXPECT_EQ(found("//*[name() = 'o:p']/@_click"), "x");
  EXPECT_EQ(found("//@_1a"), "y");
  EXPECT_EQ(found("//comment()[contains(., 'note')]/following-sibling::table"), "table");
  EXPECT_EQ(found("//nothing"), "");
  EXPECT_EQ(found("string(//nothing)"), "");
  EXPECT_EQ(found("//b | //title"), "title|b") << "in the order of the document";
  EXPECT_EQ(found(".//b", kPage, "main"), "b");
  EXPECT_EQ(found("p[1]/text()", kPage, "main"), "one");
}

TEST_F(RulesXml, ErrorsOfExpressions) {
  EXPECT_EQ(found("//p["), "offset 4: an expression or the name of an element is expected");
  EXPECT_EQ(found("//p[@a='x]"), "offset 7: the quotation mark is not closed");
  EXPECT_NE(found("nosuch(1)").find("there is no such function"), std::string::npos) << found("nosuch(1)");
  EXPECT_NE(found("document('/etc/passwd')").find("there is no such function"), std::string::npos);
  EXPECT_NE(found("$x").find("there are no variables"), std::string::npos) << found("$x");
  EXPECT_NE(found("//svg:g").find("there are no namespaces"), std::string::npos) << found("//svg:g");
  EXPECT_NE(found("count(1)").find("a value of the wrong type"), std::string::npos) << found("count(1)");
}

TEST_F(RulesXml, DeepExpressionsAreRefused) {
  std::string brackets, steps = "/html";
  for (int i = 0; i < 200; ++i) brackets += "a[";
  brackets += "1" + std::string(200, ']');
  for (int i = 0; i < 200; ++i) steps += "/a";
  EXPECT_NE(found(brackets).find("brackets inside each other"), std::string::npos);
  EXPECT_NE(found(steps).find("more than 128 steps"), std::string::npos);
  EXPECT_NE(found(std::string(200, '(') + "1" + std::string(200, ')')).find("inside each other"), std::string::npos);
  std::string sum = "1";
  for (int i = 0; i < 1500; ++i) sum += "+1";
  const std::string result = found(sum);
  EXPECT_TRUE(result == "1501" || result.find("ecursion") != std::string::npos) << result;
}

std::string wide_page() {
  std::string page = "<!doctype html><body>";
  for (int i = 0; i < 5'000; ++i)
    page += "<div><p class=c" + std::to_string(i) + ">text " + std::to_string(i) + "</div>";
  return page;
}

TEST_F(RulesXml, CatastrophicExpressionsAreEnded) {
  const std::string page = wide_page();
  for (const char* expression :
       {"//*[count(//*[count(//*) > 0]) > 0]", "//p[contains(string(/), 'x')]", "//p[. = //div[. = //p]]",
        "//*[following::*[following::*[following::*]]]", "count(//p[preceding::p[string-length(string(/)) > 1]])",
        "//p[count(//p[normalize-space(string(/)) = 1]) = 1]"}) {
    const auto start = std::chrono::steady_clock::now();
    const std::string result = found(expression, page);
    EXPECT_NE(result.find("more than 4000000 operations"), std::string::npos)
        << expression << ": " << result.substr(0, 80);
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    RecordProperty("seconds", std::to_string(seconds));
    if (seconds > 1) std::printf("%s: %.2f s\n", expression, seconds);
  }
}

TEST_F(RulesXml, AllExpressionsOfAPageDrawOnOneBudget) {
  const Result<Rule> rule = read_rule(
      "rows = \"p\"\n[[field]]\nname = \"x\"\nrequired = true\nxpath = \"//p[contains(., 'y')]\"\n", "r.toml");
  ASSERT_TRUE(rule) << rule.error().message;
  const Applied applied = apply(*rule, html::parse(wide_page()), "");
  EXPECT_TRUE(applied.rows.empty());
  EXPECT_TRUE(std::any_of(applied.problems.begin(), applied.problems.end(), [](const std::string& problem) {
    return problem.find("more than 4000000 operations") != std::string::npos;
  }));
}

TEST_F(RulesXml, PagesAtTheLimitsOfTheParserAreMapped) {
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "<div>";
  EXPECT_NE(found("count(//div)", deep).find("100000"), std::string::npos);
  std::string attributes = "<p";
  for (int i = 0; i < 5'000; ++i) attributes += " a" + std::to_string(i) + "=1";
  EXPECT_EQ(found("count(//p/@*)", attributes + ">x"), "512");
  std::string many;
  for (int i = 0; i < 250'000; ++i) many += "<p>";
  EXPECT_NE(found("//p", many).find("too many for XPath"), std::string::npos);
}

// --- XSLT ---

std::string sheet(std::string_view templates) {
  return std::string(R"xsl(<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">)xsl")
      .append(templates)
      .append("</xsl:stylesheet>");
}

/// "title=T,n=1;..." Or the error.
std::string transformed(const std::string& xml, std::string_view page = kPage) {
  const Result<Stylesheet> stylesheet = Stylesheet::parse(xml, "s.xsl");
  if (!stylesheet) return stylesheet.error().message;
  const Result<std::vector<XmlRow>> rows = stylesheet->transform(html::parse(page));
  if (!rows) return rows.error().message;
  std::string out;
  for (const XmlRow& row : *rows) {
    for (const XmlValue& value : row) out += value.name + "=" + value.text + ",";
    out += ';';
  }
  return out;
}

TEST_F(RulesXml, StylesheetsMakeRows) {
  EXPECT_EQ(transformed(sheet(R"xsl(<xsl:template match="/"><r><title><xsl:value-of select="//title"/></title></r>
                                 </xsl:template>)xsl")),
            "title=T,;");
  EXPECT_EQ(transformed(sheet(R"xsl(<xsl:strip-space elements="*"/><xsl:template match="/"><rows>
      <xsl:for-each select="//p"><row><t><xsl:value-of select="."/></t><n><xsl:value-of select="position()"/></n></row>
      </xsl:for-each></rows></xsl:template>)xsl")),
            "t=one,n=1,;t=two boldoffice,n=2,;");
}

TEST_F(RulesXml, StylesheetsReachNothingOutside) {
  const auto with = [](const std::string& select) {
    return transformed(
        sheet("<xsl:template match='/'><r><a><xsl:value-of select=\"" + select + "\"/></a></r></xsl:template>"));
  };
  EXPECT_NE(with("document('/etc/passwd')").find("document() is off"), std::string::npos)
      << with("document('/etc/passwd')");
  EXPECT_NE(with("document('http://127.0.0.1/')//a").find("document() is off"), std::string::npos);
  EXPECT_NE(with("document('')").find("document() is off"), std::string::npos);
  EXPECT_NE(transformed(sheet("<xsl:import href='/etc/passwd'/>")).find("xsl:import is off"), std::string::npos);
  EXPECT_NE(transformed(sheet("<xsl:include href='x.xsl'/>")).find("xsl:include is off"), std::string::npos);
  EXPECT_NE(transformed("<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform' "
                        "xmlns:e='http://exslt.org/common' extension-element-prefixes='e'><xsl:template match='/'>"
                        "<e:document href='/tmp/x'/></xsl:template></xsl:stylesheet>")
                .find("extension elements are off"),
            std::string::npos);
  EXPECT_NE(transformed("<!DOCTYPE x [<!ENTITY a SYSTEM '/etc/passwd'>]>" +
                        sheet("<xsl:template match='/'>&a;</xsl:template>"))
                .find("no <!DOCTYPE>"),
            std::string::npos);
}

TEST_F(RulesXml, EntityBombsAreRefused) {
  std::string bomb = "<!DOCTYPE x [<!ENTITY a0 'ha'>";
  for (int i = 1; i < 30; ++i)
    bomb += "<!ENTITY a" + std::to_string(i) + " '&a" + std::to_string(i - 1) + ";&a" + std::to_string(i - 1) + ";'>";
  bomb += "]>" + sheet("<xsl:template match='/'><r><a>&a29;</a></r></xsl:template>");
  EXPECT_EQ(transformed(bomb), "s.xsl:1: a stylesheet may have no <!DOCTYPE>: no entities, nothing from outside");
}

TEST_F(RulesXml, EndlessTemplatesAreEnded) {
  const std::string endless =
      transformed(sheet(R"xsl(<xsl:template match="/"><xsl:call-template name="a"/></xsl:template>
      <xsl:template name="a"><xsl:call-template name="a"/></xsl:template>)xsl"));
  EXPECT_NE(endless.find("ecursion"), std::string::npos) << endless;
  // Each call makes the string twice as long.
  const std::string doubled = transformed(sheet(R"xsl(<xsl:template match="/"><xsl:call-template name="a">
      <xsl:with-param name="s" select="'xxxxxxxx'"/></xsl:call-template></xsl:template>
      <xsl:template name="a"><xsl:param name="s"/><xsl:call-template name="a"><xsl:with-param name="s"
      select="concat($s, $s)"/></xsl:call-template></xsl:template>)xsl"));
  EXPECT_NE(doubled.find("more than 4000000 operations"), std::string::npos) << doubled;
  // 2^60 calls, none of them deep.
  const std::string tree = transformed(sheet(R"xsl(<xsl:template match="/"><r><xsl:call-template name="a">
      <xsl:with-param name="n" select="60"/></xsl:call-template></r></xsl:template><xsl:template name="a">
      <xsl:param name="n"/><xsl:if test="$n > 0"><xsl:call-template name="a"><xsl:with-param name="n" select="$n - 1"/>
      </xsl:call-template><xsl:call-template name="a"><xsl:with-param name="n" select="$n - 1"/></xsl:call-template>
      </xsl:if></xsl:template>)xsl"));
  EXPECT_NE(tree.find("more than 4000000 operations"), std::string::npos) << tree;
  const std::string loops = transformed(sheet(R"xsl(<xsl:template match="/"><r><xsl:for-each select="//*"><xsl:for-each
      select="//*"><xsl:for-each select="//*"><a><xsl:value-of select="string(/)"/></a></xsl:for-each></xsl:for-each>
      </xsl:for-each></r></xsl:template>)xsl"),
                                        wide_page());
  EXPECT_NE(loops.find("more than 4000000 operations"), std::string::npos) << loops.substr(0, 80);
}

TEST_F(RulesXml, ErrorsOfStylesheets) {
  EXPECT_EQ(transformed("<a>").substr(0, 8), "s.xsl:1:");
  EXPECT_NE(transformed("<a/>").find("no stylesheet of XSLT 1.0"), std::string::npos);
  EXPECT_NE(transformed(sheet("\n<xsl:template match='['/>")).find("no stylesheet of XSLT 1.0"), std::string::npos);
  EXPECT_NE(
      transformed(sheet("<xsl:template match='/'><xsl:message terminate='yes'>stop here</xsl:message></xsl:template>"))
          .find("stop here"),
      std::string::npos);
}

TEST_F(RulesXml, ThreadsShareOneStylesheet) {
  const Result<Stylesheet> stylesheet = Stylesheet::parse(
      sheet(R"xsl(<xsl:template match="/"><r><n><xsl:value-of select="count(//p)"/></n></r></xsl:template>)xsl"),
      "s.xsl");
  ASSERT_TRUE(stylesheet);
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; ++t)
    threads.emplace_back([&] {
      for (int i = 0; i < 50; ++i) {
        const html::Document page = html::parse(kPage);
        const Result<std::vector<XmlRow>> rows = stylesheet->transform(page);
        ASSERT_TRUE(rows);
        EXPECT_EQ(rows->front().front().text, "2");
      }
    });
  for (std::thread& thread : threads) thread.join();
}

}  // namespace
}  // namespace pith::rules
