#include "cli/train_default.hpp"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "cli/command.hpp"
#include "cli/terminal.hpp"
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

}  // namespace

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
