#pragma once

// Names in SVG and MathML that keep capitals, which HTML's tokenizer has lowered.

#include <string_view>

namespace pith::html {

/// "foreignobject" → "foreignObject"; empty when the name stays as it is. O(1).
std::string_view svg_element_name(std::string_view lower) noexcept;
/// "viewbox" → "viewBox"; empty when the name stays as it is. O(1).
std::string_view svg_attribute_name(std::string_view lower) noexcept;
/// "definitionurl" → "definitionURL"; empty when the name stays as it is.
std::string_view mathml_attribute_name(std::string_view lower) noexcept;
/// The part of a name like "xlink:href" that names its namespace when it stands on a foreign element
/// ("xlink", "xml", "xmlns"); empty for all other names.
std::string_view foreign_attribute_prefix(std::string_view name) noexcept;

}  // namespace pith::html
