// Runs html5lib's conformance cases, and those of the URL standard that lie beside them in wpt/:
// pith_conformance FOLDER [--failures N]

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "conformance/encoding_cases.hpp"
#include "conformance/tokenizer_cases.hpp"
#include "conformance/tree_cases.hpp"
#include "conformance/url_cases.hpp"

namespace {

bool report(const char* name, const pith::conformance::CaseCount& count, std::size_t most) {
  for (std::size_t i = 0; i < count.failures.size() && i < most; ++i)
    std::fprintf(stderr, "FAILED %s %s\n", name, count.failures[i].c_str());
  std::printf("%s %d/%d\n", name, count.passed, count.run);
  return count.passed == count.run && count.run > 0;
}

/// urltestdata.json, in the folder of page sets or beside html5lib's cases.
std::filesystem::path url_cases(std::filesystem::path folder) {
  const char* const data = std::getenv("PITH_DATA");
  const std::filesystem::path name = "wpt/urltestdata.json";
  if (data != nullptr && std::filesystem::exists(data / name)) return data / name;
  if (!folder.has_filename()) folder = folder.parent_path();  // "html5lib-tests/"
  return folder.parent_path() / name;
}

}  // namespace

int main(int argc, char** argv) {
  const std::filesystem::path folder = argc > 1 ? argv[1] : "";
  std::size_t most = 10;
  if (argc > 3 && std::strcmp(argv[2], "--failures") == 0) most = static_cast<std::size_t>(std::atoi(argv[3]));
  if (folder.empty() || !std::filesystem::is_directory(folder / "tree-construction")) {
    std::fprintf(stderr,
                 "pith_conformance: no html5lib-tests at '%s': pass their folder (make conformance CASES=...)\n",
                 folder.c_str());
    return 2;
  }
  const auto scripted = pith::conformance::run_tree_cases(folder / "tree-construction" / "scripted");
  std::fprintf(stderr, "tree cases that need a script to run, for information: %d/%d\n", scripted.passed, scripted.run);
  bool good = report("tree", pith::conformance::run_tree_cases(folder / "tree-construction"), most);
  good = report("tokenizer", pith::conformance::run_tokenizer_cases(folder / "tokenizer"), most) && good;
  std::fprintf(stderr, "encoding case that needs a script to run: not run\n");
  good = report("encoding", pith::conformance::run_encoding_cases(folder / "encoding"), most) && good;
  good = report("url", pith::conformance::run_url_cases(url_cases(folder)), most) && good;
  return good ? 0 : 1;
}
