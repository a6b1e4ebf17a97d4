#include "fetch/address.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

namespace pith::fetch {
namespace {

struct Range4 {
  std::uint32_t first;
  unsigned bits;
};

constexpr std::uint32_t ip4(unsigned a, unsigned b, unsigned c, unsigned d) { return a << 24 | b << 16 | c << 8 | d; }

constexpr std::array kSpecial4 = {
    Range4{ip4(0, 0, 0, 0), 8},        // this network
    Range4{ip4(10, 0, 0, 0), 8},       // private
    Range4{ip4(100, 64, 0, 0), 10},    // shared between carrier and customer
    Range4{ip4(127, 0, 0, 0), 8},      // loopback
    Range4{ip4(169, 254, 0, 0), 16},   // link local; metadata services of clouds
    Range4{ip4(172, 16, 0, 0), 12},    // private
    Range4{ip4(192, 0, 0, 0), 24},     // protocol assignments
    Range4{ip4(192, 0, 2, 0), 24},     // documentation
    Range4{ip4(192, 31, 196, 0), 24},  // AS112
    Range4{ip4(192, 52, 193, 0), 24},  // AMT
    Range4{ip4(192, 88, 99, 0), 24},   // 6to4 relays
    Range4{ip4(192, 168, 0, 0), 16},   // private
    Range4{ip4(192, 175, 48, 0), 24},  // AS112
    Range4{ip4(198, 18, 0, 0), 15},    // benchmarks
    Range4{ip4(198, 51, 100, 0), 24},  // documentation
    Range4{ip4(203, 0, 113, 0), 24},   // documentation
    Range4{ip4(224, 0, 0, 0), 4},      // multicast
    Range4{ip4(240, 0, 0, 0), 4},      // reserved, broadcast
};

bool is_public4(std::uint32_t address) noexcept {
  return std::none_of(kSpecial4.begin(), kSpecial4.end(),
                      [&](const Range4& range) { return (address ^ range.first) >> (32 - range.bits) == 0; });
}

using Bytes16 = std::array<std::uint8_t, 16>;

struct Range6 {
  Bytes16 first;
  unsigned bits;
};

/// Special ranges inside 2000::/3; whatever is outside of it is not public anyway.
constexpr std::array kSpecial6 = {
    Range6{{0x20, 0x01, 0x00}, 23},                    // protocol assignments, Teredo, ORCHID, benchmarks
    Range6{{0x20, 0x01, 0x0d, 0xb8}, 32},              // documentation
    Range6{{0x26, 0x20, 0x00, 0x4f, 0x80, 0x00}, 48},  // AS112
    Range6{{0x3f, 0xff, 0x00}, 20},                    // documentation
};

bool has_prefix(const Bytes16& address, const Bytes16& first, unsigned bits) noexcept {
  const unsigned whole = bits / 8, rest = bits % 8;
  if (!std::equal(address.begin(), address.begin() + whole, first.begin())) return false;
  return rest == 0 || (address[whole] ^ first[whole]) >> (8 - rest) == 0;
}

std::uint32_t embedded4(const Bytes16& address, std::size_t at) noexcept {
  return ip4(address[at], address[at + 1], address[at + 2], address[at + 3]);
}

bool is_public6(const Bytes16& address) noexcept {
  constexpr Bytes16 kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  constexpr Bytes16 kNat64{0x00, 0x64, 0xff, 0x9b};
  constexpr Bytes16 k6to4{0x20, 0x02};
  if (has_prefix(address, kMapped, 96)) return is_public4(embedded4(address, 12));
  if (has_prefix(address, kNat64, 96)) return is_public4(embedded4(address, 12));
  if (has_prefix(address, k6to4, 16)) return is_public4(embedded4(address, 2));
  if (address[0] >> 5 != 1) return false;  // 2000::/3 is all that is handed out; fc00::/7, fe80::/10, ::1 are elsewhere
  // ISATAP: interface id 0:5efe or 200:5efe and an IPv4 address.
  if ((address[8] & 0xfd) == 0 && address[9] == 0 && address[10] == 0x5e && address[11] == 0xfe &&
      !is_public4(embedded4(address, 12)))
    return false;
  return std::none_of(kSpecial6.begin(), kSpecial6.end(),
                      [&](const Range6& range) { return has_prefix(address, range.first, range.bits); });
}

}  // namespace

bool is_public(const sockaddr& address) noexcept {
  if (address.sa_family == AF_INET) {
    sockaddr_in in;
    std::memcpy(&in, &address, sizeof in);
    return is_public4(ntohl(in.sin_addr.s_addr));
  }
  if (address.sa_family == AF_INET6) {
    sockaddr_in6 in;
    std::memcpy(&in, &address, sizeof in);
    Bytes16 bytes;
    std::memcpy(bytes.data(), &in.sin6_addr, bytes.size());
    return is_public6(bytes);
  }
  return false;
}

std::string to_string(const sockaddr& address) {
  char text[INET6_ADDRSTRLEN] = "";
  if (address.sa_family == AF_INET) {
    sockaddr_in in;
    std::memcpy(&in, &address, sizeof in);
    inet_ntop(AF_INET, &in.sin_addr, text, sizeof text);
  } else if (address.sa_family == AF_INET6) {
    sockaddr_in6 in;
    std::memcpy(&in, &address, sizeof in);
    inet_ntop(AF_INET6, &in.sin6_addr, text, sizeof text);
  }
  return text;
}

unsigned port_of(const sockaddr& address) noexcept {
  if (address.sa_family == AF_INET) {
    sockaddr_in in;
    std::memcpy(&in, &address, sizeof in);
    return ntohs(in.sin_port);
  }
  if (address.sa_family == AF_INET6) {
    sockaddr_in6 in;
    std::memcpy(&in, &address, sizeof in);
    return ntohs(in.sin6_port);
  }
  return 0;
}

}  // namespace pith::fetch
