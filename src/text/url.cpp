#include "text/url.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

#include "text/ascii.hpp"
#include "text/idna.hpp"

namespace pith::text {

namespace {

using Kind = Url::Kind;

// --- Percent-encoding ---

// The sets of the standard that a byte belongs to, and two of its own.
enum Set : std::uint8_t {
  kControlSet = 1,        // C0 control percent-encode set
  kFragmentSet = 2,       // fragment percent-encode set
  kQuerySet = 4,          // query percent-encode set
  kSpecialQuerySet = 8,   // special-query percent-encode set
  kPathSet = 16,          // path percent-encode set
  kUserinfoSet = 32,      // userinfo percent-encode set
  kForbiddenInHost = 64,  // forbidden host code points
  kNoPlainDomain = 128,   // forbidden domain code points, and what domains are not written with as they are
};

constexpr auto kSets = [] {
  std::array<std::uint8_t, 256> sets{};
  const auto add = [&sets](std::string_view characters, int to) {
    for (const char c : characters) sets[static_cast<unsigned char>(c)] |= static_cast<std::uint8_t>(to);
  };
  constexpr int kQueryAndMore = kQuerySet | kSpecialQuerySet | kPathSet | kUserinfoSet;
  for (std::size_t i = 0; i < 256; ++i) {
    if (i < 0x20 || i >= 0x7F) sets[i] = kControlSet | kFragmentSet | kQueryAndMore | kNoPlainDomain;
  }
  add(" \"<>", kFragmentSet | kQueryAndMore);
  add("`", kFragmentSet | kPathSet | kUserinfoSet);
  add("#", kQueryAndMore);
  add("'", kSpecialQuerySet);
  add("?^{}", kPathSet | kUserinfoSet);
  add("/:;=@[\\]|", kUserinfoSet);
  add(std::string_view("\0\t\n\r #/:<>?@[\\]^|", 17), kForbiddenInHost | kNoPlainDomain);
  add("%ABCDEFGHIJKLMNOPQRSTUVWXYZ", kNoPlainDomain);
  return sets;
}();

constexpr bool is_in(char c, int set) noexcept { return (kSets[static_cast<unsigned char>(c)] & set) != 0; }

// How many bytes from `from` on are in none of the sets.
std::size_t outside(std::string_view text, std::size_t from, int set) noexcept {
  std::size_t i = from;
  while (i < text.size() && !is_in(text[i], set)) ++i;
  return i - from;
}

void append_byte(char c, std::string& out) {
  const auto byte = static_cast<unsigned char>(c);
  const char written[3] = {'%', kUpperHex[byte >> 4], kUpperHex[byte & 0xF]};
  out.append(written, sizeof written);
}

void append_encoded(std::string_view text, int set, std::string& out) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t plain = outside(text, i, set);
    out.append(text, i, plain);
    i += plain;
    if (i < text.size()) append_byte(text[i++], out);
  }
}

// --- Schemes and drives ---

constexpr bool is_control_or_space(char c) noexcept { return static_cast<unsigned char>(c) <= 0x20; }
constexpr std::string_view trim_controls(std::string_view text) noexcept {
  while (!text.empty() && is_control_or_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_control_or_space(text.back())) text.remove_suffix(1);
  return text;
}
constexpr bool is_removed(char c) noexcept { return c == '\t' || c == '\n' || c == '\r'; }

// Length of the scheme in front, its colon not counted; 0 when there is none.
std::size_t scheme_length(std::string_view url) noexcept {
  if (url.empty() || !is_ascii_letter(url[0])) return 0;
  for (std::size_t i = 1; i < url.size(); ++i) {
    const char c = url[i];
    if (c == ':') return i;
    if (!is_ascii_alphanumeric(c) && c != '+' && c != '-' && c != '.') return 0;
  }
  return 0;
}

struct SpecialScheme {
  std::string_view name;
  Kind kind;
  std::uint32_t port;
};
constexpr std::array<SpecialScheme, 6> kSpecialSchemes = {{{"http", Kind::http, 80},
                                                           {"https", Kind::https, 443},
                                                           {"ws", Kind::ws, 80},
                                                           {"wss", Kind::wss, 443},
                                                           {"ftp", Kind::ftp, 21},
                                                           {"file", Kind::file, 0}}};

