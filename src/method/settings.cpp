#include "method/settings.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <map>
#include <utility>

#include "filter/settings.hpp"
#include "method/method.hpp"
#include "text/number.hpp"

namespace pith::method {

namespace {

bool read_flag(std::string_view written, double& value) {
  for (const std::string_view yes : {"on", "true", "yes", "1"})
    if (written == yes) return value = 1, true;
  for (const std::string_view no : {"off", "false", "no", "0"})
    if (written == no) return value = 0, true;
  return false;
}

bool read_number(std::string_view written, double& value) {
  const std::optional<double> number = text::parse_number<double>(written);
  if (!number || !std::isfinite(*number)) return false;
  value = *number;
  return true;
}

bool read_choice(std::string_view written, std::string_view choices, double& value) {
  for (double index = 0; !choices.empty(); ++index) {
    const std::size_t end = std::min(choices.find(','), choices.size());
    if (choices.substr(0, end) == written) return value = index, true;
    choices.remove_prefix(std::min(end + 1, choices.size()));
  }
  return false;
}

std::string join_names(std::span<const SettingInfo> infos) {
  std::string names;
  for (const SettingInfo& info : infos) names.append(names.empty() ? "" : ", ").append(info.name);
  return names;
}

}  // namespace

Settings::Settings(std::span<const SettingInfo> infos) : infos_(infos), values_(infos.size()) {
  for (std::size_t i = 0; i < infos.size(); ++i) {
    [[maybe_unused]] const Error error = set(i, infos[i].value);
    assert(!error);
  }
}

Error Settings::set(std::size_t index, std::string_view written) {
  const SettingInfo& info = infos_[index];
  double value = 0;
  bool good = true;
  switch (info.type) {
    case SettingType::flag:
      good = read_flag(written, value);
      break;
    case SettingType::integer:
      good = read_number(written, value) && value == std::floor(value) && value >= info.least && value <= info.most;
      break;
    case SettingType::number:
      good = read_number(written, value) && value >= info.least && value <= info.most;
      break;
    case SettingType::choice:
      good = read_choice(written, info.choices, value);
      break;
    case SettingType::text:
      break;
  }
  if (!good)
    return {ErrorCode::bad_option,
            std::string(info.name).append(": `").append(written).append("` is not ").append(describe_values(info))};
  values_[index].number = value;
  values_[index].text = written;
  return {};
}

Result<Settings> read_settings(const Method& method, std::span<const Setting> given) {
  Settings settings(method.settings);
  for (const Setting& setting : given) {
    if (setting.name == filter::kPipelineSetting || setting.name == filter::kProfileSetting) continue;  // of the page
    const auto it = std::find_if(method.settings.begin(), method.settings.end(),
                                 [&](const SettingInfo& info) { return info.name == setting.name; });
    if (it == method.settings.end()) {
      return Error{ErrorCode::bad_option,
                   std::string("method ").append(method.id).append(" has no setting `").append(setting.name) +
                       "`: it has " + (method.settings.empty() ? "none" : join_names(method.settings))};
    }
    if (Error error = settings.set(static_cast<std::size_t>(it - method.settings.begin()), setting.value)) return error;
  }
  if (method.prepare != nullptr) {
    Result<std::shared_ptr<const Prepared>> prepared = method.prepare(settings);
    if (!prepared) return std::move(prepared).error();
    settings.set_prepared(*std::move(prepared));
  }
  return settings;
}

Settings default_settings(const Method& method) {
  Result<Settings> settings = read_settings(method, {});
  return settings ? *std::move(settings) : Settings(method.settings);  // of a method that needs a model
}

}  // namespace pith::method

namespace pith {

std::string describe_values(const SettingInfo& info) {
  const auto written = [](double value) {
    char digits[32];
    return std::string(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  };
  switch (info.type) {
    case SettingType::flag:
      return "on or off";
    case SettingType::integer:
      return "a whole number from " + written(info.least) + " to " + written(info.most);
    case SettingType::number:
      return "a number from " + written(info.least) + " to " + written(info.most);
    case SettingType::choice:
      return "one of " + std::string(info.choices);
    case SettingType::text:
      return "a text";
  }
  return {};
}

}  // namespace pith
