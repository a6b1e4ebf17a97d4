#include "fetch/client.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "fetch/server.hpp"

namespace pith::fetch {
namespace {

using Clock = std::chrono::steady_clock;

ClientOptions options_with(double delay) {
  ClientOptions options;
  options.fetching = local();
  options.delay = delay;
  return options;
}

Request to(const std::string& url) {
  Request request;
  request.url = url;
  return request;
}

struct Answer {
  FetchResult result;
  std::string target;
};

/// Works until all is answered; by address.
std::map<std::string, Answer> all(Client& client) {
  std::map<std::string, Answer> answers;
  while (client.pending() > 0)
    client.work(1000, [&](const Request& request, FetchResult& result, const std::string& target) {
      answers[request.url] = {std::move(result), target};
    });
  return answers;
}

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::string status(const std::string& line, const std::string& fields = {}) {
  return "HTTP/1.1 " + line + "\r\n" + fields + "Content-Length: 0\r\nConnection: close\r\n\r\n";
}

TEST(Client, PausesBetweenRequestsOfAHost) {
  const Server one([](const std::string&) { return ok("one"); }), other([](const std::string&) { return ok("other"); });
  Client client(options_with(0.2));
  for (int i = 0; i < 4; ++i) {
    client.add(to(one.url("/" + std::to_string(i))));
    client.add(to(other.url("/" + std::to_string(i))));
  }
  const Clock::time_point start = Clock::now();
  const auto answers = all(client);
  EXPECT_EQ(answers.size(), 8u);
  EXPECT_EQ(answers.at(other.url("/3")).result.body, "other");
  EXPECT_GE(seconds_since(start), 0.6);
  EXPECT_LT(seconds_since(start), 1.2);  // both at once
}

TEST(Client, TheLongerPauseHolds) {
  const Server server([](const std::string&) { return ok("x"); });
  Client client(options_with(0.01));
  client.set_delay(Client::host_of(server.url()), 0.3);
  client.add(to(server.url("/1")));
  client.add(to(server.url("/2")));
  const Clock::time_point start = Clock::now();
  all(client);
  EXPECT_GE(seconds_since(start), 0.3);
}

TEST(Client, AsksAgainWhereAServerHasTrouble) {
  std::atomic<int> count = 0;
  const Server server([&](const std::string&) { return ++count < 3 ? status("503 Busy") : ok("at last"); });
  Client client(options_with(0));
  client.add(to(server.url()));
  EXPECT_EQ(all(client).at(server.url()).result.body, "at last");
  EXPECT_EQ(count, 3);
}

TEST(Client, WaitsAsLongAsItIsAskedTo) {
  std::atomic<int> count = 0;
  const Server server(
      [&](const std::string&) { return ++count < 2 ? status("429 Slowly", "Retry-After: 1\r\n") : ok("x"); });
  Client client(options_with(0));
  client.add(to(server.url()));
  const Clock::time_point start = Clock::now();
  EXPECT_EQ(all(client).at(server.url()).result.status, 200);
  EXPECT_GE(seconds_since(start), 1.0);
}

TEST(Client, LeavesAHostAloneThatOnlyFails) {
  const Server server([](const std::string&) { return status("500 Broken"); });
  ClientOptions options = options_with(0);
  options.retries = 1;
  options.failures_of_host = 2;
  Client client(options);
  for (int i = 0; i < 10; ++i) client.add(to(server.url("/" + std::to_string(i))));
  const auto answers = all(client);
  EXPECT_EQ(answers.size(), 10u);
  EXPECT_EQ(answers.at(server.url("/0")).result.status, 500);
  EXPECT_EQ(server.requests(), 4);
  EXPECT_NE(answers.at(server.url("/9")).result.error, "");
  client.add(to(server.url("/later")));
  EXPECT_NE(all(client).at(server.url("/later")).result.error, "");
  EXPECT_EQ(server.requests(), 4);
}

TEST(Client, RedirectionsAreTheCallers) {
  const Server server([](const std::string&) { return redirect("/elsewhere"); });
  Client client(options_with(0));
  client.add(to(server.url("/here")));
  const Answer answer = all(client).at(server.url("/here"));
  EXPECT_EQ(answer.result.error, "");
  EXPECT_EQ(answer.target, server.url("/elsewhere"));
  EXPECT_EQ(server.requests(), 1);
}

TEST(Client, AsksWhetherAnythingHasChanged) {
  const Server server([](const std::string& request) {
    const bool knows = request.find("If-None-Match: \"7\"\r\n") != std::string::npos &&
                       request.find("If-Modified-Since: Fri, 03 May 2024 10:00:00 GMT\r\n") != std::string::npos;
    return knows ? "HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n"
                 : ok("x", "ETag: \"7\"\r\nLast-Modified: Fri, 03 May 2024 10:00:00 GMT\r\n");
  });
  Client client(options_with(0));
  client.add(to(server.url()));
  const FetchResult first = all(client).at(server.url()).result;
  EXPECT_EQ(first.etag, "\"7\"");
  Request again = to(server.url());
  again.etag = first.etag;
  again.modified = first.modified;
  client.add(again);
  const FetchResult second = all(client).at(server.url()).result;
  EXPECT_EQ(second.status, 304);
  EXPECT_EQ(second.body, "");
}

TEST(Client, ReceivesNothingThatSaysItIsNoPage) {
  const Server server([](const std::string&) { return ok(std::string(1 << 20, 'x'), "Content-Type: video/mp4\r\n"); });
  Client client(options_with(0));
  Request request = to(server.url());
  request.only_pages = true;
  client.add(request);
  const FetchResult result = all(client).at(server.url()).result;
  EXPECT_EQ(result.error, "is video/mp4, no web page");
  EXPECT_EQ(result.body, "");
  EXPECT_EQ(server.requests(), 1);
}

TEST(Client, AddressesAreCheckedForEachRequest) {
  const Server inner([](const std::string&) { return ok("secret"); });
  const Server server([](const std::string&) { return ok("x"); });
  ClientOptions options = options_with(0);
  options.fetching.allow_private = false;
  options.fetching.allowed_addresses = {"127.0.0.1:" + server.port()};
  Client client(options);
  client.add(to(server.url()));
  client.add(to(inner.url()));
  client.add(to("ftp://127.0.0.1/"));
  auto answers = all(client);
  EXPECT_EQ(answers.at(server.url()).result.body, "x");
  EXPECT_TRUE(answers.at(inner.url()).result.refused);
  EXPECT_NE(answers.at("ftp://127.0.0.1/").result.error, "");
  EXPECT_EQ(inner.requests(), 0);
}

}  // namespace
}  // namespace pith::fetch
