#pragma once

#include <optional>
#include <pith/pith.hpp>
#include <string>
#include <string_view>

#include "batch/fingerprint.hpp"
#include "corpus/record.hpp"

namespace pith::batch {

/// Appends the object of one page and a line end, or its row (docs/formats.md).
void append_result(std::string_view id, const Article& article, Format format, const RenderOptions& options,
                   const Limits& limits, std::string& out);

/// Adds what is known of other pages with its text to an object that append_result has written.
void add_duplicate(const Fingerprint& fingerprint, const std::optional<SeenTexts::Match>& match, std::string& line);

/// Appends the object that keeps a bad record aside, and a line end.
void append_bad(std::string_view input, const corpus::RawRecord& record, std::string_view id, std::string_view reason,
                std::string& out);

}  // namespace pith::batch
