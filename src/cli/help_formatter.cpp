#include "cli/help_formatter.hpp"

namespace pith::cli {

std::string HelpFormatter::make_option_name(const CLI::Option* option, bool is_positional) const {
  if (is_positional) return option->get_type_name() + (option->get_items_expected_max() > 1 ? "..." : "");
  std::string names;
  for (const std::string& name : option->get_snames()) names += (names.empty() ? "-" : ", -") + name;
  for (const std::string& name : option->get_lnames()) names += (names.empty() ? "    --" : ", --") + name;
  return names;
}

std::string HelpFormatter::make_option_opts(const CLI::Option* option) const {
  if (option->get_positional() || option->get_items_expected_max() == 0) return {};
  // Behind the colon the library names its checks.
  const std::string type = option->get_type_name();
  return " " + type.substr(0, type.find(':'));
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
  std::string text = option->get_description();
  if (!option->get_default_str().empty()) text += " (default: " + option->get_default_str() + ")";
  if (option->get_required() && !option->get_positional()) text += " (needed)";
  return text;
}

std::string HelpFormatter::make_usage(const CLI::App* app, std::string name) const {
  if (app->get_parent() == nullptr) return "\nUsage: " + name + " COMMAND [OPTION]... INPUT...\n";
  if (!app->get_subcommands([](const CLI::App*) { return true; }).empty())
    return "\nUsage: " + name + " COMMAND [OPTION]...\n";
  std::string usage = "\nUsage: " + name + " [OPTION]...";
  for (const CLI::Option* option : app->get_options())
    if (option->get_positional()) usage += " " + make_option_name(option, true);
  return usage + "\n";
}

}  // namespace pith::cli
