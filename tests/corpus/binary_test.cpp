#include "corpus/binary.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace pith::corpus {
namespace {

using namespace std::string_view_literals;

TEST(BinaryKind, NamesOtherFiles) {
  EXPECT_EQ(binary_kind("%PDF-1.7\n"), "a PDF document");
  EXPECT_EQ(binary_kind("\x89PNG\r\n\x1a\nxx"), "a PNG image");
  EXPECT_EQ(binary_kind("RIFF\0\0\0\0WEBPVP8 "sv), "a WebP image");
  EXPECT_EQ(binary_kind("PK\x03\x04xxxx").substr(0, 5), "a ZIP");
  EXPECT_EQ(binary_kind(std::string(100, '\0')), "binary data");
  std::string noise;
  for (std::uint32_t i = 1; noise.size() < 4096; i = i * 1664525 + 1013904223) noise += static_cast<char>(i >> 24);
  EXPECT_EQ(binary_kind(noise), "binary data");
}

TEST(BinaryKind, LetsPagesInAnyEncodingPass) {
  for (const std::string_view page : {""sv, "<p>x</p>\f\n"sv, "plain text about PDF"sv,
                                      "<p>\xd6\xd0\xce\xc4"sv,         // GBK
                                      "\xff\xfe<\0p\0>\0\x2d\x4e"sv,   // UTF-16
                                      "<\0h\0t\0m\0l\0>\0\x2d\x4e"sv,  // the same without byte order mark
                                      "\0<\0h\0t\0m\0l\0>\x4e\x2d"sv,  // and the other way round
                                      "\x1b$BF|K\\\x1b(B"sv,           // ISO-2022-JP
                                      "<p>one zero\0 in a page of normal text</p>"sv})
    EXPECT_EQ(binary_kind(page), "") << page;
}

}  // namespace
}  // namespace pith::corpus
