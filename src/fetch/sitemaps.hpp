#pragma once

// Sitemaps: of pages and of sitemaps, with or without gzip, with the dates of news, as text, or a feed
// (https://www.sitemaps.org/protocol.html).

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pith::fetch {

/// The protocol's bounds of one file; what is beyond them is left out.
inline constexpr std::size_t kSitemapBytes = 50u << 20, kSitemapAddresses = 50'000;

struct SitemapEntry {
  std::string url{};       ///< absolute
  std::string modified{};  ///< ISO 8601; may be empty
  std::string title{};     ///< of news; may be empty
  std::string date{};      ///< of publication, of news; may be empty
};

struct Sitemap {
  std::vector<SitemapEntry> pages, sitemaps;
};

/// Reads a sitemap, compressed or not. False when it is none. O(bytes), decompressed.
bool parse_sitemap(std::string_view bytes, std::string_view url, std::string_view charset, Sitemap& sitemap);

}  // namespace pith::fetch
