#pragma once

#include <string>

#include <pith/pith.hpp>

#include "batch/batch.hpp"
#include "cli/selecting.hpp"

namespace pith::cli {

/// A batch as commands run it: with its progress on the terminal, its bad records and its summary said, and ended by
/// the signals that end programs.
struct BatchRun {
  batch::BatchOptions batch;
  std::string format = "text";
  std::string statistics;          ///< file
  bool prints_statistics = false;  ///< they are printed
  std::string rules;               ///< file or folder
  Options options;
  MemberOptions members;

  int run();

 private:
  [[nodiscard]] int finish(const batch::BatchResult& result, double seconds) const;
};

}  // namespace pith::cli
