#include "batch/checkpoint.hpp"

#include <simdjson.h>
#include <sys/stat.h>

#include <cstddef>
#include <utility>

#include "text/json_writer.hpp"

namespace pith::batch {
namespace {

/// Calls `visit(name, number)` for the numbers of a checkpoint, for both directions.
template <typename Owner, typename Visit>
void for_each_number(Owner& c, Visit&& visit) {
  visit("records", c.records);
  visit("output_bytes", c.output_bytes);
  visit("bad_bytes", c.bad_bytes);
  visit("pages", c.counts.pages);
  visit("empty", c.counts.empty);
  visit("duplicates", c.counts.duplicates);
  for (std::size_t i = 1; i < kLeftOutReasons; ++i) visit(kLeftOutNames[i], c.counts.left_out[i]);
  visit("skipped", c.counts.skipped);
  visit("bad", c.counts.bad);
  visit("html_bytes", c.counts.html_bytes);
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
                            rendering.comments, rendering.strict, options.duplicates, options.selection.drop_duplicates,
                            options.selection.only_with_metadata, rendering.alternatives, rendering.metadata,
                            options.keep_dirs, rendering.title, rendering.posts == PostStyle::headed})
    run += option ? '1' : '0';
  run += ", cards of " + std::to_string(rendering.card_bytes) + ", at least " +
         std::to_string(options.selection.min_length) + " characters";
  const auto list = [&run](std::string_view what, const std::vector<std::string>& words) {
    for (const std::string& word : words) run.append(&word == words.data() ? what : ",").append(word);
  };
  list(", languages ", options.selection.languages);
  list(", members ", options.members.names);
  list(", kept ", options.kept);
  std::vector<std::string> files = options.inputs;
  files.insert(files.end(), options.lists.begin(), options.lists.end());
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
  for_each_number(checkpoint, [&json](std::string_view name, std::uint64_t value) {
    json.key(name);
    json.number(value);
  });
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
  bool complete = true;
  for_each_number(checkpoint, [&](std::string_view name, std::uint64_t& value) {
    complete = complete && fields[name].get(value) == simdjson::SUCCESS;
  });
  return complete;
}

}  // namespace pith::batch
