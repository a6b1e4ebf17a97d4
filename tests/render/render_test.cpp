#include <gtest/gtest.h>

#include "pith/pith.hpp"
#include "render/formats.hpp"

namespace pith {
namespace {

TEST(Formats, HaveNamesThatReadBack) {
  for (const rendering::FormatInfo& info : rendering::formats()) {
    Format parsed = info.format == Format::text ? Format::json : Format::text;
    EXPECT_TRUE(parse_format(name_of(info.format), parsed));
    EXPECT_EQ(parsed, info.format);
  }
  Format format = Format::json;
  EXPECT_FALSE(parse_format("pdf", format));
  EXPECT_FALSE(parse_format("", format));
  EXPECT_EQ(format, Format::json);
}

TEST(TruncationNames, AreListed) {
  EXPECT_EQ(describe(Truncation::none), "");
  EXPECT_EQ(describe(Truncation::input), "input");
  EXPECT_EQ(describe(Truncation::work | Truncation::output), "output,work");
}

TEST(Render, JoinsBodiesByAnEmptyLine) {
  Article article;
  EXPECT_EQ(text_of(article), "");
  article.bodies = {{"one\n"}, {"two\n"}};
  EXPECT_EQ(text_of(article), "one\n\ntwo\n");
  RenderOptions plain;
  plain.posts = PostStyle::plain;
  EXPECT_EQ(render(article, Format::text, plain), "one\n\ntwo\n");
  Limits limits;
  limits.output_bytes = 5;
  EXPECT_EQ(render(article, Format::text, plain, limits), "one\n\n");
}

}  // namespace
}  // namespace pith
