#include "fetch/http_message.hpp"

#include <brotli/encode.h>
#include <gtest/gtest.h>

#include "corpus/compress.hpp"

namespace pith::fetch {
namespace {

const std::string kPage = "<p>" + std::string(5000, 'x') + "</p>";

std::string brotli(std::string_view text) {
  std::string out(BrotliEncoderMaxCompressedSize(text.size()), '\0');
  std::size_t size = out.size();
  BrotliEncoderCompress(5, 22, BROTLI_MODE_TEXT, text.size(), reinterpret_cast<const std::uint8_t*>(text.data()), &size,
                        reinterpret_cast<std::uint8_t*>(out.data()));
  out.resize(size);
  return out;
}

TEST(HttpMessage, UndoesEveryContentCoding) {
  std::string out;
  EXPECT_EQ(decode_content("", kPage, {}, out), Decoding::done);
  EXPECT_EQ(out, kPage);
  const std::pair<std::string, std::string> coded[] = {{"gzip", test::gzip(kPage)},
                                                       {" X-GZIP", test::gzip(kPage)},
                                                       {"deflate", test::deflated(kPage, 15)},
                                                       {"deflate", test::deflated(kPage, -15)},
                                                       {"br", brotli(kPage)},
                                                       {"zstd", test::zstd(kPage)}};
  for (const auto& [coding, bytes] : coded) {
    EXPECT_EQ(decode_content(coding, bytes, {}, out), Decoding::done) << coding;
    EXPECT_EQ(out, kPage) << coding;
    EXPECT_EQ(decode_content(coding, bytes.substr(0, bytes.size() - 3), {}, out), Decoding::damaged) << coding;
    EXPECT_TRUE(kPage.starts_with(out)) << coding;
    EXPECT_EQ(decode_content(coding, {}, {}, out), Decoding::damaged) << coding;
  }
  EXPECT_EQ(decode_content("compress", kPage, {}, out), Decoding::unknown_coding);
}

TEST(HttpMessage, UndoesCodingsInTheOrderTheyWereApplied) {
  std::string out;
  EXPECT_EQ(decode_content("gzip, br ,identity", brotli(test::gzip(kPage)), {}, out), Decoding::done);
  EXPECT_EQ(out, kPage);
  EXPECT_EQ(decode_content("gzip, br", test::gzip(kPage), {}, out), Decoding::damaged);
  EXPECT_EQ(decode_content("compress, gzip", test::gzip(kPage), {}, out), Decoding::unknown_coding);
  EXPECT_EQ(decode_content("identity,identity,identity,identity,identity", kPage, {}, out), Decoding::unknown_coding);
}

// The size that the end of a gzip stream names is a hint only.
TEST(HttpMessage, BelievesNoSizeOfAGzipStream) {
  std::string out;
  const std::string two = test::gzip(kPage) + test::gzip("more");
  EXPECT_EQ(decode_content("gzip", two, {}, out), Decoding::done);
  EXPECT_EQ(out, kPage + "more");
  std::string liar = test::gzip(kPage);
  liar.back() = '\x7f';
  EXPECT_EQ(decode_content("gzip", liar, {}, out), Decoding::damaged);
  EXPECT_EQ(out, kPage);
}

TEST(HttpMessage, BoundsDecompression) {
  const std::string blanks(3'000'000, ' ');  // shrinks about a thousandfold
  std::string out;
  for (const auto& [coding, bytes] :
       {std::pair{"gzip", test::gzip(blanks)}, {"br", brotli(blanks)}, {"zstd", test::zstd(blanks)}}) {
    EXPECT_EQ(decode_content(coding, bytes, {.bytes = 3'000'000}, out), Decoding::done) << coding;
    EXPECT_EQ(decode_content(coding, bytes, {.bytes = 2'999'999}, out), Decoding::limited) << coding;
    EXPECT_EQ(out.size(), 2'999'999u) << coding;
    EXPECT_EQ(decode_content(coding, bytes, {.bytes = 4'000'000, .free_bytes = 1'000'000, .ratio = 10}, out),
              Decoding::limited);
    EXPECT_EQ(out.size(), 1'000'000u) << coding;
  }
}

TEST(HttpMessage, JoinsChunks) {
  std::string out;
  EXPECT_TRUE(join_chunks("4\r\nWiki\r\n6;x=y\r\npedia \r\nE\r\nin \r\n\r\nchunks.\r\n0\r\n\r\n", out));
  EXPECT_EQ(out, "Wikipedia in \r\n\r\nchunks.");
  EXPECT_FALSE(join_chunks("4\r\nWi", out));
  EXPECT_EQ(out, "Wi");
  EXPECT_FALSE(join_chunks("<html>", out));
  EXPECT_FALSE(join_chunks("ffffffffffffffffff\r\nx", out));
}

TEST(HttpMessage, SplitsAResponse) {
  HttpResponse response;
  ASSERT_TRUE(
      split_response("HTTP/1.1 404 Not Found\r\nA: 1\r\nContent-Type:  text/html \r\n\r\nbody\r\n\r\nmore", response));
  EXPECT_EQ(response.status, 404);
  EXPECT_EQ(field(response.fields, "content-type"), "text/html");
  EXPECT_EQ(field(response.fields, "b"), "");
  EXPECT_EQ(response.body, "body\r\n\r\nmore");
  ASSERT_TRUE(split_response("HTTP/2 200\n\nbody", response));
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, "body");
  EXPECT_FALSE(split_response("<html>", response));
}

}  // namespace
}  // namespace pith::fetch
