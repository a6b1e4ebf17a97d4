#pragma once

// A rule on a page: its rows, and what of it did not fit.

#include <string>
#include <vector>

#include "html/document.hpp"
#include "rules/rule.hpp"

namespace pith::rules {

/// A page has so many rows at most, and its values so many bytes together.
inline constexpr std::size_t kMostRows = 10'000, kMostValueBytes = 64u << 20;
/// Steps of CSS, and nodes whose text is read, that a rule may take on a page: some seconds. Usual ones take below a
/// million; XPath and XSLT have a budget of their own (XmlBudget).
inline constexpr std::size_t kMostSteps = 1'000'000'000;

struct Applied {
  std::vector<Row> rows;
  std::vector<html::NodeId> row_nodes;            ///< what the rows are; a rule without `rows` has none
  std::vector<std::vector<html::NodeId>> places;  ///< by field of the rule: the elements that its values are of
  /// Rows that are not there, or not as wanted: "row 3: required field `title` is missing".
  std::vector<std::string> problems;
};

/// The rows of a page in its order. A row without a required field is left out, and a problem; a rule with rows that
/// finds none gives none. That CSS, XPath or XSLT took too much is a problem, too.
Applied apply(const Rule& rule, const html::Document& document, std::string_view url);

/// The first row alone, whatever it lacks: for a rule of pages with one article. `missing`: its required fields without
/// a value. `body` gets the nodes that the field of this name was taken from, where it has found nodes.
struct AppliedPage {
  Row row;
  std::vector<std::string> missing, problems;
  std::vector<html::NodeId> body;
};
AppliedPage apply_to_page(const Rule& rule, const html::Document& document, std::string_view url,
                          std::string_view body_field);

}  // namespace pith::rules
