#include "text/decode.hpp"

#include <gtest/gtest.h>

#include <string>

namespace pith::text {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

struct Decoded {
  std::string utf8;
  Encoding encoding;
  EncodingSource source;
  std::uint64_t replaced;
  Truncation truncated;
  bool copied;
};

Decoded decode(std::string_view bytes, std::string_view charset = {}, std::size_t limit = 0) {
  DecodeOptions options;
  options.charset = charset;
  if (limit != 0) options.limits.input_bytes = limit;
  std::string buffer = "left over from the page before";
  const Text text = text::decode(bytes, options, buffer);
  const bool inside = text.utf8.data() >= bytes.data() && text.utf8.data() <= bytes.data() + bytes.size();
  return {std::string(text.utf8), text.encoding, text.source, text.replaced, text.truncated, !inside};
}

TEST(Decode, ValidUtf8IsNotCopied) {
  const Decoded page = decode("<p>正文");
  EXPECT_EQ(page.utf8, "<p>正文");
  EXPECT_EQ(page.encoding, Encoding::utf_8);
  EXPECT_EQ(page.source, EncodingSource::content);
  EXPECT_FALSE(page.copied);
}

TEST(Decode, AsciiIsNotCopied) {
  EXPECT_FALSE(decode("<p>text").copied);
  EXPECT_FALSE(decode("<meta charset=gbk><p>text").copied);
  EXPECT_EQ(decode("").utf8, "");
}

TEST(Decode, ByteOrderMarksWinAndAreDropped) {
  EXPECT_EQ(decode("\xEF\xBB\xBFx", "gbk").utf8, "x");
  EXPECT_EQ(decode("\xEF\xBB\xBFx", "gbk").source, EncodingSource::bom);
  EXPECT_EQ(decode("\xFF\xFE\x2D\x4E"sv, "gbk").utf8, "中");
  EXPECT_EQ(decode("\xFE\xFF\x4E\x2D"sv).encoding, Encoding::utf_16be);
  EXPECT_EQ(decode("\xEF\xBB\xBF").utf8, "");
}

TEST(Decode, Utf8ThatIsValidWinsOverWhatIsDeclared) {
  const Decoded page = decode("<meta charset=gb2312><p>正文", "big5");
  EXPECT_EQ(page.encoding, Encoding::utf_8);
  EXPECT_EQ(page.source, EncodingSource::content);
}

TEST(Decode, TransportWinsOverMeta) {
  const Decoded page = decode("<meta charset=big5>\xD6\xD0", "GB2312");
  EXPECT_EQ(page.utf8, "<meta charset=big5>中");
  EXPECT_EQ(page.source, EncodingSource::transport);
}

TEST(Decode, UnknownTransportIsIgnored) {
  EXPECT_EQ(decode("<meta charset=gbk>\xD6\xD0", "klingon").source, EncodingSource::meta);
}

TEST(Decode, Iso2022JpIsAsciiBytesAndStillDecoded) {
  EXPECT_EQ(decode("<meta charset=iso-2022-jp>\x1B$BF|K\\\x1B(B").utf8, "<meta charset=iso-2022-jp>日本");
}

TEST(Decode, AsciiWithoutDeclarationKeepsTheStandardsFallback) {
  const Decoded page = decode("<p>plain");
  EXPECT_EQ(page.encoding, Encoding::windows_1252);
  EXPECT_EQ(page.source, EncodingSource::fallback);
}

}  // namespace
}  // namespace pith::text
