#pragma once

// Pipelines as people write them: TOML (docs/filters.md).

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>

#include "filter/pipeline.hpp"
#include "pith/pith.hpp"
#include "result.hpp"

namespace pith::filter {

/// A file of settings: one pipeline, and others by name.
struct PipelineFile {
  Pipeline pipeline;
  std::map<std::string, Pipeline, std::less<>> profiles;
};

/// Whether settings may name files with lists of hosts.
enum class HostFiles : std::uint8_t { read, refused };

/// Reads TOML. `name` is for messages ("NAME:3: ..."); files with lists of hosts are looked for beside it.
Result<PipelineFile> read_pipelines(std::string_view toml, const std::string& name, HostFiles files = HostFiles::read);
/// The same of a file.
Result<PipelineFile> load_pipelines(const std::string& path);
/// The one of a profile; "" is the one without a name.
Result<Pipeline> take_profile(PipelineFile file, std::string_view profile);
/// As TOML, each setting with its value; what it is read to gives the same bytes again.
std::string to_toml(const PipelineFile& file);

/// The settings that every method has: `page_filters`, a file, or its text where there is a line end in it, and
/// `page_filters_profile`. What they take out the method does not see.
inline constexpr std::string_view kPipelineSetting = "page_filters", kProfileSetting = "page_filters_profile";
/// The pipeline among the settings of a method; nullptr when none is named.
Result<std::shared_ptr<const Pipeline>> pipeline_of(std::span<const Setting> settings);

}  // namespace pith::filter
