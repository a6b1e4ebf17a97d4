#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/record.hpp"
#include "result.hpp"

namespace pith::corpus {

struct SourceLimits {
  /// Longer records are passed over and reported as bad, with their first 64 KiB.
  std::size_t record_bytes = 256u << 20;
};

/// Records of one input, in their order. Memory is bounded by the largest record allowed. Not for two
/// threads at once.
class PageSource {
 public:
  virtual ~PageSource() = default;

  /// The next record. False at the end, or when the input cannot be read on: then failure() says why.
  /// `record.input` is left alone; the memory of `record` is reused.
  virtual bool next(RawRecord& record) = 0;
  /// Passes over up to `count` records, as fast as the format allows; how many there were.
  virtual std::uint64_t skip(std::uint64_t count);

  [[nodiscard]] const std::string& failure() const noexcept { return failure_; }
  /// How far it is, in the unit of `total()`.
  [[nodiscard]] virtual std::uint64_t consumed() const noexcept = 0;

 protected:
  std::string failure_;
};

/// Opens one input: a directory (files *.html, *.htm and *.xhtml in it, recursively, in byte order of
/// their paths), one such file, JSONL or WARC, the last two plain or compressed with gzip or zstd, or
/// standard input ("-"). What a file holds is told by its first bytes.
Result<std::unique_ptr<PageSource>> open_pages(const std::string& path, const SourceLimits& limits = {});

/// The path is a directory or an HTML file: each of its pages is a file.
bool holds_files(const std::string& path);

/// Why a file that begins with `head` holds no lines of text, and what to do about it; no error when it does.
Error no_text(std::string_view head, const std::string& path);

/// Size of an input in the unit of PageSource::consumed(): bytes of a file. 0 when it cannot be known
/// beforehand (standard input, a pipe, a directory).
std::uint64_t total_of(const std::string& path);

}  // namespace pith::corpus
