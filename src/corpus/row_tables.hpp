#pragma once

// Rows of rules in an SQLite database: a table for each rule.

#include <string>
#include <vector>

#include "corpus/database.hpp"
#include "result.hpp"
#include "rules/rows.hpp"

namespace pith::corpus {

/// Not for two threads at once; two processes take turns.
class RowTables {
 public:
  /// Makes the file where there is none.
  static Result<RowTables> open(const std::string& path);

  /// Puts the rows of a page into the table of their rule, all or none. A table, and columns that it lacks, are made:
  /// numbers as REAL, all else as TEXT. Where the rule has a key, a row takes the place of the one with the same.
  Error add(const rules::Rule& rule, const std::vector<rules::PageRow>& rows);

 private:
  explicit RowTables(Database database) : database_(std::move(database)) {}
  Error make_table(const rules::Rule& rule, const std::vector<std::string>& columns);
  Error insert(const rules::Rule& rule, const std::vector<rules::PageRow>& rows);

  Database database_;
};

}  // namespace pith::corpus
