#pragma once

// What the commands share: exit statuses, the options that mean the same everywhere, and how each
// command hooks into the parser of the command line. The option definitions are the one source of
// `--help`, of the shell completions and of the manual page.

#include <CLI/CLI.hpp>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <pith/pith.hpp>

namespace pith::cli {

/// Exit statuses; documented in every `--help`.
enum Status : int {
  kDone = 0,     ///< something was extracted (or there was nothing to extract)
  kNothing = 1,  ///< the input is fine, but has no main content
  kBad = 2,      ///< bad use, bad input, or output that cannot be written
};

/// The values an option can take, where these are few; for messages and completions.
using OptionValues = std::map<const CLI::Option*, std::vector<std::string>>;

/// The command line as it is being defined.
struct Program {
  CLI::App app;
  OptionValues values;
  std::function<int()> action;  ///< of the subcommand that was given
};

void add_extract(Program& program);
void add_explain(Program& program);
void add_filter(Program& program);
void add_mcp(Program& program);
void add_methods(Program& program);
void add_batch(Program& program);
void add_harvest(Program& program);
void add_corpus(Program& program);
void add_serve(Program& program);
void add_bench(Program& program);
void add_site(Program& program);
void add_rules(Program& program);
void add_eval(Program& program);
void add_features(Program& program);
void add_train(Program& program);
void add_label(Program& program);
void add_tune(Program& program);
void add_completions(Program& program);
void add_manual(Program& program);

/// A new subcommand whose `run` is the action when it is given.
CLI::App* add_command(Program& program, const std::string& name, const std::string& summary, std::function<int()> run);
/// Commands about one thing, called by two words: `corpus add`.
CLI::App& add_group(Program& program, const std::string& name, const std::string& summary);
/// A new one of them.
CLI::App* add_command(Program& program, CLI::App& group, const std::string& name, const std::string& summary,
                      std::function<int()> run);

/// A command by the words that call it: "extract", "corpus add".
struct NamedCommand {
  std::string words;
  const CLI::App* command = nullptr;
};
/// All commands, in the order of the help; those of a group in its place.
std::vector<NamedCommand> commands_of(const Program& program);
/// The commands of a group, or of the program, in the order of the help.
std::vector<const CLI::App*> members_of(const CLI::App& group);

// --- Options that several commands have ---

/// An option with a fixed set of values; anything else is an error that names them and the nearest one.
CLI::Option* add_choice(Program& program, CLI::App& command, const std::string& name, std::string& value,
                        const std::string& help, std::vector<std::string> choices);
void add_method_and_favor(Program& program, CLI::App& command, Options& options);
void add_favor(Program& program, CLI::App& command, Favor& value);
/// `--set NAME=VALUE`, any number of times.
CLI::Option* add_settings(CLI::App& command, std::vector<Setting>& settings);
/// `--format` with all formats, and `--no-links` and so on.
void add_rendering(Program& program, CLI::App& command, std::string& format, const std::string& help,
                   RenderOptions& options);
/// `--threshold P`, the short form of `--set threshold=P`.
void add_threshold(CLI::App& command, std::vector<Setting>& settings);
/// `--filters FILE` and `--profile NAME`: what they take out no method sees.
void add_filters(CLI::App& command, std::vector<Setting>& settings);
/// `--body strict|wide|auto`, the short form of `--set body=...`; `label`, where it is not null, is set by a further
/// value "label".
void add_body(Program& program, CLI::App& command, std::vector<Setting>& settings, bool* label = nullptr);
void add_charset(Program& program, CLI::App& command, std::string& charset);
void add_fetched(CLI::App& command, std::string& fetched);
void add_content_type(CLI::App& command, std::string& content_type);

/// A problem with the options, and the setting of the method that was probably meant.
std::string with_hint(std::string problem, const Options& options);

}  // namespace pith::cli
