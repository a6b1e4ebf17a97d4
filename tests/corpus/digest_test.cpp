#include "corpus/digest.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

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

// FIPS 180-4's own examples (NIST, "SHA256.pdf"), and one whose length leaves no room for itself in its last block.
TEST(Sha256, GivesWhatTheStandardSays) {
  EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(sha256(std::string(1'000'000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256, OfAFileIsThatOfItsBytes) {
  const std::filesystem::path path = std::filesystem::path(::testing::TempDir()) / "pith_sha256_test";
  for (const std::size_t length : {0u, 1u, 64u, 65'535u, 65'536u, 65'537u, 200'000u}) {
    std::string bytes;
    for (std::size_t i = 0; i < length; ++i) bytes += static_cast<char>(i * 31 >> 3);
    std::ofstream(path, std::ios::binary) << bytes;
    EXPECT_EQ(sha256_of_file(path.string()), sha256(bytes)) << length;
  }
  std::filesystem::remove(path);
  EXPECT_EQ(sha256_of_file(path.string()), "");
  EXPECT_EQ(sha256_of_file(::testing::TempDir()), "") << "a folder has no bytes";
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
