#pragma once

// What all formats with elements share.

#include <string>
#include <string_view>

#include "pith/pith.hpp"

namespace pith::rendering {

/// Appends text for HTML and XML, in content or between quotation marks: & < > " are escaped, and characters that XML
/// does not allow left out.
void append_escaped(std::string_view text, std::string& out);

/// Appends ` name="value"`; nothing when the value is empty.
void append_attribute(std::string_view name, std::string_view value, std::string& out);

/// Whether the options leave nothing of a body out.
bool is_whole(const RenderOptions& options) noexcept;

/// The content of a body under the options; made from its text when it has no structure. The result is a view of the
/// body or of `storage`.
std::string_view content_of(const Body& body, const RenderOptions& options, std::string& storage);

}  // namespace pith::rendering
