#pragma once

// A rule of the user for the pages of a site: which pages, which fields and rows, which table. docs/rules.md has the
// file that it is read from.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "rules/selectors.hpp"
#include "rules/url_pattern.hpp"
#include "rules/xml_stylesheet.hpp"
#include "rules/xml_xpath.hpp"

namespace pith::rules {

enum class FieldType : std::uint8_t {
  text,    ///< as a reader sees it: a line for each block
  date,    ///< ISO 8601, as precise as the page says
  number,  ///< the first number in it
  link,    ///< an absolute address
  html,    ///< the markup inside
};
inline constexpr std::array<std::string_view, 5> kFieldTypes = {"text", "date", "number", "link", "html"};

/// What becomes of several values.
enum class Take : std::uint8_t {
  first,
  all,   ///< a list
  join,  ///< one text
};
inline constexpr std::array<std::string_view, 3> kTakes = {"first", "all", "join"};

struct CleaningStep {
  enum class Kind : std::uint8_t {
    strip,       ///< `what`, each of its characters, at both ends
    replace,     ///< `what` by `with`, everywhere
    cut_before,  ///< all up to the first `what`, and it; nothing where it does not stand
    cut_after,   ///< likewise all from the first `what` on
  };
  Kind kind = Kind::strip;
  std::string what, with;

  friend bool operator==(const CleaningStep&, const CleaningStep&) = default;
};

/// A selector or an expression, as it was written and as it was read.
struct Path {
  std::string text;
  std::variant<Selectors, XPath> compiled;

  [[nodiscard]] bool is_xpath() const noexcept { return compiled.index() == 1; }
};

struct FieldRule {
  std::string name;
  std::vector<Path> paths;  ///< the first that finds a value counts; of a stylesheet none: it names its values
  std::string attribute;    ///< lower case; empty: what the element says itself
  FieldType type = FieldType::text;
  Take take = Take::first;
  std::string join = "\n";  ///< between the values of Take::join, and of a list where a table has no lists
  bool required = false;
  std::vector<CleaningStep> cleaning;
};

/// A value of a row: one text, or those of a list.
struct Value {
  std::string name;
  FieldType type = FieldType::text;
  bool is_list = false;
  std::vector<std::string> texts;  ///< none: the page does not say it

  friend bool operator==(const Value&, const Value&) = default;
};
/// In the order of the rule's fields.
using Row = std::vector<Value>;

/// A saved page, and the rows that it must give.
struct RuleTest {
  std::string page;  ///< beside the file of the rule
  std::string url;
  std::vector<Row> rows;
  std::size_t line = 0;  ///< where it stands in the file
};

struct TableSchema {
  std::string name;
  std::vector<std::string> key;  ///< columns that tell rows apart
};

struct Rule {
  std::string file;
  std::string source;  ///< the bytes that it was read from, those of its stylesheet behind them
  std::string name;
  std::vector<UrlPattern> urls;  ///< none: all pages
  std::vector<Path> rows;        ///< what a row is; the first that finds one counts; none: the page is the one row
  std::optional<Stylesheet> stylesheet;  ///< makes rows and values in place of paths
  std::string stylesheet_file;           ///< as the rule names it
  std::vector<FieldRule> fields;
  TableSchema table;
  std::vector<RuleTest> tests;

  /// Whether a page of this address is one of its pages.
  [[nodiscard]] bool fits(std::string_view url) const;
};

/// The columns of every table in front of the fields: which page, and its address.
inline constexpr std::array<std::string_view, 2> kPageColumns = {"id", "url"};

}  // namespace pith::rules
