#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "result.hpp"

namespace pith::corpus {

enum class Compression : std::uint8_t { none, gzip, zstd };

/// By the name: ".gz", ".zst", anything else is plain.
Compression compression_for(std::string_view path) noexcept;

/// The descriptor that a name of one stands for: "-" and "/dev/stdout": 1, "/dev/fd/3": 3. -1: it is another name.
int descriptor_named(std::string_view path) noexcept;
/// Written straight, for whoever reads along: what is no regular file, and descriptors.
bool is_stream(const std::string& path);

/// A file that grows by segments, each compressed on its own (a gzip member, a zstd frame). So the file
/// can be cut off at the end of any segment and continued there, and what it holds does not depend on
/// how often that happened. Not for two threads at once.
class OutputFile {
 public:
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  /// Opens `path` (or a copy of a descriptor named), cut off behind its first `keep` bytes (only regular files can keep
  /// any; what a descriptor named leads to is not cut).
  static Result<std::unique_ptr<OutputFile>> open(const std::string& path, Compression compression,
                                                  std::uint64_t keep = 0);

  /// Standard output, uncompressed.
  static std::unique_ptr<OutputFile> standard_output();

  /// Adds to the current segment, which is kept in memory.
  void append(std::string_view bytes) { segment_ += bytes; }
  /// Bytes in the current segment, before compression.
  [[nodiscard]] std::size_t pending() const noexcept { return segment_.size(); }
  /// Compresses and writes the current segment.
  Error end_segment();
  /// Waits until everything written is on the disk.
  Error sync();
  /// Bytes in the file: all ended segments.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }

  /// The reader of a pipe has gone: no failure worth a message.
  [[nodiscard]] bool reader_gone() const noexcept { return reader_gone_; }

 private:
  OutputFile(int descriptor, Compression compression, std::uint64_t size);
  Error write_all(std::string_view bytes);
  Error fail(int number);

  struct Compressor;
  std::unique_ptr<Compressor> compressor_;
  std::string segment_, packed_;
  std::uint64_t size_ = 0;
  int descriptor_ = -1;
  bool reader_gone_ = false;
};

/// Writes a whole small file so that a crash leaves either the old or the new one: a file beside it,
/// synced, renamed, the folder synced.
Error replace_file(const std::string& path, std::string_view content);
/// Renames and syncs the folder.
Error rename_file(const std::string& from, const std::string& to);

}  // namespace pith::corpus
