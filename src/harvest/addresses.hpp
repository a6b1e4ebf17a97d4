#pragma once

// Addresses as a harvest sees them: which are the same page, which are made by the same program.

#include <span>
#include <string>
#include <string_view>

namespace pith::harvest {

/// The form under which a page is known: an http or https address without fragment, session and origin of the reader.
/// Empty for what is no page or a trap: other schemes, files, addresses too long or with a part that comes again and
/// again. O(address).
std::string page_address(std::string_view url);

/// The form under which a site is known: that of the page it begins with, or the address of its feed.
std::string site_address(std::string_view url);

/// What addresses that a program makes have in common: numbers are "0", names "*", parameters are in order.
/// "https://example.org/2024/05/a-fine-day.html?id=7" is "example.org/0000/0/*.html?id=0". `url` is in the form above.
std::string pattern_of(std::string_view url);

/// "https://example.org:8080": what robots.txt is for.
std::string origin_of(std::string_view url);

/// The host without "www.", with its port: pages of the same belong together.
std::string site_host(std::string_view url);
/// The registered domain, roughly: what belongs together as far as a site says so itself; with the port.
std::string site_domain(std::string_view url);

/// Where feeds and sitemaps lie of sites that do not say so (data/harvest.tsv).
std::span<const std::string_view> feed_places() noexcept;
std::span<const std::string_view> sitemap_places() noexcept;

/// The day that stands in the path of an address, "2024-05-03", "2024-05"; empty where there is none.
std::string date_in(std::string_view url);

}  // namespace pith::harvest
