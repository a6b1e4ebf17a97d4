// The commands together: what is said of a wrong one, and which one runs. Glue only: each has a file of its own.

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.hpp"
#include "cli/help_formatter.hpp"
#include "cli/run.hpp"
#include "cli/terminal.hpp"
#include "fetch/fetch.hpp"
#include "text/nearest.hpp"

namespace pith::cli {
namespace {

constexpr const char* kDescription = "pith keeps the pith of a web page: its main content, whole and clean.";
constexpr const char* kFooter = R"(Examples:
  pith extract page.html                                 the text of a page
  pith extract --metadata https://example.org/news/1     with title, author and date
  pith explain page.html                                 why each block was kept or not
  pith batch pages.jsonl.zst --output articles.jsonl     many pages, on all cores
  pith harvest https://example.org/ --store news.pith    all articles of a site, and later what is new

`pith COMMAND --help` tells more of each command.
Results go to standard output, messages to standard error.
Exit status: 0 done, 1 nothing extracted, 2 bad use or bad input.)";

/// What to say of a first word that is no command, or of the second where the first is a group of them; empty when
/// there is such a command.
std::string explain_unknown(int argc, char** argv, const Program& program) {
  std::string called;
  const CLI::App* group = &program.app;
  for (int i = 1; i < argc && argv[i][0] != '-'; ++i) {
    const std::string word = argv[i];
    std::vector<std::string> names;
    const CLI::App* found = nullptr;
    for (const CLI::App* command : members_of(*group)) {
      names.push_back(command->get_name());
      if (names.back() == word) found = command;
    }
    if (found == nullptr) {
      std::error_code ignored;
      if (i == 1 && (fetch::is_url(word) || std::filesystem::exists(word, ignored)))
        return "which command? Perhaps: pith extract " + word;
      const std::string near = text::nearest(word, names);
      std::string unknown = "there is no command `" + called;
      unknown.append(word).append("`");
      if (!near.empty()) unknown.append(": did you mean ").append(near).append("?");
      unknown += " Commands: ";
      for (const std::string& name : names) unknown.append(&name == names.data() ? "" : ", ").append(name);
      return unknown;
    }
    if (members_of(*found).empty()) return {};
    called = word + " ";
    group = found;
  }
  return {};
}

/// What is wrong with the options given.
std::string explain_problem(const CLI::ParseError& problem, const CLI::App& command) {
  const std::vector<std::string> extras = command.remaining(true);
  if (problem.get_exit_code() != static_cast<int>(CLI::ExitCodes::ExtrasError) || extras.empty()) return problem.what();
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  const std::string near = text::nearest(std::string_view(extras.front()).substr(0, extras.front().find('=')), names);
  return "unexpected `" + extras.front() + "`" + (near.empty() ? "" : ": did you mean " + near + "?");
}

/// The command that was given, as far as it was, and its words, each with a space behind it.
const CLI::App& command_given(const CLI::App& app, std::string& words) {
  const CLI::App* command = &app;
  for (std::vector<CLI::App*> given = app.get_subcommands(); !given.empty(); given = command->get_subcommands()) {
    command = given.front();
    words += command->get_name() + " ";
  }
  return *command;
}

int run_command(int argc, char** argv) {
  Program program;
  CLI::App& app = program.app;
  app.description(kDescription);
  app.name("pith");
  app.footer(kFooter);
  app.set_version_flag("--version", "pith " + std::string(version()), "Print the version and end");
  app.require_subcommand(0, 1);
  const auto formatter = std::make_shared<HelpFormatter>();
  formatter->column_width(32);
  formatter->label("Positionals", "Input");
  formatter->label("Subcommands", "Commands");
  app.formatter(formatter);
  app.set_help_flag("-h,--help", "Print this and end");
  add_extract(program);
  add_explain(program);
  add_filter(program);
  add_batch(program);
  add_harvest(program);
  add_corpus(program);
  add_site(program);
  add_mcp(program);
  add_rules(program);
  add_serve(program);
  add_methods(program);
  add_eval(program);
  add_features(program);
  add_label(program);
  add_train(program);
  add_tune(program);
  add_bench(program);
  add_completions(program);
  add_manual(program);

  if (const std::string unknown = explain_unknown(argc, argv, program); !unknown.empty()) {
    complain({}, unknown);
    return kBad;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& problem) {
    if (problem.get_exit_code() == 0) return app.exit(problem) == 0 ? kDone : kBad;  // --help, --version
    std::string words;
    const CLI::App& command = command_given(app, words);
    complain({}, explain_problem(problem, command));
    complain({}, "see `pith " + words + "--help`");
    return kBad;
  }
  if (!program.action) {
    std::fputs(app.help().c_str(), stderr);
    return kBad;
  }
  return program.action();
}

}  // namespace

int run(int argc, char** argv) {
  std::signal(SIGPIPE, SIG_IGN);  // writing to a closed pipe then fails, which is told from other failures
  try {
    return run_command(argc, argv);
  } catch (const std::exception& problem) {
    complain({}, problem.what());
    return kBad;
  }
}

}  // namespace pith::cli
