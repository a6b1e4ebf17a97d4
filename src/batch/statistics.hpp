#pragma once

// What became of a run, for programs.

#include <string>

#include "batch/batch.hpp"
#include "text/json_writer.hpp"

namespace pith::batch {

/// Adds members to the object at hand: pages, empty, duplicates, left_out, skipped, bad, html_bytes (docs/formats.md).
void append_counts(const BatchCounts& counts, text::JsonWriter& json);

/// The run as one JSON object and a line end. `seconds`: how long it took; the processor's times and the rates are
/// those of this run, the counts those of the whole.
std::string statistics_of(const BatchResult& result, const BatchOptions& options, double seconds);

}  // namespace pith::batch