Kind kind_of(std::string_view scheme) noexcept {
  for (const SpecialScheme& special : kSpecialSchemes)
    if (equals_ignoring_case(scheme, special.name)) return special.kind;
  return Kind::other;
}

bool is_default_port(Kind kind, std::uint32_t port) noexcept {
  return std::any_of(kSpecialSchemes.begin(), kSpecialSchemes.end(), [&](const SpecialScheme& special) {
    return special.kind == kind && special.port == port && kind != Kind::file;
  });
}

// "C:" or "C|".
bool is_drive(std::string_view text) noexcept {
  return text.size() == 2 && is_ascii_letter(text[0]) && (text[1] == ':' || text[1] == '|');
}
bool starts_with_drive(std::string_view text) noexcept {
  return is_drive(text.substr(0, 2)) &&
         (text.size() == 2 || std::string_view("/\\?#").find(text[2]) != std::string_view::npos);
}
// Whether a path is or begins with "/C:".
bool has_drive(std::string_view path) noexcept {
  return path.size() >= 3 && is_ascii_letter(path[1]) && path[2] == ':' && (path.size() == 3 || path[3] == '/');
}

// How many dots a segment of a path stands for, 1 or 2; 0: it is an ordinary one.
int dots_of(std::string_view segment) noexcept {
  int dots = 0;
  while (!segment.empty() && dots < 3) {
    if (segment[0] == '.') {
      segment.remove_prefix(1);
    } else if (starts_with_ignoring_case(segment, "%2e")) {
      segment.remove_prefix(3);
    } else {
      return 0;
    }
    ++dots;
  }
  return segment.empty() && dots < 3 ? dots : 0;
}

// --- Hosts ---

constexpr std::uint64_t kFour = std::uint64_t{1} << 32;  // beyond every IPv4 address

// A part of an IPv4 address: decimal, octal ("010") or hexadecimal ("0x8"). Beyond 2^32 every number is the same.
std::optional<std::uint64_t> ipv4_number(std::string_view text) noexcept {
  if (text.empty()) return std::nullopt;
  int base = 10;
  if (text.size() > 1 && text[0] == '0') {
    base = ascii_lower(text[1]) == 'x' ? 16 : 8;
    text.remove_prefix(base == 16 ? 2 : 1);
  }
  std::uint64_t number = 0;
  for (const char c : text) {
    const int digit = hex_value(c);
    if (digit < 0 || digit >= base) return std::nullopt;
    number = std::min(number * static_cast<std::uint64_t>(base) + static_cast<std::uint64_t>(digit), kFour);
  }
  return number;
}

// Whether the last label is a number, so that the whole must be an IPv4 address.
bool ends_in_number(std::string_view host) noexcept {
  if (host.ends_with('.')) host.remove_suffix(1);
  const std::string_view last = host.substr(host.rfind('.') + 1);
  return !last.empty() && is_ascii_digit(last[0]) &&
         (std::all_of(last.begin(), last.end(), is_ascii_digit) || ipv4_number(last));
}

bool append_ipv4(std::string_view host, std::string& out) {
  if (host.ends_with('.')) host.remove_suffix(1);
  std::uint64_t address = 0;
  for (int part = 0;; ++part) {
    const std::size_t dot = host.find('.');
    const std::optional<std::uint64_t> number = ipv4_number(host.substr(0, dot));
    if (!number || part == 4) return false;
    if (dot == std::string_view::npos) {  // the last number fills what is left
      if (*number >= kFour >> (8 * part)) return false;
      address = (part == 0 ? 0 : address << (8 * (4 - part))) + *number;
      break;
    }
    if (*number > 255) return false;
    address = address << 8 | *number;
    host.remove_prefix(dot + 1);
  }
  for (int shift = 24; shift >= 0; shift -= 8) {
    char digits[4];
    out.append(digits, std::to_chars(digits, digits + sizeof digits, address >> shift & 0xFF).ptr);
    if (shift > 0) out += '.';
  }
  return true;
}

