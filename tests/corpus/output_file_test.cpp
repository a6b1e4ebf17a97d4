#include "corpus/output_file.hpp"

#include <gtest/gtest.h>

#include "corpus/byte_source.hpp"
#include "corpus/compress.hpp"
#include "support/must.hpp"

namespace pith::corpus {
namespace {

TEST(OutputFile, GrowsBySegments) {
  const test::Folder folder;
  for (const char* name : {"a", "a.gz", "a.zst"}) {
    const std::string path = folder.path(name);
    auto file = testing::must(OutputFile::open(path, compression_for(path)));
    file->append("one\n");
    ASSERT_FALSE(file->end_segment());
    const std::uint64_t first = file->size();
    EXPECT_EQ(first, folder.read(name).size());
    file->append("two\n");
    ASSERT_FALSE(file->end_segment());
    ASSERT_FALSE(file->sync());
    const std::string unbroken = folder.read(name);

    // Cut off behind the first segment and written on, the file is the same.
    folder.append(name, "half a segm");
    file = testing::must(OutputFile::open(path, compression_for(path), first));
    file->append("two\n");
    ASSERT_FALSE(file->end_segment());
    EXPECT_EQ(folder.read(name), unbroken);

    const auto source = testing::must(open_bytes(path));
    char text[100];
    std::string all;
    while (const std::size_t got = source->read(text, sizeof text)) all.append(text, got);
    EXPECT_EQ(all, "one\ntwo\n");
  }
}

TEST(OutputFile, SaysWhyItCannotBeOpened) {
  const test::Folder folder;
  EXPECT_EQ(OutputFile::open(folder.write("a", "abc"), Compression::none, 4).error().message, "is shorter than it was");
  EXPECT_EQ(OutputFile::open(folder.path("none/a"), Compression::none).error().message, "No such file or directory");
}

TEST(OutputFile, ReplacesAFile) {
  const test::Folder folder;
  folder.write("x", "old");
  EXPECT_EQ(replace_file(folder.path("x"), "new").message, "");
  EXPECT_EQ(folder.read("x"), "new");
  EXPECT_FALSE(folder.has("x.new"));
  EXPECT_EQ(replace_file(folder.path("none/x"), "new").code, ErrorCode::io);
}

}  // namespace
}  // namespace pith::corpus
