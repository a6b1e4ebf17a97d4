// Runs one step of the engine on pages under callgrind, so that only its instructions are counted:
//   valgrind --tool=callgrind --collect-atstart=no pith_steps STEP FOLDER [METHOD [NAME=VALUE]...]
// Prints the bytes of HTML it went over. Each page is run twice; the first time, which gets memory, does not count.

#include <valgrind/callgrind.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "method/catalogue.hpp"
#include "pith/methods.hpp"
#include "workspace.hpp"

namespace {

std::vector<std::string> read_pages(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".html") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  std::vector<std::string> pages;
  for (const auto& path : files) {
    std::ifstream file(path, std::ios::binary);
    pages.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return pages;
}

}  // namespace

int main(int argc, char** argv) {
  static constexpr std::array<std::string_view, 7> kSteps = {"decode", "parse",   "measure", "survey",
                                                             "choose", "compose", "render"};
  const std::string_view step = argc > 1 ? argv[1] : "";
  const auto wanted = static_cast<std::size_t>(std::find(kSteps.begin(), kSteps.end(), step) - kSteps.begin());
  const pith::method::Method* const found = pith::all_methods().find(argc > 3 ? argv[3] : pith::Options().method);
  if (argc < 3 || wanted == kSteps.size() || found == nullptr) {
    std::fprintf(
        stderr,
        "usage: pith_steps decode|parse|measure|survey|choose|compose|render FOLDER [METHOD [NAME=VALUE]...]\n");
    return 2;
  }
  const pith::Limits limits;
  const pith::method::Method& method = *found;
  std::vector<pith::Setting> given;
  for (int i = 4; i < argc; ++i) {
    const std::string_view setting = argv[i];
    const std::size_t equals = std::min(setting.find('='), setting.size());
    given.push_back(
        {std::string(setting.substr(0, equals)), std::string(setting.substr(std::min(equals + 1, setting.size())))});
  }
  const pith::Result<pith::method::Settings> settings = pith::method::read_settings(method, given);
  if (!settings) {
    std::fprintf(stderr, "pith_steps: %s\n", settings.error().message.c_str());
    return 2;
  }
  pith::Workspace::Impl work;
  std::size_t bytes = 0;
  for (const std::string& page : read_pages(argv[2])) {
    bytes += page.size();
    for (const bool counted : {false, true}) {
      pith::Article article;
      const std::array<std::function<void()>, 7> steps = {[&] { work.decode(page, {}, limits); },
                                                          [&] { work.parse(limits); },
                                                          [&] { work.measure(); },
                                                          [&] { work.read_survey(); },
                                                          [&] { work.choose(method, {.settings = &*settings}); },
                                                          [&] { work.compose(method, {}, article); },
                                                          [&] { work.render(limits, article); }};
      for (std::size_t i = 0; i < steps.size(); ++i) {
        if (counted && i == wanted) CALLGRIND_TOGGLE_COLLECT;
        steps[i]();
        if (counted && i == wanted) CALLGRIND_TOGGLE_COLLECT;
      }
    }
  }
  std::printf("%zu\n", bytes);
  return 0;
}
