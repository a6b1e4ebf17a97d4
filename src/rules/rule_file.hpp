#pragma once

// Rules as people write them: TOML (docs/rules.md), or a stylesheet alone.

#include <string>
#include <string_view>

#include "result.hpp"
#include "rules/rule.hpp"

namespace pith::rules {

/// Reads TOML. `file` is for messages ("FILE:3: ..."); a stylesheet that it names is looked for beside it.
Result<Rule> read_rule(std::string_view toml, const std::string& file);
/// A file: .toml, or a stylesheet, .xsl or .xslt.
Result<Rule> load_rule(const std::string& path);
/// As TOML again: what it is read to is the same rule.
std::string to_toml(const Rule& rule);

}  // namespace pith::rules
