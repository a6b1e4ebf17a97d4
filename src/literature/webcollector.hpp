#pragma once

// What WebCollector's extractor computes (methods.md §1.12), apart from the choice: its score, and the time
// and the title it finds beside the body.

#include <cstdint>
#include <string>
#include <string_view>

#include "html/document.hpp"
#include "page/page.hpp"

namespace pith::literature {

/// What an element holds.
struct WebCollectorCounts {
  std::uint32_t characters = 0, link_characters = 0;
  std::uint32_t tags = 0, link_tags = 0;  ///< itself included
  std::uint32_t paragraphs = 0;
  double density_sum = 0;  ///< of the children
  // Text nodes: how many, their lengths, the squares of these.
  std::uint32_t texts = 0;
  double lengths = 0, lengths_squared = 0;
};

/// (characters − link characters) / (tags − link tags); 0 if either is 0.
double webcollector_density(const WebCollectorCounts& counts) noexcept;
/// ln(√(variance + 1)) · density sum · ln(characters − link characters + 1) · log10(paragraphs + 2); the variance is
/// that of the lengths of text nodes, half the length where there is one.
double webcollector_score(const WebCollectorCounts& counts) noexcept;

/// Similarity of two texts: longest common subsequence / larger length, in characters; 0 where one is three times as
/// long as the other. O(length²), texts cut at 256 characters.
double title_similarity(std::string_view a, std::string_view b);

/// The first time in a text as "2015-06-20 10:30:00", else the first date as "2015-06-20"; empty where there is none.
/// Year, month, day and so on are numbers with one to five other characters between them.
std::string find_time(std::string_view text);

/// The time of the page, searched from the element two levels above the body upwards, six levels at most.
std::string find_page_time(const page::Page& page, page::NodeId body);
/// The title: of the headings before the body the one most like `title`, later ones counting more; else the text of an
/// element whose id or class begins or ends with "title"; else the text node most like `title`.
std::string find_page_title(const page::Page& page, page::NodeId body);

}  // namespace pith::literature
