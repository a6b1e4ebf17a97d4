#pragma once

// Bytes of a file or of standard input, decompressed on the way. Memory is bounded by the window of
// the compressed stream, never by the size of the file.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "result.hpp"

namespace pith::corpus {

/// A stream of bytes that is pulled. Not for two threads at once.
class ByteSource {
 public:
  virtual ~ByteSource() = default;

  /// Up to `size` (> 0) bytes into `to`. 0 at the end, or when reading failed: then failure() says why.
  virtual std::size_t read(char* to, std::size_t size) = 0;

  /// After a failure: goes on behind the damage when the stream has places to start anew (gzip
  /// members, zstd frames). False: nothing more is to be had.
  virtual bool recover() { return false; }

  /// Why reading stopped before the end; empty when it did not.
  [[nodiscard]] const std::string& failure() const noexcept { return failure_; }
  /// Bytes taken from the file so far, as they lie there (compressed), for a progress bar.
  [[nodiscard]] virtual std::uint64_t consumed() const noexcept = 0;
  /// Whether bytes are there without waiting for whoever writes them: not of pipes and terminals.
  [[nodiscard]] virtual bool is_at_hand() const noexcept { return false; }
  /// Of compressed bytes: where in the file the part begins (a gzip member, a zstd frame) that the last read() gave
  /// bytes of, which are all of one, or that it failed in. Nothing where the bytes lie there as they are.
  [[nodiscard]] virtual std::optional<std::uint64_t> part() const noexcept { return {}; }

 protected:
  std::string failure_;
};

/// Opens a file, or standard input for "-". gzip (any number of members) and zstd (windows up to
/// 2 GiB, any number of frames, a dictionary in front as WARC files have it) are told by their first
/// bytes, not by the name.
Result<std::unique_ptr<ByteSource>> open_bytes(const std::string& path);

/// The same over bytes in memory, which must outlive the source.
std::unique_ptr<ByteSource> open_memory(std::string_view bytes);

}  // namespace pith::corpus
