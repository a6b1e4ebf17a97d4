// pith methods: what --method can be.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string>

#include "cli/command.hpp"
#include "cli/terminal.hpp"
#include "corpus/output_file.hpp"

namespace pith::cli {
namespace {

int list_methods() {
  std::size_t widest = 0;
  for (const MethodInfo& method : methods()) widest = std::max(widest, method.id.size());
  std::string error;
  const auto out = corpus::OutputFile::open("-", corpus::Compression::none, 0, error);
  for (const MethodInfo& method : methods()) {
    out->append(fmt::format("{:<{}}  {}", method.id, widest, method.summary));
    if (!method.source.empty()) out->append(fmt::format(" ({})", method.source));
    out->append(method.id == Options().method ? " [default]\n" : "\n");
  }
  if (out->end_segment() || out->reader_gone()) return kDone;
  complain("standard output", out->error());
  return kBad;
}

}  // namespace

void add_methods(Program& program) {
  add_command(program, "methods", "List the extraction methods", list_methods)
      ->footer("Use one with --method:\n  pith extract --method all page.html\n  pith explain --method cetd page.html");
}

}  // namespace pith::cli
