#pragma once

// Main text that a page does not show, because a script would: it stands in the page's data.

#include <span>
#include <string>
#include <string_view>

#include "page/page.hpp"
#include "pith/pith.hpp"
#include "statements/survey.hpp"

namespace pith::article {

struct Embedded {
  std::string html;         ///< paragraphs, escaped where the data are no HTML; empty: there is none
  std::string_view source;  ///< "JSON-LD articleBody", "state of a script"
};

/// The longest text of the page's data that is prose: JSON-LD's articleBody, else what the JSON of scripts has under
/// names such as content and body. `shown` was chosen of what the page shows: data that have not several
/// times as much are none. O(scripts), and next to nothing where enough is shown.
Embedded find_embedded(const page::Page& page, const statements::Survey& survey, std::span<const Body> shown);

}  // namespace pith::article
