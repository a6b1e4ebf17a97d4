#pragma once

// Which picture an `img` shows once its page's scripts have run, and whether a reader would miss it.

#include <string>
#include <string_view>

#include "html/document.hpp"

namespace pith::rendering {

/// The address of an image as it stands in the page: of the attributes for lazy loading, else `src`, else the largest
/// of `srcset`, else that of the `picture` around it. Empty when there is none but placeholders and data URLs.
std::string_view image_source(const html::Document& document, html::NodeId image) noexcept;

/// A dot that counts readers, a spacer, an icon: by its size attributes or its address.
bool is_decoration(const html::Document& document, html::NodeId image, std::string_view source) noexcept;

/// The TeX of an image that stands for a formula; empty for all others.
std::string_view formula_of_image(const html::Document& document, html::NodeId image) noexcept;

}  // namespace pith::rendering
