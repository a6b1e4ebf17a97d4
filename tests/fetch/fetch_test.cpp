#include "fetch/fetch.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <thread>

#include "corpus/compress.hpp"
#include "fetch/server.hpp"

namespace pith::fetch {
namespace {

TEST(Fetch, GetsAPage) {
  const Server server([](const std::string&) { return ok("<p>x"); });
  const FetchResult page = fetch(server.url(), local());
  EXPECT_EQ(page.error, "");
  EXPECT_EQ(page.body, "<p>x");
  EXPECT_EQ(page.content_type, "text/html; charset=gbk");
  EXPECT_EQ(page.status, 200);
}

TEST(Fetch, UndoesCompression) {
  const Server server([](const std::string&) { return ok(test::gzip("<p>x"), "Content-Encoding: gzip\r\n"); });
  EXPECT_EQ(fetch(server.url(), local()).body, "<p>x");
}

TEST(Fetch, RefusesPrivateAddressesByDefault) {
  const Server server([](const std::string&) { return ok("secret"); });
  for (const std::string host :
       {"127.0.0.1", "localhost", "127.1", "0x7f.1", "2130706433", "017700000001", "[::ffff:127.0.0.1]", "0.0.0.0"}) {
    const FetchResult page = fetch("http://" + host + ":" + server.port() + "/", {});
    EXPECT_EQ(page.body, "") << host;
    EXPECT_NE(page.error, "") << host;
  }
  EXPECT_NE(fetch(server.url(), {}).error.find("127.0.0.1 is not an address of the public internet"),
            std::string::npos);
  EXPECT_EQ(server.requests(), 0);
}

TEST(Fetch, RefusesOtherSchemesAndCredentials) {
  for (const std::string url : {"file:///etc/passwd", "ftp://a.example/", "gopher://a.example/",
                                "http://u:p@a.example/", "http://u@a.example/", "http://", "http://a b/"})
    EXPECT_NE(fetch(url, local()).error, "") << url;
  EXPECT_TRUE(is_url("HTTPS://a.example"));
  EXPECT_FALSE(is_url("http://"));
  EXPECT_FALSE(is_url("page.html"));
}

TEST(Fetch, ChecksEachRedirection) {
  for (const std::string target :
       {"file:///etc/passwd", "ftp://127.0.0.1/", "http://u:p@127.0.0.1/", "gopher://127.0.0.1/"}) {
    const Server server([&](const std::string&) { return redirect(target); });
    const FetchResult page = fetch(server.url(), local());
    EXPECT_NE(page.error, "") << target;
    EXPECT_EQ(page.body, "") << target;
    EXPECT_EQ(server.requests(), 1) << target;
  }
}

TEST(Fetch, FollowsFiveRedirections) {
  std::atomic<int> hops = 5;
  const Server server([&](const std::string& request) {
    const int at = std::atoi(request.c_str() + request.find('/') + 1);
    return at < hops ? redirect("/" + std::to_string(at + 1)) : ok("end");
  });
  FetchResult page = fetch(server.url("/0"), local());
  EXPECT_EQ(page.body, "end");
  EXPECT_EQ(page.url, server.url("/5"));
  hops = 6;
  page = fetch(server.url("/0"), local());
  EXPECT_EQ(page.error, "more than 5 redirections");
}

TEST(Fetch, CutsOffALargePage) {
  const std::string body(300'000, 'x');
  const Server server([&](const std::string& request) {
    return request.starts_with("GET /packed") ? ok(test::gzip(body), "Content-Encoding: gzip\r\n") : ok(body);
  });
  FetchOptions options = local();
  for (const char* path : {"/", "/packed"}) {
    options.largest_bytes = body.size();
    EXPECT_FALSE(fetch(server.url(path), options).truncated);
    options.largest_bytes = body.size() - 1;
    const FetchResult page = fetch(server.url(path), options);
    EXPECT_EQ(page.error, "");
    EXPECT_TRUE(page.truncated);
    EXPECT_EQ(page.body.size(), body.size() - 1);
  }
}

TEST(Fetch, SaysWhyThereIsNoPage) {
  const Server server([](const std::string& request) -> std::string {
    if (request.starts_with("GET /silent")) return "";
    if (request.starts_with("GET /long")) {
      std::string answer = "HTTP/1.1 200 OK\r\n";
      for (int i = 0; i < 5; ++i) answer += "X" + std::to_string(i) + ": " + std::string(60'000, 'x') + "\r\n";
      return answer + "\r\n";
    }
    return "HTTP/1.1 404 Not Found\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx";
  });
  EXPECT_EQ(fetch(server.url(), local()).error, "HTTP status 404");
  FetchOptions options = local();
  options.total_seconds = 0.2;
  EXPECT_EQ(fetch(server.url("/silent"), options).error, "no answer in time");
  EXPECT_EQ(fetch(server.url("/long"), local()).error, "the header of the answer is too long");
  EXPECT_NE(fetch("http://no-such-host.invalid/", local()).error, "");
}

}  // namespace
}  // namespace pith::fetch
