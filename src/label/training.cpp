#include "label/training.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <simdjson.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>

#include "corpus/output_file.hpp"
#include "evaluate/evaluation.hpp"
#include "text/json_writer.hpp"

namespace pith::label {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kTrainings[] = {"continued", "whole"};
constexpr const char* kLog = "/log.txt";
constexpr const char* kComparison = "/comparison.json";
constexpr const char* kLabels = "/labels.jsonl";
constexpr std::string_view kShipped = "shipped";

Error io_error(const std::string& what, int number) { return {ErrorCode::io, what + ": " + std::strerror(number)}; }

Result<std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file) return Error{ErrorCode::io, path + ": cannot be read"};
  return text;
}

/// Starts a program, what it says going to the end of a file. One that leads a process group of its own can be ended
/// with all that it has started.
Result<pid_t> start(std::vector<std::string> arguments, const std::string& log, bool leads) {
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  constexpr mode_t kReadable = 0644;
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, log.c_str(), O_WRONLY | O_CREAT | O_APPEND, kReadable);
  posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
  if (leads) posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  pid_t child = 0;
  const int failure = posix_spawnp(&child, argv[0], &files, &attributes, argv.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (failure != 0) return io_error(arguments.front(), failure);
  return child;
}

Error wait_for(pid_t child, const std::string& what) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0)
    if (errno != EINTR) return io_error(what, errno);
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  return {ErrorCode::io, what + (WIFSIGNALED(status) ? " was ended" : " has failed; the lines above say why")};
}

bool is_alive(std::int64_t process) {
  if (process <= 0) return false;
  const auto pid = static_cast<pid_t>(process);
  ::waitpid(pid, nullptr, WNOHANG);  // where it is a child of ours that has ended
  return ::kill(pid, 0) == 0 || errno == EPERM;
}

/// The models of folds, or the model itself where it has seen none of the pages.
evaluate::EvaluationOptions judged_by(const std::string& gold, const std::string& folds) {
  evaluate::EvaluationOptions options;
  options.golds = {gold};
  options.methods = {Options{}};
  options.by = "page_type";
  options.folds = folds;
  return options;
}

ModelledKind summary_of(std::string kind, const std::vector<std::vector<evaluate::PageScore>>& scores) {
  const std::vector<evaluate::Summary> summaries = evaluate::summarise(scores);
  const auto f1 = static_cast<std::size_t>(evaluate::Figure::f1);
  return {std::move(kind),        scores.front().size(),       summaries[0].value[f1],
          summaries[1].value[f1], summaries[1].difference[f1], summaries[1].difference_interval[f1]};
}

/// The pages of the labels by the model in use and by the new one, each page by what has not seen its site.
Result<ModelComparison> compare_models(const std::string& folder, const Store::Model* in_use) {
  const std::string gold = folder + kLabels;
  const Result<evaluate::Evaluation> before =
      evaluate::evaluate(judged_by(gold, in_use == nullptr ? std::string() : in_use->folder), {});
  if (!before) return before.error();
  const Result<evaluate::Evaluation> after = evaluate::evaluate(judged_by(gold, folder), {});
  if (!after) return after.error();
  ModelComparison out;
  out.against = in_use == nullptr ? std::string(kShipped) : std::to_string(in_use->number);
  using Scores = std::vector<std::vector<evaluate::PageScore>>;
  std::map<std::string, Scores> kinds;
  Scores all(2);
  std::set<std::string> sites;
  const std::vector<evaluate::EvaluatedPage>&one = before->sets.front().pages, &other = after->sets.front().pages;
  for (std::size_t i = 0; i < one.size(); ++i) {
    Scores& of_kind = kinds.try_emplace(one[i].page_type, Scores(2)).first->second;
    for (Scores* scores : {&all, &of_kind}) {
      (*scores)[0].push_back(one[i].scores.front());
      (*scores)[1].push_back(other[i].scores.front());
    }
    sites.insert(one[i].site);
    out.pages.push_back({one[i].id, one[i].page_type, one[i].scores.front().f1, other[i].scores.front().f1});
  }
  if (out.pages.empty()) return Error{ErrorCode::bad_data, "there is no labelled page to compare by"};
  out.sites = sites.size();
  out.kinds.push_back(summary_of({}, all));
  for (const auto& [kind, scores] : kinds) out.kinds.push_back(summary_of(kind, scores));
  return out;
}

