#include "corpus/digest.hpp"

#include <gtest/gtest.h>

namespace pith::corpus {
namespace {

TEST(Digest, IsThatOfTheStandard) {
  EXPECT_EQ(sha1(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
  EXPECT_EQ(sha1("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(sha1("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
  EXPECT_EQ(sha1(std::string(1'000'000, 'a')), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
  for (const std::size_t length : {55U, 56U, 63U, 64U, 65U})  // around the end of a block
    EXPECT_NE(sha1(std::string(length, 'a')), sha1(std::string(length + 1, 'a')));
}

TEST(Digest, IsReadAsArchivesWriteIt) {
  EXPECT_EQ(has_digest("", "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"), true);
  EXPECT_EQ(has_digest("", "SHA-1:da39a3ee5e6b4b0d3255bfef95601890AFD80709"), true);
  EXPECT_EQ(has_digest("x", "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"), false);
  EXPECT_EQ(has_digest("", "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"), true);
  EXPECT_EQ(has_digest("", "sha256:4OYMIQUY7QOBJGX36TEJS35ZEQT24QPEMSNZGTFESWMRW6CSXBKQ===="), true);
  EXPECT_EQ(has_digest("", "sha1:"), false);
  EXPECT_EQ(has_digest("", "md5:d41d8cd98f00b204e9800998ecf8427e"), std::nullopt);
  EXPECT_EQ(has_digest("", "3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ"), std::nullopt);
  EXPECT_EQ(has_digest("", ""), std::nullopt);
}

}  // namespace
}  // namespace pith::corpus
