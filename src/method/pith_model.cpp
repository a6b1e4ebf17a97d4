#include "method/pith_model.hpp"

#include <fstream>
#include <iterator>
#include <vector>

#include "features/column.hpp"
#include "method/page_features.hpp"
#include "page/lexicon.hpp"
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
// NOLINTEND(bugprone-macro-parentheses,readability-identifier-naming)

namespace pith::method {

namespace {

constexpr std::string_view kForestHeader = "pith-forest 1\n";

/// The part of a file of several forests that holds the next; empty at the end.
std::string_view next_forest(std::string_view& file) {
  const std::size_t end = file.find(kForestHeader, 1);
  const std::string_view forest = file.substr(0, end);
  file = end == std::string_view::npos ? std::string_view() : file.substr(end);
  return forest;
}

bool read_file(const std::string& path, std::string& text, std::string& error) {
  std::ifstream file(path, std::ios::binary);
  text.assign(std::istreambuf_iterator<char>(file), {});
  if (!file) error = path + ": cannot be read";
  return error.empty();
}

}  // namespace

std::string PithModel::load(std::string_view words_file, std::string_view blocks_file, std::string_view kinds_file,
                            std::string_view digest) {
  if (const std::string wrong = names.load(words_file, text::fnv32, digest); !wrong.empty())
    return "words.txt: " + wrong;
  std::vector<std::string> features(features::names().begin(), features::names().end());
  features.emplace_back("names");
  if (const std::string wrong = blocks.load(blocks_file, features, digest); !wrong.empty())
    return "blocks.txt: " + wrong;
  for (std::size_t k = 0; k < kPageKinds; ++k) {
    const std::string_view forest = next_forest(kinds_file);
    const std::string kind(name_of(static_cast<PageKind>(k)));
    if (const std::string wrong = kinds[k].load(forest, PageFeatures::names(), digest); !wrong.empty())
      return std::string("kinds.txt, ").append(kind).append(": ").append(wrong);
    if (kinds[k].record().find("kind " + kind + "\n") == std::string::npos)
      return "kinds.txt: " + kind + " is not where it should be";
  }
  return kinds_file.empty() ? std::string() : "kinds.txt: more kinds than there are";
}

std::shared_ptr<const PithModel> read_pith_model(const std::string& folder, std::string& error) {
  std::string words, blocks, kinds;
  if (!read_file(folder + "/words.txt", words, error) || !read_file(folder + "/blocks.txt", blocks, error) ||
      !read_file(folder + "/kinds.txt", kinds, error))
    return nullptr;
  auto model = std::make_shared<PithModel>();
  if (const std::string wrong = model->load(words, blocks, kinds); !wrong.empty()) {
    error = folder + "/" + wrong;
    return nullptr;
  }
  return model;
}

std::shared_ptr<const PithModel> shipped_pith_model(std::string& error) {
  struct Shipped {
    std::shared_ptr<const PithModel> model;
    std::string wrong;
  };
  static const Shipped shipped = [] {
    const auto text = [](const char* begin, const char* end) {
      return std::string_view(begin, static_cast<std::size_t>(end - begin));
    };
    auto fresh = std::make_shared<PithModel>();
    const std::string wrong =
        fresh->load(text(pith_model_words, pith_model_words_end), text(pith_model_blocks, pith_model_blocks_end),
                    text(pith_model_kinds, pith_model_kinds_end));
    return wrong.empty() ? Shipped{fresh, {}} : Shipped{nullptr, "the shipped model, " + wrong};
  }();
  error = shipped.wrong;
  return shipped.model;
}

}  // namespace pith::method
