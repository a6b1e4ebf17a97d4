#include "serve/filter_settings.hpp"

// As in filter/settings.cpp: two ways to build one library do not go together.
#define TOML_EXCEPTIONS 0
#define TOML_ENABLE_FORMATTERS 0
#include <toml++/toml.h>

#include "filter/settings.hpp"
#include "text/json_writer.hpp"

namespace pith::serve {
namespace {

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

Response read_pipeline(const Request& request, Engine& /*engine*/) {
  Result<filter::PipelineFile> file = filter::read_pipelines(request.body, "settings", filter::HostFiles::refused);
  if (!file) return problem(422, file.error().message);
  file->profiles.clear();
  const toml::parse_result written = toml::parse(filter::to_toml(*file));
  std::string out;
  text::JsonWriter json(out);
  write_value(json, written.table());
  return json_response(std::move(out));
}

}  // namespace pith::serve
