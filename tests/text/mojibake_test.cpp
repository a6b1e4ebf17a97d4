#include "text/mojibake.hpp"

#include <gtest/gtest.h>

#include <string>

#include "text/decode.hpp"

namespace pith::text {
namespace {

const std::string kHead = "<meta charset=gb2312><title>";
// 中国人民大学出版社最新图书目录, in GBK, seven times: more letters than are looked at first.
std::string gbk() {
  const std::string line =
      "\xD6\xD0\xB9\xFA\xC8\xCB\xC3\xF1\xB4\xF3\xD1\xA7\xB3\xF6\xB0\xE6\xC9\xE7\xD7\xEE\xD0\xC2\xCD\xBC\xCA\xE9\xC4\xBF"
      "\xC2\xBC";
  std::string all;
  for (int i = 0; i < 7; ++i) all += line;
  return all;
}

std::string read_as(std::string_view bytes, Encoding encoding) {
  std::string out;
  decode_as(bytes, encoding, out);
  return out;
}

Text decoded(const std::string& bytes, std::string& buffer, std::string_view charset = {}) {
  DecodeOptions options;
  options.charset = charset;
  return decode(bytes, options, buffer);
}

TEST(Mojibake, IsUndone) {
  const std::string meant = kHead + read_as(gbk(), Encoding::gbk);
  for (const Encoding latin : {Encoding::windows_1252, Encoding::iso_8859_15}) {
    std::string buffer;
    const std::string once = kHead + read_as(gbk(), latin);
    const Text text = decoded(once, buffer);
    EXPECT_EQ(text.utf8, meant);
    EXPECT_EQ(text.encoding, Encoding::gbk);
    EXPECT_EQ(text.source, EncodingSource::mojibake);
    EXPECT_EQ(text.replaced, 0u);
    const std::string twice = kHead + read_as(read_as(gbk(), latin), latin);
    EXPECT_EQ(decoded(twice, buffer).utf8, meant);
  }
}

TEST(Mojibake, IsUndoneByWhatTheCallerSays) {
  std::string buffer;
  const std::string page = "<title>" + read_as(gbk(), Encoding::windows_1252);
  EXPECT_EQ(decoded(page, buffer, "gb18030").source, EncodingSource::mojibake);
  EXPECT_EQ(decoded(kHead + page, buffer, "utf-8").source, EncodingSource::mojibake);
  EXPECT_EQ(decoded(page, buffer).source, EncodingSource::content);  // nothing says what it was
  EXPECT_EQ(decoded(page, buffer, "windows-1251").source, EncodingSource::content);
}

TEST(Mojibake, OfUtf8IsUndone) {
  const std::string meant = "<meta charset=utf-8><title>" + read_as(gbk(), Encoding::gbk);
  for (const Encoding latin : {Encoding::windows_1252, Encoding::iso_8859_15}) {
    std::string buffer;
    const std::string once = read_as(meant, latin);
    const Text text = decoded(once, buffer);
    EXPECT_EQ(text.utf8, meant);
    EXPECT_EQ(text.encoding, Encoding::utf_8);
    EXPECT_EQ(text.source, EncodingSource::mojibake);
    EXPECT_EQ(decoded(read_as(once, latin), buffer).utf8, meant);
  }
  // A few quotation marks and dashes: who wrote the page has seen them, too.
  std::string marks, buffer;
  for (int i = 0; i < 50; ++i) marks += " it" + read_as("’", Encoding::windows_1252) + "s here ";
  EXPECT_EQ(decoded(marks, buffer).source, EncodingSource::content);
}

TEST(Mojibake, IsNoneWhereLanguagesAre) {
  std::string french, german, accents, chinese;
  for (int i = 0; i < 40; ++i) {
    french += "Été comme hiver, le café là-bas a été très apprécié. ";
    german += "Straße, Übermut, größer, müßig, Äpfel ";
    accents += "créée idéaux réélu ";
    chinese += "中国人民大学";
  }
  for (const std::string& text : {french, german, accents, chinese}) {
    std::string buffer;
    EXPECT_FALSE(looks_like_mojibake(text)) << text.substr(0, 60);
    EXPECT_EQ(decoded(kHead + text, buffer).source, EncodingSource::content);
  }
}

TEST(Mojibake, IsNoneWherePairsMeanNothing) {
  std::string letters, buffer;
  for (int i = 0; i < 100; ++i) letters += "\xC3\xBF\xC3\xBF";  // FF is no byte of GBK
  EXPECT_TRUE(looks_like_mojibake(letters));
  const std::string page = kHead + letters;
  const Text text = decoded(page, buffer);
  EXPECT_EQ(text.source, EncodingSource::content);
  EXPECT_EQ(text.utf8, page);
}

}  // namespace
}  // namespace pith::text
