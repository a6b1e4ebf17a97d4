#pragma once

// The methods that learn from the pages of a site, and how they see its lines.

#include <cstdint>
#include <string_view>

#include "literature/method.hpp"
#include "page/page.hpp"
#include "site/memory.hpp"

namespace pith::literature {

/// Of the letters of a line alone, in lower case, so that dates and counters do not make it another one. O(text).
std::uint64_t digest_letters(std::string_view text) noexcept;

/// How a memory of a site sees a line whose text has this digest, beyond what the papers say. `tell_links`: a line in
/// links is another one than the same text outside, so that the title of a story is not taken for the teasers that lead
/// to it. `long_line`: a line outside links of at least so many characters, with no word of the copyright lexicon and
/// no ©, may be on one page more, so that a text told twice is not lost; 0: none. O(text).
site::Line site_line(const page::Page& page, const page::Block& block, std::uint64_t digest, std::string_view text,
                     bool tell_links, std::uint32_t long_line);

extern const Method kPunctLines;
extern const Method kUrlTree;

}  // namespace pith::literature
