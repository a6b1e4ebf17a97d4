#include "serve/arguments.hpp"

#include <algorithm>
#include <charconv>

#include "text/ascii.hpp"
#include "text/nearest.hpp"
#include "text/number.hpp"
#include "text/utf8.hpp"

namespace pith::serve {
namespace {

using corpus::JsonObject;
using corpus::JsonValue;
using Fields = const std::vector<Field>*;

template <class Words>
std::string join(const Words& words) {
  std::string joined;
  for (const auto& word : words) joined.append(joined.empty() ? "" : ", ").append(word);
  return joined;
}

std::string in_marks(std::string_view name) { return "`" + std::string(name.substr(0, 100)) + "`"; }

std::vector<std::string> parts_of(std::string_view list) {
  std::vector<std::string> parts;
  while (!list.empty()) {
    const std::size_t comma = std::min(list.find(','), list.size());
    if (const std::string_view part = text::trim_ascii(list.substr(0, comma)); !part.empty()) parts.emplace_back(part);
    list.remove_prefix(std::min(comma + 1, list.size()));
  }
  return parts;
}

/// As it would be written in a setting; false: neither a text nor a number nor a truth.
bool as_written(const JsonValue& value, std::string& written) {
  std::string_view text;
  bool truth = false;
  if (value.get(text) == simdjson::SUCCESS) {
    written = text;
  } else if (value.get(truth) == simdjson::SUCCESS) {
    written = truth ? "true" : "false";
  } else if (value.is_number()) {
    written = simdjson::minify(value);
  } else {
    return false;
  }
  return true;
}

}  // namespace

Arguments::Arguments(const Request& request, corpus::JsonDocument& json) : request_(request) {
  const std::string type = request.content_type();
  if (type == "application/json" || type.ends_with("+json") || type == "text/json") {
    const Result<JsonObject> object = json.read_object(request.body);
    if (object) {
      object_ = *object;
      is_json_ = true;
    } else {
      fail(400, "The body is " + object.error().message + ".");
    }
  } else if (type == "application/x-www-form-urlencoded") {
    is_form_ = true;
    fields_ = parse_query(request.body);
  } else if (type == "multipart/form-data") {
    is_form_ = true;
    std::optional<std::vector<FormPart>> parts =
        parse_multipart(request.body, boundary_of(request.headers.get("content-type")));
    if (!parts) fail(400, "The body is no multipart/form-data with the boundary that its Content-Type names.");
    for (FormPart& part : parts.value_or(std::vector<FormPart>())) {
      if (part.filename.empty())
        fields_.push_back({std::move(part.name), std::string(part.content)});
      else if (!file_)
        file_ = std::move(part);
    }
  }
}

void Arguments::fail(int status, std::string_view detail) {
  if (!problem_) problem_ = serve::problem(status, detail);
}

void Arguments::wrong(std::string_view name, std::string_view what) {
  fail(422, in_marks(name) + " " + std::string(what) + ".");
}

void Arguments::ask_for(std::string_view name) {
  if (std::find(asked_.begin(), asked_.end(), name) == asked_.end()) asked_.emplace_back(name);
}

std::optional<JsonValue> Arguments::member(std::string_view name) {
  ask_for(name);
  return is_json_ ? corpus::member(object_, name) : std::nullopt;
}

std::optional<std::string_view> Arguments::field(std::string_view name) {
  for (const Fields fields : {Fields{&fields_}, Fields{&request_.parameters}})
    for (const Field& field : *fields)
      if (field.name == name) return field.value;
  return std::nullopt;
}

bool Arguments::has(std::string_view name) { return member(name) || field(name); }

std::string_view Arguments::text(std::string_view name, std::string_view otherwise) {
  if (const std::optional<JsonValue> value = member(name)) {
    std::string_view text;
    if (value->get(text) != simdjson::SUCCESS) wrong(name, "is no text");
    return text;
  }
  const std::optional<std::string_view> text = field(name);
  if (text && text::valid_utf8_prefix(*text) != text->size()) wrong(name, "is not UTF-8");
  return text.value_or(otherwise);
}

bool Arguments::flag(std::string_view name, bool otherwise) {
  if (const std::optional<JsonValue> value = member(name)) {
    bool truth = false;
    if (value->get(truth) != simdjson::SUCCESS) wrong(name, "is neither true nor false");
    return truth;
  }
  const std::optional<std::string_view> text = field(name);
  if (!text) return otherwise;
  for (const std::string_view yes : {"", "1", "true", "yes", "on"})
    if (text::equals_ignoring_case(*text, yes)) return true;
  for (const std::string_view no : {"0", "false", "no", "off"})
    if (text::equals_ignoring_case(*text, no)) return false;
  wrong(name, "is neither true nor false");
  return otherwise;
}

std::int64_t Arguments::whole(std::string_view name, std::int64_t least, std::int64_t most, std::int64_t otherwise) {
  std::optional<std::int64_t> number;
  if (const std::optional<JsonValue> value = member(name)) {
    std::int64_t read = 0;
    if (value->get(read) == simdjson::SUCCESS) number = read;
  } else if (const std::optional<std::string_view> text = field(name)) {
    number = text::parse_number<std::int64_t>(*text);
  } else {
    return otherwise;
  }
  if (number && *number >= least && *number <= most) return *number;
  wrong(name, "is no whole number from " + std::to_string(least) + " to " + std::to_string(most));
  return otherwise;
}

double Arguments::number(std::string_view name, double least, double most, double otherwise) {
  std::optional<double> number;
  if (const std::optional<JsonValue> value = member(name)) {
    double read = 0;
    if (value->get(read) == simdjson::SUCCESS) number = read;
  } else if (const std::optional<std::string_view> text = field(name)) {
    number = text::parse_number<double>(*text);
  } else {
    return otherwise;
  }
  if (number && *number >= least && *number <= most) return *number;
  const auto written = [](double value) {
    char digits[32];
    return std::string(digits, std::to_chars(digits, digits + sizeof digits, value).ptr);
  };
  wrong(name, "is no number from " + written(least) + " to " + written(most));
  return otherwise;
}

std::string_view Arguments::choice(std::string_view name, std::span<const std::string_view> words) {
  const std::string_view given = text(name, words.front());
  const auto it = std::find(words.begin(), words.end(), given);
  if (it != words.end()) return *it;
  const std::string near = text::nearest(given, std::vector<std::string>(words.begin(), words.end()));
  wrong(name, "is " + in_marks(given) + ": " + (near.empty() ? "" : "did you mean " + near + "? ") + "Possible are " +
                  join(words));
  return words.front();
}

std::vector<std::string> Arguments::list(std::string_view name) {
  const std::optional<JsonValue> value = member(name);
  if (!value) return parts_of(field(name).value_or(std::string_view()));
  simdjson::dom::array array;
  if (value->get(array) != simdjson::SUCCESS) return parts_of(text(name));
  std::vector<std::string> list;
  for (const JsonValue entry : array) {
    std::string_view text;
    if (entry.get(text) != simdjson::SUCCESS) {
      wrong(name, "has an entry that is no text");
      break;
    }
    list.emplace_back(text);
  }
  return list;
}

std::vector<Setting> Arguments::settings(std::string_view name) {
  std::vector<Setting> settings;
  if (const std::optional<JsonValue> value = member(name)) {
    JsonObject object;
    if (value->get(object) != simdjson::SUCCESS) {
      wrong(name, "is no object of names and values");
      return settings;
    }
    for (const auto& [key, entry] : object) {
      Setting& setting = settings.emplace_back(Setting{std::string(key), {}});
      if (!as_written(entry, setting.value))
        wrong(name, "has a value that is neither a text nor a number nor a truth, that of " + in_marks(key));
    }
    return settings;
  }
  for (const Fields fields : {Fields{&fields_}, Fields{&request_.parameters}}) {
    for (const Field& field : *fields) {
      if (field.name != name) continue;
      const std::size_t equals = field.value.find('=');
      if (equals == std::string::npos)
        wrong(name, "is " + in_marks(field.value) + ", and not NAME=VALUE");
      else
        settings.push_back({field.value.substr(0, equals), field.value.substr(equals + 1)});
    }
  }
  return settings;
}

void Arguments::know(std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) ask_for(name);
}

void Arguments::refuse_others() {
  const auto check = [this](std::string_view name) {
    if (std::find(asked_.begin(), asked_.end(), name) != asked_.end()) return;
    const std::string near = text::nearest(name, asked_);
    fail(422, "There is no " + in_marks(name) + " here: " + (near.empty() ? "" : "did you mean " + near + "? ") +
                  "Possible are " + join(asked_) + ".");
  };
  if (is_json_)
    for (const auto& [name, value] : object_) check(name);
  for (const Field& field : fields_) check(field.name);
  for (const Field& field : request_.parameters) check(field.name);
}

}  // namespace pith::serve
