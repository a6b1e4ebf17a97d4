#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pith::serve {

/// One part of a form (RFC 7578); views into the body.
struct FormPart {
  std::string name;      ///< of the field
  std::string filename;  ///< as it was sent; empty where it is no file
  std::string_view content_type;
  std::string_view content;
};

/// The boundary that a Content-Type of multipart/form-data names; empty where it names none that is valid.
std::string boundary_of(std::string_view content_type);

/// The parts of a body; nothing where it is damaged or has more than `most`. O(body).
std::optional<std::vector<FormPart>> parse_multipart(std::string_view body, std::string_view boundary,
                                                     std::size_t most = 64);

}  // namespace pith::serve