using Pieces = std::array<std::uint16_t, 8>;

// The dotted end of an IPv6 address into two pieces.
bool read_ipv4_end(std::string_view text, std::uint16_t* pieces) noexcept {
  for (int part = 0; part < 4; ++part) {
    if (part > 0) {
      if (!text.starts_with('.')) return false;
      text.remove_prefix(1);
    }
    std::uint32_t number = 0;
    std::size_t digits = 0;
    for (; digits < text.size() && is_ascii_digit(text[digits]); ++digits) {
      if (digits > 0 && number == 0) return false;  // no zero in front
      number = number * 10 + static_cast<std::uint32_t>(text[digits] - '0');
      if (number > 255) return false;
    }
    if (digits == 0) return false;
    text.remove_prefix(digits);
    pieces[part / 2] = static_cast<std::uint16_t>(pieces[part / 2] << 8 | number);
  }
  return text.empty();
}

bool read_ipv6(std::string_view text, Pieces& pieces) noexcept {
  pieces = {};
  std::size_t piece = 0, gap = pieces.size() + 1;  // where "::" stands
  if (text.starts_with(':')) {
    if (!text.starts_with("::")) return false;
    text.remove_prefix(2);
    gap = 0;
  }
  while (!text.empty()) {
    if (piece == pieces.size()) return false;
    if (text[0] == ':') {
      if (gap <= pieces.size()) return false;
      text.remove_prefix(1);
      gap = piece;
      continue;
    }
    std::uint32_t value = 0;
    std::size_t length = 0;
    for (; length < 4 && length < text.size() && hex_value(text[length]) >= 0; ++length)
      value = value * 16 + static_cast<std::uint32_t>(hex_value(text[length]));
    if (length < text.size() && text[length] == '.') {
      if (length == 0 || piece > 6 || !read_ipv4_end(text, &pieces[piece])) return false;
      piece += 2;
      break;
    }
    text.remove_prefix(length);
    if (!text.empty()) {
      if (text[0] != ':' || text.size() == 1) return false;
      text.remove_prefix(1);
    }
    pieces[piece++] = static_cast<std::uint16_t>(value);
  }
  if (gap > pieces.size()) return piece == pieces.size();
  std::rotate(pieces.begin() + gap, pieces.begin() + piece, pieces.end());
  return piece < pieces.size();
}

void append_ipv6(const Pieces& pieces, std::string& out) {
  std::size_t gap = 0, longest = 1;  // the first longest run of two zeros and more
  for (std::size_t i = 0; i < pieces.size();) {
    std::size_t end = i;
    while (end < pieces.size() && pieces[end] == 0) ++end;
    if (end - i > longest) gap = i, longest = end - i;
    i = std::max(end, i + 1);
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    if (longest > 1 && i == gap) {
      out += i == 0 ? "::" : ":";
      i += longest - 1;
      continue;
    }
    char digits[4];
    out.append(digits, std::to_chars(digits, digits + sizeof digits, pieces[i], 16).ptr);
    if (i + 1 < pieces.size()) out += ':';
  }
}

// The host of a special scheme.
bool append_domain_or_ipv4(std::string_view host, std::string& out) {
  const std::size_t begin = out.size();
  if (outside(host, 0, kNoPlainDomain) == host.size()) {
    out += host;
  } else {
    std::string decoded;
    if (host.find('%') != std::string_view::npos) host = decoded = percent_decoded(host);
    if (ascii_prefix(host) == host.size()) {
      for (const char c : host) out += ascii_lower(c);
    } else if (!append_domain(host, out)) {
      return false;
    }
    for (std::size_t i = begin; i < out.size(); ++i)
      if (is_in(out[i], kNoPlainDomain)) return false;  // nothing is in upper case any more
  }
  if (out.size() == begin) return false;
  if (!ends_in_number(std::string_view(out).substr(begin))) return true;
  const std::string numbers = out.substr(begin);
  out.resize(begin);
  return append_ipv4(numbers, out);
}

}  // namespace

