#pragma once

// What requests for an extraction have in common: the options of `pith extract` and `pith batch` under the same names,
// and the page that a request hands over or names.

#include <memory>
#include <optional>
#include <string>

#include <pith/pith.hpp>

#include "batch/result_line.hpp"
#include "corpus/record.hpp"
#include "serve/arguments.hpp"
#include "serve/engine.hpp"
#include "serve/scratch.hpp"

namespace pith::serve {

/// Why there is no page: a status and what to say of it.
struct Fault {
  int status = 0;
  std::string detail{};
};

/// Settings that requests cannot set: they name files of this machine, or hold models.
bool is_of_service(std::string_view setting) noexcept;

/// Method, favor, settings, filters. Nothing: the arguments have the problem.
std::shared_ptr<const Extractor> read_extractor(Arguments& arguments, Engine& engine);
/// How records are written.
batch::RecordStyle read_style(Arguments& arguments, const Engine& engine);
/// Settings of filters, TOML or the same as JSON: as TOML with a line end, or the empty text where there are none. No
/// files of this machine are read for them.
std::string read_filters(Arguments& arguments, std::string_view name);

/// What an extractor is told of a page; views of it.
PageInfo info_of(const corpus::PageRecord& page) noexcept;

/// A page and the memory that it lies in. Not moved.
class GivenPage {
 public:
  GivenPage() = default;
  GivenPage(const GivenPage&) = delete;
  GivenPage& operator=(const GivenPage&) = delete;

  /// Out of a request: its JSON (a record as JSONL has it), the file of its form, its body, else the address that it
  /// names, which is fetched. Comes after all else was asked of the arguments: names that nobody knows are refused
  /// here, before anything is fetched. False: the arguments have the problem.
  bool read(Arguments& arguments, const Request& request, Engine& engine, Scratch& scratch);
  /// Out of a line of JSONL.
  std::optional<Fault> read(const corpus::JsonObject& line, std::uint64_t position, const Request& request,
                            Engine& engine, Scratch& scratch);

  [[nodiscard]] const corpus::PageRecord& record() const noexcept { return page_; }
  [[nodiscard]] PageInfo info() const noexcept { return info_of(page_); }

 private:
  std::optional<Fault> fetch(std::string_view url, const Request& request, Engine& engine);
  std::optional<Fault> take(Arguments& arguments, const Request& request, Engine& engine, Scratch& scratch);

  corpus::PageRecord page_;
  fetch::FetchResult answer_;
  std::string charset_, fetched_;
};

/// The record that `pith batch` writes for the page, with a line end; of csv its row.
void append_record(const GivenPage& page, const Article& article, const batch::RecordStyle& style, std::string& out);

}  // namespace pith::serve
