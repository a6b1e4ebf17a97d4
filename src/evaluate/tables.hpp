#pragma once

// An evaluation as figures for people and for programs.

#include <cstdint>
#include <string>
#include <vector>

#include "evaluate/evaluation.hpp"

namespace pith::evaluate {

/// Figures of one group of pages ("all" first, then the values of the member the pages were grouped by, sorted).
struct Group {
  std::string name;
  std::vector<Summary> methods;  ///< in the order of Evaluation::methods
};
/// Groups of one set. With `intervals`, 1,000 samples of its pages are drawn.
std::vector<Group> groups_of(const EvaluatedSet& set, bool grouped, bool intervals);

/// Gives each set all groups that another set has, and those named, as groups of no pages: that there are none is worth
/// knowing. Keeps the order.
void add_missing_groups(std::vector<std::vector<Group>>& groups, const std::vector<std::string>& names,
                        std::size_t methods);

/// {"<set>": {"<method>": {"all": {"pages": 0, "f1": 0, …}, "<key value>": {…}}}}; docs/accuracy.md names the members.
/// Figures that do not apply are left out.
std::string as_json(const Evaluation& evaluation, const std::vector<std::vector<Group>>& groups);

/// Which figures a table shows: of the main text, or of title, authors and date.
enum class Columns : std::uint8_t { text, fields };

/// A table for each set, and below it how sure the differences to the first method are.
std::string as_table(const Evaluation& evaluation, const std::vector<std::vector<Group>>& groups, Columns columns,
                     std::size_t worst);

/// A row for each page and method, with a header (RFC 4180): set, id, the group where there are groups, page_type,
/// site, method, predicted_type and all figures of one page; what does not apply is empty.
std::string as_csv(const Evaluation& evaluation, const std::string& by);

/// Places of the pages with the lowest f1 by a method, worst first; pages without a main text are left out.
std::vector<std::size_t> worst_pages(const EvaluatedSet& set, std::size_t method, std::size_t count);

}  // namespace pith::evaluate
