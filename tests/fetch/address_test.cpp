#include "fetch/address.hpp"

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>

#include <cstring>

namespace pith::fetch {
namespace {

sockaddr_storage address(const std::string& text) {
  sockaddr_storage storage{};
  sockaddr_in v4{};
  sockaddr_in6 v6{};
  if (inet_pton(AF_INET, text.c_str(), &v4.sin_addr) == 1) {
    v4.sin_family = AF_INET;
    v4.sin_port = htons(8080);
    std::memcpy(&storage, &v4, sizeof v4);
  } else {
    EXPECT_EQ(inet_pton(AF_INET6, text.c_str(), &v6.sin6_addr), 1) << text;
    v6.sin6_family = AF_INET6;
    v6.sin6_port = htons(8080);
    std::memcpy(&storage, &v6, sizeof v6);
  }
  return storage;
}

bool is_public(const std::string& text) {
  const sockaddr_storage storage = address(text);
  return fetch::is_public(reinterpret_cast<const sockaddr&>(storage));
}

TEST(Address, RefusesSpecialRanges) {
  for (const char* text : {"0.0.0.0",
                           "0.1.2.3",
                           "10.0.0.1",
                           "10.255.255.255",
                           "100.64.0.1",
                           "100.127.255.255",
                           "127.0.0.1",
                           "127.255.255.255",
                           "169.254.169.254",
                           "172.16.0.1",
                           "172.31.255.255",
                           "192.0.0.1",
                           "192.0.0.170",
                           "192.0.2.1",
                           "192.31.196.1",
                           "192.52.193.1",
                           "192.88.99.1",
                           "192.168.0.1",
                           "192.168.255.255",
                           "192.175.48.1",
                           "198.18.0.1",
                           "198.19.255.255",
                           "198.51.100.1",
                           "203.0.113.1",
                           "224.0.0.1",
                           "239.255.255.255",
                           "240.0.0.1",
                           "255.255.255.255",
                           "::",
                           "::1",
                           "::127.0.0.1",
                           "::8.8.8.8",
                           "::ffff:127.0.0.1",
                           "::ffff:10.0.0.1",
                           "::ffff:169.254.169.254",
                           "::ffff:192.168.1.1",
                           "::ffff:0:127.0.0.1",
                           "64:ff9b::127.0.0.1",
                           "64:ff9b::10.0.0.1",
                           "64:ff9b::a9fe:a9fe",
                           "64:ff9b:1::1",
                           "100::1",
                           "2001::1",
                           "2001:0:4136:e378:8000:63bf:3fff:fdd2",
                           "2001:2::1",
                           "2001:10::1",
                           "2001:20::1",
                           "2001:db8::1",
                           "2002:7f00:1::",
                           "2002:a00:1::1",
                           "2002:c0a8:101::1",
                           "2620:4f:8000::1",
                           "3fff::1",
                           "3fff:fff::1",
                           "4000::1",
                           "5f00::1",
                           "fc00::1",
                           "fd12:3456:789a::1",
                           "fe80::1",
                           "fec0::1",
                           "ff02::1",
                           "2a00:1450::200:5efe:10.0.0.1",
                           "2a00:1450::5efe:127.0.0.1"})
    EXPECT_FALSE(is_public(text)) << text;
}

TEST(Address, TakesPublicAddresses) {
  for (const char* text : {"1.1.1.1",
                           "8.8.8.8",
                           "9.255.255.255",
                           "11.0.0.0",
                           "100.63.255.255",
                           "100.128.0.0",
                           "126.255.255.255",
                           "128.0.0.1",
                           "169.253.255.255",
                           "172.15.255.255",
                           "172.32.0.0",
                           "192.0.1.1",
                           "192.167.255.255",
                           "192.169.0.0",
                           "198.17.255.255",
                           "198.20.0.0",
                           "223.255.255.255",
                           "2606:4700::1111",
                           "2a00:1450:4001::1",
                           "2001:200::1",
                           "2001:4860:4860::8888",
                           "::ffff:8.8.8.8",
                           "64:ff9b::8.8.8.8",
                           "2002:808:808::1",
                           "3ffe::1"})
    EXPECT_TRUE(is_public(text)) << text;
}

TEST(Address, IsWrittenInWords) {
  for (const char* text : {"192.168.0.1", "2001:db8::1"}) {
    const sockaddr_storage storage = address(text);
    EXPECT_EQ(to_string(reinterpret_cast<const sockaddr&>(storage)), text);
    EXPECT_EQ(port_of(reinterpret_cast<const sockaddr&>(storage)), 8080u);
  }
  sockaddr local{};
  local.sa_family = AF_UNIX;
  EXPECT_FALSE(fetch::is_public(local));
  EXPECT_EQ(port_of(local), 0u);
}

}  // namespace
}  // namespace pith::fetch
