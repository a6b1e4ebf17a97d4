#include "render/csv.hpp"

#include <string>

#include "render/members.hpp"

namespace pith::rendering {

void append_csv_value(std::string_view value, std::string& out) {
  if (value.find_first_of(",\"\r\n") == std::string_view::npos) {
    out += value;
    return;
  }
  out += '"';
  for (const char c : value) {
    if (c == '"') out += '"';
    out += c;
  }
  out += '"';
}

namespace {

// Calls `column(name, value)` for all columns, in their order.
template <class Column>
void for_each_column(const Article& article, const std::string_view* id, std::string_view text, Column&& column) {
  if (id != nullptr) column("id", *id);
  for_each_text(article, [&](const Member& member, const std::string& value) { column(member.name, value); });
  column("page_type_probability", probability_of(article));
  for_each_list(article, [&](const Member& member, const std::vector<std::string>& values) {
    if (!member.repeats) column(member.name, joined(values));
  });
  column("comments", std::to_string(article.comments.size()));
  column("text", text);
  column("error", article.reason);
}

void end_row(std::size_t begin, std::string& out) {
  if (out.size() > begin) out.pop_back();  // the last comma
  out += "\r\n";
}

}  // namespace

void append_csv_header(bool with_id, std::string& out, const MemberChoice& choice) {
  const std::size_t begin = out.size();
  const std::string_view id;
  for_each_column(Article(), with_id ? &id : nullptr, {}, [&](std::string_view name, std::string_view) {
    if (choice.has(name)) out.append(name) += ',';
  });
  end_row(begin, out);
}

std::vector<std::string_view> csv_columns() {
  std::vector<std::string_view> all;
  const std::string_view id;
  for_each_column(Article(), &id, {}, [&all](std::string_view name, std::string_view) { all.push_back(name); });
  return all;
}

void append_csv(const Article& article, const std::string_view* id, std::string_view text, std::string& out,
                const MemberChoice& choice) {
  const std::size_t begin = out.size();
  for_each_column(article, id, text, [&](std::string_view name, std::string_view value) {
    if (!choice.has(name)) return;
    append_csv_value(value, out);
    out += ',';
  });
  end_row(begin, out);
}

}  // namespace pith::rendering
