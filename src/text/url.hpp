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

}  // namespace pith::text