std::string percent_decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int byte = text[i] == '%' ? hex_byte(text.substr(i + 1)) : -1;
    out += byte < 0 ? text[i] : static_cast<char>(byte);
    if (byte >= 0) i += 2;
  }
  return out;
}

// --- The parser ---

// The states of the standard's parser as functions, each of which takes the rest of the input. What is read is written
// at once: the parts come in the order in which they stand in the result.
class Url::Parser {
 public:
  Parser(Url& url, const Url* base) : url_(url), out_(url.href_), base_(base) {}

  bool read(std::string_view input) {
    const std::size_t length = scheme_length(input);
    if (length == 0) return base_ != nullptr && read_without_scheme(input);
    url_.kind_ = kind_of(input.substr(0, length));
    for (const char c : input.substr(0, length)) out_ += ascii_lower(c);
    end_scheme();
    const std::string_view rest = input.substr(length + 1);
    if (url_.kind_ == Kind::file) return read_file(rest);
    if (is_special()) {
      if (base_ != nullptr && base_->kind_ == url_.kind_ && !rest.starts_with("//")) return read_relative(rest);
      return read_authority(rest.substr(std::min(rest.find_first_not_of("/\\"), rest.size())));
    }
    if (rest.starts_with("//")) return read_authority(rest.substr(2));
    url_.path_begin_ = out_.size();
    return rest.starts_with('/') ? read_path(rest) : read_opaque_path(rest);
  }

 private:
  [[nodiscard]] bool is_special() const noexcept { return url_.kind_ != Kind::other; }
  [[nodiscard]] bool is_slash(char c) const noexcept { return c == '/' || (c == '\\' && is_special()); }
  [[nodiscard]] bool starts_with_slash(std::string_view rest) const noexcept {
    return !rest.empty() && is_slash(rest[0]);
  }
  [[nodiscard]] std::string_view path() const noexcept { return std::string_view(out_).substr(url_.path_begin_); }

  void end_scheme() {
    url_.scheme_end_ = url_.username_end_ = url_.host_begin_ = url_.host_end_ = out_.size();
    out_ += ':';
    url_.path_begin_ = out_.size();
  }
  // "//" and no credentials so far.
  void begin_authority() {
    out_ += "//";
    url_.has_host_ = true;
    url_.username_end_ = url_.host_begin_ = url_.host_end_ = url_.path_begin_ = out_.size();
  }
  void end_host() { url_.host_end_ = url_.path_begin_ = out_.size(); }

  // What is before the path of the base, whose scheme this one has.
  void copy_authority() {
    const std::size_t end = base_->has_host_ ? base_->path_begin_ : base_->scheme_end_ + 1;
    out_.assign(base_->href_, 0, end);
    url_.kind_ = base_->kind_;
    url_.has_host_ = base_->has_host_;
    url_.scheme_end_ = base_->scheme_end_;
    url_.username_end_ = base_->username_end_;
    url_.host_begin_ = base_->host_begin_;
    url_.host_end_ = base_->host_end_;
    url_.path_begin_ = end;
  }

  bool read_without_scheme(std::string_view input) {
    if (base_->opaque_) {
      if (!input.starts_with('#')) return false;
      copy_authority();
      url_.opaque_ = true;
      return keep_path_and_query(input);
    }
    if (base_->kind_ == Kind::file) {
      out_ = "file";
      url_.kind_ = Kind::file;
      end_scheme();
      return read_file(input);
    }
    return read_relative(input);
  }

  bool read_relative(std::string_view rest) {
    url_.kind_ = base_->kind_;
    if (starts_with_slash(rest)) {
      const bool second = rest.size() > 1 && is_slash(rest[1]);
      if (!second) {
        copy_authority();
        return read_path(rest);
      }
      out_.assign(base_->href_, 0, base_->scheme_end_);
      end_scheme();
      return read_authority(is_special() ? rest.substr(std::min(rest.find_first_not_of("/\\"), rest.size()))
                                         : rest.substr(2));
    }
    copy_authority();
    return read_beside_base(rest);
  }

