#pragma once

#include <pith/pith.hpp>
#include <string>
#include <string_view>

#include "corpus/record.hpp"

namespace pith::batch {

/// Appends the object of one page and a line end (docs/formats.md).
void append_result(std::string_view id, const Article& article, Format format, const Limits& limits, std::string& out);

/// Appends the object that keeps a bad record aside, and a line end.
void append_bad(std::string_view input, const corpus::RawRecord& record, std::string_view id, std::string_view reason,
                std::string& out);

}  // namespace pith::batch
