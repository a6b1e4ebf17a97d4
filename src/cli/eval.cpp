// pith eval: methods measured on labelled pages.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/learning.hpp"
#include "cli/status_line.hpp"
#include "cli/terminal.hpp"
#include "corpus/output_file.hpp"
#include "evaluate/evaluation.hpp"
#include "evaluate/report.hpp"
#include "evaluate/tables.hpp"
#include "method/page_kind.hpp"
#include "pith/methods.hpp"
#include "text/nearest.hpp"

namespace pith::cli {
namespace {

struct Eval {
  evaluate::EvaluationOptions evaluation;
  std::vector<std::string> methods = {Options{}.method};
  std::vector<std::string> only;
  std::vector<Setting> settings, filters;
  CrossValidationOption cross_validation;
  std::string report, csv;
  Favor favor = Favor::balanced;
  bool all = false;  // the methods are all there are
  std::size_t report_pages = 40, worst = 0;
  bool json = false, fields = false, oracle = false;

  int run();
};

std::vector<std::string> all_ids() {
  std::vector<std::string> ids;
  for (const MethodInfo& method : pith::methods(all_methods())) ids.emplace_back(method.id);
  return ids;
}

bool has_setting(std::string_view id, std::string_view name) {
  for (const MethodInfo& method : pith::methods(all_methods()))
    for (const SettingInfo& setting : method.settings)
      if (method.id == id && setting.name == name) return true;
  return false;
}

/// One more method: of each page the best of all. No one can choose so well; how near one comes is the question.
void add_oracle(evaluate::Evaluation& evaluation) {
  evaluation.methods.emplace_back("oracle");
  for (evaluate::EvaluatedSet& set : evaluation.sets) {
    for (evaluate::EvaluatedPage& page : set.pages) {
      const auto best = std::max_element(page.scores.begin(), page.scores.end(),
                                         [](const auto& a, const auto& b) { return a.f1 < b.f1; });
      page.scores.emplace_back(*best);
      page.predicted_types.emplace_back();
    }
  }
}

int Eval::run() {
  if (oracle && !report.empty()) {
    complain({}, "--oracle and --report: one of them, the report shows methods that choose");
    return kBad;
  }
  if (!cross_validation.train.empty() && !cross_validation.is_given()) {
    complain({}, "--train goes with --cv: what is learnt from these pages is used on others alone");
    return kBad;
  }
  evaluation.only = conditions_of(only);
  if (cross_validation.is_given()) evaluation.cross_validation = {cross_validation.folds(), cross_validation.train};
  // Methods that need a model take part when they are trained here or are given one.
  const bool has_model =
      std::any_of(settings.begin(), settings.end(), [](const Setting& s) { return s.name == "model"; });
  if (all && !cross_validation.is_given() && !has_model) {
    const std::vector<std::string> trained = trained_methods();
    std::erase_if(
        methods, [&](const std::string& id) { return std::find(trained.begin(), trained.end(), id) != trained.end(); });
  }
  if (!report.empty() && evaluation.by.empty()) evaluation.by = "page_type";
  for (const std::string& id : methods) {
    Options options{.method = id, .favor = favor, .catalogue = &pith::all_methods()};
    for (const Setting& setting : settings)
      if (has_setting(id, setting.name)) options.settings.push_back(setting);
    options.settings.insert(options.settings.end(), filters.begin(), filters.end());
    evaluation.methods.push_back(std::move(options));
  }
  for (const Setting& setting : settings) {
    if (std::none_of(methods.begin(), methods.end(),
                     [&](const std::string& id) { return has_setting(id, setting.name); })) {
      complain({}, with_hint("none of the methods has a setting `" + setting.name + "` (see `pith methods ID`)",
                             {.method = methods.front(), .settings = settings, .catalogue = &pith::all_methods()}));
      return kBad;
    }
  }

  StatusLine status;
  Result<evaluate::Evaluation> result = evaluate::evaluate(evaluation, progress_on(status));
  status.clear();
  if (!result) {
    complain({}, result.error().message);
    return kBad;
  }
  for (const std::string& warning : result->warnings) complain({}, warning);
  for (const evaluate::EvaluatedSet& set : result->sets)
    for (std::size_t m = 0; m < set.trained_on.size(); ++m)
      if (set.trained_on[m])
        complain(set.path, fmt::format("the model of {} was trained on this very file: its figures here say little of "
                                       "other sites (--folds or --cv site do)",
                                       result->methods[m]));

  if (oracle) add_oracle(*result);
  std::vector<std::vector<evaluate::Group>> groups;
  for (const evaluate::EvaluatedSet& set : result->sets)
    groups.push_back(evaluate::groups_of(set, !evaluation.by.empty(), true));

  if (!evaluation.by.empty()) {
    // Kinds of pages are known beforehand; of other members only what some set has.
    std::vector<std::string> kinds;
    if (evaluation.by == "page_type")
      for (std::size_t kind = 0; kind < method::kPageKinds; ++kind)
        if (const auto one = static_cast<method::PageKind>(kind); one != method::PageKind::none)
          kinds.emplace_back(method::name_of(one));
    evaluate::add_missing_groups(groups, kinds, result->methods.size());
  }

  if (!csv.empty()) {
    if (const Error error = corpus::replace_file(csv, evaluate::as_csv(*result, evaluation.by))) {
      complain(csv, error.message);
      return kBad;
    }
  }
  if (!report.empty()) {
    const Result<std::string> page = evaluate::report(evaluation, *result, groups, report_pages);
    if (const Error error = page ? corpus::replace_file(report, *page) : page.error()) {
      complain(report, error.message);
      return kBad;
    }
  }
  if (!print(json ? evaluate::as_json(*result, groups)
                  : evaluate::as_table(*result, groups, fields ? evaluate::Columns::fields : evaluate::Columns::text,
                                       worst)))
    return kBad;
  const bool any = std::any_of(result->sets.begin(), result->sets.end(),
                               [](const evaluate::EvaluatedSet& set) { return !set.pages.empty(); });
  return any ? kDone : kNothing;
}

}  // namespace

void add_eval(Program& program) {
  const auto self = std::make_shared<Eval>();
  CLI::App* command = add_command(program, "eval", "Measure methods on labelled pages", [self] { return self->run(); });
  command->add_option("GOLD", self->evaluation.golds, "Labelled pages: JSONL, also .gz, .zst; each file is a set")
      ->required()
      ->type_name("FILE");
  std::vector<std::string> ids = all_ids();
  CLI::Option* method = command->add_option_function<std::vector<std::string>>(
      "--method",
      [self](const std::vector<std::string>& given) {
        self->methods.clear();
        self->all = given.size() == 1 && given.front() == "all";
        if (given.size() == 1 && given.front() == "none") return;
        // Alone, `all` means every method; in a list, the method of this name.
        for (const std::string& id : self->all ? all_ids() : given)
          if (std::find(self->methods.begin(), self->methods.end(), id) == self->methods.end())
            self->methods.push_back(id);
      },
      "Methods, separated by commas; alone, `all` stands for every method (those that need a model only with --cv) and "
      "`none` for none. The others are compared "
      "with the first");
  method->delimiter(',')->type_name("ID,ID")->default_str(Options{}.method);
  for (const char* word : {"all", "none"})
    if (std::find(ids.begin(), ids.end(), word) == ids.end()) ids.emplace_back(word);
  method->check([ids](const std::string& id) {
    if (std::find(ids.begin(), ids.end(), id) != ids.end()) return std::string();
    const std::string near = text::nearest(id, ids);
    return "there is no method `" + id + "`" + (near.empty() ? "" : ": did you mean " + near + "?");
  });
  program.values.emplace(method, ids);
  add_settings(*command, self->settings)->description("A setting, for all methods that have it");
  add_threshold(*command, self->settings);
  add_body(program, *command, self->settings, &self->evaluation.body_of_label);
  add_favor(program, *command, self->favor);
  command
      ->add_option("--predictions", self->evaluation.predictions,
                   "Score this too: JSONL with `id` and `text`, made by another program")
      ->type_name("FILE");
  command
      ->add_option(
          "--by", self->evaluation.by,
          "Also figures for each value of this member (page_type, lang, ...); half: for each half of the sites")
      ->type_name("KEY");
  add_filters(*command, self->filters);
  add_conditions(*command, self->only);
  add_cross_validation(*command, self->cross_validation);
  command
      ->add_option("--folds", self->evaluation.folds,
                   "Judge each page by the model of the default method in DIR/fold0, DIR/fold1, ... that was made "
                   "without its site (`make train` leaves them in build/train)")
      ->type_name("DIR");
  command->add_flag("--blocks", self->evaluation.blocks,
                    "Also figures of whole blocks (ScopeP, R, F, and MHR as Hu, Zhang, Wang 2006 have them), and of "
                    "each kind: sub-headings, items, rows, definitions, quotes, code, captions");
  command->add_flag("--oracle", self->oracle, "Also what choosing the best method for each page would give");
  command->add_flag("--title", self->evaluation.title, "The title counts as the first line of the text");
  command->add_flag("--fields", self->fields, "Show the figures of title, authors and date instead of the text's");
  command->add_flag("--json", self->json, "Figures and their intervals as one JSON object");
  command->add_option("--report", self->report, "Write a page with tables, plots and the pages behind them")
      ->type_name("FILE");
  command->add_option("--report-pages", self->report_pages, "Pages of each set shown block by block in the report")
      ->capture_default_str()
      ->type_name("N");
  command->add_option("--csv", self->csv, "Write a table with a row for each page and method")->type_name("FILE");
  command->add_option("--worst", self->worst, "Also list the N pages with the lowest f1")->type_name("N");
  command->add_option("-j,--jobs", self->evaluation.jobs, "Threads (default: all cores)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command->footer(
      R"(A labelled page is an object with `id`, `html` or `html_b64`, `gold` (its main text; "" when it has none) and
perhaps `with` and `without` (snippets), `title`, `author`, `date`, `page_type` (docs/accuracy.md). Figures
are means over pages: f1, p, r of bags of words; good and bad, the shares of pages with f1 above .95 and
below .5; mhr0, mhr10, the shares of pages with more than 0 % and 10 % of wrong characters; ms, the
processor time. Intervals are 95 %, from 1,000 samples of the pages.

Examples:
  pith eval pages.jsonl.zst
  pith eval pages.jsonl.zst --method all --by page_type
  pith eval a.jsonl b.jsonl --method cetd,all --report report.html
  pith eval pages.jsonl.zst --method cetd,two-layer --cv site
  pith eval pages.jsonl.zst --method pith,cetd --csv pages.csv
  pith eval pages.jsonl --predictions other.jsonl --json | jq .

Exit status: 0 done, 1 no pages, 2 bad use or bad input.)");
}

}  // namespace pith::cli
