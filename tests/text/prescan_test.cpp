#include "text/prescan.hpp"

#include <gtest/gtest.h>

#include <string>

namespace pith::text {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

TEST(Prescan, ReadsCharset) {
  for (const std::string_view page :
       {"<meta charset=gbk>", "<META CharSet = 'GB2312'>", "<meta/charset=\"gbk\"/>", "<meta a=b charset=gbk>",
        "<meta\ncharset=gbk >", "<p><b class='<meta charset=big5>'><meta charset=gbk>",
        "<!doctype html><?php <meta charset=big5> ?><meta charset=gbk>", "</ <meta charset=big5><meta charset=gbk>",
        "<!-- <meta charset=big5> --><meta charset=gbk>", "<!--><meta charset=gbk>",
        "<meta charset=nonsense><meta charset=gbk>", "<meta charset=gbk charset=big5>"}) {
    EXPECT_EQ(prescan(page), Encoding::gbk) << page;
  }
}

TEST(Prescan, ReadsPragma) {
  for (const std::string_view page : {"<meta http-equiv=Content-Type content='text/html; charset=gbk'>",
                                      "<meta content=\"text/html;charset=gbk\" http-equiv=\"content-type\">",
                                      "<meta http-equiv=content-type content='charset charset = \"gbk\"'>"}) {
    EXPECT_EQ(prescan(page), Encoding::gbk) << page;
  }
}

TEST(Prescan, FindsNothing) {
  for (const std::string_view page :
       {"", "<", "<meta", "<meta charset", "<meta charset=", "<meta charset=gbk", "<metacharset=gbk>",
        "<meta content='text/html; charset=gbk'>", "<meta http-equiv=refresh content='charset=gbk'>",
        "<!-- <meta charset=gbk>", "<a title='<meta charset=gbk>'>", "charset=gbk", "<meta charset=>",
        "<meta http-equiv=content-type content='text/html; charset=\"gbk'>", "<a", "<a b", "<a b =", "<a b='"}) {
    EXPECT_FALSE(prescan(page).has_value()) << page;
  }
}

TEST(Prescan, Utf16CannotBeDeclaredInAscii) {
  EXPECT_EQ(prescan("<meta charset=utf-16>"), Encoding::utf_8);
  EXPECT_EQ(prescan("<meta charset=utf-16be>"), Encoding::utf_8);
  EXPECT_EQ(prescan("<meta charset=x-user-defined>"), Encoding::windows_1252);
}

TEST(Prescan, ReadsTheXmlDeclarationWhereMetaSaysNothing) {
  EXPECT_EQ(prescan("<?xml version='1.0' encoding='gbk'?><html>"), Encoding::gbk);
  EXPECT_EQ(prescan("<?xml version=\"1.0\" encoding = \"big5\"?><html>"), Encoding::big5);
  EXPECT_EQ(prescan("<?xml version='1.0' encoding='gbk'?><meta charset=big5>"), Encoding::big5);
  EXPECT_FALSE(prescan(" <?xml version='1.0' encoding='gbk'?>").has_value());
  EXPECT_FALSE(prescan("<?xml version='1.0' encoding='g bk'?>").has_value());
  EXPECT_FALSE(prescan("<?xml version='1.0'?> encoding='gbk'").has_value());
  EXPECT_EQ(prescan("<\0?\0x\0m\0"sv), Encoding::utf_16le);
  EXPECT_EQ(prescan("\0<\0?\0x\0m"sv), Encoding::utf_16be);
}

TEST(Prescan, LooksBeyondThe1024BytesOfTheStandard) {
  const std::string meta = "<meta charset=gbk>";
  EXPECT_EQ(prescan("<script>" + std::string(100'000, ' ') + "</script>" + meta), Encoding::gbk);
  // The bound, by one byte: the last byte of the tag must be within.
  const std::string page = std::string(kPrescanBytes - meta.size(), ' ') + meta;
  EXPECT_EQ(prescan(page), Encoding::gbk);
  EXPECT_EQ(prescan(page.substr(1)), Encoding::gbk);
  EXPECT_FALSE(prescan(" " + page).has_value());
}

}  // namespace
}  // namespace pith::text
