#include "text/decoders.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "text/decode.hpp"

namespace pith::text {
namespace {

using namespace std::string_literals;
using namespace std::string_view_literals;

std::string decoded(std::string_view bytes, Encoding encoding) {
  std::string out;
  decode_as(bytes, encoding, out);
  return out;
}
std::uint64_t replaced(std::string_view bytes, Encoding encoding) {
  std::string out;
  return decode_as(bytes, encoding, out);
}

// --- GBK and gb18030 ---

TEST(Gb18030, DecodesChinese) {
  EXPECT_EQ(decoded("<p>\xD6\xD0\xCE\xC4\xA3\xAC</p>"sv, Encoding::gbk), "<p>中文，</p>");
  EXPECT_EQ(decoded("\xD6\xD0", Encoding::gb18030), "中");
}
TEST(Gb18030, Byte80IsTheEuro) { EXPECT_EQ(decoded("5\x80.", Encoding::gbk), "5€."); }
TEST(Gb18030, A3A0IsTheIdeographicSpace) { EXPECT_EQ(decoded("\xA3\xA0\xD6\xD0", Encoding::gbk), "\u3000中"); }
TEST(Gb18030, A8bcIsTheLetterAndFourBytesThePrivateCharacter) {
  EXPECT_EQ(decoded("\xA8\xBC", Encoding::gbk), "\u1E3F");
  EXPECT_EQ(decoded("\x81\x35\xF4\x37", Encoding::gbk), "\uE7C7");
}
TEST(Gb18030, VerticalPunctuationIsThatOf2022) {
  EXPECT_EQ(decoded("\xA6\xD9\xA6\xDA\xFE\x59", Encoding::gb18030), "\uFE10\uFE12\u9FB4");
}
TEST(Gb18030, FourByteSequences) {
  EXPECT_EQ(decoded("\x81\x30\x81\x30", Encoding::gb18030), "\u0080");
  EXPECT_EQ(decoded("\x84\x31\xA4\x39", Encoding::gb18030), "\uFFFF");  // the last below U+10000
  EXPECT_EQ(replaced("\x84\x31\xA5\x30", Encoding::gb18030), 1u);
  EXPECT_EQ(decoded("\x90\x30\x81\x30", Encoding::gb18030), "\U00010000");
  EXPECT_EQ(decoded("\x94\x39\xFC\x36", Encoding::gb18030), "\U0001F600");
  EXPECT_EQ(decoded("\xE3\x32\x9A\x35", Encoding::gb18030), "\U0010FFFF");
  EXPECT_EQ(decoded("\xE3\x32\x9A\x36", Encoding::gb18030), "\uFFFD");
}
TEST(Gb18030, GivesAnAsciiByteBackAfterABrokenPair) {
  EXPECT_EQ(decoded("\xD6<b>", Encoding::gbk), "\uFFFD<b>");
  EXPECT_EQ(decoded("\xD6\x7F", Encoding::gbk), "\uFFFD\x7F");
  EXPECT_EQ(decoded("\xD6\xFF<", Encoding::gbk), "\uFFFD<");  // not ASCII: gone with the lead byte
  EXPECT_EQ(decoded("\xFF<", Encoding::gbk), "\uFFFD<");
}
TEST(Gb18030, GivesThreeBytesBackAfterABrokenFour) {
  EXPECT_EQ(decoded("\x81\x30\x81<", Encoding::gbk), "\uFFFD0\uFFFD<");
  EXPECT_EQ(decoded("\x81\x30<", Encoding::gbk), "\uFFFD0<");
  EXPECT_EQ(decoded("\x81\x30\xD6\xD0", Encoding::gbk), "\uFFFD0中");
}
TEST(Gb18030, CutOffAtTheEndIsOneError) {
  for (const auto bytes : {"\xD6"sv, "\x81\x30"sv, "\x81\x30\x81"sv}) {
    EXPECT_EQ(decoded(bytes, Encoding::gbk), "\uFFFD") << bytes.size();
  }
}

// --- Big5 ---

TEST(Big5, DecodesChinese) { EXPECT_EQ(decoded("\xA4\xA4\xA4\xE5\xA1\x41", Encoding::big5), "中文，"); }
TEST(Big5, FourPairsAreTwoCodePoints) {
  EXPECT_EQ(decoded("\x88\x62\x88\x64\x88\xA3\x88\xA5", Encoding::big5),
            "\u00CA\u0304\u00CA\u030C\u00EA\u0304\u00EA\u030C");
}
TEST(Big5, HasHongKongsCharacters) {
  EXPECT_EQ(decoded("\x87\x7B\x8B\xFD", Encoding::big5), "\U00021D53\u94A2");  // one beyond the BMP
  EXPECT_EQ(decoded("\xFE\xFE\xA3\xE1", Encoding::big5), "\u79D4\u20AC");
}
TEST(Big5, GivesAnAsciiByteBackAfterABrokenPair) {
  EXPECT_EQ(decoded("\xA4<b>", Encoding::big5), "\uFFFD<b>");
  EXPECT_EQ(decoded("\x81\x40", Encoding::big5), "\uFFFD@");  // a pair without a character
  EXPECT_EQ(decoded("\x81\xA1@", Encoding::big5), "\uFFFD@");
  EXPECT_EQ(decoded("\xA4", Encoding::big5), "\uFFFD");
}

// --- Japanese ---

TEST(EucJp, DecodesAllThreeSets) {
  EXPECT_EQ(decoded("\xC6\xFC\xCB\xDC\xA4\xCE \x8E\xB1 \x8F\xB0\xA1", Encoding::euc_jp), "日本の ｱ 丂");
}
TEST(EucJp, TildeOfJisX0212IsFullWidth) { EXPECT_EQ(decoded("\x8F\xA2\xB7", Encoding::euc_jp), "～"); }
TEST(EucJp, GivesAnAsciiByteBackAfterABrokenPair) {
  EXPECT_EQ(decoded("\xC6<", Encoding::euc_jp), "\uFFFD<");
  EXPECT_EQ(decoded("\x8E<", Encoding::euc_jp), "\uFFFD<");
  EXPECT_EQ(decoded("\x8F\xB0<", Encoding::euc_jp), "\uFFFD<");
  EXPECT_EQ(decoded("\x8F\xB0", Encoding::euc_jp), "\uFFFD");
  EXPECT_EQ(decoded("\x8E\xE0<", Encoding::euc_jp), "\uFFFD<");
}
TEST(ShiftJis, Decodes) {
  EXPECT_EQ(decoded("\x93\xFA\x96\x7B\x82\xCC \xB1 \x80\\~", Encoding::shift_jis), "日本の ｱ \u0080\\~");
}
TEST(ShiftJis, HasTheUserDefinedRange) {
  EXPECT_EQ(decoded("\xF0\x40\xF9\xFC", Encoding::shift_jis), "\uE000\uE757");
  EXPECT_EQ(decoded("\xFA\x40", Encoding::shift_jis), "ⅰ");  // IBM's extensions follow
}
TEST(ShiftJis, GivesAnAsciiByteBackAfterABrokenPair) {
  EXPECT_EQ(decoded("\x93<", Encoding::shift_jis), "\uFFFD<");
  EXPECT_EQ(decoded("\xEF\x40", Encoding::shift_jis), "\uFFFD@");
  EXPECT_EQ(decoded("\xA0\xFD\x93", Encoding::shift_jis), "\uFFFD\uFFFD\uFFFD");
}
TEST(Iso2022Jp, Decodes) {
  EXPECT_EQ(decoded("a\x1B$BF|K\\\x1B(Bb", Encoding::iso_2022_jp), "a日本b");
  EXPECT_EQ(decoded("\x1B(J\\~\x1B(I1\x1B(B\\", Encoding::iso_2022_jp), "¥‾ｱ\\");
}
TEST(Iso2022Jp, Errors) {
  EXPECT_EQ(decoded("\x1B(B\x1B(B", Encoding::iso_2022_jp), "\uFFFD");  // an escape that nothing follows
  EXPECT_EQ(decoded("\x1B$X", Encoding::iso_2022_jp), "\uFFFD$X");
  EXPECT_EQ(decoded("\x1B$BF", Encoding::iso_2022_jp), "\uFFFD");
  EXPECT_EQ(decoded("\x1B$BF\x1B(Bb", Encoding::iso_2022_jp), "\uFFFDb");
  EXPECT_EQ(decoded("\x1B$BF\n\x1B(Bb", Encoding::iso_2022_jp), "\uFFFDb");
  EXPECT_EQ(decoded("\x0E\x0F\xE0", Encoding::iso_2022_jp), "\uFFFD\uFFFD\uFFFD");
}

// --- Korean ---

TEST(EucKr, Decodes) { EXPECT_EQ(decoded("\xC7\xD1\xB1\xDB \x81\x41", Encoding::euc_kr), "한글 갂"); }
TEST(EucKr, GivesAnAsciiByteBackAfterABrokenPair) {
  EXPECT_EQ(decoded("\xC7<", Encoding::euc_kr), "\uFFFD<");
  EXPECT_EQ(decoded("\xC9\x41", Encoding::euc_kr), "\uFFFD\x41");
  EXPECT_EQ(decoded("\xC9\xA0\x41", Encoding::euc_kr), "\uFFFD\x41");
  EXPECT_EQ(decoded("\xC7", Encoding::euc_kr), "\uFFFD");
}

// --- Single bytes ---

TEST(SingleByte, Decodes) {
  EXPECT_EQ(decoded("caf\xE9 \x80 \x93x\x94", Encoding::windows_1252), "café € “x”");
  EXPECT_EQ(decoded("\xCF\xF0\xE8\xE2\xE5\xF2", Encoding::windows_1251), "Привет");
  EXPECT_EQ(decoded("\xF0\xD2\xC9\xD7\xC5\xD4", Encoding::koi8_r), "Привет");
  EXPECT_EQ(decoded("\xAE\xBE", Encoding::koi8_u), "ўЎ");
  EXPECT_EQ(decoded("\xCA", Encoding::windows_1255), "\u05BA");
  EXPECT_EQ(decoded("\xA4", Encoding::iso_8859_15), "€");
}
TEST(SingleByte, UnassignedBytesOfWindowsAreControls) {
  EXPECT_EQ(decoded("\x81\x9D", Encoding::windows_1252), "\u0081\u009D");
}
TEST(SingleByte, BytesWithoutCharacterAreReplaced) {
  EXPECT_EQ(decoded("a\xAAz", Encoding::windows_1253), "a\uFFFDz");
  EXPECT_EQ(replaced("\xA1\xA2", Encoding::iso_8859_6), 2u);
}
TEST(SingleByte, LogicalHebrewReadsAsVisual) {
  EXPECT_EQ(decoded("\xF9\xEC\xE5\xED", Encoding::iso_8859_8_i), decoded("\xF9\xEC\xE5\xED", Encoding::iso_8859_8));
}
TEST(XUserDefined, MapsToPrivateUse) { EXPECT_EQ(decoded("a\x80\xFF", Encoding::x_user_defined), "a\uF780\uF7FF"); }
TEST(Replacement, IsOneErrorUnlessEmpty) {
  EXPECT_EQ(decoded("anything at all", Encoding::replacement), "\uFFFD");
  EXPECT_EQ(decoded("", Encoding::replacement), "");
}

// --- UTF-16 ---

TEST(Utf16, Decodes) {
  EXPECT_EQ(decoded("a\0\x2D\x4E\x3D\xD8\x00\xDE"sv, Encoding::utf_16le), "a中\U0001F600");
  EXPECT_EQ(decoded("\0a\x4E\x2D\xD8\x3D\xDE\x00"sv, Encoding::utf_16be), "a中\U0001F600");
}
TEST(Utf16, LoneSurrogatesAreReplaced) {
  EXPECT_EQ(decoded("\xD8\x3D\0a"sv, Encoding::utf_16be), "\uFFFDa");  // what follows is given back
  EXPECT_EQ(decoded("\xDE\x00\0a"sv, Encoding::utf_16be), "\uFFFDa");
  EXPECT_EQ(decoded("\xD8\x3D\xD8\x3D\xDE\x00"sv, Encoding::utf_16be), "\uFFFD\U0001F600");
}
TEST(Utf16, CutOffAtTheEndIsOneError) {
  EXPECT_EQ(decoded("\0a\0"sv, Encoding::utf_16be), "a\uFFFD");
  EXPECT_EQ(decoded("\xD8\x3D", Encoding::utf_16be), "\uFFFD");
  EXPECT_EQ(decoded("\xD8\x3D\xDE", Encoding::utf_16be), "\uFFFD");
}

// --- All of them ---

TEST(Decoders, GiveValidUtf8ForAnyBytesAndCountWhatTheyReplace) {
  std::mt19937 random(1);
  for (int i = 0; i <= static_cast<int>(Encoding::x_user_defined); ++i) {
    const auto encoding = static_cast<Encoding>(i);
    for (int round = 0; round < 200; ++round) {
      std::string bytes(random() % 300, '\0');
      for (char& byte : bytes) byte = static_cast<char>(random() % 8 == 0 ? random() % 0x80 : random() % 0x100);
      std::string out = "before";
      const std::uint64_t count = decode_as(bytes, encoding, out);
      ASSERT_EQ(valid_utf8_prefix(out), out.size()) << name_of(encoding);
      ASSERT_EQ(out.substr(0, 6), "before");
      std::uint64_t found = 0;
      for (std::size_t at = out.find("\uFFFD"); at != std::string::npos; at = out.find("\uFFFD", at + 3)) ++found;
      // UTF-8, UTF-16 and four-byte gb18030 can also spell U+FFFD out.
      ASSERT_LE(count, found) << name_of(encoding);
      ASSERT_LE(found, count + 1) << name_of(encoding);
    }
  }
}

// Sequences must not break where the work is cut into chunks.
TEST(Decoders, LongInputIsDecodedLikeShort) {
  for (std::size_t shift = 0; shift < 8; ++shift) {
    std::string bytes(shift, 'a'), expected(shift, 'a');
    for (int i = 0; i < 5000; ++i) {
      bytes += "\xD6\xD0\x94\x39\xFC\x36";
      expected += "中\U0001F600";
    }
    EXPECT_EQ(decoded(bytes, Encoding::gbk), expected) << shift;
    EXPECT_EQ(decoded(bytes + "\xD6", Encoding::gbk), expected + "\uFFFD") << shift;
  }
}

}  // namespace
}  // namespace pith::text
