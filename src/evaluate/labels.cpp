#include "evaluate/labels.hpp"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <memory>

#include "corpus/byte_source.hpp"
#include "corpus/page_source.hpp"
#include "filter/hosts.hpp"
#include "text/characters.hpp"
#include "text/hash.hpp"
#include "text/url.hpp"

namespace pith::evaluate {
namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;
using simdjson::dom::object;

constexpr std::string_view kHalves = "half";  // no member, but which half of the sites

std::string string_of(const object& record, std::string_view key) {
  std::string_view value;
  return record[key].get(value) == simdjson::SUCCESS ? std::string(value) : std::string();
}

std::vector<std::string> strings_of(const object& record, std::string_view key) {
  std::vector<std::string> out;
  simdjson::dom::array values;
  if (record[key].get(values) != simdjson::SUCCESS) return out;
  for (const element value : values)
    if (std::string_view text; value.get(text) == simdjson::SUCCESS) out.emplace_back(text);
  return out;
}

std::vector<std::string> authors_of(const object& record) {
  std::string_view authors;
  if (record["author"].get(authors) == simdjson::SUCCESS) return split_authors(authors);
  return strings_of(record, "author");
}

/// As Python's str() writes it; lists and objects, which no table is made by, as JSON.
std::string python_string(const object& record, std::string_view key) {
  element value;
  if (record[key].get(value) != simdjson::SUCCESS) return "None";
  switch (value.type()) {
    case element_type::STRING:
      return std::string(value.get_string().value_unsafe());
    case element_type::BOOL:
      return value.get_bool().value_unsafe() ? "True" : "False";
    case element_type::NULL_VALUE:
      return "None";
    case element_type::DOUBLE: {
      std::string text = fmt::format("{}", value.get_double().value_unsafe());
      if (text.find_first_of(".en") == std::string::npos) text += ".0";
      return text;
    }
    default:
      return simdjson::minify(value);
  }
}

/// "first" or "second", by the site: rules made by looking at one half are judged by the other.
std::string half_of(const object& record) {
  std::string site;
  for (const std::string_view key : {"domain", "site", "url", "id"})
    if (site.empty()) site = string_of(record, key);
  if (const std::string_view host = text::split_address(site).host; !host.empty()) site = std::string(host);
  return (text::fnv32(site) >> 16 & 1) == 0 ? "first" : "second";
}

bool parse_object(simdjson::dom::parser& parser, std::string_view record, object& fields, std::string& reason) {
  const simdjson::error_code error = parser.parse(record.data(), record.size()).get(fields);
  if (error != simdjson::SUCCESS) reason = std::string("not a JSON object: ") + simdjson::error_message(error);
  return error == simdjson::SUCCESS;
}

}  // namespace

struct GoldReader::Scratch {
  std::vector<Condition> only;
  std::string by;
  simdjson::dom::parser json;
};

GoldReader::GoldReader(std::vector<Condition> only, std::string by) : scratch_(std::make_unique<Scratch>()) {
  scratch_->only = std::move(only);
  scratch_->by = std::move(by);
}
GoldReader::~GoldReader() = default;
GoldReader::GoldReader(GoldReader&&) noexcept = default;

bool GoldReader::read(std::string_view record, Gold& gold, std::string& group, std::string& reason) {
  gold = {};
  reason.clear();
  object fields;
  if (!parse_object(scratch_->json, record, fields, reason)) return false;
  for (const auto& [key, value] : scratch_->only)
    if (python_string(fields, key) != value) return false;
  group = scratch_->by.empty()      ? std::string()
          : scratch_->by == kHalves ? half_of(fields)
                                    : python_string(fields, scratch_->by);

  gold.id = python_string(fields, "id");
  if (std::string_view text; fields["gold"].get(text) == simdjson::SUCCESS) gold.text = text;
  if (simdjson::dom::array paths; fields["keep_paths"].get(paths) == simdjson::SUCCESS)
    gold.blocks = strings_of(fields, "keep_paths");
  if (std::string_view wide;
      gold.text.has_value() && gold.text->empty() && fields["gold_wide"].get(wide) == simdjson::SUCCESS) {
    gold.wide_text = wide;
    gold.wide_blocks = strings_of(fields, "keep_paths_wide");
  }
  gold.with = strings_of(fields, "with");
  gold.without = strings_of(fields, "without");
  gold.title = string_of(fields, "title");
  gold.date = string_of(fields, "date");
  gold.page_type = string_of(fields, "page_type");
  gold.authors = authors_of(fields);
  for (const std::string_view key : {"domain", "site", "url"})
    if (gold.site.empty()) gold.site = site_of(string_of(fields, key));
  if (gold.site.empty()) gold.site = gold.id;
  for (const std::string_view key : {"domain", "site"})
    if (gold.labelled_site.empty()) gold.labelled_site = string_of(fields, key);
  if (gold.labelled_site.empty()) gold.labelled_site = gold.id;
  return true;
}

