#include "cli/rules_option.hpp"

namespace pith::cli {

void add_site_rules(CLI::App& command, std::string& path) {
  command
      .add_option(
          "--rules", path,
          "Rules of sites (docs/rules.md): where one is for a page, its fields are taken; what it lacks is extracted")
      ->type_name("FILE|DIR");
}

Result<std::unique_ptr<rules::ArticleRules>> load_site_rules(const std::string& path) {
  if (path.empty()) return std::unique_ptr<rules::ArticleRules>();
  return rules::ArticleRules::load(path);
}

}  // namespace pith::cli
