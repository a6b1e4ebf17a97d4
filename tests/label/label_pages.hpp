#pragma once

#include <string>
#include <vector>

#include "label/exchange.hpp"
#include "label/label.hpp"

namespace pith::test {

inline const std::string kFerry =
    "<!doctype html><html lang=en><title>The ferry</title><body><ul><li><a href=/>Home</a><li><a href=/n>News</a></ul>"
    "<main><h1>The ferry</h1>"
    "<p>The ferry goes every hour from the northern quay, as the office announced on Monday to all who asked.</p>"
    "<p>Tickets are sold on board, and children below the age of six travel for nothing on every day of the week.</p>"
    "<div>In winter the last boat leaves at six.<p>Whoever misses it has to walk around the bay.</p>By the old "
    "road.</div>"
    "</main><footer>© 2024 The Harbour</footer></body></html>";

inline label::StoredPage ferry(const std::string& id = "a") {
  return {id, "https://harbour.example/ferry", {}, "utf-8", "test", kFerry};
}

inline Article explained(const label::StoredPage& page) {
  Workspace workspace;
  return label::explain(page, Extractor(), workspace);
}

/// The name of the block with this text.
inline std::string block(const Article& article, const std::string& text) {
  const std::vector<std::string> names = label::names_of(article.blocks);
  for (std::size_t b = 0; b < names.size(); ++b)
    if (article.blocks[b].text.starts_with(text)) return names[b];
  return "no block begins with " + text;
}

/// The body of the page, in the given parts.
inline label::Label label_of(const Article& article, const std::vector<std::string>& texts) {
  label::Label label{.page_type = "article", .title_block = block(article, "The ferry"), .title = "The ferry"};
  label.bodies.emplace_back();
  for (const std::string& text : texts) label.bodies.back().blocks.push_back(block(article, text));
  return label;
}

}  // namespace pith::test
