#pragma once

// What the commands that measure and train have in common.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/status_line.hpp"
#include "evaluate/training.hpp"

namespace pith::cli {

/// Ids of the methods that are trained.
std::vector<std::string> trained_methods();

/// Adds --only KEY=VALUE.
void add_conditions(CLI::App& command, std::vector<std::string>& only);
std::vector<evaluate::Condition> conditions_of(const std::vector<std::string>& only);

/// Shows on the line how far it is.
evaluate::ProgressListener progress_on(StatusLine& status);

/// How --cv was written: "4" or "page:4" (by page), "site" or "site:10".
struct CrossValidationOption {
  std::string how;
  std::vector<std::string> train;
  std::uint64_t seed = 1;

  [[nodiscard]] bool is_given() const noexcept { return !how.empty(); }
  [[nodiscard]] evaluate::FoldOptions folds() const;
};
/// Adds --cv, --seed and, where a command can learn from `other_pages` than those that are judged, --train.
void add_cross_validation(CLI::App& command, CrossValidationOption& option, bool other_pages = true);

}  // namespace pith::cli
