#include "fetch/http_message.hpp"

#include <brotli/decode.h>
#include <libdeflate.h>
#include <zlib.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <memory>

#include "text/ascii.hpp"
#include "text/number.hpp"

namespace pith::fetch {
namespace {

constexpr int kMostCodings = 4;  // applied one after the other; more is an attack

/// Takes the first line off `rest`, without its end (CRLF or LF).
std::string_view take_line(std::string_view& rest) noexcept {
  const std::size_t end = rest.find('\n');
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

/// Collects decoded pieces as long as the limits allow.
class Sink {
 public:
  Sink(std::string& out, std::size_t encoded, const DecompressionLimits& limits)
      : out_(out), room_(std::min(limits.bytes, std::max(limits.free_bytes, encoded * limits.ratio))) {
    out_.clear();
  }
  [[nodiscard]] char* buffer() noexcept { return piece_.data(); }
  [[nodiscard]] std::size_t size() const noexcept { return piece_.size(); }
  /// Keeps the first `n` bytes of the buffer. False: a limit is reached.
  bool keep(std::size_t n) {
    const std::size_t fits = std::min(n, room_ - out_.size());
    out_.append(piece_.data(), fits);
    return fits == n;
  }

 private:
  std::string& out_;
  std::size_t room_;
  std::array<char, 64u << 10> piece_;
};

/// `window` as zlib wants it: 15 + 16 gzip, 15 zlib, -15 raw deflate.
Decoding inflate_all(std::string_view bytes, int window, Sink& sink) {
  z_stream stream{};
  if (inflateInit2(&stream, window) != Z_OK) return Decoding::damaged;
  const std::unique_ptr<z_stream, int (*)(z_streamp)> guard(&stream, inflateEnd);
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // zlib does not write there
  stream.avail_in = static_cast<uInt>(bytes.size());
  for (;;) {
    stream.next_out = reinterpret_cast<Bytef*>(sink.buffer());
    stream.avail_out = static_cast<uInt>(sink.size());
    const int status = inflate(&stream, Z_NO_FLUSH);
    if (!sink.keep(sink.size() - stream.avail_out)) return Decoding::limited;
    if (status == Z_STREAM_END) {
      if (window != 15 + 16 || stream.avail_in == 0) return Decoding::done;
      if (inflateReset(&stream) != Z_OK) return Decoding::done;  // a further gzip member
    } else if (status != Z_OK || (stream.avail_in == 0 && stream.avail_out != 0)) {
      return Decoding::damaged;
    }
  }
}

Decoding decode_brotli(std::string_view bytes, Sink& sink) {
  const std::unique_ptr<BrotliDecoderState, void (*)(BrotliDecoderState*)> state(
      BrotliDecoderCreateInstance(nullptr, nullptr, nullptr), BrotliDecoderDestroyInstance);
  const auto* in = reinterpret_cast<const std::uint8_t*>(bytes.data());
  std::size_t have = bytes.size();
  for (;;) {
    auto* to = reinterpret_cast<std::uint8_t*>(sink.buffer());
    std::size_t room = sink.size();
    const BrotliDecoderResult result = BrotliDecoderDecompressStream(state.get(), &have, &in, &room, &to, nullptr);
    if (!sink.keep(sink.size() - room)) return Decoding::limited;
    if (result == BROTLI_DECODER_RESULT_SUCCESS) return Decoding::done;
    if (result != BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT) return Decoding::damaged;
  }
}

Decoding decode_zstd(std::string_view bytes, Sink& sink) {
  const std::unique_ptr<ZSTD_DCtx, std::size_t (*)(ZSTD_DCtx*)> context(ZSTD_createDCtx(), ZSTD_freeDCtx);
  ZSTD_inBuffer in{bytes.data(), bytes.size(), 0};
  for (;;) {
    ZSTD_outBuffer out{sink.buffer(), sink.size(), 0};
    const std::size_t status = ZSTD_decompressStream(context.get(), &out, &in);
    if (!sink.keep(out.pos)) return Decoding::limited;
    if (ZSTD_isError(status)) return Decoding::damaged;
    if (in.pos == in.size && out.pos < out.size) return status == 0 ? Decoding::done : Decoding::damaged;
  }
}

/// A single whole gzip member of the size that its end names, in half the time of zlib. False: it is something else.
bool gunzip_whole(std::string_view bytes, std::size_t most, std::string& out) {
  if (bytes.size() < 18) return false;  // header and trailer
  std::size_t size = 0;
  for (std::size_t i = 0; i < 4; ++i)
    size |= std::size_t{static_cast<unsigned char>(bytes[bytes.size() - 4 + i])} << (8 * i);
  if (size > most) return false;
  const std::unique_ptr<libdeflate_decompressor, void (*)(libdeflate_decompressor*)> decoder(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  if (decoder == nullptr) return false;
  out.resize(size);
  std::size_t taken = 0;
  return libdeflate_gzip_decompress_ex(decoder.get(), bytes.data(), bytes.size(), out.data(), size, &taken, nullptr) ==
             LIBDEFLATE_SUCCESS &&
         taken == bytes.size();
}

Decoding undo_coding(std::string_view coding, std::string_view bytes, const DecompressionLimits& limits,
                     std::string& out) {
  coding = text::trim_ascii(coding);
  if (coding.empty() || text::equals_ignoring_case(coding, "identity")) {
    out.assign(bytes.substr(0, limits.bytes));
    return bytes.size() > limits.bytes ? Decoding::limited : Decoding::done;
  }
  const bool gzip = text::equals_ignoring_case(coding, "gzip") || text::equals_ignoring_case(coding, "x-gzip");
  if (gzip && gunzip_whole(bytes, std::min(limits.bytes, limits.free_bytes), out)) return Decoding::done;
  const auto sink = std::make_unique<Sink>(out, bytes.size(), limits);
  if (gzip) return inflate_all(bytes, 15 + 16, *sink);
  if (text::equals_ignoring_case(coding, "deflate")) {
    // The standard means the zlib format; some servers send the bare deflate stream.
    const bool zlib = bytes.size() >= 2 && (bytes[0] & 0x0F) == 8 &&
                      (static_cast<unsigned char>(bytes[0]) * 256u + static_cast<unsigned char>(bytes[1])) % 31 == 0;
    return inflate_all(bytes, zlib ? 15 : -15, *sink);
  }
  if (text::equals_ignoring_case(coding, "br")) return decode_brotli(bytes, *sink);
  if (text::equals_ignoring_case(coding, "zstd")) return decode_zstd(bytes, *sink);
  return Decoding::unknown_coding;
}

}  // namespace

Decoding decode_content(std::string_view codings, std::string_view bytes, const DecompressionLimits& limits,
                        std::string& out) {
  std::string inner;  // what the codings behind have left
  for (int depth = 0;; ++depth) {
    if (depth == kMostCodings) return Decoding::unknown_coding;
    const std::size_t comma = codings.rfind(',');
    const std::string_view last = comma == std::string_view::npos ? codings : codings.substr(comma + 1);
    const Decoding decoding = undo_coding(last, bytes, limits, out);
    if (comma == std::string_view::npos || decoding == Decoding::unknown_coding || out.empty()) return decoding;
    codings = codings.substr(0, comma);
    inner.swap(out);
    bytes = inner;
  }
}

bool join_chunks(std::string_view body, std::string& out) {
  out.clear();
  while (!body.empty()) {
    std::string_view line = take_line(body);
    const std::optional<std::size_t> size = text::take_number<std::size_t>(line, 16);
    if (!size) return false;
    if (*size == 0) return true;
    out.append(body.substr(0, *size));
    if (*size > body.size()) return false;
    body.remove_prefix(*size);
    take_line(body);  // the line end behind a chunk
  }
  return false;  // the last chunk is missing
}

bool split_response(std::string_view bytes, HttpResponse& response) {
  if (!bytes.starts_with("HTTP/")) return false;
  const std::string_view line = take_line(bytes);
  const std::size_t space = line.find(' ');
  if (space == std::string_view::npos) return false;
  std::string_view code = text::trim_ascii(line.substr(space));
  response.status = text::take_number<int>(code).value_or(0);
  const std::string_view start = bytes;
  while (!bytes.empty() && !take_line(bytes).empty()) {
  }
  response.fields = start.substr(0, start.size() - bytes.size());
  response.body = bytes;
  return true;
}

std::string_view field(std::string_view fields, std::string_view name) {
  while (!fields.empty()) {
    const std::string_view line = take_line(fields);
    const std::size_t colon = line.find(':');
    if (colon != std::string_view::npos && text::equals_ignoring_case(text::trim_ascii(line.substr(0, colon)), name))
      return text::trim_ascii(line.substr(colon + 1));
  }
  return {};
}

}  // namespace pith::fetch
