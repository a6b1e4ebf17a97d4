#include "serve/page_fetcher.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "fetch/server.hpp"

namespace pith::serve {
namespace {

using fetch::FetchResult;
using fetch::ok;
using fetch::Server;

FetcherOptions local() {
  FetcherOptions options;
  options.fetching = fetch::local();
  options.delay = 0;
  return options;
}

FetchRequest page(const std::string& url) { return {.url = url}; }

TEST(PageFetcher, RefusesAddressesOfThisMachine) {
  const Server server([](const std::string&) { return ok("secret"); });
  GuardedFetcher fetcher({});
  const FetchResult result = fetcher.fetch(page(server.url()));
  EXPECT_TRUE(result.refused);
  EXPECT_EQ(server.requests(), 0);
  FetchRequest polite = page(server.url());
  polite.obey_robots = true;
  EXPECT_TRUE(fetcher.fetch(polite).refused);
  EXPECT_EQ(server.requests(), 0);
}

TEST(PageFetcher, KeepsPagesAndAsksWhetherTheyHaveChanged) {
  std::string version = "1";
  std::vector<std::string> conditions;
  const Server server([&](const std::string& request) -> std::string {
    const std::size_t at = request.find("If-None-Match: ");
    conditions.push_back(at == std::string::npos ? "" : request.substr(at + 15, 3));
    if (conditions.back() == "\"" + version + "\"")
      return "HTTP/1.1 304 Not Modified\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    return ok("page " + version, "Content-Type: text/html\r\nETag: \"" + version + "\"\r\n");
  });
  GuardedFetcher kept(local());
  EXPECT_EQ(kept.fetch(page(server.url())).body, "page 1");
  EXPECT_EQ(kept.fetch(page(server.url("/#part"))).body, "page 1");
  EXPECT_EQ(server.requests(), 1);
  FetchRequest fresh = page(server.url());
  fresh.fresh = true;
  EXPECT_EQ(kept.fetch(fresh).body, "page 1");
  EXPECT_EQ(server.requests(), 2);

