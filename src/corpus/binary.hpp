#pragma once

#include <string_view>

namespace pith::corpus {

/// What a file is that is no web page, in words for a message ("a PDF document", "binary data"); empty
/// when it may be text in any encoding, UTF-16 included. Looks at the first 4 KiB. O(1).
std::string_view binary_kind(std::string_view bytes) noexcept;

}  // namespace pith::corpus
