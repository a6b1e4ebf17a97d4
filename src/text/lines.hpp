#pragma once

#include <algorithm>
#include <string_view>
#include <vector>

namespace pith::text {

/// The lines of a text, without their ends; a line end at the end of the text begins no further line.
inline std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

}  // namespace pith::text
