#pragma once

// Values as TOML writes them.

#include <string>
#include <string_view>

#include "text/json_writer.hpp"

namespace pith::text {

/// A basic string, with its quotation marks: those of JSON are ones.
inline std::string toml_string(std::string_view text) {
  std::string out;
  append_json_string(text, out);
  return out;
}

template <class Texts>
std::string toml_array(const Texts& texts) {
  std::string out;
  for (const auto& text : texts) (out += out.empty() ? "" : ", ") += toml_string(text);
  return "[" + out + "]";
}

}  // namespace pith::text
