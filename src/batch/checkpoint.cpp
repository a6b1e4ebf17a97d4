#include "batch/checkpoint.hpp"

#include <simdjson.h>
#include <sys/stat.h>

#include <cstddef>
#include <filesystem>
#include <system_error>
#include <utility>

#include "corpus/digest.hpp"
#include "method/pith_model.hpp"
#include "site_rules.hpp"
#include "text/json_writer.hpp"

namespace pith::batch {
namespace {

/// Calls `visit(name, number)` for the numbers of a checkpoint, for both directions.
template <typename Owner, typename Visit>
void for_each_number(Owner& c, Visit&& visit) {
  visit("records", c.records);
  visit("output_bytes", c.output_bytes);
  visit("bad_bytes", c.bad_bytes);
  visit("text_bytes", c.text_bytes);
  visit("shard", c.shard);
  visit("shard_pages", c.shard_pages);
  visit("manifest_bytes", c.manifest_bytes);
  visit("pages", c.counts.pages);
  visit("empty", c.counts.empty);
  visit("duplicates", c.counts.duplicates);
  for (std::size_t i = 1; i < kLeftOutReasons; ++i) visit(kLeftOutNames[i], c.counts.left_out[i]);
  for (std::size_t i = 0; i < corpus::kNoPageKinds; ++i)
    visit("skipped_" + std::string(corpus::kNoPageNames[i]), c.counts.skipped[i]);
  visit("html_bytes", c.counts.html_bytes);
}

}  // namespace

std::string model_digest(const Extractor& extractor) {
  std::string files;
  for (const Setting& setting : extractor.options().settings) {
    if (setting.name != "model" || setting.value.empty()) continue;
    std::error_code ignored;
    if (!std::filesystem::is_directory(setting.value, ignored)) return corpus::sha256_of_file(setting.value);
    for (const char* const name : {"words.txt", "blocks.txt", "kinds.txt", "sites.txt"})
      files += corpus::sha256_of_file(setting.value + "/" + name);
    return corpus::sha256(files);
  }
  for (const std::string_view file : method::shipped_model_files()) files += corpus::sha256(file);
  return corpus::sha256(files);
}

std::string describe_options(const Extractor& extractor, const BatchOptions& options) {
  std::string run = "pith " + std::string(version()) + ", method " + extractor.options().method + ", favor " +
                    std::to_string(static_cast<int>(extractor.options().favor)) + ", format " +
                    std::string(name_of(options.format)) + ", segments " + std::to_string(options.segment_bytes) + "/" +
                    std::to_string(options.segment_records);
  for (const Setting& setting : extractor.options().settings) run += ", " + setting.name + "=" + setting.value;
  const RenderOptions& rendering = options.rendering;
  for (const bool option :
       {rendering.links, rendering.images, rendering.tables, rendering.headings, rendering.captions, rendering.comments,
        rendering.strict, options.duplicates, options.selection.drop_duplicates, options.selection.only_with_metadata,
        rendering.alternatives, rendering.metadata, options.keep_dirs, rendering.title,
        rendering.posts == PostStyle::headed, options.selection.drop_near_duplicates})
    run += option ? '1' : '0';
  run += ", cards of " + std::to_string(rendering.card_bytes) + ", at least " +
         std::to_string(options.selection.min_length) + " characters";
  const auto list = [&run](std::string_view what, const std::vector<std::string>& words) {
    for (const std::string& word : words) run.append(&word == words.data() ? what : ",").append(word);
  };
  list(", languages ", options.selection.languages);
  list(", types ", options.selection.page_types);
  if (options.selection.min_probability > 0)
    run += ", at least as probable as " + std::to_string(options.selection.min_probability);
  list(", members ", options.members.names);
  list(", kept ", options.kept);
  if (options.verify_digests) run += ", digests verified";
  if (options.shard_pages > 0) run += ", shards of " + std::to_string(options.shard_pages);
  return run;
}

std::string describe_run(const Extractor& extractor, const BatchOptions& options) {
  std::string run = describe_options(extractor, options) + ", model " + model_digest(extractor);
  std::vector<std::string> files = options.inputs;
  files.insert(files.end(), options.lists.begin(), options.lists.end());
  if (!options.site_memory.empty()) run += ", memory of sites " + options.site_memory;
  if (options.rules != nullptr) run += ", rules " + options.rules->digest();
  if (options.site_passes != 1) run += ", passes " + std::to_string(options.site_passes);
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
  for_each_number(checkpoint, [&json](std::string_view name, std::uint64_t value) { json.member(name, value); });
  json.key("bad");
  json.begin_object();
  for (const auto& [reason, count] : checkpoint.counts.bad) json.member(reason, count);
  json.end_object();
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
  simdjson::dom::object bad;
  if (fields["bad"].get(bad) != simdjson::SUCCESS) return false;
  for (const auto& [reason, value] : bad) {
    std::uint64_t count = 0;
    complete = complete && value.get(count) == simdjson::SUCCESS;
    checkpoint.counts.bad[std::string(reason)] = count;
  }
  return complete;
}

}  // namespace pith::batch
