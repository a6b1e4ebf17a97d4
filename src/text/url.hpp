#pragma once

// Addresses in a page: made absolute, and only those that a reader may follow.

#include <string>
#include <string_view>

namespace pith::text {

/// Appends what `reference` (an href or src as it stands in the page) means on a page at `base`, by the
/// rules of the WHATWG URL standard as far as pages need them: control characters, line ends and spaces
/// around it are dropped, dot segments resolved, characters that have no place in an address
/// percent-encoded. Without a usable base (http or https) a relative reference stays relative. Hosts are
/// neither checked nor changed. True when something was appended; false for an empty reference and for
/// every scheme but http, https, ftp, mailto and tel: javascript, data, blob, ... O(length).
bool append_url(std::string_view base, std::string_view reference, std::string& out);

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
