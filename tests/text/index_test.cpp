// The tables of the legacy encodings come from the Python that builds pith. Here every index, as decoded,
// has a checksum; the values are those of an independent implementation of the standard.

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

#include "text/decode.hpp"
#include "text/hash.hpp"

namespace pith::text {
namespace {

/// FNV-1a over what each sequence decodes to, with a line break after each.
class Checksum {
 public:
  explicit Checksum(Encoding encoding) : encoding_(encoding) {}

  void add(std::string_view sequence) {
    text_.clear();
    decode_as(sequence, encoding_, text_);
    text_ += '\n';
    value_ = fnv64(text_, value_);
  }
  void add_pairs(const std::string& prefix = "") {
    for (int lead = 0x80; lead < 0x100; ++lead) {
      for (int trail = 0; trail < 0x100; ++trail) add(prefix + static_cast<char>(lead) + static_cast<char>(trail));
    }
  }
  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  Encoding encoding_;
  std::string text_;
  std::uint64_t value_ = kFnv64Start;
};

std::uint64_t checksum_of_pairs(Encoding encoding, const std::string& prefix = "") {
  Checksum sum(encoding);
  sum.add_pairs(prefix);
  return sum.value();
}

TEST(Index, Gb18030Pairs) { EXPECT_EQ(checksum_of_pairs(Encoding::gb18030), 0xF8FC268C64B1DE60u); }
TEST(Index, Big5) { EXPECT_EQ(checksum_of_pairs(Encoding::big5), 0x2D416AD49AE2D48Cu); }
TEST(Index, EucJp) { EXPECT_EQ(checksum_of_pairs(Encoding::euc_jp), 0x2FE313D4AE386955u); }
TEST(Index, EucJpJisX0212) { EXPECT_EQ(checksum_of_pairs(Encoding::euc_jp, "\x8F"), 0xFED8505597B3603Du); }
TEST(Index, ShiftJis) { EXPECT_EQ(checksum_of_pairs(Encoding::shift_jis), 0xE6FF29BDBC847FE1u); }
TEST(Index, EucKr) { EXPECT_EQ(checksum_of_pairs(Encoding::euc_kr), 0x8ECB9143A2FFDC98u); }

TEST(Index, Gb18030FourBytes) {
  Checksum sum(Encoding::gb18030);
  for (int first = 0x81; first <= 0x84; ++first) {
    for (int second = 0x30; second <= 0x39; ++second) {
      for (int third = 0x81; third <= 0xFE; ++third) {
        for (int fourth = 0x30; fourth <= 0x39; ++fourth) {
          const char sequence[] = {static_cast<char>(first), static_cast<char>(second), static_cast<char>(third),
                                   static_cast<char>(fourth)};
          sum.add({sequence, 4});
        }
      }
    }
  }
  EXPECT_EQ(sum.value(), 0xC8E8B0B828925AA8u);
}

TEST(Index, SingleBytes) {
  struct Case {
    Encoding encoding;
    std::uint64_t checksum;
  };
  constexpr Case kCases[] = {
      {Encoding::ibm866, 0x31EA444D3FE8381Au},       {Encoding::iso_8859_2, 0x7BF742F57E2B697Cu},
      {Encoding::iso_8859_3, 0xE572B341A18718B5u},   {Encoding::iso_8859_4, 0xEEA4198FBC544EF5u},
      {Encoding::iso_8859_5, 0x97B02D7192514D0Du},   {Encoding::iso_8859_6, 0x193A15C7C9139EDCu},
      {Encoding::iso_8859_7, 0xF9E4BDDA12EF32D1u},   {Encoding::iso_8859_8, 0xCB6634DFCE20D0BDu},
      {Encoding::iso_8859_8_i, 0xCB6634DFCE20D0BDu}, {Encoding::iso_8859_10, 0xBEBC9AC169A9403Fu},
      {Encoding::iso_8859_13, 0xA14E384452070E3Du},  {Encoding::iso_8859_14, 0x213F5018F826BD93u},
      {Encoding::iso_8859_15, 0xFABE039D6F139232u},  {Encoding::iso_8859_16, 0x2771E117B9A2AF64u},
      {Encoding::koi8_r, 0x550DF8C6DF896B31u},       {Encoding::koi8_u, 0x48062D21CFC9299Du},
      {Encoding::macintosh, 0x36FB12D0BBC05609u},    {Encoding::windows_874, 0xE2D7AE474C1CE359u},
      {Encoding::windows_1250, 0x69E3152F951E4911u}, {Encoding::windows_1251, 0x979507A6A9B81BE1u},
      {Encoding::windows_1252, 0xAB41F17FACF4B948u}, {Encoding::windows_1253, 0x4CE1F423144B3B2Cu},
      {Encoding::windows_1254, 0x00E387A39EBDC324u}, {Encoding::windows_1255, 0xBDCA51238DD28865u},
      {Encoding::windows_1256, 0x514F4A39D7C362EBu}, {Encoding::windows_1257, 0x2C0A7FE49DF4869Au},
      {Encoding::windows_1258, 0xCF3C5CDC59F5EA9Fu}, {Encoding::x_mac_cyrillic, 0x53FD8100AF881E6Fu},
  };
  for (const Case& one : kCases) {
    Checksum sum(one.encoding);
    for (int byte = 0x80; byte < 0x100; ++byte) sum.add(std::string(1, static_cast<char>(byte)));
    EXPECT_EQ(sum.value(), one.checksum) << name_of(one.encoding);
  }
}

}  // namespace
}  // namespace pith::text
