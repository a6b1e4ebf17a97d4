#pragma once

// What a page asks of robots, for whoever has to keep to it.

#include <string_view>
#include <vector>

namespace pith::corpus {

/// Adds the directives of a robots meta element or of an X-Robots-Tag field that forbid something: "noindex",
/// "nofollow", "none", "noarchive", "nosnippet", "noimageindex", "noai", "noimageai", each once. Those for one robot by
/// name do not count.
void add_robots(std::string_view directives, std::vector<std::string_view>& robots);
/// Adds "tdm-reservation" where the value of a field or an element of that name reserves the rights of text and data
/// mining (https://www.w3.org/community/reports/tdmrep/CG-FINAL-tdmrep-20240510/).
void add_reservation(std::string_view value, std::vector<std::string_view>& robots);

/// Adds those of the meta elements in the head of a page, in ASCII or what extends it. O(head), at most 256 KiB.
void add_robots_of_page(std::string_view html, std::vector<std::string_view>& robots);
/// All that a page asks: by the HTTP fields X-Robots-Tag and TDM-Reservation, which may be empty, and by itself.
std::vector<std::string_view> robots_of(std::string_view html, std::string_view field, std::string_view reservation);

}  // namespace pith::corpus