Error export_to(Store& store, const std::string& path, const ExportOptions& options,
                const std::function<void(std::string_view line)>& log) {
  const Extractor extractor;
  std::string lines;
  const Result<ExportCounts> counts = export_labels(store, options, extractor, [&](std::string_view line) {
    lines += line;
    return true;
  });
  if (!counts) return counts.error();
  if (counts->unsettled > 0)
    log(fmt::format("{} pages are left out: several have labelled them, and nobody has settled what holds",
                    counts->unsettled));
  if (counts->written == 0) return {ErrorCode::bad_data, "no page is labelled by this convention"};
  log(fmt::format("{} labelled pages", counts->written));
  return corpus::replace_file(path, lines);
}

const Store::Model* in_use(const std::vector<Store::Model>& models) {
  const auto found =
      std::find_if(models.begin(), models.end(), [](const Store::Model& model) { return model.adopted; });
  return found == models.end() ? nullptr : &*found;
}

Error make_files(Store& store, const std::string& folder, const TrainingOptions& options,
                 const std::function<void(std::string_view line)>& log) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) return {ErrorCode::io, folder + ": " + failed.message()};
  if (Error error = export_to(store, folder + kLabels, options.labels, log)) return error;
  std::vector<std::string> arguments = {options.program, "train", "default"};
  // Always from the model that ships: the labels hold all that was said since, and nothing is learnt twice.
  if (options.training == Training::continued) arguments.insert(arguments.end(), {"--continue", "shipped"});
  arguments.insert(arguments.end(), {folder + kLabels, "--output", folder});
  const Result<pid_t> child = start(std::move(arguments), folder + kLog, false);
  if (!child) return child.error();
  if (Error error = wait_for(*child, "the training")) return error;
  log("comparing page by page");
  const Result<std::vector<Store::Model>> models = store.models();
  if (!models) return models.error();
  const Result<ModelComparison> comparison = compare_models(folder, in_use(*models));
  if (!comparison) return comparison.error();
  const ModelledKind& all = comparison->kinds.front();
  log(fmt::format("F1 of {} pages: {:.3f} before, {:.3f} after ({:+.3f}, 95 % {:+.3f} to {:+.3f})", all.pages,
                  all.before, all.after, all.difference, all.interval.low, all.interval.high));
  return corpus::replace_file(folder + kComparison, to_json(*comparison));
}

}  // namespace

std::string_view name_of(Training training) noexcept { return kTrainings[static_cast<std::size_t>(training)]; }

Result<Training> parse_training(std::string_view name) {
  for (const Training training : {Training::continued, Training::whole})
    if (name == name_of(training)) return training;
  return Error{ErrorCode::bad_option, fmt::format("the training `{}` is neither continued nor whole", name)};
}

std::string models_folder(const std::string& store) {
  std::error_code failed;
  const fs::path path = fs::absolute(store, failed);
  return (failed ? store : path.string()) + ".models";
}
std::string folder_of(const std::string& store, std::int64_t number) {
  return fmt::format("{}/{}", models_folder(store), number);
}

Error make_model(const std::string& store_path, std::int64_t number, const TrainingOptions& options,
                 const std::function<void(std::string_view line)>& log) {
  Result<Store> store = Store::open(store_path, corpus::DatabaseUse::existing);
  if (!store) return std::move(store).error();
  Store::Model model{
      .number = number, .state = "running", .folder = folder_of(store_path, number), .process = ::getpid()};
  if (Error error = store->set_model(model)) return error;
  Error error = make_files(*store, model.folder, options, log);
  if (error) log(error.message);
  model.state = error ? "failed" : "done";
  model.process = 0;
  Error noted = store->set_model(model);
  return error ? error : noted;
}

Result<std::int64_t> start_training(const std::string& store_path, const TrainingOptions& options) {
  Result<Store> store = Store::open(store_path, corpus::DatabaseUse::existing);
  if (!store) return std::move(store).error();
  const Result<std::vector<Store::Model>> models = models_of(*store);
  if (!models) return models.error();
  for (const Store::Model& model : *models)
    if (model.state == "running")
      return Error{ErrorCode::bad_option, fmt::format("model {} is being trained: one at a time", model.number)};
  const Result<std::int64_t> number = store->begin_model(name_of(options.training));
  if (!number) return number.error();
  const std::string folder = folder_of(store_path, *number);
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) return Error{ErrorCode::io, folder + ": " + failed.message()};
  std::vector<std::string> arguments = {options.program,
                                        "label",
                                        "train",
                                        "--labels",
                                        store_path,
                                        "--number",
                                        std::to_string(*number),
                                        "--how",
                                        std::string(name_of(options.training)),
                                        "--convention",
                                        std::string(name_of(options.labels.convention))};
  if (!options.labels.annotator.empty()) arguments.insert(arguments.end(), {"--annotator", options.labels.annotator});
  const Result<pid_t> child = start(std::move(arguments), folder + kLog, true);
  if (!child) {
    if (Error error = store->set_model({.number = *number, .state = "failed", .folder = folder})) return error;
    return child.error();
  }
  if (Error error = store->set_model({.number = *number, .state = "running", .folder = folder, .process = *child}))
    return error;
  return *number;
}

