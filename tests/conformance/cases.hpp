#pragma once

// What the runners of html5lib's cases share.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace pith::conformance {

struct CaseCount {
  int passed = 0, run = 0;
  std::vector<std::string> failures;  ///< a report on each
};

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace pith::conformance
