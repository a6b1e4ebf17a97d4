#pragma once

// An HTTP response as it lies in a WARC record (RFC 9112): header fields, chunked bodies, content
// codings. Lenient as browsers are: what can be read is read.

#include <cstddef>
#include <string>
#include <string_view>

namespace pith::fetch {

/// Bounds of decompression : a small file must not fill a large memory.
struct DecompressionLimits {
  std::size_t bytes = 128u << 20;      ///< decoded size of one record
  std::size_t free_bytes = 16u << 20;  ///< up to here any ratio is allowed
  std::size_t ratio = 200;             ///< decoded to encoded size beyond `free_bytes`
};

/// What decoding came to. Whatever was decoded before a limit or damage is kept.
enum class Decoding { done, limited, damaged, unknown_coding };

/// Undoes content codings ("gzip", "x-gzip", "deflate", "br", "zstd", "identity" or empty; several with commas between
/// them, in the order in which they were applied) into `out`, whose old content is lost. The limits hold for each.
Decoding decode_content(std::string_view codings, std::string_view bytes, const DecompressionLimits& limits,
                        std::string& out);

/// Puts the chunks of a chunked body together in `out`. False when the framing is damaged; what came before is kept.
bool join_chunks(std::string_view body, std::string& out);

/// A response split in its parts; views into the bytes given.
struct HttpResponse {
  int status = 0;
  std::string_view fields;  ///< header lines
  std::string_view body;    ///< as transmitted
};

/// False when the bytes do not begin with an HTTP status line.
bool split_response(std::string_view bytes, HttpResponse& response);

/// Value of the first field of this name (in lower case; in any case there) in a block of header lines, trimmed; empty
/// when absent.
std::string_view field(std::string_view fields, std::string_view name);

}  // namespace pith::fetch
