#include "text/url.hpp"

#include <algorithm>
#include <array>

#include "text/ascii.hpp"

namespace pith::text {

namespace {

constexpr bool is_control_or_space(char c) noexcept { return static_cast<unsigned char>(c) <= 0x20; }

// Length of the scheme in front, its colon not counted; 0 when there is none.
std::size_t scheme_length(std::string_view url) noexcept {
  if (url.empty() || !is_ascii_letter(url[0])) return 0;
  for (std::size_t i = 1; i < url.size(); ++i) {
    const char c = url[i];
    if (c == ':') return i;
    if (!is_ascii_letter(c) && !(c >= '0' && c <= '9') && c != '+' && c != '-' && c != '.') return 0;
  }
  return 0;
}

bool is_web(std::string_view scheme) noexcept {
  return equals_ignoring_case(scheme, "http") || equals_ignoring_case(scheme, "https");
}

bool is_followed(std::string_view scheme) noexcept {
  constexpr std::array<std::string_view, 3> kOthers = {"ftp", "mailto", "tel"};
  return is_web(scheme) || std::any_of(kOthers.begin(), kOthers.end(), [scheme](std::string_view other) {
           return equals_ignoring_case(scheme, other);
         });
}

// Where the parts of a reference without scheme end.
struct Parts {
  std::string_view path, rest;  // the rest: query and fragment with their marks
};

Parts split(std::string_view reference) noexcept {
  const std::size_t end = std::min(reference.find_first_of("?#"), reference.size());
  return {reference.substr(0, end), reference.substr(end)};
}

// A page's address up to its authority, and its path.
struct Base {
  std::string_view scheme, origin, path, query;
};

Base split_base(std::string_view base) noexcept {
  Base parts;
  while (!base.empty() && is_control_or_space(base.front())) base.remove_prefix(1);
  while (!base.empty() && is_control_or_space(base.back())) base.remove_suffix(1);
  const std::size_t scheme = scheme_length(base);
  if (!is_web(base.substr(0, scheme)) || base.substr(scheme, 3) != "://") return parts;
  const std::size_t host_end = std::min(base.find_first_of("/\\?#", scheme + 3), base.size());
  if (host_end == scheme + 3) return parts;
  parts.scheme = base.substr(0, scheme);
  parts.origin = base.substr(0, host_end);
  const Parts behind = split(base.substr(host_end));
  parts.path = behind.path;
  parts.query = behind.rest.substr(0, std::min(behind.rest.find('#'), behind.rest.size()));
  return parts;
}

constexpr std::string_view kHex = "0123456789ABCDEF";

constexpr bool is_hex(char c) noexcept {
  return (c >= '0' && c <= '9') || (ascii_lower(c) >= 'a' && ascii_lower(c) <= 'f');
}

// White space and what cannot be seen, outside of ASCII: length of such a character in front, else 0.
std::size_t invisible_length(std::string_view text) noexcept {
  if (text.starts_with("\xC2\xA0") || text.starts_with("\xC2\xAD")) return 2;
  constexpr std::array<std::string_view, 4> kThree = {"\xE1\x9A\x80", "\xE3\x80\x80", "\xEF\xBB\xBF", "\xE2\x81\x9F"};
  for (const std::string_view character : kThree)
    if (text.starts_with(character)) return 3;
  // U+2000 to U+200F, U+2028 to U+202F, U+2060 to U+206F
  if (text.size() < 3 || text[0] != '\xE2') return 0;
  const auto second = static_cast<unsigned char>(text[1]), third = static_cast<unsigned char>(text[2]);
  return (second == 0x80 && (third <= 0x8F || (third >= 0xA8 && third <= 0xAF))) || (second == 0x81 && third >= 0xA0)
             ? 3
             : 0;
}

// Appends with the characters encoded that would end the address, or an attribute or a line it is written into.
void append_encoded(std::string_view text, bool slashes, std::string& out) {
  bool in_fragment = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const auto byte = static_cast<unsigned char>(c);
    if (const std::size_t length = byte < 0xC2 ? 0 : invisible_length(text.substr(i)); length != 0) {
      for (std::size_t end = i + length; i < end; ++i) {
        out += '%';
        out += kHex[static_cast<unsigned char>(text[i]) >> 4];
        out += kHex[static_cast<unsigned char>(text[i]) & 0xF];
      }
      --i;
    } else if (c == '\\' && slashes) {
      out += '/';
    } else if (c == '#' && in_fragment) {
      out += "%23";
    } else if (c == '%' && (i + 2 >= text.size() || !is_hex(text[i + 1]) || !is_hex(text[i + 2]))) {
      out += "%25";
    } else if (byte <= 0x20 || byte == 0x7F || std::string_view("\"<>`\\^{|}[]").find(c) != std::string_view::npos) {
      if (c == '\t' || c == '\n' || c == '\r') continue;
      out += '%';
      out += kHex[byte >> 4];
      out += kHex[byte & 0xF];
    } else {
      in_fragment = in_fragment || c == '#';
      out += c;
    }
  }
}

// A host as it is, but for brackets, which stand around IPv6 addresses there.
void append_host(std::string_view host, std::string& out) {
  const std::size_t open = host.find('['), close = host.find(']');
  const bool is_address = open != std::string_view::npos && close != std::string_view::npos &&
                          host.find_first_not_of("0123456789abcdefABCDEF:.", open + 1) == close &&
                          host.find_first_of("[]", close + 1) == std::string_view::npos;
  if (is_address && host.find_first_of("\"<>`\\^{|} ") == std::string_view::npos) {
    out += host;
  } else {
    append_encoded(host, false, out);
  }
}

// Takes "." and ".." out of the path that begins at `begin`.
void remove_dot_segments(std::string& out, std::size_t begin) {
  std::size_t to = begin;
  for (std::size_t from = begin; from < out.size();) {
    const std::size_t end = std::min(out.find('/', from + 1), out.size());
    const std::string_view segment(out.data() + from, end - from);  // with the slash before it
    const bool last = end == out.size();
    if (segment == "/." || segment == "/..") {
      if (segment == "/..") {
        const std::size_t slash = to > begin ? out.rfind('/', to - 1) : std::string::npos;
        to = slash == std::string::npos || slash < begin ? begin : slash;
      }
      if (last) out[to++] = '/';
    } else {
      std::copy(out.begin() + static_cast<std::ptrdiff_t>(from), out.begin() + static_cast<std::ptrdiff_t>(end),
                out.begin() + static_cast<std::ptrdiff_t>(to));
      to += end - from;
    }
    from = end;
  }
  out.resize(to);
}

}  // namespace

