#pragma once

// Tokenizer cases in html5lib's format (tokenizer/README.md of html5lib-tests).

#include <simdjson.h>

#include <map>

#include "conformance/tree_cases.hpp"
#include "text/utf8.hpp"

namespace pith::conformance {

/// The second round of \uHHHH in "doubleEscaped" cases.
inline std::string unescape(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    if (text.substr(i, 2) != "\\u") {
      out += text[i++];
      continue;
    }
    auto unit = static_cast<char32_t>(std::stoul(std::string(text.substr(i + 2, 4)), nullptr, 16));
    i += 6;
    if (unit >= 0xD800 && unit < 0xDC00 && text.substr(i, 2) == "\\u") {
      const auto low = static_cast<char32_t>(std::stoul(std::string(text.substr(i + 2, 4)), nullptr, 16));
      if (low >= 0xDC00 && low < 0xE000) {
        unit = 0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00);
        i += 6;
      }
    }
    text::append_utf8(unit, out);  // surrogates too: the cases hold lone ones
  }
  return out;
}

/// "Coercing an HTML DOM into an infoset", which the cases of xmlViolation.test expect.
inline void coerce_to_xml(std::vector<html::Token>& tokens) {
  const auto replace_all = [](std::string& s, std::string_view from, std::string_view to) {
    for (std::size_t at = 0; (at = s.find(from, at)) != std::string::npos; at += to.size())
      s.replace(at, from.size(), to);
  };
  for (html::Token& token : tokens) {
    replace_all(token.data, "\xEF\xBF\xBF", "\xEF\xBF\xBD");
    replace_all(token.data, "\f", " ");
    if (token.kind == html::Token::Kind::comment) replace_all(token.data, "--", "- -");
  }
}

/// A token as a line, so that both sides are compared and shown the same way.
inline std::string line_of(const html::Token& t) {
  using Kind = html::Token::Kind;
  const auto quote = [](std::string_view s) { return '"' + std::string(s) + '"'; };
  switch (t.kind) {
    case Kind::characters:
      return "Character " + quote(t.data);
    case Kind::comment:
      return "Comment " + quote(t.data);
    case Kind::end_tag:
      return "EndTag " + quote(t.name);
    case Kind::start_tag: {
      std::map<std::string, std::string> sorted(t.attributes.begin(), t.attributes.end());
      std::string line = "StartTag " + quote(t.name);
      for (const auto& [name, value] : sorted) line += ' ' + quote(name) + '=' + quote(value);
      return line + (t.self_closing ? " /" : "");
    }
    case Kind::doctype:
      return "DOCTYPE " + (t.has_name ? quote(t.name) : "null") + ' ' +
             (t.has_public_id ? quote(t.public_id) : "null") + ' ' + (t.has_system_id ? quote(t.system_id) : "null") +
             (t.force_quirks ? " quirks" : "");
  }
  return {};
}

inline html::Token expected_token(simdjson::dom::array item, bool escaped) {
  const auto string_at = [&](std::size_t i) {
    std::string_view s;
    if (item.at(i).get(s) != simdjson::SUCCESS) return std::string();
    return escaped ? unescape(s) : std::string(s);
  };
  html::Token token;
  const std::string kind = string_at(0);
  if (kind == "Character") {
    token.data = string_at(1);
  } else if (kind == "Comment") {
    token.kind = html::Token::Kind::comment;
    token.data = string_at(1);
  } else if (kind == "EndTag") {
    token.kind = html::Token::Kind::end_tag;
    token.name = string_at(1);
  } else if (kind == "StartTag") {
    token.kind = html::Token::Kind::start_tag;
    token.name = string_at(1);
    simdjson::dom::object attributes;
    if (item.at(2).get(attributes) == simdjson::SUCCESS)
      for (const auto [key, value] : attributes) {
        const std::string_view text = value.get_string().value();
        token.attributes.emplace_back(escaped ? unescape(key) : std::string(key),
                                      escaped ? unescape(text) : std::string(text));
      }
    token.self_closing = item.size() > 3;
  } else {
    token.kind = html::Token::Kind::doctype;
    token.has_name = !item.at(1).is_null();
    token.has_public_id = !item.at(2).is_null();
    token.has_system_id = !item.at(3).is_null();
    token.name = string_at(1);
    token.public_id = string_at(2);
    token.system_id = string_at(3);
    bool correct = false;
    if (item.at(4).get(correct) == simdjson::SUCCESS) token.force_quirks = !correct;
  }
  return token;
}

inline bool set_state(html::TokenizeOptions& options, std::string_view state) {
  using Model = html::ContentModel;
  options.cdata_section = state == "CDATA section state";
  if (state == "Data state" || options.cdata_section)
    options.state = Model::data;
  else if (state == "PLAINTEXT state")
    options.state = Model::plaintext;
  else if (state == "RCDATA state")
    options.state = Model::rcdata;
  else if (state == "RAWTEXT state")
    options.state = Model::rawtext;
  else if (state == "Script data state")
    options.state = Model::script_data;
  else
    return false;
  return true;
}

/// All cases of the .test files of a folder, each once for every state it asks for.
inline CaseCount run_tokenizer_cases(const std::filesystem::path& folder) {
  CaseCount count;
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    if (entry.path().extension() == ".test") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  simdjson::dom::parser json;
  for (const auto& file : files) {
    simdjson::dom::element root = json.load(file.string());
    simdjson::dom::array cases;
    const bool xml = root["tests"].get(cases) != simdjson::SUCCESS;
    if (xml && root["xmlViolationTests"].get(cases) != simdjson::SUCCESS) continue;
    for (simdjson::dom::element c : cases) {
      bool escaped = false;
      if (c["doubleEscaped"].get(escaped) != simdjson::SUCCESS) escaped = false;
      const std::string_view raw = c["input"].get_string().value();
      const std::string input = escaped ? unescape(raw) : std::string(raw);
      std::vector<std::string> expected;
      for (simdjson::dom::element item : c["output"].get_array().value())
        expected.push_back(line_of(expected_token(item.get_array().value(), escaped)));
      std::vector<std::string> states;
      simdjson::dom::array initial;
      if (c["initialStates"].get(initial) == simdjson::SUCCESS)
        for (simdjson::dom::element state : initial) states.emplace_back(state.get_string().value());
      else
        states.emplace_back("Data state");
      std::string_view last;
      if (c["lastStartTag"].get(last) != simdjson::SUCCESS) last = {};
      for (const std::string& state : states) {
        ++count.run;
        bool good = true;
        for (const html::SimdLevel level : {html::SimdLevel::portable, html::SimdLevel::sse2, html::SimdLevel::avx2}) {
          html::TokenizeOptions options;
          options.last_start_tag = last;
          options.simd = level;
          good = good && set_state(options, state);
          std::vector<html::Token> tokens = html::tokenize(input, options);
          if (xml) coerce_to_xml(tokens);
          std::vector<std::string> got;
          for (const html::Token& token : tokens) got.push_back(line_of(token));
          if (got == expected) continue;
          good = false;
          std::string report = file.filename().string() + ": " + std::string(c["description"].get_string().value()) +
                               " in " + state + "\n--- input\n" + input + "\n--- expected\n";
          for (const std::string& line : expected) report += line + '\n';
          report += "--- got\n";
          for (const std::string& line : got) report += line + '\n';
          count.failures.push_back(std::move(report));
          break;
        }
        if (good) ++count.passed;
      }
    }
  }
  return count;
}

}  // namespace pith::conformance
