#include "filter/settings.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <filesystem>
#include <vector>

#include "text/ascii.hpp"
#include "text/toml_reader.hpp"
#include "text/toml_writer.hpp"

namespace pith::filter {

namespace {

using html::Tag;

template <class Words>
std::vector<std::string> names_in(const Words& words) {
  return {words.begin(), words.end()};
}

constexpr std::array<std::string_view, 2> kModes = {"links", "words"};
constexpr std::array<std::string_view, 3> kWhich = {"all", "image", "text"};
constexpr std::array<std::string_view, 2> kRemove = {"cell", "links"};

/// Reads one file of settings. The first thing that is wrong ends it.
class Reader : text::TomlReader {
 public:
  Reader(const std::string& name, HostFiles files)
      : TomlReader(name), folder_(std::filesystem::path(name).parent_path()), files_(files) {}

  Result<PipelineFile> read(std::string_view toml) {
    const Result<toml::table> tables = parse(toml, name());
    if (!tables) return tables.error();
    const toml::table& root = *tables;
    PipelineFile file;
    check_keys(root, {"filter", "profile", "undo"}, "a file of filters");
    read_pipeline(root, file.pipeline);
    if (const toml::node* const profiles = root.get("profile"); profiles != nullptr && !error()) {
      if (!profiles->is_table()) fail(*profiles, "`profile` is no table: write [profile.NAME]");
      if (const toml::table* const table = profiles->as_table(); table != nullptr) {
        for (const auto& [key, node] : *table) {
          const toml::table* const profile = node.as_table();
          if (profile == nullptr) {
            fail(node, "`profile." + std::string(key.str()) + "` is no table");
            break;
          }
          check_keys(*profile, {"filter", "undo"}, "a profile");
          Pipeline pipeline;
          pipeline.undo = file.pipeline.undo;
          read_pipeline(*profile, pipeline);
          file.profiles.emplace(key.str(), std::move(pipeline));
        }
      }
    }
    if (error()) return error();
    return file;
  }

 private:
  void read_tags(const toml::table& table, std::string_view key, std::vector<Tag>& tags) {
    if (table.contains(key)) tags.clear();
    read_texts(table, key, [&](const std::string& text) -> std::string {
      const Tag tag = html::find_tag(text);
      if (tag == Tag::none) return "`" + text + "` is no element of HTML";
      tags.push_back(tag);
      return {};
    });
  }

  void read_hosts(const toml::table& table, Filter& filter) {
    HostSources& sources = filter.hosts;
    read_value(table, "known", sources.known, "truth: true or false");
    read_list(table, "deny", sources.deny);
    read_list(table, "allow", sources.allow);
    read_list(table, "deny_files", sources.deny_files);
    read_list(table, "allow_files", sources.allow_files);
    AdvertisementSettings& settings = filter.study.advertisement;
    if (!sources.known) settings.blocked = {};
    for (const std::string& host : sources.deny) settings.blocked.add(host);
    for (const std::string& host : sources.allow) settings.allowed.add(host);
    for (const auto& [key, paths, list] : {std::tuple("deny_files", &sources.deny_files, &settings.blocked),
                                           std::tuple("allow_files", &sources.allow_files, &settings.allowed)}) {
      read_texts(table, key, [&, into = list](const std::string& path) -> std::string {
        if (files_ == HostFiles::refused) return "files are not read here: write the hosts themselves";
        const Result<std::string> text = text::read_whole_file(folder_ / path);
        if (!text) return path + " " + text.error().message;
        return into->add_lines(*text) > 0 || text->empty() ? "" : path + " holds no hosts";
      });
    }
  }

  void read_renames(const toml::table& table, AttributeSettings& settings) {
    const toml::node* const node = table.get("rename");
    if (node == nullptr) return;
    const toml::table* const names = node->as_table();
    if (names == nullptr) return fail(*node, "`rename` is no table: write { old = \"new\" }");
    for (const auto& [old_name, new_name] : *names) {
      const std::string name = new_name.value_exact<std::string>().value_or("");
      const bool is_name = !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return text::is_ascii_alphanumeric(c) || c == '-' || c == '_' || c == ':' || c == '.';
      });
      if (!is_name) return fail(new_name, "`rename`: no name of an attribute: letters, digits, - _ : .");
      settings.rename.emplace_back(text::ascii_lowered(old_name.str()), text::ascii_lowered(name));
    }
  }

