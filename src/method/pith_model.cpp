#include "method/pith_model.hpp"

#include <fstream>
#include <iterator>
#include <utility>
#include <vector>

#include "features/column.hpp"
#include "method/page_features.hpp"
#include "page/lexicon.hpp"
#include "site/profile.hpp"
#include "text/hash.hpp"

// The files themselves, laid into the library as they are.
// NOLINTBEGIN(bugprone-macro-parentheses,readability-identifier-naming): symbols of the assembler
#define PITH_EMBED(name, file)                                                                        \
  __asm__(".section .rodata\n.global " #name "\n.type " #name                                         \
          ", @object\n"                                                                               \
          ".hidden " #name "\n" #name ":\n.incbin \"" PITH_MODEL_FOLDER "/" file "\"\n.global " #name \
          "_end\n.hidden " #name "_end\n" #name "_end:\n.byte 0\n.previous\n");                       \
  extern "C" const char name[];      /* NOLINT(modernize-avoid-c-arrays) */                           \
  extern "C" const char name##_end[] /* NOLINT(modernize-avoid-c-arrays) */

PITH_EMBED(pith_model_words, "words.txt");
PITH_EMBED(pith_model_blocks, "blocks.txt");
PITH_EMBED(pith_model_kinds, "kinds.txt");
PITH_EMBED(pith_model_sites, "sites.txt");
// NOLINTEND(bugprone-macro-parentheses,readability-identifier-naming)

namespace pith::method {

namespace {

constexpr std::string_view kForestHeader = "pith-forest 1\n";
// The features of site/profile.hpp; another number where they come to mean something else.
constexpr std::string_view kSiteDigest = "profile-1";

/// The part of a file of several forests that holds the next; empty at the end.
std::string_view next_forest(std::string_view& file) {
  const std::size_t end = file.find(kForestHeader, 1);
  const std::string_view forest = file.substr(0, end);
  file = end == std::string_view::npos ? std::string_view() : file.substr(end);
  return forest;
}

Result<std::string> read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(std::istreambuf_iterator<char>(file), {});
  if (!file) return Error{ErrorCode::io, path + ": cannot be read"};
  return text;
}

}  // namespace

Error PithModel::load(std::string_view words_file, std::string_view blocks_file, std::string_view kinds_file,
                      std::string_view digest) {
  if (Error error = names.load(words_file, text::fnv32, digest)) return within("words.txt", std::move(error));
  std::vector<std::string> features(features::names().begin(), features::names().end());
  features.emplace_back("names");
  if (Error error = blocks.load(blocks_file, features, digest)) return within("blocks.txt", std::move(error));
  for (std::size_t k = 0; k < kPageKinds; ++k) {
    const std::string_view forest = next_forest(kinds_file);
    const std::string kind(name_of(static_cast<PageKind>(k)));
    if (Error error = kinds[k].load(forest, PageFeatures::names(), digest))
      return within("kinds.txt, " + kind, std::move(error));
    if (kinds[k].record().find("kind " + kind + "\n") == std::string::npos)
      return {ErrorCode::bad_data, "kinds.txt: " + kind + " is not where it should be"};
  }
  if (!kinds_file.empty()) return {ErrorCode::bad_data, "kinds.txt: more kinds than there are"};
  return {};
}

Error PithModel::load_sites(std::string_view file) {
  if (Error error = sites.load(file, site_columns(), kSiteDigest)) return within("sites.txt", std::move(error));
  return {};
}

std::span<const std::string> site_columns() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all(site::site_feature_names().begin(), site::site_feature_names().end());
    for (const char* name : {"log_odds", "words", "link_density"}) all.emplace_back(name);
    return all;
  }();
  return names;
}

Result<std::shared_ptr<const PithModel>> read_pith_model(const std::string& folder, const std::string& sites) {
  if (folder.empty()) {
    const Result<std::shared_ptr<const PithModel>>& shipped = shipped_pith_model();
    if (sites.empty() || !shipped) return shipped;
    auto model = std::make_shared<PithModel>(**shipped);
    const Result<std::string> file = read_file(sites);
    if (!file) return file.error();
    if (Error error = model->load_sites(*file)) return within(sites, std::move(error));
    return std::shared_ptr<const PithModel>(std::move(model));
  }
  const Result<std::string> words = read_file(folder + "/words.txt"), blocks = read_file(folder + "/blocks.txt"),
                            kinds = read_file(folder + "/kinds.txt");
  for (const Result<std::string>* file : {&words, &blocks, &kinds})
    if (!*file) return file->error();
  auto model = std::make_shared<PithModel>();
  if (Error error = model->load(*words, *blocks, *kinds)) {
    error.message.insert(0, folder + "/");
    return error;
  }
  const std::string own = folder + "/sites.txt", of_sites = sites.empty() ? own : sites;
  const Result<std::string> file = read_file(of_sites);
  if (!file && !sites.empty()) return file.error();
  if (Error error = model->load_sites(file ? *file : shipped_model_files()[3]))
    return within(of_sites, std::move(error));
  return std::shared_ptr<const PithModel>(std::move(model));
}

const Result<std::shared_ptr<const PithModel>>& shipped_pith_model() {
  static const Result<std::shared_ptr<const PithModel>> model = []() -> Result<std::shared_ptr<const PithModel>> {
    const auto [words, blocks, kinds, sites] = shipped_model_files();
    auto fresh = std::make_shared<PithModel>();
    if (Error error = fresh->load(words, blocks, kinds)) return within("the model that ships", std::move(error));
    if (Error error = fresh->load_sites(sites)) return within("the model that ships", std::move(error));
    return std::shared_ptr<const PithModel>(std::move(fresh));
  }();
  return model;
}

std::array<std::string_view, 4> shipped_model_files() noexcept {
  const auto text = [](const char* begin, const char* end) {
    return std::string_view(begin, static_cast<std::size_t>(end - begin));
  };
  return {text(pith_model_words, pith_model_words_end), text(pith_model_blocks, pith_model_blocks_end),
          text(pith_model_kinds, pith_model_kinds_end), text(pith_model_sites, pith_model_sites_end)};
}

}  // namespace pith::method
