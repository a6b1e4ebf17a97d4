#include "method/registry.hpp"

#include "method/site_methods.hpp"

namespace pith::method {

extern const Method kAll;
extern const Method kArticleExtractor;
extern const Method kCards;
extern const Method kCepr;
extern const Method kCetd;
extern const Method kCetr;
extern const Method kClassifier;
extern const Method kCrunch;
extern const Method kKnn;
extern const Method kMss;
extern const Method kMssNb;
extern const Method kPith;
extern const Method kScf;
extern const Method kSong;
extern const Method kSun;
extern const Method kTwoLayer;
extern const Method kWebCollector;
extern const Method kWiehf;

namespace {
constexpr const Method* kMethods[] = {&kAll,          &kArticleExtractor,
                                      &kCards,        &kCepr,
                                      &kCetd,         &kCetr,
                                      &kClassifier,   &kCrunch,
                                      &kKnn,          &kMss,
                                      &kMssNb,        &kPith,
                                      &kPunctLines,   &kScf,
                                      &kSong,         &kSun,
                                      &kTwoLayer,     &kUrlTree,
                                      &kWebCollector, &kWiehf};
}

std::span<const Method* const> registry() noexcept { return kMethods; }

const Method* find(std::string_view id) noexcept {
  for (const Method* method : kMethods) {
    if (method->id == id) return method;
  }
  return nullptr;
}

void choose(const Method& method, const page::Page& page, const MethodOptions& options, Scratch& scratch,
            Choice& choice) {
  choice.reset(page.blocks().size());
  scratch.reset();
  const page::TextSums& all = page.total();
  if (all.characters == 0) {
    choice.set_empty(Empty::no_text);
  } else if (all.characters == all.hidden_characters && !page.hidden_is_content()) {
    choice.set_empty(Empty::hidden);
  } else {
    MethodOptions complete = options;
    if (complete.settings == nullptr) complete.settings = &default_settings(method);
    method.run(page, complete, scratch, choice);
  }
}

}  // namespace pith::method
