#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace pith::corpus {

/// A line of the first text, of the second, or of both.
struct ComparedLine {
  enum class Kind : std::uint8_t { both, first, second };
  Kind kind = Kind::both;
  std::string_view text;
};

/// What a text has become, line by line, with as many lines of both as there can be (the longest common subsequence);
/// of texts that differ in thousands of lines only the beginning and the end are held against each other. O(lines of
/// the first x lines of the second) between these, at most 16 million.
std::vector<ComparedLine> line_differences(std::string_view first, std::string_view second);

}  // namespace pith::corpus