Error cancel_training(Store& store, std::int64_t number) {
  const Result<std::vector<Store::Model>> models = models_of(store);
  if (!models) return models.error();
  for (Store::Model model : *models) {
    if (model.number != number || model.state != "running") continue;
    if (model.process == 0) return {ErrorCode::bad_option, fmt::format("model {} is only about to begin", number)};
    ::kill(-static_cast<pid_t>(model.process), SIGTERM);
    model.state = "cancelled";
    model.process = 0;
    return store.set_model(model);
  }
  return {ErrorCode::bad_option, fmt::format("no model {} is being trained", number)};
}

Result<std::vector<Store::Model>> models_of(Store& store) {
  Result<std::vector<Store::Model>> models = store.models();
  if (!models) return models;
  for (Store::Model& model : *models) {
    if (model.state != "running" || model.process == 0 || is_alive(model.process)) continue;
    model.state = "failed";
    model.process = 0;
    if (Error error = store.set_model(model)) return error;
  }
  return models;
}

std::string log_of(const Store::Model& model, std::size_t lines) {
  const Result<std::string> log = read_file(model.folder + kLog);
  if (!log) return {};
  std::size_t at = log->size();
  for (std::size_t i = 0; i <= lines && at != std::string::npos && at > 0; ++i) at = log->rfind('\n', at - 1);
  return at == std::string::npos || at == 0 ? *log : log->substr(at + 1);
}

Result<ModelComparison> comparison_of(const Store::Model& model) {
  const Result<std::string> text = read_file(model.folder + kComparison);
  if (!text) return text.error();
  simdjson::dom::parser parser;
  simdjson::dom::object fields;
  const auto damaged = [&] { return Error{ErrorCode::bad_data, model.folder + kComparison + ": is damaged"}; };
  if (parser.parse(*text).get(fields) != simdjson::SUCCESS) return damaged();
  const auto number = [](const simdjson::dom::object& of, std::string_view name) {
    double value = evaluate::kNone;
    return of[name].get(value) == simdjson::SUCCESS ? value : evaluate::kNone;
  };
  const auto string = [](const simdjson::dom::object& of, std::string_view name) {
    std::string_view value;
    return of[name].get(value) == simdjson::SUCCESS ? std::string(value) : std::string();
  };
  ModelComparison out;
  out.against = string(fields, "against");
  out.sites = static_cast<std::size_t>(number(fields, "sites"));
  simdjson::dom::array kinds, pages;
  if (fields["kinds"].get(kinds) != simdjson::SUCCESS || fields["pages"].get(pages) != simdjson::SUCCESS)
    return damaged();
  simdjson::dom::object entry;
  for (const simdjson::dom::element kind : kinds) {
    if (kind.get(entry) != simdjson::SUCCESS) return damaged();
    out.kinds.push_back({string(entry, "kind"),
                         static_cast<std::size_t>(number(entry, "pages")),
                         number(entry, "before"),
                         number(entry, "after"),
                         number(entry, "difference"),
                         {number(entry, "low"), number(entry, "high")}});
  }
  for (const simdjson::dom::element page : pages) {
    if (page.get(entry) != simdjson::SUCCESS) return damaged();
    out.pages.push_back({string(entry, "id"), string(entry, "kind"), number(entry, "before"), number(entry, "after")});
  }
  return out;
}

std::string to_json(const ModelComparison& comparison) {
  std::string out;
  text::JsonWriter json(out);
  const auto number = [&json](std::string_view name, double value) { json.member(name, value); };
  json.begin_object();
  json.member("against", comparison.against);
  json.member("sites", comparison.sites);
  json.key("kinds");
  json.begin_array();
  for (const ModelledKind& kind : comparison.kinds) {
    json.begin_object();
    json.member("kind", kind.kind);
    json.member("pages", kind.pages);
    number("before", kind.before);
    number("after", kind.after);
    number("difference", kind.difference);
    number("low", kind.interval.low);
    number("high", kind.interval.high);
    json.end_object();
  }
  json.end_array();
  json.key("pages");
  json.begin_array();
  for (const ModelledPage& page : comparison.pages) {
    json.begin_object();
    json.member("id", page.id);
    json.member("kind", page.kind);
    number("before", page.before);
    number("after", page.after);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return out;
}

}  // namespace pith::label
