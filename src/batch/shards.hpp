#pragma once

// A run written as a folder of shards: part-00000.jsonl.zst, part-00001.jsonl.zst and so on, each there as a whole or
// not at all, and manifest.jsonl with a line for the run, one for each shard and one for the end (docs/formats.md).

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <pith/pith.hpp>

#include "batch/batch.hpp"
#include "batch/checkpoint.hpp"
#include "corpus/output_file.hpp"
#include "result.hpp"

namespace pith::batch {

class Shards {
 public:
  /// Makes the folder where it is not there.
  static Result<Shards> open(const Extractor& extractor, const BatchOptions& options);

  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }
  /// "FOLDER/part-00000.jsonl.zst", and the same while it is written.
  [[nodiscard]] std::string path_of(std::uint64_t number) const;
  [[nodiscard]] std::string part_of(std::uint64_t number) const { return path_of(number) + ".part"; }
  /// By the name of the folder ("crawl.jsonl.gz"), else .zst.
  [[nodiscard]] corpus::Compression compression() const noexcept { return corpus::compression_for(suffix_); }
  /// There is something in the folder.
  [[nodiscard]] bool has_content() const;

  /// Puts the folder back to where a checkpoint says, to the beginning for an empty one: shards behind it go, the one
  /// at hand is opened for writing again under its name of then.
  Error go_back(const Checkpoint& to);
  /// Gives the shard, which is whole and on the disk, its name, and the manifest its line.
  Error keep(std::uint64_t number, std::uint64_t pages);
  /// The last line of the manifest.
  Error end(const BatchCounts& counts);
  /// Bytes of the manifest that are on the disk.
  [[nodiscard]] std::uint64_t manifest_bytes() const noexcept { return manifest_->size(); }

 private:
  Shards(const Extractor& extractor, const BatchOptions& options);
  Error add_line(std::string_view line);

  std::string folder_, suffix_, first_line_;
  std::unique_ptr<corpus::OutputFile> manifest_;
};

}  // namespace pith::batch
