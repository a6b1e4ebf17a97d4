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

/// Runs a program to its end. The exit status, or -1 when it could not be started or was ended by a signal.
int run_program(std::vector<std::string> arguments, std::string& error) {
  std::vector<char*> argv;
  argv.reserve(arguments.size() + 1);
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  if (const int failure = posix_spawnp(&child, argv[0], nullptr, nullptr, argv.data(), environ); failure != 0) {
    error = std::strerror(failure);
    return -1;
  }
  int status = 0;
  while (waitpid(child, &status, 0) < 0) {
    if (errno == EINTR) continue;
    error = std::strerror(errno);
    return -1;
  }
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  error = "ended by signal " + std::to_string(WTERMSIG(status));
  return -1;
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
  std::string error;
  const int status = run_program(std::move(arguments), error);
  if (!error.empty()) complain(python, error + " (training needs it: apt-get install python3 python3-venv)");
  return status == 0 ? kDone : kBad;
}

}  // namespace pith::cli
