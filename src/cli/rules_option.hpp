#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "result.hpp"
#include "rules/article_rules.hpp"

namespace pith::cli {

/// `--rules PATH` of commands that extract.
void add_site_rules(CLI::App& command, std::string& path);
/// The rules of a file or a folder; null where the path is empty.
Result<std::unique_ptr<rules::ArticleRules>> load_site_rules(const std::string& path);

}  // namespace pith::cli
