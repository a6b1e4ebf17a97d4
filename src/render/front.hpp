#pragma once

// What stands in front of bodies for a reader: the headline and who wrote it; of a post its author and time.

#include <string>
#include <string_view>

#include "pith/pith.hpp"

namespace pith::rendering {

/// Appends the headline of an article and the line below it (authors, day) as a stream (content.hpp); nothing where the
/// article has no title.
void append_front(const Article& article, std::string& stream);

/// A body's stream without the headline at its beginning, where that says the title once more.
std::string_view without_headline(std::string_view stream, std::string_view title) noexcept;

/// "Ada, 2024-05-03 15:47"; empty where nothing is known, or where the text itself begins with the author.
std::string signature_of(const Body& body);

/// Whether posts are set off from each other: there are several, or they are comments.
bool is_headed(const Article& article, const RenderOptions& options) noexcept;

inline constexpr std::string_view kCommentsHeading = "Comments";

}  // namespace pith::rendering
