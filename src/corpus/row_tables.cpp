#include "corpus/row_tables.hpp"

#include <algorithm>
#include <string_view>

#include "text/number.hpp"

namespace pith::corpus {

namespace {

constexpr DatabaseKind kRowTables{.name = "a database of rows that rules have found",
                                  .application_id = 0x70726f77,  // "prow"
                                  .format = 1,
                                  .schema = "SELECT 1"};

std::string in_quotes(std::string_view name) {
  std::string out = "\"";
  for (const char c : name) (out += c) += c == '"' ? "\"" : "";
  return out += '"';
}

std::string listed(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ", ") + in_quotes(name);
  return out;
}

bool is_number(const rules::Rule& rule, std::string_view column) {
  return std::any_of(rule.fields.begin(), rule.fields.end(), [column](const rules::FieldRule& field) {
    return field.name == column && field.type == rules::FieldType::number && field.take != rules::Take::all;
  });
}

std::string declared(const rules::Rule& rule, const std::string& column) {
  return in_quotes(column) + (is_number(rule, column) ? " REAL" : " TEXT");
}

}  // namespace

Result<RowTables> RowTables::open(const std::string& path) {
  Result<Database> database = Database::open(path, kRowTables, DatabaseUse::create);
  if (!database) return std::move(database).error();
  return RowTables(*std::move(database));
}

Error RowTables::make_table(const rules::Rule& rule, const std::vector<std::string>& columns) {
  std::vector<std::string> known;
  {
    Result<Statement> statement = database_.prepare("SELECT name FROM pragma_table_info(?1)");
    if (!statement) return statement.error();
    statement->bind(rule.table.name);
    while (statement->next()) known.emplace_back(statement->text(0));
    if (statement->error()) return statement->error();
  }
  const std::string table = in_quotes(rule.table.name);
  if (known.empty()) {
    std::string definition;
    for (const std::string& column : columns) definition += (definition.empty() ? "" : ", ") + declared(rule, column);
    if (!rule.table.key.empty()) definition += ", PRIMARY KEY (" + listed(rule.table.key) + ")";
    return database_.execute("CREATE TABLE " + table + " (" + definition + ")");
  }
  for (const std::string& column : columns) {
    if (std::find(known.begin(), known.end(), column) != known.end()) continue;
    if (Error error = database_.execute("ALTER TABLE " + table + " ADD COLUMN " + declared(rule, column))) return error;
  }
  return {};
}

Error RowTables::insert(const rules::Rule& rule, const std::vector<rules::PageRow>& rows) {
  const std::vector<std::string> columns = rules::columns_of(rule, rows);
  for (const std::string& column : rule.table.key)
    if (std::find(columns.begin(), columns.end(), column) == columns.end())
      return {ErrorCode::bad_data, "no row has `" + column + "`, which is of the key"};
  if (Error error = make_table(rule, columns)) return error;
  std::string places;
  for (std::size_t i = 1; i <= columns.size(); ++i) places += (i == 1 ? "?" : ", ?") + std::to_string(i);
  Result<Statement> statement = database_.prepare("INSERT OR REPLACE INTO " + in_quotes(rule.table.name) + " (" +
                                                  listed(columns) + ") VALUES (" + places + ")");
  if (!statement) return statement.error();
  std::vector<std::string> buffers(columns.size());
  for (const rules::PageRow& row : rows) {
    statement->reset();
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const std::string* const cell = rules::cell_of(row, rule, columns[i], buffers[i]);
      const int place = static_cast<int>(i) + 1;
      if (cell == nullptr)
        statement->set(place, nullptr);
      else if (is_number(rule, columns[i]))
        statement->set(place, text::parse_number<double>(*cell).value_or(0));
      else
        statement->set(place, std::string_view(*cell));
    }
    if (Error error = statement->run()) return error;
  }
  return {};
}

Error RowTables::add(const rules::Rule& rule, const std::vector<rules::PageRow>& rows) {
  if (rows.empty()) return {};
  if (Error error = database_.begin()) return error;
  Error error = insert(rule, rows);
  if (!error) error = database_.commit();
  if (error) database_.rollback();
  return error;
}

}  // namespace pith::corpus
