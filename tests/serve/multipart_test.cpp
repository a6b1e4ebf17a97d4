#include "serve/multipart.hpp"

#include <gtest/gtest.h>

namespace pith::serve {
namespace {

TEST(Multipart, FindsTheBoundary) {
  EXPECT_EQ(boundary_of("multipart/form-data; boundary=abc"), "abc");
  EXPECT_EQ(boundary_of("multipart/form-data; charset=utf-8; Boundary=\"a b\""), "a b");
  EXPECT_EQ(boundary_of("multipart/form-data"), "");
  EXPECT_EQ(boundary_of("multipart/form-data; boundary=" + std::string(71, 'x')), "");
}

TEST(Multipart, CutsTheParts) {
  const auto parts = parse_multipart(
      "preamble\r\n--x\r\nContent-Disposition: form-data; name=\"format\"\r\n\r\nmarkdown\r\n--x \r\n"
      "content-disposition: form-data; name=page; filename=\"C:\\a\\\"b\\\".html\"\r\nContent-Type: text/html\r\n\r\n"
      "<p>--x\r\n-x\r\n--x\r\nContent-Disposition: form-data; name=\"empty\"\r\n\r\n\r\n--x--\r\nepilogue",
      "x");
  ASSERT_TRUE(parts);
  ASSERT_EQ(parts->size(), 3u);
  EXPECT_EQ((*parts)[0].name, "format");
  EXPECT_EQ((*parts)[0].content, "markdown");
  EXPECT_EQ((*parts)[1].name, "page");
  EXPECT_EQ((*parts)[1].filename, "C:\\a\"b\".html");
  EXPECT_EQ((*parts)[1].content_type, "text/html");
  EXPECT_EQ((*parts)[1].content, "<p>--x\r\n-x");
  EXPECT_EQ((*parts)[2].content, "");
}

TEST(Multipart, RefusesWhatIsDamaged) {
  for (const char* const body : {"", "--x", "--x\r\n", "--x\r\nContent-Disposition: form-data; name=a\r\n\r\nb",
                                 "--y\r\n\r\nb\r\n--y--", "--xContent-Disposition: form-data\r\n\r\nb\r\n--x--"})
    EXPECT_FALSE(parse_multipart(body, "x")) << body;
  EXPECT_FALSE(parse_multipart("--x--", ""));
  std::string many;
  for (int i = 0; i < 65; ++i) many += "\r\n--x\r\nContent-Disposition: form-data; name=a\r\n\r\nb";
  EXPECT_FALSE(parse_multipart(many + "\r\n--x--", "x"));
  EXPECT_TRUE(parse_multipart(many + "\r\n--x--", "x", 65));
}

}  // namespace
}  // namespace pith::serve