  // Behind the authority of the base: what has no slash in front.
  bool read_beside_base(std::string_view rest) {
    if (rest.empty() || rest[0] == '#') return keep_path_and_query(rest);
    out_ += base_->path();
    if (rest[0] == '?') return end_path(rest);
    shorten();
    return read_segments(rest);
  }
  bool keep_path_and_query(std::string_view rest) {
    out_ += base_->path();
    part_from_scheme();
    url_.path_end_ = out_.size();
    out_.append(base_->href_, base_->path_end_, base_->query_end_ - base_->path_end_);
    url_.query_end_ = out_.size();
    return read_fragment(rest);
  }

  bool read_authority(std::string_view rest) {
    begin_authority();
    const std::size_t end = std::min(rest.find_first_of(is_special() ? "/\\?#" : "/?#"), rest.size());
    std::string_view host = rest.substr(0, end);
    if (const std::size_t at = host.rfind('@'); at != std::string_view::npos) {
      put_credentials(host.substr(0, at));
      host.remove_prefix(at + 1);
      if (host.empty()) return false;
    }
    std::size_t colon = 0;
    for (bool bracketed = false; colon < host.size() && (host[colon] != ':' || bracketed); ++colon) {
      if (host[colon] == '[') bracketed = true;
      if (host[colon] == ']') bracketed = false;
    }
    if (colon == 0 && (is_special() || !host.empty())) return false;
    if (!put_host(host.substr(0, colon))) return false;
    if (colon < host.size() && !put_port(host.substr(colon + 1))) return false;
    return read_path(rest.substr(end));
  }

  void put_credentials(std::string_view credentials) {
    const std::size_t colon = std::min(credentials.find(':'), credentials.size());
    const std::string_view name = credentials.substr(0, colon);
    const std::string_view password = credentials.substr(std::min(colon + 1, credentials.size()));
    if (name.empty() && password.empty()) return;
    append_encoded(name, kUserinfoSet, out_);
    url_.username_end_ = out_.size();
    if (!password.empty()) {
      out_ += ':';
      append_encoded(password, kUserinfoSet, out_);
    }
    out_ += '@';
    url_.host_begin_ = out_.size();
  }

  bool put_host(std::string_view host) {
    if (host.starts_with('[')) {
      Pieces pieces;
      if (!host.ends_with(']') || !read_ipv6(host.substr(1, host.size() - 2), pieces)) return false;
      out_ += '[';
      append_ipv6(pieces, out_);
      out_ += ']';
    } else if (is_special()) {
      if (!append_domain_or_ipv4(host, out_)) return false;
    } else {
      if (outside(host, 0, kForbiddenInHost) != host.size()) return false;
      append_encoded(host, kControlSet, out_);
    }
    end_host();
    return true;
  }

  bool put_port(std::string_view digits) {
    std::uint32_t port = 0;
    for (const char c : digits) {
      if (!is_ascii_digit(c)) return false;
      port = port * 10 + static_cast<std::uint32_t>(c - '0');
      if (port > 0xFFFF) return false;
    }
    if (!digits.empty() && !is_default_port(url_.kind_, port)) {
      char written[5];
      (out_ += ':').append(written, std::to_chars(written, written + sizeof written, port).ptr);
    }
    url_.path_begin_ = out_.size();
    return true;
  }

  bool read_file(std::string_view rest) {
    const Url* const base = base_ != nullptr && base_->kind_ == Kind::file ? base_ : nullptr;
    if (starts_with_slash(rest)) {
      rest.remove_prefix(1);
      return starts_with_slash(rest) ? read_file_host(rest.substr(1)) : read_file_path(rest, base);
    }
    if (base == nullptr) {
      begin_authority();
      return read_segments(rest);
    }
    copy_authority();
    if (starts_with_drive(rest)) return read_segments(rest);
    return read_beside_base(rest);
  }

  bool read_file_host(std::string_view rest) {
    begin_authority();
    const std::size_t end = std::min(rest.find_first_of("/\\?#"), rest.size());
    if (is_drive(rest.substr(0, end))) return read_segments(rest);
    if (end > 0 && !put_host(rest.substr(0, end))) return false;
    if (url_.host() == "localhost") {
      out_.resize(url_.host_begin_);
      end_host();
    }
    return read_path(rest.substr(end));
  }

