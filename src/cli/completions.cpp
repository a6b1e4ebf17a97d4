// pith completions: shell completions, made from the option definitions.

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/terminal.hpp"

namespace pith::cli {
namespace {

std::string joined(const std::vector<std::string>& words, std::string_view separator) {
  std::string out;
  for (const std::string& word : words) out.append(out.empty() ? "" : separator).append(word);
  return out;
}

/// "--help", "-h" and so on.
std::vector<std::string> names_of(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  return names;
}

std::vector<const CLI::Option*> named_options(const CLI::App& command) {
  std::vector<const CLI::Option*> named;
  for (const CLI::Option* option : command.get_options())
    if (!names_of(*option).empty()) named.push_back(option);
  return named;
}

bool takes_value(const CLI::Option& option) { return option.get_items_expected_max() > 0; }

/// Text between single quotes.
std::string shell_text(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string names_of(const std::vector<const CLI::App*>& commands) {
  std::string names;
  for (const CLI::App* command : commands) names.append(names.empty() ? "" : " ").append(command->get_name());
  return names;
}

std::string bash(const Program& program) {
  std::string options, values, groups;
  for (const CLI::App* group : members_of(program.app))
    if (const std::string members = names_of(members_of(*group)); !members.empty())
      groups += fmt::format("    {}) members={} ;;\n", group->get_name(), shell_text(members));
  for (const auto& [words, command] : commands_of(program)) {
    std::vector<std::string> flags;
    for (const CLI::Option* option : named_options(*command)) {
      const std::vector<std::string> spelled = names_of(*option);
      flags.insert(flags.end(), spelled.begin(), spelled.end());
      // "corpus find:--since", as the script names what stands before the word.
      const auto place_of = [&words = words](const std::string& name) {
        return shell_text(fmt::format("{}:{}", words, name));
      };
      if (const auto it = program.values.find(option); it != program.values.end()) {
        for (const std::string& name : spelled)
          values += fmt::format("    {}) choices={} ;;\n", place_of(name), shell_text(joined(it->second, " ")));
      } else if (takes_value(*option)) {
        for (const std::string& name : spelled) values += fmt::format("    {}) return ;;\n", place_of(name));
      }
    }
    for (const CLI::Option* option : command->get_options())
      if (const auto it = program.values.find(option); names_of(*option).empty() && it != program.values.end())
        flags.insert(flags.end(), it->second.begin(), it->second.end());
    options += fmt::format("    {}) choices={} ;;\n", shell_text(words), shell_text(joined(flags, " ")));
  }
  // With -o default, bash offers files where nothing else fits.
  return fmt::format(R"(# bash completion for pith:  source <(pith completions bash)
_pith() {{
  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}} choices= members=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    mapfile -t COMPREPLY < <(compgen -W {0} -- "$word")
    return
  fi
  case $command in
{1}    *) ;;
  esac
  if [ -n "$members" ]; then
    if [ "$COMP_CWORD" -eq 2 ]; then
      mapfile -t COMPREPLY < <(compgen -W "$members" -- "$word")
      return
    fi
    command="$command ${{COMP_WORDS[2]}}"
  fi
  case $command:$before in
{2}    *) ;;
  esac
  if [ -z "$choices" ]; then
    case $command in
{3}      *) ;;
    esac
  fi
  mapfile -t COMPREPLY < <(compgen -W "$choices" -- "$word")
}}
complete -o default -F _pith pith
)",
                     shell_text(names_of(members_of(program.app)) + " --help --version"), groups, values, options);
}

/// A description inside _arguments' brackets.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

/// Lines of an array: each command with its description.
std::string zsh_commands(const std::vector<const CLI::App*>& commands) {
  std::string lines;
  for (const CLI::App* command : commands)
    lines += "    " + shell_text(command->get_name() + ":" + command->get_description()) + "\n";
  return lines;
}

