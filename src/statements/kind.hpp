#pragma once

// What kind of page a page says it is: by og:type, the types of JSON-LD and microdata, its address and program.

#include <cstdint>
#include <string_view>

#include "statements/survey.hpp"

namespace pith::statements {

/// The values are those of the feature page_type, which models know.
enum class PageType : std::uint8_t { none, article, product, thread, list, website };

struct DeclaredKind {
  PageType type = PageType::none;
  bool forum = false;  ///< it says that people talk to each other on it
};

/// `url` is the page's; where it is empty, the address that the page gives for itself. O(survey).
DeclaredKind declared_kind(const Survey& survey, std::string_view url) noexcept;

}  // namespace pith::statements
