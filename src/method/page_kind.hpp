#pragma once

// What kind of page it is, and whether it has main content at all.

#include <array>
#include <cstdint>
#include <string_view>

namespace pith::method {

enum class PageKind : std::uint8_t {
  article,
  forum,  ///< threads, questions and answers
  product,
  listing,     ///< of articles, events, results
  collection,  ///< of products
  documentation,
  service,  ///< what a company or an office offers; landing pages
  none,     ///< login pages, errors: no main content
  index,    ///< a listing of a kind that those who read strictly find no main content in; told to callers as a listing
};
inline constexpr std::size_t kPageKinds = 9;
/// "article"; "none" for pages without main content; as models name them.
constexpr std::string_view name_of(PageKind kind) noexcept {
  constexpr std::array<std::string_view, kPageKinds> kNames = {
      "article", "forum", "product", "listing", "collection", "documentation", "service", "none", "index"};
  return kNames[static_cast<std::size_t>(kind)];
}

}  // namespace pith::method
