#include "corpus/byte_source.hpp"

#include <gtest/gtest.h>
#include <zstd.h>

#include "corpus/compress.hpp"

namespace pith::corpus {
namespace {

using test::gzip;
using test::zstd;

std::string read_all(ByteSource& source) {
  std::string all, buffer(1000, '\0');
  while (const std::size_t got = source.read(buffer.data(), buffer.size())) all.append(buffer, 0, got);
  return all;
}

std::string read_all(std::string_view bytes) { return read_all(*open_memory(bytes)); }

/// Text that does not compress to nothing.
std::string sample(std::size_t size) {
  std::string text;
  for (std::uint32_t i = 1; text.size() < size; i = i * 1664525 + 1013904223) text += std::to_string(i) + " ";
  text.resize(size);
  return text;
}

void damage_middle(std::string& bytes) {
  for (std::size_t i = bytes.size() / 2; i < bytes.size() / 2 + 16; ++i) bytes[i] = '\xff';
}

TEST(ByteSource, GivesPlainBytesAsTheyAre) {
  EXPECT_EQ(read_all(""), "");
  EXPECT_EQ(read_all("ab"), "ab");
  EXPECT_EQ(read_all(sample(1'000'000)), sample(1'000'000));
}

TEST(ByteSource, UndoesGzipOfManyMembers) {
  const std::string text = sample(700'000);
  EXPECT_EQ(read_all(gzip(text) + gzip("") + gzip("end")), text + "end");
  EXPECT_EQ(read_all(gzip("padded") + std::string(1000, '\0')), "padded");
}

TEST(ByteSource, UndoesZstdOfManyFramesAndLongWindows) {
  const std::string text = sample(700'000);
  EXPECT_EQ(read_all(zstd(text) + zstd("") + zstd("end")), text + "end");
  // A window of 2^28 is beyond what decoders take by default.
  EXPECT_EQ(read_all(zstd(text, 28)), text);
}

TEST(ByteSource, TakesADictionaryInFront) {
  const std::string dictionary = "the dictionary holds what records have in common: HTTP/1.1 200 OK";
  const std::string text = "HTTP/1.1 200 OK what records have in common";
  ZSTD_CCtx* context = ZSTD_createCCtx();
  std::string frame(ZSTD_compressBound(text.size()), '\0');
  frame.resize(ZSTD_compress_usingDict(context, frame.data(), frame.size(), text.data(), text.size(), dictionary.data(),
                                       dictionary.size(), 3));
  std::string packed(ZSTD_compressBound(dictionary.size()), '\0');
  packed.resize(ZSTD_compressCCtx(context, packed.data(), packed.size(), dictionary.data(), dictionary.size(), 3));
  ZSTD_freeCCtx(context);
  for (const std::string& stored : {dictionary, packed}) {
    std::string file = "\x5d\x2a\x4d\x18";
    for (unsigned shift = 0; shift < 32; shift += 8) file += static_cast<char>(stored.size() >> shift);
    EXPECT_EQ(read_all(file + stored + frame + frame), text + text);
  }
}

TEST(ByteSource, SaysWhereDataAreCutOffOrDamaged) {
  const std::string text = sample(100'000);
  for (std::string packed : {gzip(text), zstd(text)}) {
    const std::string cut = packed.substr(0, packed.size() / 2);
    auto source = open_memory(cut);
    EXPECT_TRUE(text.starts_with(read_all(*source)));
    EXPECT_NE(source->failure().find("ends in the middle"), std::string::npos) << source->failure();

    damage_middle(packed);
    source = open_memory(packed);
    read_all(*source);
    EXPECT_NE(source->failure().find("damaged"), std::string::npos) << source->failure();
  }
}

TEST(ByteSource, GoesOnBehindADamagedGzipMember) {
  std::string damaged = gzip(sample(100'000));
  damage_middle(damaged);
  const std::string file = gzip("first") + damaged + gzip("last");
  const auto source = open_memory(file);
  std::string all = read_all(*source);
  EXPECT_FALSE(source->failure().empty());
  int recoveries = 0;
  while (source->recover()) {
    all += read_all(*source);
    ASSERT_LT(++recoveries, 100);
  }
  EXPECT_TRUE(all.starts_with("first"));
  EXPECT_TRUE(all.ends_with("last"));
}

TEST(ByteSource, NamesFilesThatCannotBeRead) {
  EXPECT_EQ(open_bytes("/no/such/file").error().message, "No such file or directory");
  EXPECT_EQ(open_bytes("/").error().message, "is a directory");
}

TEST(ByteSource, CountsBytesOfTheFile) {
  const std::string packed = gzip(sample(100'000));
  const auto source = open_memory(packed);
  read_all(*source);
  EXPECT_EQ(source->consumed(), packed.size());
}

}  // namespace
}  // namespace pith::corpus
