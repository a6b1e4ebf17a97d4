#pragma once

// Cases of encoding sniffing in html5lib's format: "#data", the bytes of a page, "#encoding", a label.
// The one case in encoding/scripted is not run: there a script writes half of the declaration
// (document.write('<meta charset="ISO-8859-' + '2">')), and pith runs no scripts.
//
// The cases hold for what the standards say. On top of that pith takes bytes that are UTF-8 for UTF-8; in
// test-yahoo-jp.dat a UTF-8 page declares EUC-JP. So two things are checked: the declared encoding is the
// expected one, and the detected one is so, too, unless the content is UTF-8.

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/cases.hpp"
#include "text/decode.hpp"

namespace pith::conformance {

struct EncodingCase {
  std::string file;
  int number = 0;  ///< in the file, from 1
  std::string data, label;
};

inline std::vector<EncodingCase> read_encoding_cases(const std::filesystem::path& path) {
  constexpr std::string_view kData = "#data\n", kEncoding = "\n#encoding\n";
  std::vector<EncodingCase> cases;
  const std::string content = read_file(path);
  std::size_t at = content.find(kData);
  while (at != std::string::npos) {
    at += kData.size();
    const std::size_t end = content.find(kEncoding, at);
    if (end == std::string::npos) break;
    const std::size_t label = end + kEncoding.size();
    const std::size_t label_end = std::min(content.find('\n', label), content.size());
    cases.push_back({path.filename().string(), static_cast<int>(cases.size()) + 1, content.substr(at, end - at),
                     content.substr(label, label_end - label)});
    at = content.find(kData, label_end);
  }
  return cases;
}

/// All cases of the .dat files of a folder, not of its subfolders.
inline CaseCount run_encoding_cases(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".dat") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  CaseCount count;
  for (const auto& file : files) {
    for (const EncodingCase& c : read_encoding_cases(file)) {
      const auto expected = text::encoding_for_label(c.label);
      const text::Detection declared = text::detect_declared(c.data);
      const text::Detection detected = text::detect(c.data);
      ++count.run;
      if (declared.encoding == expected &&
          (detected.encoding == expected || detected.source == text::EncodingSource::content)) {
        ++count.passed;
      } else {
        count.failures.push_back(c.file + " case " + std::to_string(c.number) + ": expected " + c.label +
                                 ", declared " + std::string(text::name_of(declared.encoding)) + ", detected " +
                                 std::string(text::name_of(detected.encoding)));
      }
    }
  }
  return count;
}

}  // namespace pith::conformance