std::string zsh(const Program& program) {
  std::string cases, groups;
  for (const CLI::App* group : members_of(program.app))
    if (const std::string members = zsh_commands(members_of(*group)); !members.empty())
      groups += fmt::format("    {}) members=(\n{}    ) ;;\n", group->get_name(), members);
  for (const auto& [words, command] : commands_of(program)) {
    cases += fmt::format("    {})\n      _arguments", shell_text(words));
    for (const CLI::Option* option : named_options(*command)) {
      std::string value;
      if (takes_value(*option)) {
        const auto it = program.values.find(option);
        value = ":" + zsh_text(option->get_type_name()) + ":" +
                (it != program.values.end() ? "(" + joined(it->second, " ") + ")" : "_files");
      }
      for (const std::string& name : names_of(*option))
        cases += fmt::format(" \\\n        {}",
                             shell_text(fmt::format("{}[{}]{}", name, zsh_text(option->get_description()), value)));
    }
    std::string argument = "*:input:_files";
    for (const CLI::Option* option : command->get_options())
      if (const auto it = program.values.find(option); names_of(*option).empty() && it != program.values.end())
        argument = "1:" + option->get_type_name() + ":(" + joined(it->second, " ") + ")";
    cases += " \\\n        " + shell_text(argument) + " ;;\n";
  }
  return fmt::format(R"(#compdef pith
# zsh completion for pith:  pith completions zsh > "${{fpath[1]}}/_pith"
_pith() {{
  local -a commands=(
{})
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command=$words[2]
  local -a members
  shift words
  (( CURRENT-- ))
  case $command in
{}  esac
  if (( $#members )); then
    if (( CURRENT == 2 )); then
      _describe command members
      return
    fi
    command="$command $words[2]"
    shift words
    (( CURRENT-- ))
  fi
  case $command in
{}  esac
}}
if [ "$funcstack[1]" = "_pith" ]; then _pith "$@"; else compdef _pith pith; fi
)",
                     zsh_commands(members_of(program.app)), groups, cases);
}

std::string fish_text(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  return out + "'";
}

std::string fish(const Program& program) {
  std::string out = "# fish completion for pith:  pith completions fish > ~/.config/fish/completions/pith.fish\n";
  for (const CLI::App* command : members_of(program.app)) {
    out += fmt::format("complete -c pith -n __fish_use_subcommand -f -a {} -d {}\n", command->get_name(),
                       fish_text(command->get_description()));
    const std::vector<const CLI::App*> members = members_of(*command);
    for (const CLI::App* member : members)
      out += fmt::format(
          "complete -c pith -n '__fish_seen_subcommand_from {}; and not __fish_seen_subcommand_from {}' -f -a {} -d "
          "{}\n",
          command->get_name(), names_of(members), member->get_name(), fish_text(member->get_description()));
  }
  for (const auto& [words, command] : commands_of(program)) {
    std::string seen = "__fish_seen_subcommand_from " + words;
    if (const std::size_t space = words.find(' '); space != std::string::npos)
      seen = "__fish_seen_subcommand_from " + words.substr(0, space) + "; and __fish_seen_subcommand_from " +
             words.substr(space + 1);
    for (const CLI::Option* option : command->get_options()) {
      const auto it = program.values.find(option);
      std::string line = fmt::format("complete -c pith -n '{}'", seen);
      for (const std::string& name : option->get_lnames()) line += " -l " + name;
      for (const std::string& name : option->get_snames()) line += " -s " + name;
      if (names_of(*option).empty() && it == program.values.end()) continue;
      if (it != program.values.end()) {
        line += std::string(names_of(*option).empty() ? "" : " -x") + " -a " + fish_text(joined(it->second, " "));
      } else if (takes_value(*option)) {
        line += " -r";
      }
      out += line + " -d " + fish_text(option->get_description()) + "\n";
    }
  }
  return out;
}

}  // namespace

void add_completions(Program& program) {
  const auto shell = std::make_shared<std::string>();
  CLI::App* command = add_command(program, "completions", "Print completions for a shell", [shell, &program] {
    const bool printed = print(*shell == "bash" ? bash(program) : *shell == "zsh" ? zsh(program) : fish(program));
    return printed ? kDone : kBad;
  });
  add_choice(program, *command, "SHELL", *shell, "Which shell", {"bash", "zsh", "fish"})
      ->required()
      ->type_name("bash|zsh|fish");
  command->footer(R"(Examples:
  source <(pith completions bash)
  pith completions zsh > "${fpath[1]}/_pith"
  pith completions fish > ~/.config/fish/completions/pith.fish)");
}

}  // namespace pith::cli
