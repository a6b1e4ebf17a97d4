#pragma once

#include <string>
#include <string_view>

namespace pith::corpus {

/// Decodes base64 (RFC 4648, standard alphabet; white space and missing padding are let pass) into
/// `out`, whose old content is lost. False when it is no base64. O(text).
bool decode_base64(std::string_view text, std::string& out);

/// Appends `bytes` as base64 with padding. O(bytes).
void append_base64(std::string& out, std::string_view bytes);

}  // namespace pith::corpus
