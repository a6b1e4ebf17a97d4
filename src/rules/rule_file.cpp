#include "rules/rule_file.hpp"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "rules/values.hpp"
#include "text/ascii.hpp"
#include "text/toml_reader.hpp"
#include "text/toml_writer.hpp"

namespace pith::rules {

namespace {

template <class Names>
std::vector<std::string> names_in(const Names& names) {
  return {names.begin(), names.end()};
}

bool is_identifier(std::string_view name) {
  return !name.empty() && name.size() <= 64 && !text::is_ascii_digit(name.front()) &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return text::is_ascii_alphanumeric(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
         });
}

/// Of a name that is none: letters, digits and "_" of it.
std::string identifier_of(std::string_view name) {
  std::string out;
  for (const char c : name) out += is_identifier(std::string{'_', c}) ? text::ascii_lower(c) : '_';
  if (out.empty() || text::is_ascii_digit(out.front())) out.insert(0, "_");
  return out;
}

class Reader : text::TomlReader {
 public:
  Reader(const std::string& file, SheetFiles sheets) : TomlReader(file), sheets_(sheets) {}

  Result<Rule> read(std::string_view toml) {
    const Result<toml::table> tables = parse(toml, name());
    if (!tables) return tables.error();
    const toml::table& root = *tables;
    rule_.file = name();
    rule_.source = toml;
    check_keys(root, {"name", "urls", "rows", "stylesheet", "field", "table", "test"}, "a rule");
    rule_.name = std::filesystem::path(name()).stem().string();
    read_value(root, "name", rule_.name, "text");
    read_texts(root, "urls", [&](const std::string& pattern) {
      const Result<UrlPattern> parsed = UrlPattern::parse(pattern);
      if (!parsed) return parsed.error().message;
      rule_.urls.push_back(*parsed);
      return std::string();
    });
    read_stylesheet(root);
    if (const toml::node* rows = root.get("rows"); rows != nullptr) {
      if (rule_.stylesheet) fail(*rows, "`rows` beside `stylesheet`: the stylesheet makes the rows");
      if (rows->is_table()) {
        check_keys(*rows->as_table(), {"css", "xpath"}, "`rows`");
        read_paths(*rows->as_table(), rule_.rows);
      } else {
        read_path(*rows, false, rule_.rows);
      }
      if (rule_.rows.empty())
        fail(*rows, "`rows` says nothing: write rows = \"li.item\" or rows = { xpath = \"...\" }");
    }
    read_tables(root, "field", [&](const toml::table& field) { read_field(field); });
    if (rule_.fields.empty() && !rule_.stylesheet)
      fail(root, "a rule without fields: write [[field]] with name and css");
    read_table(root);
    read_tables(root, "test", [&](const toml::table& test) { read_test(test); });
    if (error()) return error();
    return std::move(rule_);
  }

 private:
  void read_stylesheet(const toml::table& root) {
    std::string path;
    read_value(root, "stylesheet", path, "text");
    if (path.empty() || error()) return;
    if (sheets_ == SheetFiles::refused)
      return fail(*root.get("stylesheet"), "files are not read here: send the stylesheet itself in place of the rule");
    const std::filesystem::path whole = std::filesystem::path(name()).parent_path() / path;
    const Result<std::string> xml = text::read_whole_file(whole);
    if (!xml) return fail(*root.get("stylesheet"), path + " " + xml.error().message);
    Result<Stylesheet> sheet = Stylesheet::parse(*xml, whole.string());
    if (!sheet) return fail(*root.get("stylesheet"), sheet.error().message);
    rule_.stylesheet = *std::move(sheet);
    rule_.stylesheet_file = path;
    rule_.source += *xml;
  }

  /// A selector or an expression, or a list of such, of which the first that finds something counts.
  void read_path(const toml::node& node, bool is_xpath, std::vector<Path>& paths) {
    const auto add = [&](const toml::node& one) {
      const std::optional<std::string> written = one.value_exact<std::string>();
      if (!written) return fail(one, "a path is no text");
      const auto keep = [&](auto parsed) {
        if (parsed)
          paths.push_back({*written, *std::move(parsed)});
        else
          fail(one, "`" + *written + "`: " + parsed.error().message);
      };
      if (is_xpath)
        keep(XPath::parse(*written));
      else
        keep(Selectors::parse(*written));
    };
    if (!node.is_array()) return add(node);
    for (const toml::node& one : *node.as_array()) add(one);
  }
  void read_paths(const toml::table& table, std::vector<Path>& paths) {
    if (const toml::node* css = table.get("css"); css != nullptr) read_path(*css, false, paths);
    if (const toml::node* xpath = table.get("xpath"); xpath != nullptr) read_path(*xpath, true, paths);
  }

