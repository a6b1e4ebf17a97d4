// The methods of the literature. A new one is named here, twice.

#include "pith/methods.h"
#include "pith/methods.hpp"

#include <utility>
#include <vector>

#include "literature/site_methods.hpp"
#include "method/catalogue.hpp"
#include "version.hpp"

namespace pith {

namespace literature {

extern const Method kArticleExtractor, kCards, kCepr, kCetr, kClassifier, kCrunch, kKnn, kMss, kMssNb, kScf, kSong,
    kSun, kTwoLayer, kWebCollector, kWiehf;

namespace {
constexpr const Method* kMethods[] = {
    &kArticleExtractor, &kCards, &kCepr, &kCetr, &kClassifier, &kCrunch,  &kKnn,          &kMss,  &kMssNb,
    &kPunctLines,       &kScf,   &kSong, &kSun,  &kTwoLayer,   &kUrlTree, &kWebCollector, &kWiehf};
}  // namespace

}  // namespace literature

const Catalogue& all_methods() {
  static const Catalogue all = [] {
    const auto built_in = method::built_in_methods().methods();
    std::vector<const method::Method*> methods(built_in.begin(), built_in.end());
    methods.insert(methods.end(), std::begin(literature::kMethods), std::end(literature::kMethods));
    return Catalogue(std::move(methods), kVersion);
  }();
  return all;
}

}  // namespace pith

const pith_catalogue* pith_all_methods(void) {
  try {
    return reinterpret_cast<const pith_catalogue*>(&pith::all_methods());
  } catch (...) {
    return nullptr;
  }
}
