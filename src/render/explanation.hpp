#pragma once

// What Extractor::explain reports, as JSON.

#include <cstddef>
#include <optional>
#include <string>

#include "pith/pith.hpp"
#include "text/json_writer.hpp"

namespace pith::rendering {

/// One JSON object and a line end: fields with all statements, blocks with their scores and reasons (docs/guide.md).
std::string explanation(const Article& article);

/// Its members, for objects that are open: what the page is and how it was read; the array `fields`; one block.
void write_head(text::JsonWriter& json, const Article& article);
void write_fields(text::JsonWriter& json, const Article& article);
/// `reason`: the place of its reason in a table, written instead of the words.
void write_members(text::JsonWriter& json, const BlockReport& block, std::optional<std::size_t> reason = {});

}  // namespace pith::rendering
