#include "corpus/article_record.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "render/members.hpp"
#include "text/json_writer.hpp"

namespace pith::corpus {
namespace {

using simdjson::dom::array;
using simdjson::dom::element;
using simdjson::dom::object;

// Read here or elsewhere, or true of the run that wrote the record alone.
constexpr std::array<std::string_view, 18> kNoMembers = {"id",           "text",
                                                         "comments",     "bodies",
                                                         "truncated",    "page_type_probability",
                                                         "fetched",      "seen",
                                                         "added",        "address",
                                                         "revision",     "latest",
                                                         "fingerprint",  "similarity",
                                                         "duplicate_of", "near_duplicate_of",
                                                         "html",         "html_b64"};

std::string_view string_of(const element& value) {
  std::string_view string;
  return value.get(string) == simdjson::SUCCESS ? string : std::string_view();
}

/// Bodies or comments.
void read_bodies(const element& list, std::vector<Body>& bodies) {
  array all;
  if (list.get(all) != simdjson::SUCCESS) return;
  for (const element& one : all) {
    object fields;
    if (one.get(fields) != simdjson::SUCCESS) continue;
    Body& body = bodies.emplace_back();
    for (const auto& [name, value] : fields) {
      if (name == "text") body.text = string_of(value);
      if (name == "author") body.author = string_of(value);
      if (name == "date") body.date = string_of(value);
    }
  }
}

Truncation read_truncation(std::string_view names) {
  Truncation set = Truncation::none;
  for (std::uint32_t bit = 1; bit <= static_cast<std::uint32_t>(Truncation::work); bit <<= 1) {
    const std::string name = "," + describe(static_cast<Truncation>(bit)) + ",";
    if (("," + std::string(names) + ",").find(name) != std::string::npos) set |= static_cast<Truncation>(bit);
  }
  return set;
}

/// A member that articles have by its name; false: it is another.
bool read_member(std::string_view name, const element& value, Article& article) {
  const auto* const found = std::find_if(rendering::kMembers.begin(), rendering::kMembers.end(),
                                         [name](const rendering::Member& member) { return member.name == name; });
  if (found == rendering::kMembers.end()) return false;
  if (found->text != nullptr) {
    article.*found->text = string_of(value);
    return true;
  }
  array list;
  if (value.get(list) != simdjson::SUCCESS) return true;
  for (const element& one : list) (article.*found->list).emplace_back(string_of(one));
  return true;
}

}  // namespace

bool holds_article(const object& record) {
  std::string_view text;
  array bodies;
  return record["text"].get(text) == simdjson::SUCCESS || record["bodies"].get(bodies) == simdjson::SUCCESS;
}

void read_article(const object& record, Article& article, std::string& members) {
  for (const auto& [name, value] : record) {
    if (read_member(name, value, article)) continue;
    double probability = 0;
    if (name == "bodies") {
      read_bodies(value, article.bodies);
    } else if (name == "comments") {
      read_bodies(value, article.comments);
    } else if (name == "truncated") {
      article.truncated = read_truncation(string_of(value));
    } else if (name == "page_type_probability") {
      if (value.get(probability) == simdjson::SUCCESS) article.page_type_probability = static_cast<float>(probability);
    } else if (std::find(kNoMembers.begin(), kNoMembers.end(), name) == kNoMembers.end()) {
      if (!members.empty()) members += ',';
      text::append_json_string(name, members);
      members.append(":").append(simdjson::minify(value));
    }
  }
  std::string_view text;  // of all bodies
  if (article.bodies.empty() && record["text"].get(text) == simdjson::SUCCESS && !text.empty())
    article.bodies.push_back({.text = std::string(text)});
}

}  // namespace pith::corpus
