#pragma once

// Which pages are written, and what their records hold: options of `extract` and `batch`.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "batch/selection.hpp"
#include "render/members.hpp"
#include "result.hpp"

namespace pith::cli {

/// --language and --page-type, lists whose values are checked.
void add_languages(CLI::App& command, std::vector<std::string>& languages);
void add_page_types(CLI::App& command, std::vector<std::string>& page_types);
/// These and all others.
void add_selection(CLI::App& command, batch::Selection& selection);

/// --fields and --no-bodies, as they were given.
struct MemberOptions {
  std::vector<std::string> fields;
  bool bodies = true;

  /// The members they choose; an error when there is no such member. `more`: names that records have besides.
  [[nodiscard]] Result<rendering::MemberChoice> choice(Format format, bool of_batch,
                                                       const std::vector<std::string>& more = {}) const;
  [[nodiscard]] bool is_given() const noexcept { return !fields.empty() || !bodies; }
};
void add_members(CLI::App& command, MemberOptions& members);

/// ", 3 in other languages, 1 too short left out"; empty when none was.
std::string say_left_out(const std::array<std::uint64_t, batch::kLeftOutReasons>& counts);

}  // namespace pith::cli
