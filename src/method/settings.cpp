#include "method/settings.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>

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
  std::string ignored;
  for (std::size_t i = 0; i < infos.size(); ++i) set(i, infos[i].value, ignored);
}

bool Settings::set(std::size_t index, std::string_view written, std::string& error) {
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
  if (!good) {
    error.append(info.name).append(": `").append(written).append("` is not ").append(describe_values(info));
    return false;
  }
  values_[index].number = value;
  values_[index].text = written;
  return true;
}

Settings read_settings(const Method& method, std::span<const Setting> given, std::string& error) {
  Settings settings(method.settings);
  for (const Setting& setting : given) {
    const auto it = std::find_if(method.settings.begin(), method.settings.end(),
                                 [&](const SettingInfo& info) { return info.name == setting.name; });
    if (it == method.settings.end()) {
      error.append("method ").append(method.id).append(" has no setting `").append(setting.name).append("`: ");
      error += method.settings.empty() ? "it has none" : "it has " + join_names(method.settings);
      return settings;
    }
    if (!settings.set(static_cast<std::size_t>(it - method.settings.begin()), setting.value, error)) return settings;
  }
  if (method.prepare != nullptr) settings.set_prepared(method.prepare(settings, error));
  return settings;
}

Settings default_settings(const Method& method) {
  std::string ignored;
  return read_settings(method, {}, ignored);
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
