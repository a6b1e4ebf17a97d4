#pragma once

#include <string_view>

#include "html/document.hpp"

namespace pith::html {

/// The mode a doctype puts the document in
/// (https://html.spec.whatwg.org/multipage/parsing.html#the-initial-insertion-mode).
QuirksMode quirks_of(std::string_view name, std::string_view public_id, bool has_system_id, std::string_view system_id,
                     bool force_quirks) noexcept;

}  // namespace pith::html
