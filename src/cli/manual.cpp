// pith manual: the manual page, made from the option definitions and their help.

#include <memory>
#include <string>
#include <string_view>

#include "cli/command.hpp"
#include "cli/help_formatter.hpp"
#include "cli/terminal.hpp"

namespace pith::cli {
namespace {

/// Text as roff reads it: no escapes, no requests.
std::string roff(std::string_view text) {
  std::string out;
  if (text.starts_with('.') || text.starts_with('\'')) out = "\\&";
  for (const char c : text) {
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else if (c == '`')
      out += "\\(ga";
    else if (c == '^')
      out += "\\(ha";
    else if (c == '~')
      out += "\\(ti";
    else
      out += c;
  }
  return out;
}

/// The end of a help: paragraphs are filled, lines that are indented stay as they are.
std::string footer_of(const CLI::App& command) {
  std::string out = ".PP\n";
  const std::string footer = command.get_footer();
  bool verbatim = false;
  for (std::string_view rest = footer; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (line.starts_with("  ") != verbatim) {
      verbatim = !verbatim;
      out += verbatim ? ".RS 4\n.nf\n" : ".fi\n.RE\n";
    }
    out += line.empty() ? ".PP\n" : roff(line.substr(verbatim ? 2 : 0)) + "\n";
  }
  return verbatim ? out + ".fi\n.RE\n" : out;
}

std::string entry_of(const HelpFormatter& formatter, const CLI::Option& option, bool is_positional) {
  std::string names = formatter.make_option_name(&option, is_positional);
  names.erase(0, names.find_first_not_of(' '));
  return ".TP\n\\fB" + roff(names) + "\\fR" + roff(formatter.make_option_opts(&option)) + "\n" +
         roff(formatter.make_option_desc(&option)) + "\n";
}

std::string section_of(const HelpFormatter& formatter, const NamedCommand& named) {
  const CLI::App& command = *named.command;
  std::string usage = "pith " + named.words + " [OPTION]...";
  std::string inputs, options;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional()) {
      usage += " " + formatter.make_option_name(option, true);
      inputs += entry_of(formatter, *option, true);
    } else if (option != command.get_help_ptr()) {
      options += entry_of(formatter, *option, false);
    }
  }
  return ".SS " + roff(usage) + "\n" + roff(command.get_description()) + ".\n" + inputs + options + footer_of(command);
}

std::string manual_of(const Program& program) {
  const HelpFormatter formatter;
  std::string out =
      ".\\\" Made by `pith manual`.\n.TH PITH 1 \"\" \"pith " + std::string(version()) +
      "\" \"User Commands\"\n.ad l\n.nh\n.SH NAME\npith \\- the main content of a web page, whole and clean\n"
      ".SH SYNOPSIS\n\\fBpith\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]... \\fIINPUT\\fR...\n.SH DESCRIPTION\n" +
      roff(program.app.get_description()) + "\n" + footer_of(program.app) + ".SH COMMANDS\n";
  for (const NamedCommand& command : commands_of(program)) out += section_of(formatter, command);
  return out;
}

}  // namespace

void add_manual(Program& program) {
  CLI::App* command = add_command(program, "manual", "Print the manual page",
                                  [&program] { return print(manual_of(program)) ? kDone : kBad; });
  command->footer(R"(All that `pith COMMAND --help` tells, in one page that man reads.

Examples:
  pith manual | man -l -
  pith manual > /usr/local/share/man/man1/pith.1)");
}

}  // namespace pith::cli