bool append_url(std::string_view base_url, std::string_view reference, std::string& out) {
  while (!reference.empty() && is_control_or_space(reference.front())) reference.remove_prefix(1);
  while (!reference.empty() && is_control_or_space(reference.back())) reference.remove_suffix(1);
  std::string cleaned;  // tabs and line ends vanish before anything is read
  if (reference.find_first_of("\t\n\r") != std::string_view::npos) {
    for (const char c : reference)
      if (c != '\t' && c != '\n' && c != '\r') cleaned += c;
    reference = cleaned;
  }
  if (reference.empty()) return false;

  if (const std::size_t scheme = scheme_length(reference); scheme != 0) {
    const std::string_view name = reference.substr(0, scheme);
    if (!is_followed(name)) return false;
    std::string_view rest = reference.substr(scheme + 1);
    if (rest.empty() || rest.front() == '#') return false;
    if (is_web(name)) {
      const std::size_t host = rest.find_first_not_of("/\\");
      if (host == std::string_view::npos) return false;
      rest.remove_prefix(host);
      std::transform(name.begin(), name.end(), std::back_inserter(out), ascii_lower);
      out += "://";
    } else {
      std::transform(name.begin(), name.end(), std::back_inserter(out), ascii_lower);
      out += ':';
    }
    const std::size_t host = is_web(name) ? std::min(rest.find_first_of("/\\?#"), rest.size()) : 0;
    append_host(rest.substr(0, host), out);
    const Parts parts = split(rest.substr(host));
    append_encoded(parts.path, is_web(name), out);
    append_encoded(parts.rest, false, out);
    return true;
  }

  const Base base = split_base(base_url);
  const Parts parts = split(reference);
  const auto is_slash = [&parts](std::size_t i) {
    return i < parts.path.size() && (parts.path[i] == '/' || parts.path[i] == '\\');
  };
  if (base.origin.empty()) {
    // What looks like a scheme, but is none, must not become one.
    if (parts.path.substr(0, parts.path.find('/')).find(':') != std::string_view::npos) out += "./";
    append_encoded(parts.path, true, out);
    append_encoded(parts.rest, false, out);
    return true;
  }
  if (is_slash(0) && is_slash(1)) {
    const std::size_t host = parts.path.find_first_not_of("/\\");
    if (host == std::string_view::npos) return false;
    std::transform(base.scheme.begin(), base.scheme.end(), std::back_inserter(out), ascii_lower);
    out += "://";
    const std::string_view rest = parts.path.substr(host);
    const std::size_t host_end = std::min(rest.find_first_of("/\\"), rest.size());
    append_host(rest.substr(0, host_end), out);
    append_encoded(rest.substr(host_end), true, out);
    append_encoded(parts.rest, false, out);
    return true;
  }
  append_host(base.origin, out);
  const std::size_t path = out.size();
  if (parts.path.empty()) {
    append_encoded(base.path.empty() ? "/" : base.path, true, out);
    if (parts.rest.front() == '#') append_encoded(base.query, false, out);
  } else {
    if (!is_slash(0)) {
      const std::size_t slash = base.path.find_last_of("/\\");
      append_encoded(slash == std::string_view::npos ? "/" : base.path.substr(0, slash + 1), true, out);
    }
    append_encoded(parts.path, true, out);
  }
  remove_dot_segments(out, path);
  append_encoded(parts.rest, false, out);
  return true;
}

Address split_address(std::string_view url) noexcept {
  Address parts;
  url = url.substr(0, url.find('#'));
  const std::size_t slashes = std::min(url.find_first_of("/?"), url.size());
  if (url.substr(slashes).starts_with("//")) {
    url.remove_prefix(slashes + 2);
    const std::size_t end = std::min(url.find_first_of("/\\?"), url.size());
    std::string_view host = url.substr(0, end);
    url.remove_prefix(end);
    if (const std::size_t at = host.rfind('@'); at != std::string_view::npos) host.remove_prefix(at + 1);
    host = host.substr(0, host.find(':'));
    while (host.ends_with('.')) host.remove_suffix(1);
    parts.host = host;
  }
  const std::size_t query = std::min(url.find('?'), url.size());
  parts.path = url.substr(0, query);
  parts.query = url.substr(query);
  return parts;
}

}  // namespace pith::text
