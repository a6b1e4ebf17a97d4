#include "corpus/base64.hpp"

#include <gtest/gtest.h>

namespace pith::corpus {
namespace {

TEST(Base64, GoesBothWays) {
  // The test vectors of RFC 4648, section 10.
  const std::pair<const char*, const char*> vectors[] = {{"", ""},
                                                         {"f", "Zg=="},
                                                         {"fo", "Zm8="},
                                                         {"foo", "Zm9v"},
                                                         {"foob", "Zm9vYg=="},
                                                         {"fooba", "Zm9vYmE="},
                                                         {"foobar", "Zm9vYmFy"}};
  for (const auto& [plain, coded] : vectors) {
    std::string out;
    append_base64(out, plain);
    EXPECT_EQ(out, coded);
    ASSERT_TRUE(decode_base64(coded, out));
    EXPECT_EQ(out, plain);
  }
  std::string all, coded, out;
  for (int i = 0; i < 256; ++i) all += static_cast<char>(i);
  append_base64(coded, all);
  ASSERT_TRUE(decode_base64(coded, out));
  EXPECT_EQ(out, all);
}

TEST(Base64, LetsWhiteSpaceAndMissingPaddingPass) {
  std::string out;
  EXPECT_TRUE(decode_base64("Zm9v\r\nYmFy\n", out));
  EXPECT_EQ(out, "foobar");
  EXPECT_TRUE(decode_base64("Zg", out));
  EXPECT_EQ(out, "f");
  EXPECT_FALSE(decode_base64("Z", out));
  EXPECT_FALSE(decode_base64("Zm9-", out));
  EXPECT_FALSE(decode_base64("Zg==Zg==", out));
}

}  // namespace
}  // namespace pith::corpus