std::string site_of(std::string_view url_or_host) {
  const bool is_host = url_or_host.find("//") == std::string_view::npos;
  const std::string host = filter::host_of(is_host ? "//" + std::string(url_or_host) : std::string(url_or_host));
  return std::string(filter::domain_of_host(host));
}

Result<Predictions> read_predictions(const std::string& path) {
  const Result<std::unique_ptr<corpus::PageSource>> opened = corpus::open_pages(path);
  if (!opened) return within(path, opened.error());
  corpus::PageSource& source = **opened;
  Predictions out;
  simdjson::dom::parser json;
  corpus::RawRecord record;
  while (source.next(record)) {
    object fields;
    std::string reason = record.failure;
    if (!reason.empty() || !parse_object(json, record.bytes, fields, reason))
      return Error{ErrorCode::bad_data, fmt::format("{}: {}: {}", path, corpus::place_of(record), reason)};
    Prediction prediction{.text = string_of(fields, "text"),
                          .title = string_of(fields, "title"),
                          .date = string_of(fields, "date"),
                          .page_type = string_of(fields, "page_type"),
                          .authors = authors_of(fields)};
    if (double ms = 0; fields["ms"].get(ms) == simdjson::SUCCESS) prediction.milliseconds = ms;
    out.insert_or_assign(python_string(fields, "id"), std::move(prediction));
  }
  if (!source.failure().empty()) return Error{ErrorCode::io, path + ": " + source.failure()};
  return out;
}

Prediction prediction_of(Article article) {
  Prediction prediction{.text = text_of(article),
                        .title = std::move(article.title),
                        .date = std::move(article.date),
                        .page_type = std::move(article.page_type),
                        .authors = split_authors(article.author)};
  return prediction;
}

namespace {

// Chinese names are written without spaces inside, so a space parts them.
void add_name(std::string_view name, std::vector<std::string>& out) {
  const bool chinese =
      std::all_of(name.begin(), name.end(), [](char c) { return c == ' ' || (c & 0x80) != 0; }) &&
      text::count(name).cjk * 3 + static_cast<std::size_t>(std::count(name.begin(), name.end(), ' ')) == name.size();
  while (!name.empty()) {
    const std::size_t end = chinese ? std::min(name.find(' '), name.size()) : name.size();
    if (end > 0) out.emplace_back(name.substr(0, end));
    name.remove_prefix(std::min(end + 1, name.size()));
  }
}

}  // namespace

std::vector<std::string> split_authors(std::string_view authors) {
  static constexpr std::string_view kSeparators[] = {",", ";", "、", "，", "；", " and ", " & ", " und ", "\n"};
  std::vector<std::string> out;
  while (!authors.empty()) {
    std::size_t end = authors.size(), length = 0;
    for (const std::string_view separator : kSeparators)
      if (const std::size_t found = authors.find(separator); found < end) end = found, length = separator.size();
    std::string_view name = authors.substr(0, end);
    while (!name.empty() && name.front() == ' ') name.remove_prefix(1);
    while (!name.empty() && name.back() == ' ') name.remove_suffix(1);
    add_name(name, out);
    authors.remove_prefix(end + length);
  }
  return out;
}

}  // namespace pith::evaluate
