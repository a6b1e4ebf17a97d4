#pragma once

// The encoding that a page declares of itself.

#include <optional>
#include <string_view>

#include "text/encoding.hpp"

namespace pith::text {

/// Beyond the 1,024 bytes of the standard, because real pages declare later (a browser, which also
/// changes its mind when the parser meets a late meta element, shows them right).
inline constexpr std::size_t kPrescanBytes = 256u << 10;

/// "Prescan a byte stream to determine its encoding"
/// (https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding)
/// over the first kPrescanBytes bytes: meta elements, else the XML declaration. O(bytes looked at).
std::optional<Encoding> prescan(std::string_view bytes);

/// "Extracting a character encoding from a meta element": the label in "text/html; charset=gbk".
std::optional<Encoding> encoding_from_meta_content(std::string_view content);

}  // namespace pith::text
