// pith methods: what --method can be, and what --set can be for one of them.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/terminal.hpp"
#include "pith/methods.hpp"

namespace pith::cli {
namespace {

std::string list_of_methods() {
  std::size_t widest = 0;
  for (const MethodInfo& method : methods(all_methods())) widest = std::max(widest, method.id.size());
  std::string out;
  for (const MethodInfo& method : methods(all_methods())) {
    out += fmt::format("{:<{}}  {}", method.id, widest, method.summary);
    if (!method.source.empty()) out += fmt::format(" ({})", method.source);
    out += method.id == Options().method ? " [default]\n" : "\n";
  }
  return out;
}

std::string describe_method(const MethodInfo& method) {
  std::string out = fmt::format("{}: {}\nsource: {}\n", method.id, method.summary, method.source);
  if (method.settings.empty()) return out + "\nNothing can be set.\n";
  // A long list of words has a line of its own, so that it does not push all others to the right.
  constexpr std::size_t kWidest = 30;
  std::size_t widest = 0;
  for (const SettingInfo& setting : method.settings)
    if (const std::size_t width = setting.name.size() + setting.value.size() + 1; width <= kWidest)
      widest = std::max(widest, width);
  out += "\nSettings and their defaults, for --set NAME=VALUE:\n";
  for (const SettingInfo& setting : method.settings) {
    const std::string shown = fmt::format("{}={}", setting.name, setting.value);
    if (shown.size() > kWidest) out += fmt::format("  {}\n", shown);
    out += fmt::format("  {:<{}}  {} ({})\n", shown.size() > kWidest ? "" : shown, widest, setting.help,
                       describe_values(setting));
  }
  return out;
}

int run(const std::string& id) {
  std::string out;
  if (id.empty()) out = list_of_methods();
  for (const MethodInfo& method : methods(all_methods()))
    if (method.id == id) out += describe_method(method);
  return print(out) ? kDone : kBad;
}

}  // namespace

void add_methods(Program& program) {
  const auto id = std::make_shared<std::string>();
  CLI::App* command =
      add_command(program, "methods", "List the extraction methods, or the settings of one", [id] { return run(*id); });
  std::vector<std::string> ids;
  for (const MethodInfo& method : methods(all_methods())) ids.emplace_back(method.id);
  add_choice(program, *command, "ID", *id, "The method whose settings are wanted", ids)->type_name("ID");
  command->footer(
      "Examples:\n  pith methods\n  pith methods cetd\n  pith extract --method cetd --set density=text page.html\n"
      "  pith explain --method all page.html");
}

}  // namespace pith::cli
