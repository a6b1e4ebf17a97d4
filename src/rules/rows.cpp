#include "rules/rows.hpp"

#include <algorithm>
#include <limits>

#include "render/csv.hpp"
#include "text/json_writer.hpp"
#include "text/number.hpp"

namespace pith::rules {

void append_json(const PageRow& row, const Rule& rule, std::string& out) {
  text::JsonWriter json(out);
  const auto write = [&json](const std::string& text, FieldType type) {
    if (type == FieldType::number)
      json.number(text::parse_number<double>(text).value_or(std::numeric_limits<double>::quiet_NaN()));
    else
      json.string(text);
  };
  json.begin_object();
  json.member("id", row.id);
  json.member("url", row.url);
  json.member("rule", rule.name);
  for (const Value& value : row.row) {
    json.key(value.name);
    if (value.is_list) {
      json.begin_array();
      for (const std::string& text : value.texts) write(text, value.type);
      json.end_array();
    } else if (value.texts.empty()) {
      json.number(std::numeric_limits<double>::quiet_NaN());  // null
    } else {
      write(value.texts.front(), value.type);
    }
  }
  json.end_object();
  out += '\n';
}

std::vector<std::string> columns_of(const Rule& rule, const std::vector<PageRow>& rows) {
  std::vector<std::string> columns(kPageColumns.begin(), kPageColumns.end());
  const auto add = [&columns](const std::string& name) {
    if (std::find(columns.begin(), columns.end(), name) == columns.end()) columns.push_back(name);
  };
  for (const FieldRule& field : rule.fields) add(field.name);
  if (rule.fields.empty())
    for (const PageRow& row : rows)
      for (const Value& value : row.row) add(value.name);
  return columns;
}

const std::string* cell_of(const PageRow& row, const Rule& rule, std::string_view column, std::string& buffer) {
  if (column == "id") return &row.id;
  if (column == "url") return &row.url;
  const auto value =
      std::find_if(row.row.begin(), row.row.end(), [column](const Value& one) { return one.name == column; });
  if (value == row.row.end() || value->texts.empty()) return nullptr;
  if (value->texts.size() == 1) return value->texts.data();
  const auto field = std::find_if(rule.fields.begin(), rule.fields.end(),
                                  [column](const FieldRule& one) { return one.name == column; });
  const std::string& between = field != rule.fields.end() ? field->join : FieldRule().join;
  buffer.clear();
  for (const std::string& text : value->texts) (buffer += buffer.empty() ? "" : between) += text;
  return &buffer;
}

void append_csv_header(const std::vector<std::string>& columns, std::string& out) {
  for (const std::string& column : columns) {
    if (&column != columns.data()) out += ',';
    rendering::append_csv_value(column, out);
  }
  out += "\r\n";
}

void append_csv(const PageRow& row, const Rule& rule, const std::vector<std::string>& columns, std::string& out) {
  std::string buffer;
  for (const std::string& column : columns) {
    if (&column != columns.data()) out += ',';
    if (const std::string* cell = cell_of(row, rule, column, buffer); cell != nullptr)
      rendering::append_csv_value(*cell, out);
  }
  out += "\r\n";
}

}  // namespace pith::rules
