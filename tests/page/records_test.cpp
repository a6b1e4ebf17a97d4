#include "page/records.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "support/measured.hpp"

namespace pith::page {
namespace {

using testing::Measured;

/// "a b|c": the records, with those of one block alone.
std::string records_of(const std::string& body) {
  const Measured m("<!doctype html><body>" + body);
  Records records;
  records.find(m.page);
  std::string out;
  for (BlockId b = 0; b < m.page.blocks().size(); ++b) {
    if (b != 0) out += records.first_of(b) == records.first_of(b - 1) ? " " : "|";
    out += m.text(b);
  }
  return out;
}

std::vector<std::string> roles_of(const std::string& body) {
  const Measured m("<!doctype html><body>" + body);
  Records records;
  records.find(m.page);
  std::vector<std::string> roles;
  for (BlockId b = 0; b < m.page.blocks().size(); ++b) roles.emplace_back(name_of(records.role_of(m.page, b)));
  return roles;
}

TEST(Records, RowsOfDataTables) {
  EXPECT_EQ(records_of("<table><tr><th>a<td>1<tr><th>b<td><p>2<p>3</table><p>c"), "a 1|b 2 3|c");
  // One cell has nothing to be torn from.
  EXPECT_EQ(records_of("<table><tr><td colspan=2><p>a<p>b<tr><td>c<td>d</table>"), "a|b|c d");
  EXPECT_EQ(records_of("<table><tr><td>a<td><table><tr><td>b</table></table>"), "a|b");  // lays out
  EXPECT_EQ(records_of("<table><tr><td>a<td hidden>x<td>1<tr><td>b<td>2</table>"), "a|x|1|b 2");
}

TEST(Records, ARowWithACellOutOfSightIsOneRecordStill) {
  const Measured m("<!doctype html><table><tr><td>a<td hidden>x<td>1<tr><td>b<td>2</table>");
  Records records;
  records.find(m.page);
  EXPECT_EQ(records.first_of(m.block("1")), m.block("a"));
  EXPECT_EQ(records.first_of(m.block("x")), m.block("x"));
}

TEST(Records, TermsWithTheirDefinitions) {
  EXPECT_EQ(records_of("<dl><dt>a<dd>1<dt>b<dt>c<dd>2<dd>3</dl>"), "a 1|b c 2 3");
  EXPECT_EQ(records_of("<dl><div><dt>a<dd>1</div><div><dt>b<dd>2</div></dl>"), "a 1|b 2");
  EXPECT_EQ(records_of("<dl><dd>1<dt>a<dd>2</dl>"), "1|a|2");
  // The entry of a board: its name, who wrote last, how often.
  EXPECT_EQ(records_of("<dl><dt>a<dd>1<dd>2</dl>"), "a|1|2");
}

TEST(Records, LabelsWithWhatTheyLabel) {
  EXPECT_EQ(records_of("<ul><li><div>Brand:</div><div>Acme</div><li><div>产地：</div><div>苏州</div></ul>"),
            "Brand: Acme|产地： 苏州");
  EXPECT_EQ(records_of("<div><p>You need:</p><ul><li>a<li>b</ul></div>"), "You need:|a|b");
  EXPECT_EQ(records_of("<div><p>Run:</p><pre>make</pre></div>"), "Run:|make");
}

TEST(Records, Roles) {
  EXPECT_EQ(
      roles_of("<h2>a</h2><p>b<ul><li>c</ul><dl><dt>d<dd>e</dl><table><tr><th>f<td>g</table>"
               "<blockquote>h</blockquote><pre>i</pre><figure><img src=a.png><figcaption>j</figcaption></figure>"),
      (std::vector<std::string>{"heading", "paragraph", "item", "term", "definition", "cell", "cell", "quote", "code",
                                "caption"}));
}

}  // namespace
}  // namespace pith::page
