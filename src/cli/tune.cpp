// pith tune: the best settings of a method, and what they are worth on other sites.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/learning.hpp"
#include "cli/status_line.hpp"
#include "cli/terminal.hpp"
#include "evaluate/tuning.hpp"
#include "pith/methods.hpp"

namespace pith::cli {
namespace {

constexpr std::size_t kShown = 15;

struct Tune {
  evaluate::TuningOptions options;
  CrossValidationOption cross_validation;
  std::vector<std::string> only, over;

  int run();
};

std::string words_of(const std::vector<Setting>& settings) {
  std::string words;
  for (const Setting& setting : settings) words += (words.empty() ? "" : " ") + setting.name + "=" + setting.value;
  return words.empty() ? "the defaults" : words;
}

int Tune::run() {
  options.evaluation.only = conditions_of(only);
  if (cross_validation.is_given()) options.folds = cross_validation.folds();
  options.folds.seed = cross_validation.seed;
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
  StatusLine status;
  const Result<evaluate::Tuning> tuning = evaluate::tune(options, progress_on(status));
  status.clear();
  if (!tuning) {
    complain({}, tuning.error().message);
    return kBad;
  }
  std::vector<std::size_t> order(tuning->tried.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return tuning->f1[a] > tuning->f1[b]; });
  order.resize(std::min(order.size(), kShown));
  std::string text;
  for (const std::size_t i : order) text += fmt::format("{:.4f}  {}\n", tuning->f1[i], words_of(tuning->tried[i]));
  text += fmt::format("\nthe defaults                   {:.4f}\n", tuning->f1[0]);
  text += fmt::format("the best, on the same pages    {:.4f}  {}\n", tuning->f1[tuning->best],
                      words_of(tuning->tried[tuning->best]));
  text += fmt::format("chosen without the page's fold {:.4f}\n", tuning->out_of_fold);
  for (std::size_t fold = 0; fold < tuning->best_without_fold.size(); ++fold)
    text += fmt::format("  without fold {}: {}\n", fold, words_of(tuning->tried[tuning->best_without_fold[fold]]));
  return print(text) ? kDone : kBad;
}

}  // namespace

void add_tune(Program& program) {
  const auto self = std::make_shared<Tune>();
  CLI::App* command = add_command(program, "tune", "Find the best settings of a method on labelled pages",
                                  [self] { return self->run(); });
  self->options.method.catalogue = &all_methods();
  std::vector<std::string> ids;
  for (const MethodInfo& method : methods(all_methods())) ids.emplace_back(method.id);
  add_choice(program, *command, "METHOD", self->options.method.method, "Whose settings; `pith methods` lists them", ids)
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

Examples:
  pith tune cepr zh.jsonl.zst
  pith tune wiehf zh.jsonl.zst --over guard=0,0.01,0.05 --over share=0.4,0.5,0.6
  pith tune two-layer zh.jsonl.zst fundus-tests.jsonl.zst --over laplace=on,off --cv site:10
  pith tune classifier zh.jsonl.zst --set learner=c45 --over threshold=0.3,0.4,0.5

Exit status: 0 done, 2 bad use or bad input.)");
}

}  // namespace pith::cli
