// pith tune: the best settings of a method, and what they are worth on other sites.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "cli/filter_grid.hpp"
#include "cli/learning.hpp"
#include "cli/status_line.hpp"
#include "cli/terminal.hpp"
#include "corpus/output_file.hpp"
#include "evaluate/tuning.hpp"
#include "pith/methods.hpp"

namespace pith::cli {
namespace {

constexpr std::size_t kShown = 15;

struct Tune {
  evaluate::TuningOptions options;
  CrossValidationOption cross_validation;
  std::vector<std::string> only, over;
  std::string judged_by, write_settings;  // of filters

  int run();
  int run_on_filters();
};

constexpr const char* kFilters = "filters";

std::string words_of(const std::vector<Setting>& settings) {
  std::string words;
  for (const Setting& setting : settings) words += (words.empty() ? "" : " ") + setting.name + "=" + setting.value;
  return words.empty() ? "the defaults" : words;
}

/// Tries what the options have, with progress; the error has been said where there is none.
std::optional<evaluate::Tuning> tuned(const evaluate::TuningOptions& options) {
  StatusLine status;
  Result<evaluate::Tuning> tuning = evaluate::tune(options, progress_on(status));
  status.clear();
  if (tuning) return *std::move(tuning);
  complain({}, tuning.error().message);
  return std::nullopt;
}

/// The best of what was tried, what the first of `starts` are worth to compare with, and the choice without each fold.
/// `name_of` names what was tried.
template <typename NameOf>
std::string table_of(const evaluate::Tuning& tuning, const std::vector<std::string_view>& starts,
                     const NameOf& name_of) {
  std::vector<std::size_t> order(tuning.tried.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return tuning.f1[a] > tuning.f1[b]; });
  order.resize(std::min(order.size(), kShown));
  std::string text;
  for (const std::size_t i : order) text += fmt::format("{:.4f}  {}\n", tuning.f1[i], name_of(i));
  text += '\n';
  for (std::size_t i = 0; i < starts.size(); ++i) text += fmt::format("{:<30} {:.4f}\n", starts[i], tuning.f1[i]);
  text += fmt::format("the best, on the same pages    {:.4f}  {}\n", tuning.f1[tuning.best], name_of(tuning.best));
  text += fmt::format("chosen without the page's fold {:.4f}\n", tuning.out_of_fold);
  for (std::size_t fold = 0; fold < tuning.best_without_fold.size(); ++fold)
    text += fmt::format("  without fold {}: {}\n", fold, name_of(tuning.best_without_fold[fold]));
  return text;
}

/// Pipelines are settings of every method, so they are tried as any setting is.
int Tune::run_on_filters() {
  options.method.method = judged_by;
  const std::vector<CandidatePipeline> candidates = candidate_pipelines();
  evaluate::SettingGrid& setting = options.grid.emplace_back();
  setting.name = filter::kPipelineSetting;
  for (const CandidatePipeline& candidate : candidates) setting.values.push_back(filter::to_toml(candidate.file));
  const std::optional<evaluate::Tuning> tuning = tuned(options);
  if (!tuning) return kBad;
  if (!write_settings.empty()) {
    filter::PipelineFile best;
    if (tuning->best == 0)
      best.pipeline.filters.clear();
    else
      best = candidates[tuning->best - 1].file;
    if (const Error error = corpus::replace_file(write_settings, filter::to_toml(best))) {
      complain(write_settings, error.message);
      return kBad;
    }
  }
  // The first sets nothing, the second is the default order.
  const auto name_of = [&](std::size_t tried) { return tried == 0 ? "no filter" : candidates[tried - 1].name; };
  return print(table_of(*tuning, {"no filter", "the default order"}, name_of)) ? kDone : kBad;
}

int Tune::run() {
  const bool filters = options.method.method == kFilters;
  if (!filters && !(write_settings.empty() && judged_by == "all")) {
    complain({}, "--write-settings and --with go with `pith tune filters`");
    return kBad;
  }
  if (filters && !(over.empty() && options.method.settings.empty())) {
    complain({}, "`pith tune filters` tries what it tries: no --over and no --set");
    return kBad;
  }
  options.evaluation.only = conditions_of(only);
  if (cross_validation.is_given()) options.folds = cross_validation.folds();
  options.folds.seed = cross_validation.seed;
  if (filters) return run_on_filters();
  for (const std::string& grid : over) {
    const std::size_t equals = grid.find('=');
    evaluate::SettingGrid& setting = options.grid.emplace_back();
    setting.name = grid.substr(0, equals);
    for (std::string_view rest = std::string_view(grid).substr(equals + 1); !rest.empty();) {
      const std::size_t end = std::min(rest.find(','), rest.size());
      setting.values.emplace_back(rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  const std::optional<evaluate::Tuning> tuning = tuned(options);
  if (!tuning) return kBad;
  const auto name_of = [&](std::size_t tried) { return words_of(tuning->tried[tried]); };
  return print(table_of(*tuning, {"the defaults"}, name_of)) ? kDone : kBad;
}

}  // namespace

void add_tune(Program& program) {
  const auto self = std::make_shared<Tune>();
  CLI::App* command = add_command(program, "tune", "Find the best settings of a method on labelled pages",
                                  [self] { return self->run(); });
  self->options.method.catalogue = &all_methods();
  std::vector<std::string> ids;
  std::vector<std::string> untrained;
  for (const MethodInfo& method : methods(all_methods())) {
    ids.emplace_back(method.id);
    if (!method.trained) untrained.emplace_back(method.id);
  }
  self->judged_by = "all";
  add_choice(program, *command, "--with", self->judged_by,
             "filters: the method that gets what they leave; all: what they leave is the result", untrained)
      ->type_name("ID")
      ->capture_default_str();
  command->add_option("--write-settings", self->write_settings, "filters: write the best pipeline to FILE, as TOML")
      ->type_name("FILE");
  ids.emplace_back(kFilters);
  add_choice(program, *command, "METHOD", self->options.method.method,
             "Whose settings; `pith methods` lists them; filters: the order and thresholds of filters", ids)
      ->required()
      ->type_name("METHOD");
  command->add_option("GOLD", self->options.evaluation.golds, "Labelled pages, as for `pith eval`")
      ->required()
      ->type_name("FILE");
  command
      ->add_option("--over", self->over,
                   "A setting and the values to try; of several, all combinations. Default: each setting alone, around "
                   "its default")
      ->allow_extra_args(false)
      ->type_name("NAME=V,V")
      ->check([](const std::string& given) {
        return given.find('=') == std::string::npos ? "`" + given + "` is not NAME=VALUE,VALUE" : std::string();
      });
  add_settings(*command, self->options.method.settings);
  add_conditions(*command, self->only);
  add_cross_validation(*command, self->cross_validation, false);
  command->add_option("-j,--jobs", self->options.evaluation.jobs, "Threads (default: all cores)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command->footer(
      R"(Prints the mean f1 (of several sets, the mean of theirs) of the best settings, and the honest figure: each page
judged by the settings that were best on the other folds. Where that is below the defaults, keep them. Folds
are of whole sites, but for --cv N. Trained methods are trained inside the folds.

Of filters all orders of the three with several cells and thresholds are tried; the figure of the default order stands
beside.

Examples:
  pith tune cepr zh.jsonl.zst
  pith tune filters zh.jsonl.zst --write-settings filters.toml
  pith tune wiehf zh.jsonl.zst --over guard=0,0.01,0.05 --over share=0.4,0.5,0.6
  pith tune two-layer zh.jsonl.zst fundus-tests.jsonl.zst --over laplace=on,off --cv site:10
  pith tune classifier zh.jsonl.zst --set learner=c45 --over threshold=0.3,0.4,0.5

Exit status: 0 done, 2 bad use or bad input.)");
}

}  // namespace pith::cli
