#include "text/prescan.hpp"

#include <algorithm>

#include "text/ascii.hpp"
#include "text/meta_scan.hpp"

namespace pith::text {
namespace {

constexpr bool is_space(char c) { return c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == ' '; }

/// What a declaration inside ASCII text can mean: it could not be read in UTF-16.
Encoding readable(Encoding declared) {
  if (declared == Encoding::utf_16be || declared == Encoding::utf_16le) return Encoding::utf_8;
  if (declared == Encoding::x_user_defined) return Encoding::windows_1252;
  return declared;
}

std::optional<Encoding> encoding_of(MetaScan& scan) {
  bool seen_http_equiv = false, seen_content = false, seen_charset = false;
  bool got_pragma = false;
  std::optional<bool> need_pragma;
  std::optional<Encoding> charset;
  MetaScan::Attribute found;
  while (scan.attribute(found)) {
    if (found.name == "http-equiv" && !seen_http_equiv) {
      seen_http_equiv = true;
      got_pragma = found.value == "content-type";
    } else if (found.name == "content" && !seen_content) {
      seen_content = true;
      if (const auto encoding = encoding_from_meta_content(found.value); encoding && !need_pragma) {
        charset = encoding;
        need_pragma = true;
      }
    } else if (found.name == "charset" && !seen_charset) {
      seen_charset = true;
      charset = encoding_for_label(found.value);
      need_pragma = false;
    }
  }
  if (!need_pragma || (*need_pragma && !got_pragma) || !charset) return std::nullopt;
  return readable(*charset);
}

/// "Get an XML encoding": <?xml version="1.0" encoding="gbk"?>.
std::optional<Encoding> xml_encoding(std::string_view bytes) {
  if (!bytes.starts_with("<?xml")) return std::nullopt;
  const std::string_view declaration = bytes.substr(0, bytes.find('>'));
  if (declaration.size() == bytes.size()) return std::nullopt;
  constexpr std::string_view kName = "encoding";
  std::size_t at = declaration.find(kName);
  if (at == std::string_view::npos) return std::nullopt;
  const auto skip_controls = [&] {
    while (at < declaration.size() && static_cast<unsigned char>(declaration[at]) <= 0x20) ++at;
  };
  at += kName.size();
  skip_controls();
  if (at >= declaration.size() || declaration[at] != '=') return std::nullopt;
  ++at;
  skip_controls();
  if (at >= declaration.size() || (declaration[at] != '"' && declaration[at] != '\'')) return std::nullopt;
  const std::size_t end = declaration.find(declaration[at], at + 1);
  if (end == std::string_view::npos) return std::nullopt;
  const std::string_view label = declaration.substr(at + 1, end - at - 1);
  if (std::any_of(label.begin(), label.end(), [](char c) { return static_cast<unsigned char>(c) <= 0x20; })) {
    return std::nullopt;
  }
  const auto encoding = encoding_for_label(label);
  return encoding ? std::optional(readable(*encoding)) : std::nullopt;
}

}  // namespace

std::optional<Encoding> encoding_from_meta_content(std::string_view content) {
  constexpr std::string_view kName = "charset";
  std::size_t at = 0;
  while (true) {
    at = find_ignoring_case(content, kName, at);
    if (at == std::string_view::npos) return std::nullopt;
    at += kName.size();
    while (at < content.size() && is_space(content[at])) ++at;
    if (at < content.size() && content[at] == '=') break;  // else look for the next "charset"
  }
  ++at;
  while (at < content.size() && is_space(content[at])) ++at;
  if (at == content.size()) return std::nullopt;
  if (const char quote = content[at]; quote == '"' || quote == '\'') {
    const std::size_t end = content.find(quote, at + 1);
    if (end == std::string_view::npos) return std::nullopt;
    return encoding_for_label(content.substr(at + 1, end - at - 1));
  }
  std::size_t end = at;
  while (end < content.size() && !is_space(content[end]) && content[end] != ';') ++end;
  return encoding_for_label(content.substr(at, end - at));
}

std::optional<Encoding> prescan(std::string_view bytes) {
  using namespace std::string_view_literals;
  bytes = bytes.substr(0, kPrescanBytes);
  if (bytes.starts_with("<\0?\0x\0"sv)) return Encoding::utf_16le;
  if (bytes.starts_with("\0<\0?\0x"sv)) return Encoding::utf_16be;
  for (MetaScan scan(bytes); scan.next();)
    if (const auto encoding = encoding_of(scan)) return encoding;
  return xml_encoding(bytes);
}

}  // namespace pith::text
