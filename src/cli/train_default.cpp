#include "cli/train_default.hpp"

#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <utility>

#include "cli/command.hpp"
#include "cli/learning.hpp"
#include "cli/status_line.hpp"
#include "cli/terminal.hpp"
#include "corpus/output_file.hpp"
#include "evaluate/continuation.hpp"
#include "result.hpp"

namespace pith::cli {
namespace {

namespace fs = std::filesystem;

/// The folder of the training scripts; empty when there is none.
fs::path scripts_beside(const fs::path& program) {
  std::error_code ignored;
  for (const char* place : {"../share/pith/train", "../../train"}) {  // installed; build/<preset> of the source tree
    const fs::path folder = program.parent_path() / place;
    if (fs::exists(folder / "default.py", ignored)) return folder.lexically_normal();
  }
  return {};
}

/// Runs a program to its end. The exit status; an error when it could not be started or was ended by a signal.
Result<int> run_program(std::vector<std::string> arguments) {
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  if (const int failure = posix_spawnp(&child, argv[0], nullptr, nullptr, argv.data(), environ); failure != 0)
    return Error{ErrorCode::io, std::strerror(failure)};
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno == EINTR) continue;
    return Error{ErrorCode::io, std::strerror(errno)};
  }
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  return Error{ErrorCode::io, "ended by signal " + std::to_string(WTERMSIG(status))};
}

/// Sets what the learner is asked for; an error that says what can be.
Error set(const Setting& setting, learn::BoostingOptions& options) {
  double value = 0;
  const char* const end = setting.value.data() + setting.value.size();
  const bool is_number = std::from_chars(setting.value.data(), end, value).ptr == end && !setting.value.empty();
  const auto wrong = [&](std::string_view range) {
    return Error{ErrorCode::bad_option, fmt::format("{}={}: it is a number {}", setting.name, setting.value, range)};
  };
  if (setting.name == "trees" || setting.name == "depth") {
    constexpr double kMostTrees = 2000, kMostDepth = 5;
    const double most = setting.name == "trees" ? kMostTrees : kMostDepth;
    if (!is_number || value < 1 || value > most) return wrong(fmt::format("from 1 to {}", most));
    if (setting.name == "trees")
      options.trees = static_cast<std::size_t>(value);
    else
      options.depth = static_cast<unsigned>(value);
    return {};
  }
  const std::pair<std::string_view, double*> numbers[] = {{"rate", &options.rate},
                                                          {"penalty", &options.penalty},
                                                          {"least_weight", &options.least_weight},
                                                          {"feature_share", &options.feature_share}};
  for (const auto& [name, place] : numbers) {
    if (setting.name != name) continue;
    if (!is_number || !(value > 0)) return wrong("above 0");
    *place = value;
    return {};
  }
  return {ErrorCode::bad_option, fmt::format("--continue has no setting `{}`: there are trees, depth, rate, penalty, "
                                             "least_weight and feature_share",
                                             setting.name)};
}

Error write(const evaluate::Continuation::Files& files, const fs::path& folder) {
  std::error_code failed;
  fs::create_directories(folder, failed);
  if (failed) return {ErrorCode::io, failed.message()};
  for (const auto& [name, text] : {std::pair{"words.txt", &files.words}, std::pair{"blocks.txt", &files.blocks},
                                   std::pair{"kinds.txt", &files.kinds}})
    if (Error error = corpus::replace_file((folder / name).string(), *text)) return within(name, std::move(error));
  return {};
}

}  // namespace

int continue_default(const std::vector<std::string>& labelled, const std::string& base,
                     const std::vector<Setting>& settings, const std::string& folder) {
  evaluate::ContinuationOptions options{.labelled = labelled, .base = base};
  for (const Setting& setting : settings) {
    if (const Error error = set(setting, options.boosting)) {
      complain({}, error.message);
      return kBad;
    }
  }
  StatusLine status;
  const Result<evaluate::Continuation> continuation = evaluate::Continuation::read(options, progress_on(status));
  if (!continuation) {
    status.clear();
    complain({}, continuation.error().message);
    return continuation.error().code == ErrorCode::bad_data ? kNothing : kBad;
  }
  const fs::path output(folder);
  Error error;
  for (unsigned fold = 0; fold < evaluate::kDefaultFolds && !error; ++fold) {
    status.show(fmt::format("without fold {} of {}", fold + 1, evaluate::kDefaultFolds));
    error = write(continuation->grow(fold), output / ("fold" + std::to_string(fold)));
  }
  status.show("all folds");
  if (!error) error = write(continuation->grow(evaluate::Lessons::kAll), output);
  status.clear();
  if (error) {
    complain(folder, error.message);
    return kBad;
  }
  complain({}, fmt::format("{} blocks of {} pages of {} sites", continuation->blocks(), continuation->pages(),
                           continuation->sites()));
  complain({}, "use it with --set model=" + folder +
                   "; what it is worth on sites it has not seen: pith eval GOLD --folds " + folder);
  return kDone;
}

int train_default(const std::vector<std::string>& labelled, const std::string& folder) {
  std::error_code failed;
  const fs::path program = fs::read_symlink("/proc/self/exe", failed);
  const fs::path scripts = scripts_beside(program);
  if (scripts.empty()) {
    complain({}, "the training scripts (share/pith/train) are not beside " + program.string());
    return kBad;
  }
  const char* const wanted = std::getenv("PYTHON");
  const std::string python = wanted != nullptr && *wanted != '\0' ? wanted : "python3";
  std::vector<std::string> arguments = {
      python, (scripts / "default.py").string(), "--pith", program.string(), "--output", folder, "--"};
  arguments.insert(arguments.end(), labelled.begin(), labelled.end());
  const Result<int> status = run_program(std::move(arguments));
  if (!status) complain(python, status.error().message + " (training needs it: apt-get install python3 python3-venv)");
  return status && *status == 0 ? kDone : kBad;
}

}  // namespace pith::cli
