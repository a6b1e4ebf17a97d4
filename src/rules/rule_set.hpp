#pragma once

// The rules of a user: one file, or those of a folder.

#include <string>
#include <string_view>
#include <vector>

#include "result.hpp"
#include "rules/rule.hpp"

namespace pith::rules {

/// Immutable once loaded; shared by any number of threads.
class RuleSet {
 public:
  /// A file (.toml, .xsl), or a folder: all .toml in it and below, in byte order of their paths. One that is wrong is
  /// an error, and so is a folder without any, unless it `may_be_empty`.
  static Result<RuleSet> load(const std::string& path, bool may_be_empty = false);

  [[nodiscard]] const std::vector<Rule>& rules() const noexcept { return rules_; }
  /// The first rule whose patterns fit the address; nullptr: none. A page without an address is one of the only rule
  /// there is, or of none.
  [[nodiscard]] const Rule* find(std::string_view url) const;

 private:
  std::vector<Rule> rules_;
};

}  // namespace pith::rules