  void read_elements(const toml::table& table, Filter& filter) {
    std::vector<std::string> groups;
    groups.reserve(kElementGroups.size());
    for (const ElementGroup& group : kElementGroups) groups.emplace_back(group.name);
    read_texts(table, "remove", [&](const std::string& text) -> std::string {
      const bool known = std::find(groups.begin(), groups.end(), text) != groups.end() ||
                         html::find_tag(text) != Tag::none || text.find('-') != std::string::npos;
      if (!known) return "`" + text + "` is neither an element nor a group of such: " + text::hint(text, groups);
      filter.elements.remove.push_back(text);
      return {};
    });
  }

  void read_filter(const toml::table& table, Filter& filter) {
    const std::vector<std::string> kinds = names_in(kKindNames);
    if (!table.contains("kind")) return fail(table, "a filter without `kind`: possible are " + text::join_words(kinds));
    filter = Filter::of(static_cast<Kind>(read_choice(table, "kind", kinds, 0)));
    if (error()) return;
    std::vector<std::string> known = keys_of(filter.kind);
    known.insert(known.begin(), {"kind", "on"});
    check_keys(table, known, "filter " + std::string(name_of(filter.kind)));
    read_value(table, "on", filter.on, "truth: true or false");
    switch (filter.kind) {
      case Kind::advertisements:
        read_hosts(table, filter);
        break;
      case Kind::links: {
        LinkSettings& links = filter.study.links;
        links.mode = static_cast<LinkSettings::Mode>(read_choice(table, "mode", names_in(kModes), 0));
        if (links.mode == LinkSettings::Mode::words_by_words) links.ratio = 0.5;
        read_number(table, "ratio", 0, 1e6, links.ratio);
        links.which = static_cast<LinkSettings::Which>(read_choice(table, "which", names_in(kWhich), 0));
        links.whole = read_choice(table, "remove", names_in(kRemove), 0) == 0;
        read_tags(table, "cells", links.cells);
        break;
      }
      case Kind::empty_tables:
        read_count(table, "characters", filter.study.empty_table.least);
        read_tags(table, "substance", filter.study.empty_table.substance);
        read_tags(table, "tables", filter.study.empty_table.tables);
        break;
      case Kind::elements:
        read_elements(table, filter);
        break;
      case Kind::attributes:
        read_list(table, "remove", filter.attributes.remove);
        read_list(table, "keep", filter.attributes.keep);
        read_renames(table, filter.attributes);
        read_tags(table, "elements", filter.attributes.elements);
        break;
      case Kind::flatten_tables:
      case Kind::alternatives:
      case Kind::hidden:
        break;
      case Kind::line_breaks:
        read_count(table, "most", filter.line_breaks);
        break;
    }
  }

  void read_pipeline(const toml::table& table, Pipeline& pipeline) {
    read_number(table, "undo", 0, 1, pipeline.undo);
    if (table.contains("filter")) pipeline.filters.clear();
    read_tables(table, "filter",
                [&](const toml::table& filter) { read_filter(filter, pipeline.filters.emplace_back()); });
  }

 public:
  /// The keys of a filter besides `kind` and `on`.
  static std::vector<std::string> keys_of(Kind kind) {
    switch (kind) {
      case Kind::advertisements:
        return {"known", "deny", "allow", "deny_files", "allow_files"};
      case Kind::links:
        return {"mode", "ratio", "which", "remove", "cells"};
      case Kind::empty_tables:
        return {"characters", "substance", "tables"};
      case Kind::elements:
        return {"remove"};
      case Kind::attributes:
        return {"remove", "keep", "rename", "elements"};
      case Kind::line_breaks:
        return {"most"};
      default:
        return {};
    }
  }
  using TomlReader::number;

 private:
  std::filesystem::path folder_;
  HostFiles files_;
};

// --- Writing -----------------------------------------------------------------------------------------

std::string list_of_tags(const std::vector<Tag>& tags) {
  std::vector<std::string_view> names;
  names.reserve(tags.size());
  for (const Tag tag : tags) names.push_back(html::name_of(tag));
  return text::toml_array(names);
}

