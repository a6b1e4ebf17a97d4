// Addresses that a page, a feed or a redirection may name to make this machine talk to its own network.

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <vector>

#include "fetch/fetch.hpp"
#include "fetch/server.hpp"

namespace pith::fetch {
namespace {

TEST(Refused, EveryWayToWriteAPrivateAddress) {
  const Server server([](const std::string&) { return ok("secret"); });
  const std::vector<std::string> hosts = {
      // loopback: dotted, short, decimal, octal, hexadecimal, mixed
      "127.0.0.1", "127.0.0.2", "127.255.255.254", "127.1", "127.0.1", "2130706433", "017700000001", "0177.0.0.1",
      "0177.1", "0x7f000001", "0x7F.0.0.1", "0x7f.1", "0x7f.0.0x0.01", "00000177.0.0.1", "localhost", "LOCALHOST",
      // this network
      "0", "0.0.0.0", "0x0", "00",
      // private
      "10.0.0.1", "10.1", "167772161", "0xa000001", "012.0.0.1", "172.16.0.1", "172.31.255.254", "0254.020.0.1",
      "192.168.0.1", "192.168.257", "3232235521", "0xc0a80001", "0300.0250.0.1",
      // link local, with the metadata service of clouds
      "169.254.169.254", "2852039166", "0xa9fea9fe", "0251.0376.0251.0376", "169.254.43518", "169.16689662",
      // shared, benchmarks, documentation, multicast, reserved
      "100.64.0.1", "198.18.0.1", "192.0.0.192", "192.0.2.1", "203.0.113.7", "224.0.0.1", "240.0.0.1",
      "255.255.255.255",
      // IPv6: loopback, unspecified, mapped, compatible, translated, 6to4, Teredo
      "[::1]", "[0:0:0:0:0:0:0:1]", "[0000::0001]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]",
      "[0:0:0:0:0:ffff:7f00:0001]", "[::ffff:169.254.169.254]", "[::ffff:10.0.0.1]", "[::127.0.0.1]",
      "[::ffff:0:127.0.0.1]", "[64:ff9b::127.0.0.1]", "[64:ff9b::a9fe:a9fe]", "[2002:7f00:1::]", "[2002:c0a8:1::1]",
      "[2001:0:4136:e378:8000:63bf:3fff:fdd2]",
      // link local with and without a zone, unique local, site local, multicast, documentation
      "[fe80::1]", "[fe80::1%25lo]", "[fe80::1%25eth0]", "[fe80::1%251]", "[fc00::1]", "[fd12:3456:789a::1]",
      "[fec0::1]", "[ff02::1]", "[2001:db8::1]", "[2a00:1450::5efe:127.0.0.1]"};
  EXPECT_GE(hosts.size(), 60U);
  for (const std::string& host : hosts) {
    const FetchResult page = fetch("http://" + host + ":" + server.port() + "/", {});
    EXPECT_NE(page.error, "") << host;
    EXPECT_TRUE(page.refused || page.status == 0) << host;
    EXPECT_EQ(page.body, "") << host;
  }
  EXPECT_EQ(server.requests(), 0);
  for (const char* const host : {"2130706433", "0177.1", "0x7f.1", "[::ffff:7f00:1]", "2852039166", "[fe80::1]"})
    EXPECT_TRUE(fetch("http://" + std::string(host) + ":" + server.port() + "/", {}).refused) << host;
}

TEST(Refused, NamesThatMeanPrivateAddresses) {
  const Server server([](const std::string&) { return ok("secret"); });
  // What a name server that is not to be trusted may answer, the second time too.
  for (const std::string addresses : {"127.0.0.1", "10.0.0.1", "169.254.169.254", "[::1]", "[::ffff:127.0.0.1]",
                                      "[fd00::1]", "127.0.0.1,10.0.0.1", "0.0.0.0", "[64:ff9b::7f00:1]"}) {
    FetchOptions options;
    options.resolved = {"rebind.test:" + server.port() + ":" + addresses};
    for (int time = 0; time < 2; ++time) {
      const FetchResult page = fetch("http://rebind.test:" + server.port() + "/", options);
      EXPECT_TRUE(page.refused) << addresses << ": " << page.error;
    }
  }
  EXPECT_EQ(server.requests(), 0);
}

TEST(Refused, TheAddressThatIsConnectedToIsTheOneThatWasChecked) {
  // The name means an allowed address at first and a private one afterwards, as with a name server of short memory.
  const Server server([](const std::string&) { return ok("page"); });
  FetchOptions options;
  options.allowed_addresses = {"127.0.0.1:" + server.port()};
  options.resolved = {"rebind.test:" + server.port() + ":127.0.0.1"};
  EXPECT_EQ(fetch("http://rebind.test:" + server.port() + "/", options).body, "page");
  options.resolved = {"rebind.test:" + server.port() + ":127.0.0.3"};
  EXPECT_TRUE(fetch("http://rebind.test:" + server.port() + "/", options).refused);
  // Several addresses: the ones that are not allowed are passed over.
  options.resolved = {"rebind.test:" + server.port() + ":127.0.0.3,127.0.0.1"};
  EXPECT_EQ(fetch("http://rebind.test:" + server.port() + "/", options).body, "page");
  EXPECT_EQ(server.requests(), 2);
}

TEST(Refused, RedirectionsIntoThisNetwork) {
  std::atomic<int> status = 301;
  std::string target;
  const Server inner([](const std::string&) { return ok("secret"); });
  const Server outer([&](const std::string&) {
    return "HTTP/1.1 " + std::to_string(status) + " Moved\r\nLocation: " + target +
           "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
  });
  FetchOptions options;
  options.allowed_addresses = {"127.0.0.1:" + outer.port()};
  options.resolved = {"rebind.test:" + inner.port() + ":127.0.0.1"};
  const std::string in = inner.port();
  const std::vector<std::string> targets = {"http://127.0.0.1:" + in + "/",
                                            "http://127.0.0.2:" + in + "/",
                                            "http://localhost:" + in + "/",
                                            "http://2130706433:" + in + "/",
                                            "http://0x7f.1:" + in + "/",
                                            "http://[::1]:" + in + "/",
                                            "http://[::ffff:127.0.0.1]:" + in + "/",
                                            "//127.0.0.1:" + in + "/",
                                            "http://rebind.test:" + in + "/",
                                            "https://127.0.0.1:" + in + "/",
                                            "http://169.254.169.254/latest/meta-data/",
                                            "http://10.0.0.1/",
                                            "http://192.168.0.1:8080/",
                                            "file:///etc/passwd",
                                            "gopher://127.0.0.1:" + in + "/_GET",
                                            "ftp://127.0.0.1/",
                                            "http://user:word@127.0.0.1:" + outer.port() + "/"};
  EXPECT_GE(targets.size(), 12U);
  int requests = 0;
  for (const int each : {301, 302, 303, 307, 308}) {
    status = each;
    for (const std::string& to : targets) {
      target = to;
      const FetchResult page = fetch(outer.url(), options);
      EXPECT_NE(page.error, "") << each << ' ' << to;
      EXPECT_EQ(page.body, "") << each << ' ' << to;
      EXPECT_EQ(outer.requests(), ++requests) << each << ' ' << to;
    }
  }
  EXPECT_EQ(inner.requests(), 0);
}

}  // namespace
}  // namespace pith::fetch
