#pragma once

// Addresses: read as the WHATWG URL standard says (https://url.spec.whatwg.org), and those of a page made absolute, as
// far as a reader may follow them.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace pith::text {

/// An address, parsed and written again in the one form that the standard gives it. To be used again for many: its
/// memory stays.
class Url {
 public:
  enum class Kind : std::uint8_t { other, http, https, ws, wss, ftp, file };  ///< all but `other` are "special"

  /// Reads an address, and a relative one against `base` where that is not null (nor this); empty and false for what is
  /// none. The input is UTF-8; bytes that are not are percent-encoded as they are. O(bytes).
  bool parse(std::string_view input, const Url* base = nullptr);
  void clear() noexcept;

  [[nodiscard]] bool empty() const noexcept { return href_.empty(); }
  /// The whole, in ASCII.
  [[nodiscard]] std::string_view href() const noexcept { return href_; }
  [[nodiscard]] Kind kind() const noexcept { return kind_; }
  /// "mailto:x": nothing is relative to it but a fragment.
  [[nodiscard]] bool has_opaque_path() const noexcept { return opaque_; }

  // The parts, without the marks between them; empty also where there are none.
  [[nodiscard]] std::string_view scheme() const noexcept { return part(0, scheme_end_); }
  [[nodiscard]] std::string_view username() const noexcept;
  [[nodiscard]] std::string_view password() const noexcept;
  [[nodiscard]] std::string_view host() const noexcept { return part(host_begin_, host_end_); }
  [[nodiscard]] std::string_view port() const noexcept;
  [[nodiscard]] std::string_view path() const noexcept { return part(path_begin_, path_end_); }
  [[nodiscard]] std::string_view query() const noexcept;
  [[nodiscard]] std::string_view fragment() const noexcept;

 private:
  class Parser;

  [[nodiscard]] std::string_view part(std::size_t begin, std::size_t end) const noexcept {
    return std::string_view(href_).substr(begin, end - begin);
  }

  std::string href_;  // scheme ":" ["//" [username [":" password] "@"] host [":" port]] path ["?" query] ["#" fragment]
  std::size_t scheme_end_ = 0, username_end_ = 0, host_begin_ = 0, host_end_ = 0;
  std::size_t path_begin_ = 0, path_end_ = 0, query_end_ = 0;
  Kind kind_ = Kind::other;
  bool has_host_ = false;  // which may be empty
  bool opaque_ = false;
};

/// Makes the addresses of a page absolute. To be used again for many pages: its memory stays.
class AddressResolver {
 public:
  /// Where the page lies; what is no http or https address is no base.
  void set_base(std::string_view url);

  /// Appends what `reference` (an href or src as it stands in the page) means there. Characters that the standard
  /// leaves as they are, but which would end an address in Markdown, markup or a line, are percent-encoded, too.
  /// Without a base a relative reference stays relative. True when something was appended; false for an empty
  /// reference, for what is no address (a host that cannot be one, a port that is no number), and for every scheme
  /// but http, https, ftp, mailto and tel: javascript, data, blob, file, ... O(bytes).
  bool append(std::string_view reference, std::string& out);

 private:
  Url base_, url_;
};

/// The same for one address.
bool append_url(std::string_view base, std::string_view reference, std::string& out);

/// "%E8%8C%B6" → 茶: each "%" with two hexadecimal digits as the byte that they say. O(bytes).
std::string percent_decoded(std::string_view text);

/// The parts of an address, as they stand in it.
struct Address {
  std::string_view host;   ///< without user, port and dots at its end; empty where none is named ("/a", "mailto:x")
  std::string_view path;   ///< up to the query
  std::string_view query;  ///< from its "?" on, without the fragment
};

/// Takes apart what it can: nothing is checked or changed, a part that is not there is empty. "//host/path" has a host.
/// O(length).
Address split_address(std::string_view url) noexcept;

}  // namespace pith::text
