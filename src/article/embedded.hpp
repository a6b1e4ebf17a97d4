#pragma once

// Main text that a page does not show, because a script would: it stands in the page's data.

#include <cstdint>
#include <string>
#include <string_view>

#include "page/page.hpp"
#include "statements/survey.hpp"
#include "text/characters.hpp"

namespace pith::article {

struct Embedded {
  std::string html;         ///< paragraphs, escaped where the data are no HTML; empty: there is none
  std::string_view source;  ///< "JSON-LD articleBody", "state of a script"
};

/// The longest text of the page's data that is prose: JSON-LD's articleBody, else what the JSON of scripts has under
/// names such as content and body. `shown` was chosen of what the page shows: data that have not several
/// times as much are none. O(scripts), and nothing at all where enough is shown.
Embedded find_embedded(const page::Page& page, const statements::Survey& survey, const text::TextCounts& shown);

}  // namespace pith::article