  // Behind one slash: of the base come the host and the drive.
  bool read_file_path(std::string_view rest, const Url* base) {
    if (base == nullptr) {
      begin_authority();
      return read_segments(rest);
    }
    copy_authority();
    if (!starts_with_drive(rest) && has_drive(base->path())) out_ += base->path().substr(0, 3);
    return read_segments(rest);
  }

  // Of the scheme alone, without authority; a special one always has a path.
  bool read_path(std::string_view rest) {
    if (starts_with_slash(rest)) return read_segments(rest.substr(1));
    if (is_special()) return read_segments(rest);
    return end_path(rest);
  }

  void shorten() {
    const std::string_view whole = path();
    if (url_.kind_ == Kind::file && whole.size() == 3 && has_drive(whole)) return;
    if (const std::size_t slash = whole.rfind('/'); slash != std::string_view::npos)
      out_.resize(url_.path_begin_ + slash);
  }

  bool read_segments(std::string_view rest) {
    const std::size_t end = std::min(rest.find_first_of("?#"), rest.size());
    std::string_view segments = rest.substr(0, end);
    for (bool last = false; !last;) {
      std::size_t length = 0;
      while (length < segments.size() && !is_slash(segments[length])) ++length;
      last = length == segments.size();
      const std::string_view segment = segments.substr(0, length);
      if (!last) segments.remove_prefix(length + 1);
      const int dots = segment.size() <= 6 ? dots_of(segment) : 0;  // "%2e%2e" is the longest
      if (dots == 2) shorten();
      if (dots != 0) {
        if (last) out_ += '/';
        continue;
      }
      const bool is_first = out_.size() == url_.path_begin_;
      out_ += '/';
      if (url_.kind_ == Kind::file && is_first && is_drive(segment)) {
        (out_ += segment[0]) += ':';
      } else {
        append_encoded(segment, kPathSet, out_);
      }
    }
    return end_path(rest.substr(end));
  }

  bool read_opaque_path(std::string_view rest) {
    url_.opaque_ = true;
    const std::size_t end = std::min(rest.find_first_of("?#"), rest.size());
    std::string_view opaque = rest.substr(0, end);
    const bool spaced = end < rest.size() && opaque.ends_with(' ');
    if (spaced) opaque.remove_suffix(1);
    append_encoded(opaque, kControlSet, out_);
    if (spaced) out_ += "%20";
    return end_path(rest.substr(end));
  }

  // Without a host two slashes in front of a path would begin one.
  void part_from_scheme() {
    if (url_.has_host_ || url_.opaque_ || !path().starts_with("//")) return;
    out_.insert(url_.path_begin_, "/.");
    url_.path_begin_ += 2;
  }

  bool end_path(std::string_view rest) {
    part_from_scheme();
    url_.path_end_ = out_.size();
    if (rest.starts_with('?')) {
      const std::size_t end = std::min(rest.find('#'), rest.size());
      out_ += '?';
      append_encoded(rest.substr(1, end - 1), is_special() ? kSpecialQuerySet : kQuerySet, out_);
      rest.remove_prefix(end);
    }
    url_.query_end_ = out_.size();
    return read_fragment(rest);
  }

  bool read_fragment(std::string_view rest) {
    if (rest.starts_with('#')) {
      out_ += '#';
      append_encoded(rest.substr(1), kFragmentSet, out_);
    }
    return true;
  }

  Url& url_;
  std::string& out_;
  const Url* base_;
};

void Url::clear() noexcept {
  href_.clear();
  scheme_end_ = username_end_ = host_begin_ = host_end_ = path_begin_ = path_end_ = query_end_ = 0;
  kind_ = Kind::other;
  has_host_ = opaque_ = false;
}

bool Url::parse(std::string_view input, const Url* base) {
  clear();
  input = trim_controls(input);
  std::string cleaned;
  if (std::any_of(input.begin(), input.end(), is_removed)) {
    std::copy_if(input.begin(), input.end(), std::back_inserter(cleaned), [](char c) { return !is_removed(c); });
    input = cleaned;
  }
  if (base != nullptr && base->empty()) base = nullptr;
  if (Parser(*this, base).read(input)) return true;
  clear();
  return false;
}