void append_filter(const Filter& filter, const std::string& table, std::string& out) {
  const auto line = [&](std::string_view key, const std::string& value) { ((out += key) += " = ") += value + "\n"; };
  out += "\n[[" + table + "]]\n";
  line("kind", text::toml_string(name_of(filter.kind)));
  line("on", filter.on ? "true" : "false");
  const LinkSettings& links = filter.study.links;
  switch (filter.kind) {
    case Kind::advertisements:
      line("known", filter.hosts.known ? "true" : "false");
      line("deny", text::toml_array(filter.hosts.deny));
      line("allow", text::toml_array(filter.hosts.allow));
      line("deny_files", text::toml_array(filter.hosts.deny_files));
      line("allow_files", text::toml_array(filter.hosts.allow_files));
      break;
    case Kind::links:
      line("mode", text::toml_string(kModes[static_cast<std::size_t>(links.mode)]));
      line("ratio", Reader::number(links.ratio));
      line("which", text::toml_string(kWhich[static_cast<std::size_t>(links.which)]));
      line("remove", text::toml_string(kRemove[links.whole ? 0 : 1]));
      line("cells", list_of_tags(links.cells));
      break;
    case Kind::empty_tables:
      line("characters", std::to_string(filter.study.empty_table.least));
      line("substance", list_of_tags(filter.study.empty_table.substance));
      line("tables", list_of_tags(filter.study.empty_table.tables));
      break;
    case Kind::elements:
      line("remove", text::toml_array(filter.elements.remove));
      break;
    case Kind::attributes: {
      line("remove", text::toml_array(filter.attributes.remove));
      line("keep", text::toml_array(filter.attributes.keep));
      std::string names;
      for (const auto& [old_name, new_name] : filter.attributes.rename)
        names += (names.empty() ? " " : ", ") + text::toml_string(old_name) + " = " + text::toml_string(new_name);
      line("rename", names.empty() ? "{}" : "{" + names + " }");
      line("elements", list_of_tags(filter.attributes.elements));
      break;
    }
    case Kind::flatten_tables:
    case Kind::alternatives:
    case Kind::hidden:
      break;
    case Kind::line_breaks:
      line("most", std::to_string(filter.line_breaks));
      break;
  }
}

void append_pipeline(const Pipeline& pipeline, const std::string& prefix, std::string& out) {
  out += "undo = " + Reader::number(pipeline.undo) + "\n";
  if (pipeline.filters.empty()) out += "filter = []\n";
  for (const Filter& filter : pipeline.filters) append_filter(filter, prefix + "filter", out);
}

}  // namespace

Result<PipelineFile> read_pipelines(std::string_view toml, const std::string& name, HostFiles files) {
  return Reader(name, files).read(toml);
}

Result<PipelineFile> load_pipelines(const std::string& path) {
  const Result<std::string> toml = text::read_whole_file(path);
  if (!toml) return within(path, toml.error());
  return read_pipelines(*toml, path);
}

Result<Pipeline> take_profile(PipelineFile file, std::string_view profile) {
  if (profile.empty()) return std::move(file.pipeline);
  const auto it = file.profiles.find(profile);
  if (it != file.profiles.end()) return std::move(it->second);
  std::vector<std::string> names;
  names.reserve(file.profiles.size());
  for (const auto& [name, pipeline] : file.profiles) names.push_back(name);
  return Error{ErrorCode::bad_option,
               "there is no profile `" + std::string(profile) +
                   "`: " + (names.empty() ? "the file has none" : "possible are " + text::join_words(names))};
}

std::string to_toml(const PipelineFile& file) {
  std::string out;
  append_pipeline(file.pipeline, "", out);
  for (const auto& [name, pipeline] : file.profiles) {
    const std::string table = "profile." + text::toml_string(name);
    out += "\n[" + table + "]\n";
    append_pipeline(pipeline, table + ".", out);
  }
  return out;
}

Result<std::shared_ptr<const Pipeline>> pipeline_of(std::span<const Setting> settings) {
  std::string_view source, profile;
  for (const Setting& setting : settings) {
    if (setting.name == kPipelineSetting) source = setting.value;
    if (setting.name == kProfileSetting) profile = setting.value;
  }
  if (source.empty()) {
    if (!profile.empty())
      return Error{ErrorCode::bad_option, std::string(kProfileSetting) + " goes with " + std::string(kPipelineSetting)};
    return std::shared_ptr<const Pipeline>();
  }
  Result<PipelineFile> file = source.find('\n') != std::string_view::npos
                                  ? read_pipelines(source, std::string(kPipelineSetting))
                                  : load_pipelines(std::string(source));
  if (!file) return std::move(file).error();
  Result<Pipeline> pipeline = take_profile(*std::move(file), profile);
  if (!pipeline) return std::move(pipeline).error();
  return std::shared_ptr<const Pipeline>(std::make_shared<Pipeline>(*std::move(pipeline)));
}

}  // namespace pith::filter
