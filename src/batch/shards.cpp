#include "batch/shards.hpp"

#include <sys/stat.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <system_error>
#include <utility>

#include "batch/statistics.hpp"
#include "corpus/digest.hpp"
#include "render/formats.hpp"
#include "text/json_writer.hpp"
#include "text/number.hpp"

namespace pith::batch {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kShard = "part-", kManifest = "manifest.jsonl";

/// What files of the folder are called behind their number.
std::string suffix_of(const std::string& folder, Format format) {
  const std::string kind =
      rendering::info_of(format).append_header != nullptr ? "." + std::string(name_of(format)) : ".jsonl";
  for (const char* const packed : {".gz", ".zst"})
    if (folder.ends_with(packed)) return kind + packed;
  return folder.ends_with(kind) ? kind : kind + ".zst";
}

/// The number of a shard, finished or not, by the name of its file.
std::optional<std::uint64_t> number_of(std::string_view name, std::string_view suffix) {
  if (!name.starts_with(kShard)) return {};
  name.remove_prefix(kShard.size());
  const std::optional<std::uint64_t> number = text::take_number<std::uint64_t>(name);
  if (!number || (name != suffix && name != std::string(suffix) + ".part")) return {};
  return number;
}

}  // namespace

Shards::Shards(const Extractor& extractor, const BatchOptions& options) : folder_(options.output) {
  while (folder_.size() > 1 && folder_.ends_with('/')) folder_.pop_back();
  suffix_ = suffix_of(folder_, options.format);
  text::JsonWriter json(first_line_);
  json.begin_object();
  json.member("kind", "run");
  json.member("pith", version());
  json.member("method", extractor.options().method);
  json.member("model", model_digest(extractor));
  json.member("options", describe_options(extractor, options));
  json.member("shard_size", options.shard_pages);
  json.key("inputs");
  json.begin_array();
  for (const std::vector<std::string>* const some : {&options.inputs, &options.lists}) {
    for (const std::string& input : *some) {
      json.begin_object();
      json.member("path", input);
      struct stat status {};
      if (input != "-" && ::stat(input.c_str(), &status) == 0 && S_ISREG(status.st_mode)) {
        json.member("bytes", static_cast<std::uint64_t>(status.st_size));
        json.member("modified", static_cast<std::uint64_t>(status.st_mtim.tv_sec));
      }
      json.end_object();
    }
  }
  json.end_array();
  json.end_object();
  first_line_ += '\n';
}

Result<Shards> Shards::open(const Extractor& extractor, const BatchOptions& options) {
  Shards shards(extractor, options);
  std::error_code failure;
  fs::create_directories(shards.folder_, failure);
  if (failure) return within(shards.folder_, {ErrorCode::io, failure.message()});
  return shards;
}

std::string Shards::path_of(std::uint64_t number) const {
  std::array<char, 32> digits{};
  const int length = std::snprintf(digits.data(), digits.size(), "%05llu", static_cast<unsigned long long>(number));
  return folder_ + "/" + std::string(kShard) + std::string(digits.data(), static_cast<std::size_t>(length)) + suffix_;
}

bool Shards::has_content() const {
  std::error_code failure;
  return !fs::is_empty(folder_, failure) && !failure;
}

Error Shards::go_back(const Checkpoint& to) {
  const bool is_begun = to.output_bytes > 0;
  std::error_code failure;
  // The run may have ended just behind giving the shard its name.
  if (is_begun && !fs::exists(part_of(to.shard), failure)) fs::rename(path_of(to.shard), part_of(to.shard), failure);
  if (failure) return within(part_of(to.shard), {ErrorCode::io, failure.message()});
  std::vector<fs::path> behind;
  for (fs::directory_iterator it(folder_, failure), end; !failure && it != end; it.increment(failure)) {
    const std::optional<std::uint64_t> number = number_of(it->path().filename().string(), suffix_);
    const bool is_at_hand = is_begun && it->path() == fs::path(part_of(to.shard));
    if (number && *number >= to.shard && !is_at_hand) behind.push_back(it->path());
  }
  for (const fs::path& path : behind)
    if (!failure) fs::remove(path, failure);
  if (failure) return within(folder_, {ErrorCode::io, failure.message()});

  const std::string manifest = folder_ + "/" + std::string(kManifest);
  Result<std::unique_ptr<corpus::OutputFile>> opened =
      corpus::OutputFile::open(manifest, corpus::Compression::none, to.manifest_bytes);
  if (!opened) return within(manifest, std::move(opened).error());
  manifest_ = *std::move(opened);
  return to.manifest_bytes == 0 ? add_line(first_line_) : Error();
}

Error Shards::add_line(std::string_view line) {
  manifest_->append(line);
  Error error = manifest_->end_segment();
  if (!error) error = manifest_->sync();
  return error ? within(folder_ + "/" + std::string(kManifest), std::move(error)) : Error();
}

Error Shards::keep(std::uint64_t number, std::uint64_t pages) {
  const std::string path = path_of(number);
  if (Error error = corpus::rename_file(part_of(number), path)) return within(path, std::move(error));
  const std::string digest = corpus::sha256_of_file(path);
  std::error_code failure;
  const std::uintmax_t bytes = fs::file_size(path, failure);
  if (failure || digest.empty())
    return within(path, {ErrorCode::io, failure ? failure.message() : "cannot be read again"});
  std::string line;
  text::JsonWriter json(line);
  json.begin_object();
  json.member("kind", "shard");
  json.member("file", fs::path(path).filename().string());
  json.member("pages", pages);
  json.member("bytes", bytes);
  json.member("sha256", digest);
  json.end_object();
  return add_line(line += '\n');
}

Error Shards::end(const BatchCounts& counts) {
  std::string line;
  text::JsonWriter json(line);
  json.begin_object();
  json.member("kind", "total");
  append_counts(counts, json);
  json.end_object();
  return add_line(line += '\n');
}

}  // namespace pith::batch
