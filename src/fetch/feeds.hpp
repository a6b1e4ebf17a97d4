#pragma once

// Feeds: RSS 0.9x, 1.0 and 2.0, Atom 0.3 and 1.0 (RFC 4287), JSON Feed 1 and 1.1; broken ones, too.

#include <string>
#include <string_view>
#include <vector>

namespace pith::fetch {

struct FeedEntry {
  std::string url;      ///< absolute; entries without one are left out
  std::string title;    ///< plain text; may be empty
  std::string author;   ///< likewise
  std::string date;     ///< of publication, ISO 8601; may be empty
  std::string content;  ///< HTML, the longest the entry has: its text, or only its beginning
};

struct Feed {
  std::string title;
  std::string next;  ///< absolute address of the page of the feed with older entries (RFC 5005); may be empty
  std::vector<FeedEntry> entries;
};

/// Reads a feed. `url` is its own, against which relative addresses are read, `charset` what the transport says. False
/// when the bytes are no feed. O(bytes).
bool parse_feed(std::string_view bytes, std::string_view url, std::string_view charset, Feed& feed);

}  // namespace pith::fetch
