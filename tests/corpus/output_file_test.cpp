#include "corpus/output_file.hpp"

#include <gtest/gtest.h>

#include "corpus/byte_source.hpp"
#include "corpus/compress.hpp"

namespace pith::corpus {
namespace {

TEST(OutputFile, GrowsBySegments) {
  const test::Folder folder;
  std::string error;
  for (const char* name : {"a", "a.gz", "a.zst"}) {
    const std::string path = folder.path(name);
    auto file = OutputFile::open(path, compression_for(path), 0, error);
    ASSERT_NE(file, nullptr) << error;
    file->append("one\n");
    ASSERT_TRUE(file->end_segment());
    const std::uint64_t first = file->size();
    EXPECT_EQ(first, folder.read(name).size());
    file->append("two\n");
    ASSERT_TRUE(file->end_segment() && file->sync());
    const std::string unbroken = folder.read(name);

    // Cut off behind the first segment and written on, the file is the same.
    folder.append(name, "half a segm");
    file = OutputFile::open(path, compression_for(path), first, error);
    ASSERT_NE(file, nullptr) << error;
    file->append("two\n");
    ASSERT_TRUE(file->end_segment());
    EXPECT_EQ(folder.read(name), unbroken);

    const auto source = open_bytes(path, error);
    char text[100];
    std::string all;
    while (const std::size_t got = source->read(text, sizeof text)) all.append(text, got);
    EXPECT_EQ(all, "one\ntwo\n");
  }
}

TEST(OutputFile, SaysWhyItCannotBeOpened) {
  const test::Folder folder;
  std::string error;
  EXPECT_EQ(OutputFile::open(folder.write("a", "abc"), Compression::none, 4, error), nullptr);
  EXPECT_EQ(error, "is shorter than it was");
  EXPECT_EQ(OutputFile::open(folder.path("none/a"), Compression::none, 0, error), nullptr);
  EXPECT_EQ(error, "No such file or directory");
}

TEST(OutputFile, ReplacesAFile) {
  const test::Folder folder;
  folder.write("x", "old");
  std::string error;
  EXPECT_TRUE(replace_file(folder.path("x"), "new", error)) << error;
  EXPECT_EQ(folder.read("x"), "new");
  EXPECT_FALSE(folder.has("x.new"));
  EXPECT_FALSE(replace_file(folder.path("none/x"), "new", error));
}

}  // namespace
}  // namespace pith::corpus
