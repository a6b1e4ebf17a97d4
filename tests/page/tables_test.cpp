#include "page/tables.hpp"

#include <gtest/gtest.h>

#include <string>

#include "support/measured.hpp"

namespace pith::page {
namespace {

using testing::Measured;

bool is_data(const std::string& table) {
  const Measured m("<!doctype html><p>a</p>" + table);
  const html::Document& document = m.page.document();
  html::NodeId id = 0;
  while (!document[id].is(html::Tag::table)) ++id;
  return is_data_table(m.page, id);
}

TEST(Tables, DataIsToldFromLayout) {
  EXPECT_TRUE(is_data("<table><tr><td>a<td>1<tr><td>b<td>2</table>"));
  EXPECT_TRUE(is_data("<table><tr><th>a<td>1</table>"));
  EXPECT_FALSE(is_data("<table><tr><td>a<td>1</table>"));
  EXPECT_FALSE(is_data("<table role=presentation><tr><td>a<td>1<tr><td>b<td>2</table>"));
  EXPECT_TRUE(is_data("<table role=presentation><tr><th>a<td>1<tr><th>b<td>2</table>"));
  EXPECT_FALSE(is_data("<table><tr><td>a<td>1<tr><td><table><tr><td>b</table><td>2</table>"));
  EXPECT_FALSE(is_data("<table><tr><td><h2>a</h2><td>1<tr><td>b<td>2</table>"));
  EXPECT_FALSE(is_data("<table><tr><td><p>1<p>2<p>3<p>4<p>5<p>6<p>7<td>1<tr><td>b<td>2</table>"));
}

TEST(Tables, OfABlock) {
  const Measured m("<!doctype html><p>a</p><table><tr><td>b<td><table id=inner><tr><td>c</table></table>");
  const html::Document& document = m.page.document();
  EXPECT_EQ(table_of(m.page, m.page.block(m.block("a"))), html::kNoNode);
  const html::NodeId outer = table_of(m.page, m.page.block(m.block("b")));
  const html::NodeId inner = table_of(m.page, m.page.block(m.block("c")));
  ASSERT_NE(outer, html::kNoNode);
  ASSERT_NE(inner, html::kNoNode);
  EXPECT_LT(outer, inner);
  EXPECT_EQ(document.attribute(inner, html::Attr::id), "inner");
}

}  // namespace
}  // namespace pith::page
