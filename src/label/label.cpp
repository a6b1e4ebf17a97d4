#include "label/label.hpp"

#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <array>
#include <map>
#include <unordered_map>

namespace pith::label {
namespace {

using simdjson::dom::element;
using simdjson::dom::object;

constexpr std::array<std::string_view, 8> kPageTypes = {"article", "collection", "documentation", "forum",
                                                        "listing", "product",    "service",       "none"};
constexpr std::array<std::string_view, 2> kQualities = {"ok", "doubtful"};
constexpr std::string_view kConventions[] = {"wide", "strict"};

Error wrong(std::string what) { return {ErrorCode::bad_data, std::move(what)}; }

Error read_body(const element& value, std::string_view name, LabelledBody& body) {
  object fields;
  if (value.get(fields) != simdjson::SUCCESS) return wrong(fmt::format("{}: an entry is no object", name));
  for (const auto& [key, member] : fields) {
    std::string_view text;
    if (key == "blocks") {
      simdjson::dom::array blocks;
      if (member.get(blocks) != simdjson::SUCCESS) return wrong(fmt::format("{}: `blocks` is no array", name));
      for (const element block : blocks) {
        if (block.get(text) != simdjson::SUCCESS) return wrong(fmt::format("{}: `blocks` has no strings", name));
        body.blocks.emplace_back(text);
      }
    } else if (key == "author" || key == "date") {
      if (member.get(text) != simdjson::SUCCESS) return wrong(fmt::format("{}: `{}` is no string", name, key));
      (key == "author" ? body.author : body.date) = text;
    } else if (key != "text") {  // for people; what counts are the blocks
      return wrong(fmt::format("{}: no member is called `{}`", name, key));
    }
  }
  return {};
}

Error read_bodies(const element& value, std::string_view name, std::vector<LabelledBody>& bodies) {
  simdjson::dom::array entries;
  if (value.get(entries) != simdjson::SUCCESS) return wrong(fmt::format("`{}` is no array", name));
  for (const element entry : entries)
    if (Error error = read_body(entry, name, bodies.emplace_back())) return error;
  return {};
}

void append_bodies(std::string_view name, const std::vector<LabelledBody>& bodies, text::JsonWriter& json) {
  json.key(name);
  json.begin_array();
  for (const LabelledBody& body : bodies) {
    json.begin_object();
    json.key("blocks");
    json.begin_array();
    for (const std::string& block : body.blocks) json.string(block);
    json.end_array();
    json.member("author", body.author);
    json.member("date", body.date);
    json.end_object();
  }
  json.end_array();
}

template <class Values>
bool is_among(std::string_view value, const Values& values) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

}  // namespace

std::string_view name_of(Convention convention) noexcept { return kConventions[static_cast<std::size_t>(convention)]; }

Result<Convention> parse_convention(std::string_view name) {
  if (name == name_of(Convention::wide)) return Convention::wide;
  if (name == name_of(Convention::strict)) return Convention::strict;
  return Error{ErrorCode::bad_option, fmt::format("the convention `{}` is neither strict nor wide", name)};
}

std::span<const std::string_view> page_types() noexcept { return kPageTypes; }

void append_json(const Label& label, text::JsonWriter& json) {
  json.begin_object();
  json.member("page_type", label.page_type);
  json.member("title_block", label.title_block);
  json.member("title", label.title);
  json.member("author", label.author);
  json.member("date", label.date);
  append_bodies("bodies", label.bodies, json);
  append_bodies("comments", label.comments, json);
  json.member("quality", label.quality);
  json.member("note", label.note);
  json.member("seconds", label.seconds);
  json.end_object();
}

std::string to_json(const Label& label) {
  std::string out;
  text::JsonWriter json(out);
  append_json(label, json);
  return out;
}

Result<Label> parse_label(std::string_view json) {
  simdjson::dom::parser parser;
  object fields;
  if (const auto error = parser.parse(json.data(), json.size()).get(fields); error != simdjson::SUCCESS)
    return wrong(fmt::format("not a JSON object: {}", simdjson::error_message(error)));
  Label label;
  const std::pair<std::string_view, std::string*> texts[] = {{"page_type", &label.page_type},
                                                             {"title_block", &label.title_block},
                                                             {"title", &label.title},
                                                             {"author", &label.author},
                                                             {"date", &label.date},
                                                             {"quality", &label.quality},
                                                             {"note", &label.note}};
  for (const auto& [key, value] : fields) {
    if (key == "bodies" || key == "comments") {
      if (Error error = read_bodies(value, key, key == "bodies" ? label.bodies : label.comments)) return error;
      continue;
    }
    if (key == "seconds") {
      if (value.get(label.seconds) != simdjson::SUCCESS || label.seconds < 0)
        return wrong("`seconds` is no number from 0");
      continue;
    }
    const auto* const known =
        std::find_if(std::begin(texts), std::end(texts), [name = key](const auto& text) { return text.first == name; });
    if (known == std::end(texts)) return wrong(fmt::format("no member of a label is called `{}`", key));
    std::string_view text;
    if (value.get(text) != simdjson::SUCCESS) return wrong(fmt::format("`{}` is no string", key));
    *known->second = text;
  }
  return label;
}

std::vector<std::string> names_of(const std::vector<BlockReport>& blocks) {
  std::unordered_map<std::string_view, std::size_t> seen;
  std::vector<std::string> names;
  names.reserve(blocks.size());
  for (const BlockReport& block : blocks) {
    const std::size_t place = ++seen[block.path];
    names.push_back(place == 1 ? block.path : fmt::format("{}#{}", block.path, place));
  }
  return names;
}

std::string_view path_of(std::string_view name) noexcept { return name.substr(0, name.find('#')); }

Result<PlacedLabel> place(const Label& label, const std::vector<BlockReport>& blocks) {
  if (!is_among(label.page_type, kPageTypes))
    return wrong(fmt::format("the kind `{}` is none of {}", label.page_type, fmt::join(kPageTypes, ", ")));
  if (!is_among(label.quality, kQualities))
    return wrong(fmt::format("the quality `{}` is none of {}", label.quality, fmt::join(kQualities, ", ")));
  const std::vector<std::string> names = names_of(blocks);
  std::unordered_map<std::string_view, std::size_t> number;
  for (std::size_t b = 0; b < names.size(); ++b) number.emplace(names[b], b);
  PlacedLabel placed{std::vector<std::int32_t>(blocks.size(), -1), std::vector<std::int32_t>(blocks.size(), -1)};
  const auto take = [&](const std::vector<LabelledBody>& bodies, std::vector<std::int32_t>& of) -> Error {
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      std::size_t last = 0;
      for (const std::string& name : bodies[i].blocks) {
        const auto found = number.find(name);
        if (found == number.end()) return wrong(fmt::format("the page has no block `{}`", name));
        const std::size_t b = found->second;
        if (placed.body_of[b] >= 0 || placed.comment_of[b] >= 0)
          return wrong(fmt::format("the block `{}` is named twice", name));
        if (b < last) return wrong(fmt::format("the block `{}` stands before one that is named earlier", name));
        last = b;
        of[b] = static_cast<std::int32_t>(i);
      }
    }
    return {};
  };
  if (Error error = take(label.bodies, placed.body_of)) return error;
  if (Error error = take(label.comments, placed.comment_of)) return error;
  if (!label.title_block.empty()) {
    const auto found = number.find(label.title_block);
    if (found == number.end()) return wrong(fmt::format("the page has no block `{}`", label.title_block));
    placed.title = static_cast<std::int32_t>(found->second);
    if (placed.body_of[found->second] >= 0)
      return wrong(fmt::format("the headline `{}` stands apart from the body", label.title_block));
  }
  if (label.page_type == "none" &&
      std::any_of(placed.body_of.begin(), placed.body_of.end(), [](auto b) { return b >= 0; }))
    return wrong("a page of the kind none keeps nothing");
  return placed;
}

