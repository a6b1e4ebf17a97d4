#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "corpus/byte_source.hpp"
#include "corpus/page_source.hpp"

namespace pith::corpus {

/// Bytes taken from a source with a look ahead.
class BufferedBytes {
 public:
  static constexpr std::size_t kWindow = 1u << 20, kLeastWindow = 64u << 10;

  /// `window`: how much is held at most, at least kLeastWindow.
  explicit BufferedBytes(std::unique_ptr<ByteSource> source, std::size_t window = kWindow)
      : source_(std::move(source)), buffer_(window) {}

  /// What is at hand, at least `want` bytes of it (≤ the window) unless the source ends or fails before.
  std::string_view peek(std::size_t want = 1);
  void drop(std::size_t n) noexcept {
    begin_ += n;
    offset_ += n;
  }
  /// Offset of the first byte at hand, in decompressed bytes.
  [[nodiscard]] std::uint64_t offset() const noexcept { return offset_; }
  /// Where in the file the first byte at hand lies; of compressed files only known where a part of them begins there.
  std::optional<std::uint64_t> place();
  /// The first byte at hand is the first of a part of a compressed file.
  [[nodiscard]] bool is_at_part() const noexcept;
  /// How many of the bytes at hand lie before the next such part; all where none begins among them.
  [[nodiscard]] std::size_t before_next_part() const noexcept;
  /// The source has failed in a part of which no byte has come: all that came is whole.
  [[nodiscard]] bool has_only_whole_parts() const noexcept {
    return !parts_.empty() && source_->part() && parts_.back().place != *source_->part();
  }
  [[nodiscard]] ByteSource& source() noexcept { return *source_; }
  [[nodiscard]] const ByteSource& source() const noexcept { return *source_; }

 private:
  void forget_parts();

  std::unique_ptr<ByteSource> source_;
  std::vector<char> buffer_;
  std::size_t begin_ = 0, end_ = 0;
  std::uint64_t offset_ = 0;
  struct Part {
    std::uint64_t offset, place;  // of its first byte: among the decompressed bytes, in the file
  };
  std::deque<Part> parts_;  // of compressed files: those that begin at `offset_` or later, and the last one read
};

/// Lines of JSON. Empty lines count as lines but are no records; a byte order mark is passed over.
std::unique_ptr<PageSource> jsonl_source(BufferedBytes bytes, const SourceLimits& limits);

/// Records of a WARC file (ISO 28500), of whatever type. Behind damage it goes on at the next record.
std::unique_ptr<PageSource> warc_source(BufferedBytes bytes, const SourceLimits& limits);

}  // namespace pith::corpus
