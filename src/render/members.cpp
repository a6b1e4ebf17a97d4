#include "render/members.hpp"

#include <algorithm>
#include <charconv>

#include "text/json_writer.hpp"

namespace pith::rendering {

namespace {

// Tags alone make no head.
bool nothing_known(const Article& article) {
  bool nothing = true;
  for_each_text(article, [&nothing](const Member&, const std::string& value) { nothing = nothing && value.empty(); });
  return nothing;
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
  for_each_text(article, [&line](const Member& member, const std::string& value) {
    if (member.text != &Article::url) line(member.name, value);
  });
  for_each_list(article, [&line](const Member& member, const std::vector<std::string>& values) {
    if (!member.repeats) line(member.name, joined(values));
  });
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
  for_each_text(article, [&](const Member& member, const std::string& value) {
    line(member.name, value);
    if (member.text == &Article::page_type && !value.empty())
      out.append("page_type_probability: ").append(probability_of(article)) += '\n';
  });
  for_each_list(article, [&out](const Member& member, const std::vector<std::string>& values) {
    if (values.empty()) return;
    out.append(member.name) += ":\n";
    for (const std::string& value : values) {
      out += "  - ";
      text::append_json_string(value, out);
      out += '\n';
    }
  });
  out += "---\n\n";
}

}  // namespace pith::rendering
