#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "batch/batch.hpp"

namespace pith::batch {

/// Up to where a run is safely on the disk, and what run it is.
struct Checkpoint {
  std::string run;                   ///< describe_run(): everything the output depends on
  std::uint64_t records = 0;         ///< records dealt with, of all inputs together
  std::uint64_t output_bytes = 0;    ///< length of the part file that belongs to them
  std::uint64_t bad_bytes = 0;       ///< the same of the file of bad records
  std::uint64_t text_bytes = 0;      ///< the same of the file of texts seen
  std::uint64_t shard = 0;           ///< the shard at hand, from 0,
  std::uint64_t shard_pages = 0;     ///< and the pages in it
  std::uint64_t manifest_bytes = 0;  ///< length of the manifest that belongs to the shards before it
  BatchCounts counts;
};

/// What a run depends on, in one line: version, method, options, and path, size and time of change of each input.
std::string describe_run(const Extractor& extractor, const BatchOptions& options);
/// The part of it that says how pages are read, without the inputs.
std::string describe_options(const Extractor& extractor, const BatchOptions& options);
/// SHA-256 of the model of a run: of what its setting `model` names, else of the one that ships.
std::string model_digest(const Extractor& extractor);

std::string to_json(const Checkpoint& checkpoint);
/// False when it is no checkpoint.
bool from_json(std::string_view json, Checkpoint& checkpoint);

}  // namespace pith::batch
