#pragma once

// What the commands on a corpus store share.

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "batch/batch.hpp"
#include "cli/command.hpp"
#include "corpus/output_file.hpp"
#include "corpus/store.hpp"

namespace pith::cli {

/// --store and --keep-pages of commands that put articles into a store.
CLI::Option* add_store(CLI::App& command, batch::BatchOptions& batch, const std::string& help);
/// --store of those that read one.
void add_store(CLI::App& command, std::string& store);
/// The store, or nothing after a complaint.
std::optional<corpus::Store> open_store(const std::string& path);

/// --site, --since and so on.
void add_filter(CLI::App& command, corpus::StoreFilter& filter);

/// Standard output in pieces. What goes wrong is said once; that nobody reads any more is no mistake.
class Lines {
 public:
  /// False: no more can be written.
  bool write(std::string_view text);
  /// Writes what is left. The exit status of the command: `status`, but for an output that could not be written.
  [[nodiscard]] int end(int status);

 private:
  bool flush();

  std::unique_ptr<corpus::OutputFile> out_ = corpus::OutputFile::standard_output();
  bool has_ended_ = false, failed_ = false;
};

void add_corpus_find(Program& program, CLI::App& group);
void add_corpus_show(Program& program, CLI::App& group);
void add_corpus_export(Program& program, CLI::App& group);

}  // namespace pith::cli