  FetcherOptions options = local();
  options.cache_seconds = 0;
  GuardedFetcher asking(options);
  EXPECT_EQ(asking.fetch(page(server.url())).body, "page 1");
  const FetchResult again = asking.fetch(page(server.url()));
  EXPECT_EQ(again.body, "page 1");
  EXPECT_EQ(again.status, 200);
  EXPECT_EQ(conditions.back(), "\"1\"");
  EXPECT_EQ(asking.counts().confirmed, 1U);
  version = "2";
  EXPECT_EQ(asking.fetch(page(server.url())).body, "page 2");
  EXPECT_EQ(asking.counts().confirmed, 1U);
}

TEST(PageFetcher, KeepsNothingThatIsNotForOthers) {
  const Server server([](const std::string& request) {
    return ok("x", request.starts_with("GET /secret") ? "Cache-Control: no-store\r\n" : "");
  });
  GuardedFetcher fetcher(local());
  for (int i = 0; i < 2; ++i) fetcher.fetch(page(server.url("/secret")));
  EXPECT_EQ(server.requests(), 2);
  FetchRequest own = page(server.url("/own"));
  own.headers = {{"Cookie", "a=1"}};
  for (int i = 0; i < 2; ++i) fetcher.fetch(own);
  EXPECT_EQ(server.requests(), 4);
  EXPECT_EQ(fetcher.counts().cached_bytes, 0U);
}

TEST(PageFetcher, TheCacheHasABound) {
  const Server server([](const std::string& request) { return ok(std::string(20'000, request[5])); });
  FetcherOptions options = local();
  options.cache_bytes = 100'000;
  GuardedFetcher fetcher(options);
  for (char name = 'a'; name <= 'j'; ++name) fetcher.fetch(page(server.url("/" + std::string(1, name))));
  EXPECT_LE(fetcher.counts().cached_bytes, options.cache_bytes);
  EXPECT_GT(fetcher.counts().cached_bytes, options.cache_bytes / 2);
  fetcher.fetch(page(server.url("/j")));
  EXPECT_EQ(server.requests(), 10);
  fetcher.fetch(page(server.url("/a")));
  EXPECT_EQ(server.requests(), 11);
}

TEST(PageFetcher, ObeysRobotsWhereThatIsAskedFor) {
  std::string robots = ok("User-agent: pith\nDisallow: /private\n", "Content-Type: text/plain\r\n");
  int asked = 0;
  const Server server([&](const std::string& request) {
    if (!request.starts_with("GET /robots.txt")) return ok("page");
    ++asked;
    return robots;
  });
  GuardedFetcher fetcher(local());
  FetchRequest wanted = page(server.url("/private/1"));
  EXPECT_EQ(fetcher.fetch(wanted).body, "page");
  wanted.obey_robots = true;
  const FetchResult refused = fetcher.fetch(wanted);
  EXPECT_TRUE(refused.forbidden);
  EXPECT_NE(refused.error.find("robots.txt of 127.0.0.1"), std::string::npos);
  wanted.url = server.url("/public");
  EXPECT_EQ(fetcher.fetch(wanted).body, "page");
  EXPECT_EQ(asked, 1);

  robots = "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
  FetcherOptions always = local();
  always.obey_robots = true;
  GuardedFetcher polite(always);
  EXPECT_TRUE(polite.fetch(page(server.url("/public"))).forbidden);
  robots = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
  GuardedFetcher other(always);
  EXPECT_EQ(other.fetch(page(server.url("/private/1"))).body, "page");
}

TEST(PageFetcher, OneRequestAtATimeOfAHost) {
  std::mutex mutex;
  std::vector<Clock::time_point> times;
  const Server server([&](const std::string&) {
    const std::lock_guard lock(mutex);
    times.push_back(Clock::now());
    return ok("page");
  });
  FetcherOptions options = local();
  options.delay = 0.1;
  options.cache_bytes = 0;
  GuardedFetcher fetcher(options);
  std::vector<std::jthread> threads;
  threads.reserve(4);
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&, i] { fetcher.fetch(page(server.url("/" + std::to_string(i)))); });
  threads.clear();
  ASSERT_EQ(times.size(), 4U);
  for (std::size_t i = 1; i < times.size(); ++i) EXPECT_GE(times[i] - times[i - 1], std::chrono::milliseconds(99)) << i;
}

TEST(PageFetcher, GivesUpInTimeAndWhenNobodyWaits) {
  const Server server([](const std::string&) { return std::string(); });  // keeps silent
  GuardedFetcher fetcher(local());
  FetchRequest wanted = page(server.url());
  wanted.seconds = 0.2;
  EXPECT_EQ(fetcher.fetch(wanted).error, "no answer in time");
  std::atomic<bool> stop = true;
  wanted.seconds = 30;
  wanted.stop = &stop;
  const Clock::time_point begin = Clock::now();
  EXPECT_NE(fetcher.fetch(wanted).error, "");
  EXPECT_LT(Clock::now() - begin, std::chrono::seconds(5));
}

TEST(PageFetcher, SendsFieldsOfTheCallerToTheHostTheyAreFor) {
  std::vector<std::string> seen;
  const Server other([&](const std::string& request) {
    seen.push_back(request);
    return ok("there");
  });
  const Server server([&](const std::string& request) {
    seen.push_back(request);
    return fetch::redirect(other.url());
  });
  GuardedFetcher fetcher(local());
  FetchRequest wanted = page(server.url());
  wanted.headers = {{"Cookie", "a=1"},        {"Accept-Language", "zh"},     {"Host", "evil.test"},
                    {"X-Odd", "a\r\nX-B: 1"}, {"Transfer-Encoding", "gzip"}, {"X-My", "mine"}};
  EXPECT_EQ(fetcher.fetch(wanted).body, "there");
  ASSERT_EQ(seen.size(), 2U);
  EXPECT_NE(seen[0].find("Cookie: a=1"), std::string::npos);
  EXPECT_NE(seen[0].find("X-My: mine"), std::string::npos);
  EXPECT_NE(seen[1].find("Accept-Language: zh"), std::string::npos);
  EXPECT_EQ(seen[1].find("Cookie"), std::string::npos);
  EXPECT_EQ(seen[1].find("X-My"), std::string::npos);
  for (const std::string& request : seen) {
    EXPECT_EQ(request.find("evil.test"), std::string::npos);
    EXPECT_EQ(request.find("X-B"), std::string::npos);
    EXPECT_EQ(request.find("Transfer-Encoding"), std::string::npos);
  }
}

}  // namespace
}  // namespace pith::serve
