#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "batch/checkpoint.hpp"
#include "result.hpp"

namespace pith::batch {

enum class RunState : std::uint8_t {
  running,      ///< a process works on it
  interrupted,  ///< `--resume` goes on with it
  finished,
};
std::string_view name_of(RunState state) noexcept;

/// How far a run is, by what it has left on the disk.
struct RunStatus {
  RunState state = RunState::finished;
  std::uint64_t output_bytes = 0;  ///< of the output, or of what there is of it
  bool has_counts = false;         ///< the two that follow are known: of runs that are not finished
  Checkpoint checkpoint;
  std::uint64_t seconds_since = 0;  ///< since it was written
};

/// Of the run that writes, or has written, `output` (a file, or a folder of shards or a tree). An error where there is
/// no such run.
Result<RunStatus> run_status(const std::string& output);

}  // namespace pith::batch
