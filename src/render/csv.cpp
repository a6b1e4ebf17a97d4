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
  out += "url,";
  for (const Member& member : members_of({})) out.append(member.name) += ',';
  out += "page_type_probability,tags,categories,comments,text,error\r\n";
}

void append_csv(const Article& article, const std::string_view* id, std::string_view text, std::string& out) {
  const auto value = [&out](std::string_view given) {
    append_csv_value(given, out);
    out += ',';
  };
  if (id != nullptr) value(*id);
  value(article.url);
  for (const Member& member : members_of(article)) value(member.value);
  value(probability_of(article));
  value(joined(article.tags));
  value(joined(article.categories));
  value(std::to_string(article.comments.size()));
  value(text);
  append_csv_value(article.reason, out);
  out += "\r\n";
}

}  // namespace pith::rendering
