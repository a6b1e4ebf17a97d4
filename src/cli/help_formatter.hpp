#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace pith::cli {

/// Help in the usual shape: "-o, --output FILE   What it is (default: x)".
class HelpFormatter : public CLI::Formatter {
 public:
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
  std::string make_option_opts(const CLI::Option* option) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
  std::string make_usage(const CLI::App* app, std::string name) const override;
};

}  // namespace pith::cli
