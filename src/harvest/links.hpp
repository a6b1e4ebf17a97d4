#pragma once

// What a page links to.

#include <string>
#include <string_view>
#include <vector>

#include <pith/pith.hpp>

#include "html/document.hpp"

namespace pith::harvest {

struct PageLink {
  std::string url;          ///< as page_address() has it
  std::string text;         ///< of the link; white space folded
  bool in_heading = false;  ///< h1 to h6
};

struct PageLinks {
  std::string title;               ///< of the title element
  std::vector<PageLink> links;     ///< of the body, each address once, in order; not those with rel=nofollow
  std::vector<std::string> feeds;  ///< absolute addresses
  std::string moved;               ///< where a page sends its readers at once by itself (meta refresh); may be empty
  bool nofollow = false;           ///< the page asks not to follow its links: there are none then
};

/// `url` is the page's own. O(nodes + text of links); at most so many links as `most`.
PageLinks read_links(const html::Document& document, std::string_view url, std::size_t most = 5000);

/// How much of the bodies of an article are the beginnings of other pages.
struct Teasers {
  /// A line that is a link to another page of the same host and nothing else.
  struct Line {
    std::string url;  ///< as page_address() has it
    bool is_heading = false;
  };
  std::vector<Line> lines;
  std::size_t leaves = 0;  ///< paragraphs, headings and other lines with text
};
/// `url` is the article's, links to which do not count. O(content).
Teasers teasers_of(const Article& article, std::string_view url);

}  // namespace pith::harvest
