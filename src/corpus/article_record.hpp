#pragma once

#include <simdjson.h>

#include <string>

#include <pith/pith.hpp>

namespace pith::corpus {

/// Whether a JSON record is about an article that has been extracted already: it has `text` or `bodies`, as those that
/// `pith batch` and `pith corpus export` write, and no page.
bool holds_article(const simdjson::dom::object& record);

/// Reads such a record. Appended to `members` is what it has besides the article, as PageRecord::members has it, but
/// not what was known of other records with its text. O(record).
void read_article(const simdjson::dom::object& record, Article& article, std::string& members);

}  // namespace pith::corpus
