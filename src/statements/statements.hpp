#pragma once

// What a page states of itself, statement by statement: a field, a value, where it stands, how far it is trusted.
// add_statements() reads all that does not depend on what is main content; article/ adds what stands around it and
// settles each field.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "page/page.hpp"
#include "statements/source.hpp"
#include "statements/survey.hpp"
#include "text/date.hpp"

namespace pith::statements {

struct Statement {
  Field field = Field::title;
  Source source = Source::title_element;
  float trust = 0;    ///< 0 to 1
  std::string value;  ///< white space folded, character references undone, and percent-encoding of words
  text::Date date;    ///< of published and modified
  html::NodeId place = html::kNoNode;  ///< the element whose text says it, where it was found by its text
};

/// A list that keeps the memory of its strings from page to page.
class Statements {
 public:
  void clear() noexcept { size_ = 0; }
  /// Adds what stands at a source, trusted as the table of sources has it or as the caller says; `value` is cleaned
  /// (see Statement::value), and one without any text is not added. `place` is the element whose text says it.
  /// O(value).
  void add(Source source, std::string_view value) { add(source, value, trust_of(source)); }
  void add(Source source, std::string_view value, float trust, html::NodeId place = html::kNoNode);
  /// A date, of publication where the source is not known to speak of the last change. The zeros of programs
  /// ("0001-01-01", "1970-01-01") are none.
  void add_date(Source source, const text::Date& date, float trust) {
    add_date(info(source).field, source, date, trust);
  }
  void add_date(Field field, Source source, const text::Date& date, float trust, html::NodeId place = html::kNoNode);

  [[nodiscard]] std::span<const Statement> all() const noexcept { return {list_.data(), size_}; }
  [[nodiscard]] std::span<Statement> all() noexcept { return {list_.data(), size_}; }
  /// The first of the most trusted of a field, or nullptr. O(statements).
  [[nodiscard]] const Statement* best(Field field) const noexcept;

 private:
  Statement& next();

  std::vector<Statement> list_;
  std::size_t size_ = 0;
};

/// Adds what the page states in meta and link elements, JSON-LD, microdata and RDFa, its title element, headings and
/// language. `url` is its own, which may be empty; `buffer` any string, to reuse its memory. O(survey + headings).
void add_statements(const page::Page& page, const Survey& survey, std::string_view url, std::string& buffer,
                    Statements& statements);

/// Appends `raw` with character references undone (many pages escape twice) and white space folded.
void append_clean(std::string_view raw, std::string& out);

}  // namespace pith::statements
