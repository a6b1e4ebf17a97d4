#include "html/edits.hpp"

#include <gtest/gtest.h>

#include <string>

#include "html/parser.hpp"
#include "html/path.hpp"
#include "html/serialize.hpp"

namespace pith::html {
namespace {

std::string html_of(const Document& document) {
  std::string out;
  append_html(document, out);
  return out;
}

NodeId element(const Document& document, Tag tag) {
  for (NodeId id = 0; id < document.size(); ++id)
    if (document[id].is(tag)) return id;
  ADD_FAILURE() << "no such element";
  return 0;
}

// Every node knows its parent, its depth and where it ends.
void expect_sound(const Document& document) {
  for (NodeId id = 1; id < document.size(); ++id) {
    ASSERT_LT(document[id].parent, id);
    ASSERT_GT(document[id].end, id);
    ASSERT_LE(document[id].end, document[document[id].parent].end);
  }
  EXPECT_EQ(document[0].end, document.size());
}

constexpr const char* kPage =
    "<!DOCTYPE html><html><head><title>T &amp; U</title></head><body><p class=\"a\" style=\"x\">one <b>two</b></p>"
    "<pre>\n\nthree</pre><img alt=\"f&uuml;nf\"><x-y>six</x-y><script>if (a < b) c();</script><!-- seven "
    "--></body></html>";

TEST(Serialize, ParsesToTheSame) {
  const std::string source = kPage;
  const Document document = parse(source);
  const std::string once = html_of(document);
  EXPECT_NE(once.find("T &amp; U"), std::string::npos);
  EXPECT_NE(once.find("if (a < b) c();"), std::string::npos);
  EXPECT_NE(once.find("<pre>\n\nthree</pre>"), std::string::npos);
  const Document again = parse(once);
  EXPECT_EQ(html_of(again), once);
  EXPECT_EQ(again.size(), document.size());
}

TEST(Edits, NothingNotedIsTheSameDocument) {
  const std::string source = kPage;
  const Document document = parse(source);
  Document copy;
  std::vector<NodeId> origins;
  copy_edited(document, {}, copy, origins);
  expect_sound(copy);
  EXPECT_EQ(html_of(copy), html_of(document));
  EXPECT_EQ(copy.body(), document.body());
  for (NodeId id = 0; id < copy.size(); ++id) EXPECT_EQ(origins[id], id);
}

TEST(Edits, EachKind) {
  const std::string source = kPage;
  const Document document = parse(source);
  Edits edits;
  edits.take_out(element(document, Tag::b));
  edits.take_out(element(document, Tag::script));
  edits.rename(element(document, Tag::pre), Tag::div);
  edits.drop_attribute(element(document, Tag::p), 0);
  edits.rename_attribute(element(document, Tag::p), 1, "data-style");
  const NodeId image = element(document, Tag::img);
  edits.replace_with_text(image, document.attributes(image)[0].value);
  Document copy;
  std::vector<NodeId> origins;
  copy_edited(document, edits, copy, origins);
  expect_sound(copy);
  EXPECT_EQ(html_of(copy),
            "<!DOCTYPE html><html><head><title>T &amp; U</title></head><body><p data-style=\"x\">one </p>"
            "<div>\nthree</div>f\xC3\xBCnf<x-y>six</x-y><!-- seven --></body></html>");
  EXPECT_EQ(document.tag_name(origins[element(copy, Tag::div)]), "pre");
  // And once more, from the copy.
  Edits more;
  more.take_out(element(copy, Tag::div));
  Document second;
  copy_edited(copy, more, second, origins);
  expect_sound(second);
  EXPECT_EQ(html_of(second).find("three"), std::string::npos);
  EXPECT_NE(html_of(second).find("data-style"), std::string::npos);
}

}  // namespace
}  // namespace pith::html