  void read_field(const toml::table& table) {
    FieldRule field;
    check_keys(table, {"name", "css", "xpath", "attribute", "type", "take", "join", "required", "clean"}, "a field");
    read_value(table, "name", field.name, "text");
    if (field.name.empty()) return fail(table, "a field without `name`");
    if (!is_identifier(field.name))
      return fail(*table.get("name"), "`" + field.name + "` is no name of a field: letters, digits and _");
    if (std::any_of(kPageColumns.begin(), kPageColumns.end(), [&](auto column) { return column == field.name; }))
      return fail(*table.get("name"), "`" + field.name + "` is a column of every table");
    if (!names_.insert(field.name).second) return fail(*table.get("name"), "there are two fields `" + field.name + "`");
    read_paths(table, field.paths);
    if (rule_.stylesheet && !field.paths.empty())
      return fail(table, "field `" + field.name + "` has a path beside `stylesheet`, which makes the values");
    if (!rule_.stylesheet && field.paths.empty())
      return fail(table, "field `" + field.name + "` has no path: write css = \"...\" or xpath = \"...\"");
    read_value(table, "attribute", field.attribute, "text");
    field.attribute = text::ascii_lowered(field.attribute);
    field.type = static_cast<FieldType>(read_choice(table, "type", names_in(kFieldTypes), 0));
    field.take = static_cast<Take>(read_choice(table, "take", names_in(kTakes), 0));
    read_value(table, "join", field.join, "text");
    read_value(table, "required", field.required, "truth: true or false");
    read_tables(table, "clean", [&](const toml::table& step) { read_cleaning(step, field.cleaning); });
    rule_.fields.push_back(std::move(field));
  }

  void read_cleaning(const toml::table& table, std::vector<CleaningStep>& steps) {
    const std::vector<std::string> kinds = names_in(kCleaningKinds);
    check_keys(table, {"strip", "replace", "with", "cut_before", "cut_after"}, "a step of `clean`");
    CleaningStep step;
    std::size_t said = 0;
    for (std::size_t i = 0; i < kinds.size(); ++i) {
      if (!table.contains(kinds[i])) continue;
      ++said;
      step.kind = static_cast<CleaningStep::Kind>(i);
      read_value(table, kinds[i], step.what, "text");
      if (step.what.empty()) return fail(table, "`" + kinds[i] + "` is empty");
    }
    if (said != 1) return fail(table, "a step of `clean` says one of " + text::join_words(kinds));
    if (table.contains("with") != (step.kind == CleaningStep::Kind::replace))
      return fail(table, "`with` goes with `replace`: { replace = \"a\", with = \"b\" }");
    read_value(table, "with", step.with, "text");
    steps.push_back(std::move(step));
  }

  void read_table(const toml::table& root) {
    rule_.table.name = identifier_of(rule_.name);
    const toml::node* const node = root.get("table");
    if (node == nullptr) return;
    if (!node->is_table()) return fail(*node, "`table` is no table: write [table]");
    const toml::table& table = *node->as_table();
    check_keys(table, {"name", "key"}, "`table`");
    read_value(table, "name", rule_.table.name, "text");
    if (!is_identifier(rule_.table.name) || rule_.table.name.starts_with("sqlite_"))
      return fail(*node, "`" + rule_.table.name + "` is no name of a table: letters, digits and _");
    read_texts(table, "key", [&](const std::string& column) -> std::string {
      std::vector<std::string> columns = names_in(kPageColumns);
      for (const FieldRule& field : rule_.fields) columns.push_back(field.name);
      if (!rule_.fields.empty() && std::find(columns.begin(), columns.end(), column) == columns.end())
        return "`" + column + "` is no column: " + text::hint(column, columns);
      rule_.table.key.push_back(column);
      return {};
    });
  }

  void read_test(const toml::table& table) {
    RuleTest test;
    test.line = table.source().begin.line;
    check_keys(table, {"page", "url", "rows"}, "a test");
    read_value(table, "page", test.page, "text");
    read_value(table, "url", test.url, "text");
    if (test.page.empty()) return fail(table, "a test without `page`, a file beside the rule");
    if (!table.contains("rows")) return fail(table, "a test without `rows`: write rows = [{ title = \"...\" }]");
    read_tables(table, "rows", [&](const toml::table& row) { test.rows.push_back(read_row(row)); });
    rule_.tests.push_back(std::move(test));
  }

  Row read_row(const toml::table& table) {
    Row row;
    const auto add = [&](const std::string& of, FieldType type, Take take) {
      const toml::node* const node = table.get(of);
      if (node == nullptr) return;
      Value value{of, type, take == Take::all, {}};
      if (const toml::array* list = node->as_array(); list != nullptr) {
        value.is_list = true;
        for (const toml::node& one : *list) value.texts.push_back(text_of(one));
      } else {
        value.texts.push_back(text_of(*node));
      }
      row.push_back(std::move(value));
    };
    if (rule_.fields.empty()) {  // of a stylesheet, which names what it likes
      for (const auto& [key, node] : table) add(std::string(key.str()), FieldType::text, Take::first);
      return row;
    }
    std::vector<std::string> names;
    for (const FieldRule& field : rule_.fields) {
      names.push_back(field.name);
      add(field.name, field.type, field.take);
    }
    check_keys(table, names, "a row");
    return row;
  }

