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

TEST(Decode, ASequenceCutOffByTheEndIsUtf8WhereNothingElseIsSaid) {
  for (const std::string_view cut : {"\xE4\xB8"sv, "\xF0\x9F"sv, "\xF0\x9F\x98"sv}) {
    const Decoded page = decode("<p>plain text, then " + std::string(cut));
    EXPECT_EQ(page.encoding, Encoding::utf_8);
    EXPECT_EQ(page.source, EncodingSource::statistics);
    EXPECT_EQ(page.utf8, "<p>plain text, then \uFFFD");
  }
  EXPECT_EQ(decode("<p>caf\xE9").utf8, "<p>caf\u00E9");
  EXPECT_EQ(decode("<meta charset=gbk><p>text \xE4\xB8").encoding, Encoding::gbk);
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

// --- Declarations that evidence outweighs ---

std::string encoded(std::initializer_list<std::string_view> parts, int times) {
  std::string bytes;
  for (int i = 0; i < times; ++i) {
    for (const std::string_view part : parts) bytes += part;
  }
  return bytes;
}
// "<p>中国的新闻，" and "<p>我们在这里看到了人。" in GBK.
const auto kGbkText = {"<p>\xD6\xD0\xB9\xFA\xB5\xC4\xD0\xC2\xCE\xC5\xA3\xAC"sv,
                       "<p>\xCE\xD2\xC3\xC7\xD4\xDA\xD5\xE2\xC0\xEF\xBF\xB4\xB5\xBD\xC1\xCB\xC8\xCB\xA1\xA3"sv};

TEST(Decode, GbkThatCallsItselfUtf8IsDecodedAsGb18030) {
  const Decoded page = decode("<meta charset=utf-8>" + encoded(kGbkText, 5));
  EXPECT_EQ(page.encoding, Encoding::gb18030);
  EXPECT_EQ(page.source, EncodingSource::statistics);
  EXPECT_EQ(page.replaced, 0u);
  EXPECT_EQ(decode(encoded(kGbkText, 5), "utf-8").encoding, Encoding::gb18030);
}

TEST(Decode, TooLittleEvidenceDoesNotOutweighADeclaration) {
  EXPECT_EQ(decode("<meta charset=utf-8>\xD6\xD0\xB9\xFA").encoding, Encoding::utf_8);
  EXPECT_EQ(decode("<meta charset=utf-8>" + encoded(kGbkText, 1)).encoding, Encoding::utf_8);
}

TEST(Decode, BrokenUtf8StaysUtf8) {
  const std::string text = encoded({"<p>我们在这里看到了人。"}, 20);
  for (const std::string& broken :
       {text + "\xE4\xB8", text + "\xFF" + text, "\xD6\xD0\xB9\xFA\xB5\xC4\xD0\xC2" + text}) {
    const Decoded page = decode("<meta charset=utf-8>" + broken);
    EXPECT_EQ(page.encoding, Encoding::utf_8);
    EXPECT_EQ(page.source, EncodingSource::meta);
    EXPECT_GT(page.replaced, 0u);
    EXPECT_EQ(decode(broken).encoding, Encoding::utf_8) << "without declaration";
  }
}

TEST(Decode, Utf8WithAScratchThatCallsItselfGbkIsUtf8) {
  const Decoded page = decode("<meta charset=gbk>" + encoded({"<p>我们在这里看到了人。"}, 20) + "\xE4\xB8");
  EXPECT_EQ(page.encoding, Encoding::utf_8);
  EXPECT_EQ(page.source, EncodingSource::content);
}

TEST(Decode, GbkThatCallsItselfLatin1IsDecodedAsGb18030) {
  EXPECT_EQ(decode("<meta charset=iso-8859-1>" + encoded(kGbkText, 5)).encoding, Encoding::gb18030);
  EXPECT_EQ(decode("<meta charset=iso-8859-1>" + encoded({"Gr\xF6\xDF"
                                                          "e f\xFCr caf\xE9 "},
                                                         20))
                .encoding,
            Encoding::windows_1252);
}

// --- The limit ---

TEST(Decode, InputIsCutAtTheLimit) {
  EXPECT_EQ(decode("abcd", {}, 5).utf8, "abcd");
  EXPECT_EQ(decode("abcde", {}, 5).utf8, "abcde");
  EXPECT_EQ(decode("abcde", {}, 5).truncated, Truncation::none);
  EXPECT_EQ(decode("abcdef", {}, 5).utf8, "abcde");
  EXPECT_EQ(decode("abcdef", {}, 5).truncated, Truncation::input);
}

TEST(Decode, TheCutFallsBetweenCharacters) {
  for (const std::size_t limit : {6u, 7u, 8u}) {
    const Decoded page = decode("中文正文", {}, limit);
    EXPECT_EQ(page.utf8, "中文") << limit;
    EXPECT_EQ(page.encoding, Encoding::utf_8);
    EXPECT_EQ(page.source, EncodingSource::content);
    EXPECT_EQ(page.replaced, 0u);
    EXPECT_FALSE(page.copied);
  }
  for (const std::size_t limit : {4u, 5u}) {
    const Decoded page = decode("\xD6\xD0\xCE\xC4\xD5\xFD", "gbk", limit);
    EXPECT_EQ(page.utf8, "中文") << limit;
    EXPECT_EQ(page.replaced, 0u);
    EXPECT_EQ(page.truncated, Truncation::input);
  }
}

TEST(Decode, CountsWhatItReplaces) {
  const Decoded page = decode("a\xD6<\xFF", "gbk");
  EXPECT_EQ(page.utf8, "a\uFFFD<\uFFFD");
  EXPECT_EQ(page.replaced, 2u);
}

}  // namespace
}  // namespace pith::text
