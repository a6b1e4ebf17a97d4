#pragma once

// Labels out of a store and into one: as labelled pages (docs/accuracy.md), which every command that takes such takes,
// and as names of blocks alone, for those who have the pages but may not pass them on.

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pith/pith.hpp>

#include "label/store.hpp"
#include "result.hpp"

namespace pith::label {

/// The blocks of a page as people label them: those of the default method's explanation.
Article explain(const StoredPage& page, const Extractor& extractor, Workspace& workspace);

/// A page as whoever labels it needs it: its blocks, the label to begin with, and what was said of it.
void append_page(const StoredPage& page, const Article& explained, const std::vector<LabelEntry>& labels,
                 text::JsonWriter& json);

struct ExportOptions {
  std::string annotator{};  ///< whose label, where none is settled; empty: that of the only one
  Convention convention = Convention::wide;
  bool paths = false;  ///< names of blocks, without any text of the page
  bool all = false;    ///< of each page every label, not the page's alone
};

struct ExportCounts {
  std::size_t written = 0;
  std::size_t unsettled = 0;  ///< pages that several have labelled, and nobody has settled
};

/// Writes a line for each labelled page, in the order of the store. `write` says whether to go on.
Result<ExportCounts> export_labels(Store& store, const ExportOptions& options, const Extractor& extractor,
                                   const std::function<bool(std::string_view line)>& write);

/// One labelled page as a record, a line.
Result<std::string> record_of(const StoredPage& page, const LabelEntry& entry, const std::optional<LabelEntry>& wider,
                              bool paths, const Article& explained);

struct ImportOptions {
  std::string annotator{};  ///< who says what the records say, where they do not tell; empty: the pages alone are taken
  Convention convention = Convention::wide;  ///< likewise
  std::string source{};                      ///< of the pages
};

struct ImportCounts {
  std::size_t pages = 0, known = 0, labels = 0;
  std::vector<std::string> problems{};  ///< records that were not taken, each with its reason
};

/// Pages, and the labels that stand with them, of a file: JSONL, WARC, a directory. Labels of an export are taken as
/// they are; of other labelled pages the blocks that `keep_paths` names, or those that the gold text covers.
Result<ImportCounts> import_pages(Store& store, const std::string& path, const ImportOptions& options,
                                  const Extractor& extractor, const std::function<void(std::size_t done)>& progress);

/// The same of JSONL in memory.
Result<ImportCounts> import_records(Store& store, std::string_view lines, const ImportOptions& options,
                                    const Extractor& extractor);

}  // namespace pith::label
