#include "serve/filter_settings.hpp"

// As in filter/settings.cpp: two ways to build one library do not go together.
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include <array>
#include <vector>

#include "filter/settings.hpp"
#include "text/json_writer.hpp"

namespace pith::serve {
namespace {

constexpr std::array<std::string_view, 2> kFiles = {"deny_files", "allow_files"};

/// Whether a list of files with an entry stands anywhere in it.
bool names_files(const toml::table& settings) {
  std::vector<const toml::node*> open = {&settings};
  while (!open.empty()) {
    const toml::node& node = *open.back();
    open.pop_back();
    if (const toml::array* const array = node.as_array()) {
      for (const toml::node& entry : *array) open.push_back(&entry);
    } else if (const toml::table* const table = node.as_table()) {
      for (const auto& [key, value] : *table) {
        const toml::array* const list = value.as_array();
        for (const std::string_view name : kFiles)
          if (key.str() == name && list != nullptr && !list->empty()) return true;
        open.push_back(&value);
      }
    }
  }
  return false;
}

/// Settings as they are written by us: three deep.
void write_value(text::JsonWriter& json, const toml::node& node) {
  if (const toml::table* const table = node.as_table()) {
    json.begin_object();
    for (const auto& [key, value] : *table) {
      json.key(key.str());
      write_value(json, value);
    }
    json.end_object();
  } else if (const toml::array* const array = node.as_array()) {
    json.begin_array();
    for (const toml::node& entry : *array) write_value(json, entry);
    json.end_array();
  } else if (const auto* const text = node.as_string()) {
    json.string(text->get());
  } else if (const auto* const truth = node.as_boolean()) {
    json.boolean(truth->get());
  } else {
    json.number(node.value<double>().value_or(0));
  }
}

}  // namespace

Result<std::string> filters_of_request(std::string_view toml) {
  // What is wrong with a text that is no TOML is said better, with its line, by whoever reads the settings themselves.
  if (const toml::parse_result parsed = toml::parse(toml); parsed && names_files(parsed.table()))
    return Error{ErrorCode::bad_option,
                 "settings in a request cannot name files: write the hosts themselves into `deny` and `allow`"};
  std::string text(toml);
  // What has no line end would be taken for the name of a file.
  text += '\n';
  return text;
}

Response read_pipeline(const Request& request, Engine& /*engine*/) {
  const Result<std::string> toml = filters_of_request(request.body);
  if (!toml) return problem(422, toml.error().message);
  Result<filter::PipelineFile> file = filter::read_pipelines(*toml, "settings");
  if (!file) return problem(422, file.error().message);
  file->profiles.clear();
  const toml::parse_result written = toml::parse(filter::to_toml(*file));
  std::string out;
  text::JsonWriter json(out);
  write_value(json, written.table());
  return json_response(std::move(out));
}

}  // namespace pith::serve
