#pragma once

// Cases of the URL standard (https://github.com/web-platform-tests/wpt/blob/master/url/README.md): an input, a base,
// and the address with its parts, or "failure". Beside that, what is written must be read as itself.

#include <simdjson.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "conformance/cases.hpp"
#include "text/url.hpp"

namespace pith::conformance {

/// What is wrong with a parsed address; empty: nothing. An empty address is one that could not be parsed.
inline std::string fault_of(const simdjson::dom::object& expected, const text::Url& url) {
  bool fails = false;
  if (expected["failure"].get(fails) == simdjson::SUCCESS && fails)
    return url.empty() ? "" : "is no address, but was read as " + std::string(url.href());
  if (url.empty()) return "was not read";
  const auto after = [](std::string_view mark, std::string_view part) {
    return part.empty() ? std::string() : std::string(mark) + std::string(part);
  };
  const std::string host(url.host());
  const std::pair<std::string_view, std::string> parts[] = {
      {"href", std::string(url.href())},         {"protocol", std::string(url.scheme()) + ":"},
      {"username", std::string(url.username())}, {"password", std::string(url.password())},
      {"host", host + after(":", url.port())},   {"hostname", host},
      {"port", std::string(url.port())},         {"pathname", std::string(url.path())},
      {"search", after("?", url.query())},       {"hash", after("#", url.fragment())},
  };
  for (const auto& [name, value] : parts) {
    std::string_view wanted;
    if (expected[name].get(wanted) != simdjson::SUCCESS) return "has no " + std::string(name) + " in the case";
    if (wanted != value) return std::string(name) + " is " + value + ", expected " + std::string(wanted);
  }
  text::Url again;
  return again.parse(url.href()) && again.href() == url.href() ? "" : "is written so that it is read as another";
}

/// All cases of urltestdata.json.
inline CaseCount run_url_cases(const std::filesystem::path& file) {
  CaseCount count;
  simdjson::dom::parser parser;
  simdjson::dom::array cases;
  if (parser.load(file.string()).get(cases) != simdjson::SUCCESS) {
    count.failures.push_back("no cases at " + file.string());
    return count;
  }
  for (const simdjson::dom::element element : cases) {
    simdjson::dom::object fields;
    if (element.get(fields) != simdjson::SUCCESS) continue;  // a comment
    std::string_view input, given;
    const bool has_base = fields["base"].get(given) == simdjson::SUCCESS;
    ++count.run;
    text::Url base, url;
    std::string fault = fields["input"].get(input) == simdjson::SUCCESS ? "" : "has no input";
    if (!has_base || base.parse(given)) url.parse(input, has_base ? &base : nullptr);
    if (fault.empty()) fault = fault_of(fields, url);
    if (fault.empty()) {
      ++count.passed;
    } else {
      count.failures.push_back("'" + std::string(input) + "' at '" + std::string(given) + "': " + fault);
    }
  }
  return count;
}

}  // namespace pith::conformance
