#include "statements/statements.hpp"

#include <algorithm>
#include <utility>

#include "html/char_reference.hpp"
#include "page/folder.hpp"
#include "statements/readers.hpp"
#include "text/url.hpp"
#include "text/utf8.hpp"

namespace pith::statements {

namespace {

// What was percent-encoded as for an address, but is none: "%E8%8C%B6_%E6%B0%B4".
void undo_percent_encoding(std::string& value) {
  if (value.find('%') == std::string::npos || value.find_first_of(" /:") != std::string::npos) return;
  std::string decoded = text::percent_decoded(value);
  const bool has_words = std::any_of(decoded.begin(), decoded.end(), [](char c) { return (c & 0x80) != 0; });
  if (decoded.size() < value.size() && has_words && text::valid_utf8_prefix(decoded) == decoded.size())
    value = std::move(decoded);
}

}  // namespace

Statement& Statements::next() {
  if (size_ == list_.size()) list_.emplace_back();
  return list_[size_];
}

void Statements::add(Source source, std::string_view value, float trust, html::NodeId place) {
  Statement& statement = next();
  statement.value.clear();
  append_clean(value, statement.value);
  undo_percent_encoding(statement.value);
  if (statement.value.empty()) return;
  statement.field = info(source).field;
  statement.source = source;
  statement.trust = trust;
  statement.date = {};
  statement.place = place;
  ++size_;
}

namespace {

// The days that programs write where they know none: the zero of Go and .NET, of SQL Server, of Excel, of Unix (which
// is the evening before in America).
bool is_zero(const text::Date& date) noexcept {
  const auto is = [&date](int year, int month, int day) {
    return date.year == year && date.month == month && date.day == day;
  };
  return date.year <= 1 || is(1900, 1, 1) || is(1899, 12, 30) || is(1899, 12, 31) || is(1970, 1, 1) ||
         (is(1969, 12, 31) && date.has_time());
}

}  // namespace

void Statements::add_date(Field field, Source source, const text::Date& date, float trust, html::NodeId place) {
  if (is_zero(date)) return;
  Statement& statement = next();
  statement.value.clear();
  text::append_iso(date, statement.value);
  statement.field = field;
  statement.source = source;
  statement.trust = trust;
  statement.date = date;
  statement.place = place;
  ++size_;
}

const Statement* Statements::best(Field field) const noexcept {
  const Statement* best = nullptr;
  for (const Statement& statement : all()) {
    if (statement.field == field && (best == nullptr || statement.trust > best->trust)) best = &statement;
  }
  return best;
}

void add_statements(const page::Page& page, const Survey& survey, std::string_view url, std::string& buffer,
                    Statements& statements) {
  // The first of two that are trusted alike counts.
  add_metas(survey, statements);
  add_linked_data(survey, statements);
  add_properties(page, survey, buffer, statements);
  add_titles(page, survey, buffer, statements);
  add_language(page.document(), statements);
  add_links(page.document(), survey, url, buffer, statements);
}

void append_clean(std::string_view raw, std::string& out) {
  page::Folder folder(out);
  std::size_t begin = 0;  // of what has not been appended
  for (std::size_t at = raw.find('&'); at != std::string_view::npos;) {
    const html::CharReference reference = html::read_char_reference(raw.data() + at + 1, raw.data() + raw.size(), true);
    if (reference.consumed != 0) {
      folder.append(raw.substr(begin, at - begin));
      folder.append({reference.utf8, reference.length});
      begin = at + 1 + reference.consumed;
    }
    at = raw.find('&', at + 1 + reference.consumed);
  }
  folder.append(raw.substr(begin));
}

}  // namespace pith::statements
