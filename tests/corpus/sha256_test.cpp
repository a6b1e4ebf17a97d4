#include "corpus/sha256.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace pith::corpus {
namespace {

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

}  // namespace
}  // namespace pith::corpus
