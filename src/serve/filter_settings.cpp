#include "serve/filter_settings.hpp"

#include "filter/settings.hpp"
#include "text/json_writer.hpp"
#include "text/toml.hpp"

namespace pith::serve {
namespace {

void write_scalar(text::JsonWriter& json, const toml::node& node) {
  if (const auto* const text = node.as_string())
    json.string(text->get());
  else if (const auto* const truth = node.as_boolean())
    json.boolean(truth->get());
  else
    json.number(node.value<double>().value_or(0));
}

/// A setting of a filter: a scalar, a list of them, or names with one each.
void write_setting(text::JsonWriter& json, const toml::node& node) {
  if (const toml::array* const list = node.as_array()) {
    json.begin_array();
    for (const toml::node& entry : *list) write_scalar(json, entry);
    json.end_array();
  } else if (const toml::table* const names = node.as_table()) {
    json.begin_object();
    for (const auto& [name, value] : *names) {
      json.key(name.str());
      write_scalar(json, value);
    }
    json.end_object();
  } else {
    write_scalar(json, node);
  }
}

/// A pipeline as it is written in TOML, with all settings of its filters.
void write_filters(text::JsonWriter& json, const filter::Pipeline& pipeline, const toml::table& written) {
  json.member("undo", pipeline.undo);
  json.key("filter");
  json.begin_array();
  for (const toml::node& entry : *written["filter"].as_array()) {
    json.begin_object();
    for (const auto& [name, value] : *entry.as_table()) {
      json.key(name.str());
      write_setting(json, value);
    }
    json.end_object();
  }
  json.end_array();
}

}  // namespace

Response read_pipeline(const Request& request, Engine& /*engine*/) {
  Result<filter::PipelineFile> file = filter::read_pipelines(request.body, "settings", filter::HostFiles::refused);
  if (!file) return problem(422, file.error().message);
  const toml::parse_result written = toml::parse(filter::to_toml(*file));
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  write_filters(json, file->pipeline, written.table());
  json.key("profiles");
  json.begin_object();
  for (const auto& [name, pipeline] : file->profiles) {
    json.key(name);
    json.begin_object();
    write_filters(json, pipeline, *written["profile"][name].as_table());
    json.end_object();
  }
  json.end_object();
  json.end_object();
  return json_response(std::move(out));
}

}  // namespace pith::serve