std::vector<Doubt> doubts_of(const Label& label, const PlacedLabel& placed, const std::vector<BlockReport>& blocks) {
  constexpr float kSure = 0.98F;
  constexpr std::size_t kLong = 80;
  const std::vector<std::string> names = names_of(blocks);
  std::vector<Doubt> doubts;
  std::map<std::int32_t, std::pair<std::size_t, std::size_t>> records;  // kept, of
  std::map<std::int32_t, std::size_t> first_of;
  std::size_t kept = 0;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const bool is_kept = placed.body_of[b] >= 0;
    if (is_kept) ++kept;
    if (blocks[b].record >= 0) {
      auto& [inside, all] = records[blocks[b].record];
      inside += is_kept ? 1 : 0;
      ++all;
      first_of.emplace(blocks[b].record, b);
    }
  }
  if (kept == 0 && label.page_type != "none")
    doubts.push_back({{}, fmt::format("nothing is kept of a page of the kind {}", label.page_type)});
  for (const auto& [record, counts] : records)
    if (counts.first > 0 && counts.first < counts.second)
      doubts.push_back({names[first_of[record]],
                        fmt::format("{} of the {} cells of a row or pair are kept", counts.first, counts.second)});
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const bool is_kept = placed.body_of[b] >= 0;
    const auto follows = [&](std::size_t by) { return b + by < blocks.size() && placed.body_of[b + by] >= 0; };
    if (is_kept && blocks[b].kind == "heading" && b + 1 < blocks.size() && !follows(1) && !follows(2))
      doubts.push_back({names[b], "nothing below the sub-heading is kept"});
    if (is_kept && blocks[b].score < 1 - kSure) doubts.push_back({names[b], "the extractor is sure that it is none"});
    if (!is_kept && placed.comment_of[b] < 0 && static_cast<std::int32_t>(b) != placed.title &&
        blocks[b].score > kSure && blocks[b].text.size() > kLong)
      doubts.push_back({names[b], "the extractor is sure of it, and it is left out"});
  }
  return doubts;
}

