#pragma once

// Pages one by one, from wherever a command is told to take them.

#include <functional>
#include <string>
#include <string_view>

#include "fetch/fetch.hpp"
#include "html/document.hpp"

namespace pith::cli {

/// A page that was read, decoded and parsed. The views live until the next one.
struct ReadPage {
  std::string id;  ///< of a record its own; else the input as given, in a directory the path in it
  std::string_view url;
  const html::Document* document = nullptr;
};

/// How pages are read.
struct PageReading {
  std::string url, charset;  ///< of all of them; empty: what is known of each
  fetch::FetchOptions fetching;
};

/// Calls `visit` for each page of an input: an HTML file, a URL, "-", or a directory, JSONL or a WARC file with many.
/// What cannot be read is complained of. False: there was something of that.
bool for_each_page(const std::string& input, const PageReading& reading,
                   const std::function<void(const ReadPage&)>& visit);

}  // namespace pith::cli