  std::string text_of(const toml::node& node) {
    if (const auto written = node.value_exact<std::string>(); written) return *written;
    if (node.is_number()) return number(node.value<double>().value_or(0));
    fail(node, "a value of a row is neither a text nor a number");
    return {};
  }

  SheetFiles sheets_;
  Rule rule_;
  std::set<std::string, std::less<>> names_;
};

// --- Writing -----------------------------------------------------------------------------------------

/// "css = ..." and "xpath = ...".
std::vector<std::string> lines_of(const std::vector<Path>& paths) {
  std::vector<std::string> lines;
  for (const bool is_xpath : {false, true}) {
    std::vector<std::string> texts;
    for (const Path& path : paths)
      if (path.is_xpath() == is_xpath) texts.push_back(path.text);
    if (texts.empty()) continue;
    lines.push_back((is_xpath ? "xpath = " : "css = ") +
                    (texts.size() == 1 ? text::toml_string(texts[0]) : text::toml_array(texts)));
  }
  return lines;
}

std::string value_of(const Value& value) {
  if (value.is_list) return text::toml_array(value.texts);
  if (value.type == FieldType::number) return value.texts.front();
  return text::toml_string(value.texts.front());
}

}  // namespace

bool Rule::fits(std::string_view url) const {
  return urls.empty() || std::any_of(urls.begin(), urls.end(), [&](const UrlPattern& one) { return one.fits(url); });
}

Result<Rule> read_rule(std::string_view toml, const std::string& file, SheetFiles sheets) {
  return Reader(file, sheets).read(toml);
}

Result<Rule> read_stylesheet_rule(std::string_view xml, const std::string& file) {
  Result<Stylesheet> sheet = Stylesheet::parse(xml, file);
  if (!sheet) return std::move(sheet).error();
  Rule rule;
  rule.file = file;
  rule.source = xml;
  rule.name = std::filesystem::path(file).stem().string();
  rule.table.name = identifier_of(rule.name);
  rule.stylesheet = *std::move(sheet);
  return rule;
}

Result<Rule> load_rule(const std::string& path) {
  const Result<std::string> bytes = text::read_whole_file(path);
  if (!bytes) return within(path, bytes.error());
  const bool is_sheet = path.ends_with(".xsl") || path.ends_with(".xslt");
  return is_sheet ? read_stylesheet_rule(*bytes, path) : read_rule(*bytes, path);
}

std::string to_toml(const Rule& rule) {
  std::string out;
  const auto line = [&out](std::string_view key, const std::string& value) { ((out += key) += " = ") += value + "\n"; };
  line("name", text::toml_string(rule.name));
  std::vector<std::string> urls;
  urls.reserve(rule.urls.size());
  for (const UrlPattern& pattern : rule.urls) urls.push_back(pattern.text());
  if (!urls.empty()) line("urls", text::toml_array(urls));
  if (!rule.rows.empty()) {
    std::string paths;
    for (const std::string& path : lines_of(rule.rows)) paths += (paths.empty() ? "" : ", ") + path;
    line("rows", "{ " + paths + " }");
  }
  if (!rule.stylesheet_file.empty()) line("stylesheet", text::toml_string(rule.stylesheet_file));
  for (const FieldRule& field : rule.fields) {
    out += "\n[[field]]\n";
    line("name", text::toml_string(field.name));
    for (const std::string& path : lines_of(field.paths)) out += path + "\n";
    if (!field.attribute.empty()) line("attribute", text::toml_string(field.attribute));
    if (field.type != FieldType::text)
      line("type", text::toml_string(kFieldTypes[static_cast<std::size_t>(field.type)]));
    if (field.take != Take::first) line("take", text::toml_string(kTakes[static_cast<std::size_t>(field.take)]));
    if (field.join != FieldRule().join) line("join", text::toml_string(field.join));
    if (field.required) line("required", "true");
    if (field.cleaning.empty()) continue;
    std::string steps;
    for (const CleaningStep& step : field.cleaning) {
      steps += (steps.empty() ? "{ " : ", { ") + std::string(kCleaningKinds[static_cast<std::size_t>(step.kind)]) +
               " = " + text::toml_string(step.what);
      if (step.kind == CleaningStep::Kind::replace) steps += ", with = " + text::toml_string(step.with);
      steps += " }";
    }
    line("clean", "[" + steps + "]");
  }
  const bool names_table = !rule.table.name.empty() && rule.table.name != identifier_of(rule.name);
  if (!rule.table.key.empty() || names_table) {
    out += "\n[table]\n";
    if (names_table) line("name", text::toml_string(rule.table.name));
    if (!rule.table.key.empty()) line("key", text::toml_array(rule.table.key));
  }
  for (const RuleTest& test : rule.tests) {
    out += "\n[[test]]\n";
    line("page", text::toml_string(test.page));
    if (!test.url.empty()) line("url", text::toml_string(test.url));
    if (test.rows.empty()) out += "rows = []\n";
    for (const Row& row : test.rows) {
      out += "\n[[test.rows]]\n";
      for (const Value& value : row) line(value.name, value_of(value));
    }
  }
  return out;
}

}  // namespace pith::rules
