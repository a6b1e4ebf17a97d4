#pragma once

// A page as programs that read for people are given it: handed over or fetched, cut to what selectors name, and without
// what the page shows to nobody. What the endpoints for agents share: Jina Reader's, Firecrawl's, those of MCP.

#include <string>
#include <string_view>
#include <vector>

#include <pith/pith.hpp>

#include "serve/engine.hpp"

namespace pith::serve {

/// What is to be read.
struct ReadingOrder {
  bool is_given = false;           ///< the page is `html`; else it is fetched from `page.url`
  std::string html{};              ///< of any encoding
  std::string charset{};           ///< label of its encoding; empty: it is found out
  FetchRequest page{};             ///< the address is that of a page that is given, too
  std::string target{}, remove{};  ///< CSS selectors: only what is in these elements; without these; empty: none
  bool whole = false;              ///< all that is in sight, not the main content alone; so it is with `target`
  bool hidden = false;             ///< also what is out of sight
  bool errors = false;             ///< the page of an answer such as "404 Not Found" is read, too
  bool explain = false;            ///< with a report on every block
  bool links = false, html_wanted = false;  ///< fill Reading::links and images; Reading::html
  std::string method{};                     ///< id of the extraction method; empty: that of the service, or `all`
  Favor favor = Favor::balanced;
};

struct PageLink {
  std::string text, url;
};

/// A page that was read, or why there is none.
struct Reading {
  int problem = 0;       ///< the HTTP status that says what kind of problem it is; 0: there is a page
  std::string detail{};  ///< of the problem, for people
  Article article{};
  fetch::FetchResult answer{};              ///< of a page that was fetched; its body is the page as it came
  std::string html{};                       ///< the whole page as UTF-8, without what was not wanted of it
  std::string title{};                      ///< of the article, else of the page
  std::vector<PageLink> links{}, images{};  ///< of the whole page, each address once, absolute
};

/// Fetches, cuts, extracts. Blocks.
Reading read_page(const ReadingOrder& order, Engine& engine);

/// The same filters with the one in front that takes out what nobody sees.
Result<std::vector<Setting>> without_hidden(std::vector<Setting> settings);

/// How many tokens of a language model a text comes to, about: a word of up to five letters is one, as is a digit or a
/// sign, and a character of Chinese, Japanese or Korean. O(text).
std::size_t estimated_tokens(std::string_view text);
/// As much of it as `tokens` allow, cut at the end of a line where there is one.
std::string_view within_tokens(std::string_view text, std::size_t tokens);

}  // namespace pith::serve
