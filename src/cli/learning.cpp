#include "cli/learning.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <pith/methods.hpp>
#include <pith/pith.hpp>

#include "text/number.hpp"

namespace pith::cli {
namespace {

constexpr unsigned kMostFolds = 1000;

/// False when this is no way to part pages.
bool parse_folds(std::string_view how, evaluate::FoldOptions& folds) {
  const std::size_t colon = how.find(':');
  const std::string_view unit = how.substr(0, colon);
  std::string_view count = colon == std::string_view::npos ? std::string_view() : how.substr(colon + 1);
  folds.by_site = unit == "site";
  if (colon == std::string_view::npos && !folds.by_site) count = how;
  if (colon != std::string_view::npos && unit != "site" && unit != "page") return false;
  if (folds.by_site && colon == std::string_view::npos) return true;
  folds.folds = text::parse_number<decltype(folds.folds)>(count).value_or(0);
  return folds.folds >= 2 && folds.folds <= kMostFolds;
}

}  // namespace

std::vector<std::string> trained_methods() {
  std::vector<std::string> ids;
  for (const MethodInfo& method : pith::methods(all_methods()))
    if (method.trained) ids.emplace_back(method.id);
  return ids;
}

void add_conditions(CLI::App& command, std::vector<std::string>& only) {
  command.add_option("--only", only, "Only pages whose member has this value; all that are given must hold")
      ->type_name("KEY=VALUE")
      ->check([](const std::string& condition) {
        return condition.find('=') == std::string::npos ? "`" + condition + "` is not KEY=VALUE" : std::string();
      });
}

std::vector<evaluate::Condition> conditions_of(const std::vector<std::string>& only) {
  std::vector<evaluate::Condition> conditions;
  for (const std::string& condition : only) {
    const std::size_t equals = condition.find('=');
    conditions.emplace_back(condition.substr(0, equals), condition.substr(equals + 1));
  }
  return conditions;
}

evaluate::ProgressListener progress_on(StatusLine& status) {
  return [&status](std::uint64_t done, std::uint64_t total, std::uint64_t pages) {
    if (!status.is_due() || total == 0) return;
    const double share = std::min(1.0, static_cast<double>(done) / static_cast<double>(total));
    std::string line = progress_bar(share) + fmt::format("{} pages, {:.0f} s", pages, status.seconds());
    if (share > 0.02) line += fmt::format(", {:.0f} s left", status.seconds() / share * (1 - share));
    status.show(line);
  };
}

evaluate::FoldOptions CrossValidationOption::folds() const {
  evaluate::FoldOptions folds;
  folds.seed = seed;
  parse_folds(how, folds);
  return folds;
}

void add_cross_validation(CLI::App& command, CrossValidationOption& option, bool other_pages) {
  command
      .add_option("--cv", option.how,
                  "Train methods without the pages they are judged on: site (or site:N), N (5) folds of whole sites; a "
                  "number, folds of single pages, each site in all of them")
      ->type_name("FOLDS")
      ->check([](const std::string& how) {
        evaluate::FoldOptions folds;
        return parse_folds(how, folds) ? std::string() : "`" + how + "` is neither a number from 2 nor site[:N]";
      });
  if (other_pages)
    command.add_option("--train", option.train, "With --cv: learn from these pages (default: those that are judged)")
        ->type_name("FILE");
  command.add_option("--seed", option.seed, "With --cv: of the folds and of training")
      ->capture_default_str()
      ->type_name("N");
}

}  // namespace pith::cli
