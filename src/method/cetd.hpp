#pragma once

// The formulas of `cetd` (Sun, Song, Liao 2011; methods.md §1.11), apart from the page.

#include <cstdint>

namespace pith::method {

/// What an element holds: characters, tags below it, characters and tags inside links.
struct CetdCounts {
  std::uint32_t characters = 0, tags = 0, link_characters = 0, link_tags = 0;

  friend bool operator==(const CetdCounts&, const CetdCounts&) = default;
};

/// Composite text density of an element; `link_share` is the body's link characters by its characters.
/// Zero tags, link characters, link tags and non-link characters count as one; 0 without text. Finite.
float composite_text_density(const CetdCounts& counts, float link_share) noexcept;

/// Text density: characters a tag, whatever the links.
float text_density(const CetdCounts& counts) noexcept;

/// What a piece of text directly in an element adds to its density sum. Finite: where the divisor
/// vanishes (no link on the page) the piece counts l·ln l (our choice; the original gives infinity).
float naked_text_density(std::uint32_t characters, float link_share) noexcept;

}  // namespace pith::method
