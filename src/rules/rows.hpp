#pragma once

// Rows as JSONL and CSV, and as what databases are given.

#include <string>
#include <string_view>
#include <vector>

#include "rules/rule.hpp"

namespace pith::rules {

/// A row and where it comes from.
struct PageRow {
  std::string id, url;
  Row row;
};

/// Appends the row as an object and a line end: id, url, rule, then its fields: texts, numbers, lists; null where the
/// page does not say it.
void append_json(const PageRow& row, const Rule& rule, std::string& out);

/// The columns of a rule's table: id, url, its fields. Of a stylesheet without fields only the first two are known
/// before there are rows: `rows` add theirs in the order in which they come.
std::vector<std::string> columns_of(const Rule& rule, const std::vector<PageRow>& rows);

/// What stands in a column of a row: a list as one text; nullptr: nothing. `buffer` may hold the text.
const std::string* cell_of(const PageRow& row, const Rule& rule, std::string_view column, std::string& buffer);

/// Appends the names of the columns as a line of CSV (RFC 4180), and a row.
void append_csv_header(const std::vector<std::string>& columns, std::string& out);
void append_csv(const PageRow& row, const Rule& rule, const std::vector<std::string>& columns, std::string& out);

}  // namespace pith::rules