std::string_view Url::username() const noexcept {
  return has_host_ ? part(scheme_end_ + 3, username_end_) : std::string_view();
}
std::string_view Url::password() const noexcept {
  return username_end_ + 1 < host_begin_ ? part(username_end_ + 1, host_begin_ - 1) : std::string_view();
}
std::string_view Url::port() const noexcept {
  return has_host_ && host_end_ < path_begin_ ? part(host_end_ + 1, path_begin_) : std::string_view();
}
std::string_view Url::query() const noexcept {
  return path_end_ < query_end_ ? part(path_end_ + 1, query_end_) : std::string_view();
}
std::string_view Url::fragment() const noexcept {
  return query_end_ < href_.size() ? part(query_end_ + 1, href_.size()) : std::string_view();
}

// --- Addresses of pages ---

namespace {

bool is_followed(const Url& url) noexcept {
  switch (url.kind()) {
    case Kind::http:
    case Kind::https:
    case Kind::ftp:
      return true;
    case Kind::other:
      // "mailto:" alone leads nowhere.
      return (url.scheme() == "mailto" || url.scheme() == "tel") && url.path().size() + url.query().size() > 0;
    default:
      return false;
  }
}

// What ends an address in Markdown, markup or a line, and what RFC 3986 has no place for.
constexpr auto kUnwritten = [] {
  std::array<bool, 256> unwritten{};
  for (std::size_t i = 0; i < 256; ++i)
    unwritten[i] = i <= 0x20 || i >= 0x7F ||
                   std::string_view("\"<>`\\^{|}[]%#").find(static_cast<char>(i)) != std::string_view::npos;
  return unwritten;
}();

// A part of an address, fit to be written anywhere.
void append_written(std::string_view text, std::string& out) {
  bool in_fragment = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::size_t begin = i;
    while (i < text.size() && !kUnwritten[static_cast<unsigned char>(text[i])]) ++i;
    out.append(text, begin, i - begin);
    if (i == text.size()) return;
    if ((text[i] == '%' && hex_byte(text.substr(i + 1)) >= 0) || (text[i] == '#' && !in_fragment)) {
      in_fragment = in_fragment || text[i] == '#';
      out += text[i];
    } else {
      append_byte(text[i], out);
    }
  }
}

// A reference without scheme, as it is.
bool append_relative(std::string_view reference, std::string& out) {
  std::string cleaned;
  for (const char c : trim_controls(reference))
    if (!is_removed(c)) cleaned += c;
  if (cleaned.empty() || scheme_length(cleaned) != 0) return false;
  const std::size_t path = std::min(cleaned.find_first_of("?#"), cleaned.size());
  std::replace(cleaned.begin(), cleaned.begin() + static_cast<std::ptrdiff_t>(path), '\\', '/');
  // What looks like a scheme, but is none, must not become one.
  if (cleaned.substr(0, std::min(cleaned.find('/'), path)).find(':') != std::string::npos) out += "./";
  append_written(cleaned, out);
  return true;
}

}  // namespace

void AddressResolver::set_base(std::string_view url) {
  if (!base_.parse(url) || (base_.kind() != Kind::http && base_.kind() != Kind::https)) base_.clear();
}

bool AddressResolver::append(std::string_view reference, std::string& out) {
  if (trim_controls(reference).empty()) return false;
  if (!url_.parse(reference, &base_)) return base_.empty() && append_relative(reference, out);
  if (!is_followed(url_)) return false;
  // Scheme and credentials need no more, and the brackets of an IPv6 address belong to it.
  const std::string_view href = url_.href(), host = url_.host();
  const auto written = static_cast<std::size_t>(host.data() - href.data()) + (host.starts_with('[') ? host.size() : 0);
  out += href.substr(0, written);
  append_written(href.substr(written), out);
  return true;
}

bool append_url(std::string_view base, std::string_view reference, std::string& out) {
  AddressResolver resolver;
  resolver.set_base(base);
  return resolver.append(reference, out);
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
