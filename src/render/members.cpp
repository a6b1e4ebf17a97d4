#include "render/members.hpp"

#include <algorithm>
#include <charconv>

#include "text/json_writer.hpp"

namespace pith::rendering {

namespace {

bool nothing_known(const Article& article) {
  const auto members = members_of(article);
  return article.url.empty() &&
         std::all_of(members.begin(), members.end(), [](const Member& member) { return member.value.empty(); });
}

}  // namespace

std::string probability_of(const Article& article) {
  if (article.page_type.empty()) return {};
  std::array<char, 32> digits{};
  const auto [end, failure] = std::to_chars(digits.data(), digits.data() + digits.size(), article.page_type_probability,
                                            std::chars_format::fixed, 2);
  return failure == std::errc() ? std::string(digits.data(), end) : std::string();
}

void append_heading_lines(const Article& article, std::string& out) {
  if (nothing_known(article)) return;
  const auto line = [&out](std::string_view name, std::string_view value) {
    if (value.empty()) return;
    const std::size_t begin = out.size();
    out += name;
    if (name == "url") {
      out.replace(begin, name.size(), "URL");
    } else {
      out[begin] = static_cast<char>(out[begin] - 32);
      std::replace(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), '_', ' ');
    }
    out.append(": ").append(value) += '\n';
  };
  for (const Member& member : members_of(article)) line(member.name, member.value);
  for (const ListMember& list : lists_of(article)) {
    if (list.name != "authors") line(list.name, joined(list.values));  // they stand in `author`
  }
  line("url", article.url);
  out += '\n';
}

void append_front_matter(const Article& article, std::string& out) {
  if (nothing_known(article)) return;
  // Strings of JSON are strings of YAML.
  out += "---\n";
  const auto line = [&out](std::string_view name, std::string_view value) {
    if (value.empty()) return;
    out.append(name) += ": ";
    text::append_json_string(value, out);
    out += '\n';
  };
  line("url", article.url);
  for (const Member& member : members_of(article)) {
    line(member.name, member.value);
    if (member.name == "page_type" && !member.value.empty())
      out.append("page_type_probability: ").append(probability_of(article)) += '\n';
  }
  for (const ListMember& list : lists_of(article)) {
    if (list.values.empty()) continue;
    out.append(list.name) += ":\n";
    for (const std::string& value : list.values) {
      out += "  - ";
      text::append_json_string(value, out);
      out += '\n';
    }
  }
  out += "---\n\n";
}

}  // namespace pith::rendering