Label suggest(const Article& article) {
  Label label;
  label.page_type = is_among(article.page_type, kPageTypes) ? article.page_type : "article";
  label.title = article.title;
  label.author = article.author;
  label.date = article.date;
  const std::vector<std::string> names = names_of(article.blocks);
  for (const Body& body : article.bodies) label.bodies.push_back({{}, body.author, body.date});
  if (label.bodies.size() == 1) label.bodies.front() = {};
  for (std::size_t b = 0; b < names.size(); ++b) {
    const BlockReport& block = article.blocks[b];
    const bool says_title = !article.title.empty() && block.text == article.title;
    if (says_title && label.title_block.empty() && !(block.kept && block.post > 0)) {
      label.title_block = names[b];
    } else if (block.kept && block.body >= 0 && static_cast<std::size_t>(block.body) < label.bodies.size()) {
      label.bodies[static_cast<std::size_t>(block.body)].blocks.push_back(names[b]);
    }
  }
  std::erase_if(label.bodies, [](const LabelledBody& body) { return body.blocks.empty(); });
  return label;
}

std::string text_of(const std::vector<LabelledBody>& bodies, const std::vector<BlockReport>& blocks) {
  const std::vector<std::string> names = names_of(blocks);
  std::unordered_map<std::string_view, std::size_t> number;
  for (std::size_t b = 0; b < names.size(); ++b) number.emplace(names[b], b);
  std::string out;
  for (const LabelledBody& body : bodies) {
    for (const std::string& name : body.blocks) {
      const auto found = number.find(name);
      if (found == number.end()) continue;
      if (!out.empty()) out += '\n';
      out += blocks[found->second].text;
    }
  }
  return out;
}

}  // namespace pith::label
