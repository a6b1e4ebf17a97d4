#include "text/content_type.hpp"

#include <gtest/gtest.h>

namespace pith::text {
namespace {

std::string read(std::string_view value) {
  const ContentType type = parse_content_type(value);
  return type.essence + "|" + type.charset;
}

TEST(ContentType, ReadsTypeAndCharset) {
  EXPECT_EQ(read("text/html"), "text/html|");
  EXPECT_EQ(read(" Text/HTML ;Charset=GBK "), "text/html|GBK");
  EXPECT_EQ(read("text/html;x=charset; charset=utf-8"), "text/html|utf-8");
  EXPECT_EQ(read("text/html;charset=gbk;charset=big5"), "text/html|gbk");
  EXPECT_EQ(read("text/html;;;;charset=gbk"), "text/html|gbk");
  EXPECT_EQ(read("application/xhtml+xml;charset=utf-8"), "application/xhtml+xml|utf-8");
}

TEST(ContentType, ReadsQuotedParameters) {
  EXPECT_EQ(read("text/html;charset=\"gbk\""), "text/html|gbk");
  EXPECT_EQ(read("text/html;charset=\"gbk"), "text/html|gbk");
  EXPECT_EQ(read("text/html;charset=\"g\\bk\"x;y=z"), "text/html|gbk");
  EXPECT_EQ(read("text/html;charset=\"gbk\\"), "text/html|gbk\\");
  EXPECT_EQ(read("text/html;x=\";charset=big5\";charset=gbk"), "text/html|gbk");
  EXPECT_EQ(read("text/html;charset='gbk'"), "text/html|'gbk'");
}

TEST(ContentType, TakesNothingFromWhatIsInvalid) {
  for (const char* value : {"", "text", "text/", "/html", "te xt/html", "text/ht ml", "text/html charset=gbk",
                            "charset=gbk", ";charset=gbk", "*", "text/h\xC3\xA4ml"}) {
    EXPECT_EQ(read(value), "|") << value;
  }
  EXPECT_EQ(read("text/html;charset ="), "text/html|");
  EXPECT_EQ(read("text/html;charset = gbk"), "text/html|");
  EXPECT_EQ(read("text/html;charset="), "text/html|");
  EXPECT_EQ(read("text/html;charset"), "text/html|");
  EXPECT_EQ(read("text/html;charset=\x01;charset=gbk"), "text/html|gbk");
}

// The cases of the Fetch Standard, "extract a MIME type".
TEST(ContentType, OfSeveralValuesTheLastCounts) {
  EXPECT_EQ(read("text/plain;charset=gbk, text/html"), "text/html|");
  EXPECT_EQ(read("text/html;charset=gbk;a=b, text/html;x=y"), "text/html|gbk");
  EXPECT_EQ(read("text/html;charset=gbk;a=b, text/html;x=y,text/html;charset=big5"), "text/html|big5");
  EXPECT_EQ(read("text/html;charset=gbk,x/x,text/html;x=y"), "text/html|");
  EXPECT_EQ(read("text/html,*/*"), "text/html|");
  EXPECT_EQ(read("text/html,cannot-parse"), "text/html|");
  EXPECT_EQ(read("text/html;x=\",text/plain\";charset=gbk"), "text/html|gbk");
}

TEST(ContentType, TellsPagesFromOtherThings) {
  for (const char* value : {"text/html", "application/xhtml+xml", "text/xml", "application/xml", "text/plain", "",
                            "nonsense", "unknown/unknown", "*/*"})
    EXPECT_TRUE(parse_content_type(value).may_be_page()) << value;
  for (const char* value : {"image/png", "image/svg+xml", "application/pdf", "application/json", "text/css",
                            "video/mp4", "application/octet-stream"})
    EXPECT_FALSE(parse_content_type(value).may_be_page()) << value;
  EXPECT_TRUE(parse_content_type("text/html").is_html());
  EXPECT_FALSE(parse_content_type("text/plain").is_html());
  EXPECT_FALSE(parse_content_type("").is_known());
  EXPECT_FALSE(parse_content_type("application/unknown").is_known());
}

}  // namespace
}  // namespace pith::text
