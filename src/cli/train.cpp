// pith train: models of the methods that are trained, from labelled pages.

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "cli/learning.hpp"
#include "cli/status_line.hpp"
#include "cli/terminal.hpp"
#include "cli/train_default.hpp"
#include "corpus/output_file.hpp"
#include "evaluate/training.hpp"
#include "pith/methods.hpp"

namespace pith::cli {
namespace {

constexpr std::size_t kFewPages = 20;  // a model from fewer knows little but these

constexpr std::string_view kDefault = "default";  // the default method, whose trees another program grows
constexpr std::string_view kShipped = "shipped";

struct Train {
  Options method;
  evaluate::TrainingData data;
  evaluate::FoldOptions folds;
  std::vector<std::string> only;
  std::string output, base;

  int run();
};

/// Whether a file could be written there, asked before the work of hours and not after it.
Error check_writable(const std::string& path) {
  std::error_code code;
  if (std::filesystem::is_directory(path, code)) return {ErrorCode::io, std::strerror(EISDIR)};
  const std::string folder = std::filesystem::path(path).parent_path().string();
  if (access(folder.empty() ? "." : folder.c_str(), W_OK) == 0) return {};
  return {ErrorCode::io, std::strerror(errno)};
}

bool is_default(std::string_view id, std::string_view name, std::string_view value) {
  for (const MethodInfo& method : pith::methods(all_methods()))
    for (const SettingInfo& setting : method.settings)
      if (method.id == id && setting.name == name) return setting.value == value;
  return false;
}

int Train::run() {
  if (method.method != kDefault && !base.empty()) {
    complain({}, "--continue is of `train default`");
    return kBad;
  }
  if (method.method == kDefault && !base.empty()) {
    if (!data.unlabelled.empty() || !only.empty()) {
      complain({}, "train default --continue takes labelled pages, --set and --output alone");
      return kBad;
    }
    return continue_default(data.labelled, base == kShipped ? std::string() : base, method.settings, output);
  }
  if (method.method == kDefault) {
    if (!method.settings.empty() || !data.unlabelled.empty() || !only.empty()) {
      complain({}, "train default takes labelled pages and --output alone");
      return kBad;
    }
    return train_default(data.labelled, output);
  }
  data.only = conditions_of(only);
  const bool to_standard_output = output == "-";
  if (const Error error = to_standard_output ? Error() : check_writable(output)) {
    complain(output, error.message);
    return kBad;
  }
  const bool semi = std::any_of(method.settings.begin(), method.settings.end(),
                                [](const Setting& s) { return s.name == "semi" && s.value == "on"; });
  if (method.method == "mss-nb" && !data.unlabelled.empty() && !semi) {
    complain({}, "--unlabelled: mss-nb learns from pages without labels with --set semi=on");
    return kBad;
  }
  StatusLine status;
  const Result<std::unique_ptr<const evaluate::Lessons>> studied =
      evaluate::Lessons::study(data, {method}, folds, progress_on(status));
  if (!studied) {
    status.clear();
    complain({}, studied.error().message);
    return kBad;
  }
  const evaluate::Lessons& lessons = **studied;
  status.show("training");
  const Result<std::string> trained = lessons.train(0, evaluate::Lessons::kAll);
  status.clear();
  for (const std::string& warning : lessons.warnings()) complain({}, warning);
  if (!trained) {
    complain({}, trained.error().message);
    return lessons.pages() == 0 ? kNothing : kBad;
  }
  const std::string& model = *trained;
  if (to_standard_output) {
    if (!print(model)) return kBad;
  } else if (const Error error = corpus::replace_file(output, model)) {
    complain(output, error.message);
    return kBad;
  }
  // The record of the training, from the head of the file, without the settings that nobody set.
  for (std::size_t begin = model.find('\n') + 1; model.compare(begin, 2, "# ") == 0;) {
    const std::size_t end = model.find('\n', begin);
    const std::string line = model.substr(begin + 2, end - begin - 2);
    begin = end + 1;
    constexpr std::string_view kSetting = "setting ";
    const std::size_t equals = line.find('=');
    if (line.starts_with(kSetting) && equals != std::string::npos &&
        is_default(method.method, std::string_view(line).substr(kSetting.size(), equals - kSetting.size()),
                   std::string_view(line).substr(equals + 1)))
      continue;
    complain({}, line);
  }
  if (lessons.pages() < kFewPages)
    complain(
        {}, fmt::format("{} page{} {} little to learn from: measure with `pith eval --cv site` what the model is worth",
                        lessons.pages(), lessons.pages() == 1 ? "" : "s", lessons.pages() == 1 ? "is" : "are"));
  if (!to_standard_output)
    complain(output,
             fmt::format("{} bytes; use it with --method {} --set model={}", model.size(), method.method, output));
  return kDone;
}

}  // namespace

void add_train(Program& program) {
  const auto self = std::make_shared<Train>();
  CLI::App* command = add_command(program, "train", "Make the model of a trained method from labelled pages",
                                  [self] { return self->run(); });
  std::vector<std::string> choices = trained_methods();
  choices.emplace_back(kDefault);
  std::string names;
  for (const std::string& id : trained_methods()) names += id + ", ";
  add_choice(program, *command, "METHOD", self->method.method,
             "What to train: " + names + "or default, the model of the default method", choices)
      ->required()
      ->type_name("METHOD");
  command->add_option("DATA", self->data.labelled, "Labelled pages, as for `pith eval`")->required()->type_name("FILE");
  command
      ->add_option("-o,--output", self->output,
                   "Where the model goes, - for standard output; of the default method it is a folder")
      ->required()
      ->type_name("FILE");
  add_settings(*command, self->method.settings);
  command
      ->add_option("--continue", self->base,
                   "Of `default`: add trees to a model that is there, the one in a folder or `shipped`, by these pages "
                   "alone")
      ->type_name("DIR|shipped");
  command
      ->add_option("--unlabelled", self->data.unlabelled,
                   "More pages, taken without labels, for methods that learn from such")
      ->type_name("FILE");
  add_conditions(*command, self->only);
  command->add_option("--seed", self->folds.seed, "Of all that is random")->capture_default_str()->type_name("N");
  command->add_option("-j,--jobs", self->data.jobs, "Threads (default: all cores)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command->footer(
      R"(The model is text that people can read; its head says from which pages it was made. The same pages, settings and
seed give the same bytes. How good a method is on sites it was not trained on, `pith eval --cv site` tells.

`default` adds the sets that the shipped model was made from where they are there (PITH_DATA/dev). It needs Python with
the packages of share/pith/train/requirements.txt, and says how to install them; PYTHON names the Python to take.
With --continue it needs neither: in seconds a few dozen pages of one's own move the model where it is wrong of such
pages, and the folder has the models of folds by which `pith eval --folds` judges the gain.

Examples:
  pith train two-layer zh.jsonl.zst -o two-layer.model
  pith extract --method two-layer --set model=two-layer.model page.html
  pith train default ours.jsonl.zst -o my-model && pith extract --set model=my-model page.html
  pith train default --continue shipped ours.jsonl -o my-model && pith eval ours.jsonl --folds my-model
  pith train classifier a.jsonl.zst b.jsonl.zst --set learner=logistic -o classifier.model

Exit status: 0 done, 1 no labelled pages, 2 bad use or bad input.)");
}

}  // namespace pith::cli
