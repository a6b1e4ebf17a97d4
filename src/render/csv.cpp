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

void append_csv_header(bool with_id, std::string& out) {
  if (with_id) out += "id,";
  const Article none;
  for_each_text(none, [&out](const Member& member, const std::string&) { out.append(member.name) += ','; });
  out += "page_type_probability,";
  for_each_list(none, [&out](const Member& member, const std::vector<std::string>&) {
    if (!member.repeats) out.append(member.name) += ',';
  });
  out += "comments,text,error\r\n";
}

void append_csv(const Article& article, const std::string_view* id, std::string_view text, std::string& out) {
  const auto value = [&out](std::string_view given) {
    append_csv_value(given, out);
    out += ',';
  };
  if (id != nullptr) value(*id);
  for_each_text(article, [&value](const Member&, const std::string& known) { value(known); });
  value(probability_of(article));
  for_each_list(article, [&value](const Member& member, const std::vector<std::string>& values) {
    if (!member.repeats) value(joined(values));
  });
  value(std::to_string(article.comments.size()));
  value(text);
  append_csv_value(article.reason, out);
  out += "\r\n";
}

}  // namespace pith::rendering
