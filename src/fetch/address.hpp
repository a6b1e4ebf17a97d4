#pragma once

#include <sys/socket.h>

#include <string>

namespace pith::fetch {

/// True when an address belongs to the public internet: none of the special-purpose ranges of IANA's
/// registries (https://www.iana.org/assignments/iana-ipv4-special-registry and -ipv6-), multicast, or an
/// IPv6 form (mapped, compatible, translated, 6to4, Teredo, ISATAP) of an IPv4 address that is not public.
/// O(1).
bool is_public(const sockaddr& address) noexcept;

/// "127.0.0.1", "::1"; empty for families other than IPv4 and IPv6.
std::string to_string(const sockaddr& address);

/// Port in host order; 0 for other families.
unsigned port_of(const sockaddr& address) noexcept;

}  // namespace pith::fetch
