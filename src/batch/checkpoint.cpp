#include "batch/checkpoint.hpp"

#include <simdjson.h>
#include <sys/stat.h>

#include <array>
#include <utility>

#include "text/json_writer.hpp"

namespace pith::batch {
namespace {

/// The numbers of a checkpoint under their names, for both directions.
template <typename Owner>
auto numbers(Owner& c) {
  using Number = std::conditional_t<std::is_const_v<Owner>, const std::uint64_t, std::uint64_t>;
  return std::array<std::pair<std::string_view, Number*>, 10>{{{"records", &c.records},
                                                               {"output_bytes", &c.output_bytes},
                                                               {"bad_bytes", &c.bad_bytes},
                                                               {"pages", &c.counts.pages},
                                                               {"empty", &c.counts.empty},
                                                               {"duplicates", &c.counts.duplicates},
                                                               {"other_language", &c.counts.other_language},
                                                               {"skipped", &c.counts.skipped},
                                                               {"bad", &c.counts.bad},
                                                               {"html_bytes", &c.counts.html_bytes}}};
}

}  // namespace

std::string describe_run(const Extractor& extractor, const BatchOptions& options) {
  std::string run = "pith " + std::string(version()) + ", method " + extractor.options().method + ", favor " +
                    std::to_string(static_cast<int>(extractor.options().favor)) + ", format " +
                    std::string(name_of(options.format)) + ", segments " + std::to_string(options.segment_bytes) + "/" +
                    std::to_string(options.segment_records);
  for (const Setting& setting : extractor.options().settings) run += ", " + setting.name + "=" + setting.value;
  const RenderOptions& rendering = options.rendering;
  for (const bool option : {rendering.links, rendering.images, rendering.tables, rendering.headings, rendering.captions,
                            rendering.comments, rendering.strict, options.duplicates})
    run += option ? '1' : '0';
  for (const std::string& language : options.languages) run += " " + language;
  std::vector<std::string> files = options.inputs;
  if (!options.site_memory.empty()) files.push_back(options.site_memory);
  for (const std::string& input : files) {
    run += ", " + input;
    struct stat status {};
    if (input != "-" && ::stat(input.c_str(), &status) == 0)
      run += " (" + std::to_string(status.st_size) + " bytes of " + std::to_string(status.st_mtim.tv_sec) + "." +
             std::to_string(status.st_mtim.tv_nsec) + ")";
  }
  return run;
}

std::string to_json(const Checkpoint& checkpoint) {
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.member("run", checkpoint.run);
  for (const auto& [name, value] : numbers(checkpoint)) {
    json.key(name);
    json.number(*value);
  }
  json.end_object();
  return out + '\n';
}

bool from_json(std::string_view json, Checkpoint& checkpoint) {
  simdjson::dom::parser parser;
  simdjson::dom::object fields;
  std::string_view run;
  if (parser.parse(json.data(), json.size()).get(fields) != simdjson::SUCCESS ||
      fields["run"].get(run) != simdjson::SUCCESS)
    return false;
  checkpoint.run = run;
  for (const auto& [name, value] : numbers(checkpoint))
    if (fields[name].get(*value) != simdjson::SUCCESS) return false;
  return true;
}

}  // namespace pith::batch
