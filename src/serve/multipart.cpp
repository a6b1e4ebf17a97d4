#include "serve/multipart.hpp"

#include <algorithm>

#include "fetch/http_message.hpp"
#include "text/ascii.hpp"

namespace pith::serve {
namespace {

constexpr std::size_t kLongestBoundary = 70;  // RFC 2046
constexpr std::size_t kLongestHeader = 16u << 10;

/// Value of a parameter of a header field: `form-data; name="x"`; in quotes or not.
std::string parameter_of(std::string_view field, std::string_view name) {
  std::size_t at = field.find(';');
  while (at != std::string_view::npos) {
    field.remove_prefix(at + 1);
    const std::size_t equals = field.find('=');
    if (equals == std::string_view::npos) return {};
    const bool is_wanted = text::equals_ignoring_case(text::trim_ascii(field.substr(0, equals)), name);
    field.remove_prefix(equals + 1);
    field = field.substr(std::min(field.find_first_not_of(" \t"), field.size()));
    std::string value;
    std::size_t end = 0;
    if (field.starts_with('"')) {
      for (end = 1; end < field.size() && field[end] != '"'; ++end) {
        // Browsers write %22 for a quotation mark, others a backslash before it; but paths of Windows have backslashes.
        if (field[end] == '\\' && end + 1 < field.size() && (field[end + 1] == '"' || field[end + 1] == '\\')) ++end;
        value += field[end];
      }
      end = std::min(end + 1, field.size());
    } else {
      end = std::min(field.find(';'), field.size());
      value = text::trim_ascii(field.substr(0, end));
    }
    if (is_wanted) return value;
    at = field.find(';', end);
  }
  return {};
}

}  // namespace

std::string boundary_of(std::string_view content_type) {
  std::string boundary = parameter_of(content_type, "boundary");
  if (boundary.size() > kLongestBoundary) boundary.clear();
  return boundary;
}

std::optional<std::vector<FormPart>> parse_multipart(std::string_view body, std::string_view boundary,
                                                     std::size_t most) {
  if (boundary.empty()) return std::nullopt;
  const std::string delimiter = "\r\n--" + std::string(boundary);
  // The first one may stand at the very beginning.
  std::size_t at = 0;
  if (body.starts_with(std::string_view(delimiter).substr(2))) {
    at = delimiter.size() - 2;
  } else {
    at = body.find(delimiter);
    if (at == std::string_view::npos) return std::nullopt;
    at += delimiter.size();
  }
  std::vector<FormPart> parts;
  for (;;) {
    std::string_view rest = body.substr(at);
    if (rest.starts_with("--")) return parts;
    rest = rest.substr(std::min(rest.find_first_not_of(" \t"), rest.size()));
    if (!rest.starts_with("\r\n") || parts.size() == most) return std::nullopt;
    const std::size_t header_end = rest.substr(0, kLongestHeader).find("\r\n\r\n");
    if (header_end == std::string_view::npos) return std::nullopt;
    const std::string_view header = rest.substr(0, header_end);
    rest.remove_prefix(header_end + 4);
    // The line end before the delimiter is its own; where the content is empty it is that of the header.
    const std::size_t start = body.size() - rest.size();
    const std::size_t end = body.find(delimiter, start - 2);
    if (end == std::string_view::npos) return std::nullopt;
    const std::string_view disposition = fetch::field(header, "content-disposition");
    FormPart& part = parts.emplace_back();
    part.name = parameter_of(disposition, "name");
    part.filename = parameter_of(disposition, "filename");
    part.content_type = fetch::field(header, "content-type");
    if (end > start) part.content = body.substr(start, end - start);
    at = end + delimiter.size();
  }
}

}  // namespace pith::serve
