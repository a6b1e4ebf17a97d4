#pragma once

// Rules as people write them: TOML (docs/rules.md), or a stylesheet alone.

#include <cstdint>
#include <string>
#include <string_view>

#include "result.hpp"
#include "rules/rule.hpp"

namespace pith::rules {

/// Whether a rule may name a stylesheet that is a file: one that came over the network may not.
enum class SheetFiles : std::uint8_t { read, refused };

/// Reads TOML. `file` is for messages ("FILE:3: ..."); a stylesheet that it names is looked for beside it.
Result<Rule> read_rule(std::string_view toml, const std::string& file, SheetFiles sheets = SheetFiles::read);
/// A rule that is a stylesheet alone, called as the file is.
Result<Rule> read_stylesheet_rule(std::string_view xml, const std::string& file);
/// A file: .toml, or a stylesheet, .xsl or .xslt.
Result<Rule> load_rule(const std::string& path);
/// As TOML again: what it is read to is the same rule.
std::string to_toml(const Rule& rule);

}  // namespace pith::rules
