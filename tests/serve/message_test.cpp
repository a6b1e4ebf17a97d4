#include "serve/message.hpp"

#include <gtest/gtest.h>

#include <string>

#include "serve/router.hpp"

namespace pith::serve {
namespace {

TEST(Message, HeadersAreFoundInAnyCase) {
  Headers headers{{"Content-Type", "text/html"}, {"ACCEPT-encoding", "br;q=0.5, GZIP"}};
  EXPECT_EQ(headers.get("content-type"), "text/html");
  EXPECT_TRUE(headers.lists("Accept-Encoding", "gzip"));
  EXPECT_TRUE(headers.lists("Accept-Encoding", "br"));
  EXPECT_FALSE(headers.lists("Accept-Encoding", "zip"));
  headers.set("CONTENT-TYPE", "text/plain");
  EXPECT_EQ(headers.get("Content-Type"), "text/plain");
  EXPECT_EQ(headers.get("x"), "");
}

TEST(Message, QueriesAreDecoded) {
  Request request;
  request.set_target("/v1/extract?a=1&b=x+y%20z&&c&d=%zz&a=2#f");
  EXPECT_EQ(request.path(), "/v1/extract");
  EXPECT_EQ(request.query(), "a=1&b=x+y%20z&&c&d=%zz&a=2");
  ASSERT_EQ(request.parameters.size(), 5u);
  EXPECT_EQ(request.parameter("a"), "1");
  EXPECT_EQ(request.parameter("b"), "x y z");
  EXPECT_EQ(request.parameters[2].name, "c");
  EXPECT_EQ(request.parameter("d"), "%zz");
}

TEST(Message, TracesGoOnOrBegin) {
  const std::string parent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
  const Trace on = Trace::from(parent);
  EXPECT_EQ(on.trace_id, "0af7651916cd43dd8448eb211c80319c");
  EXPECT_EQ(on.parent_id, "b7ad6b7169203331");
  EXPECT_EQ(on.flags, "01");
  EXPECT_EQ(on.span_id.size(), 16u);
  EXPECT_NE(on.span_id, on.parent_id);
  EXPECT_EQ(on.traceparent().substr(0, 36), parent.substr(0, 36));
  for (const char* const wrong : {"", "00", "00-00000000000000000000000000000000-b7ad6b7169203331-01",
                                  "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                                  "ff-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
                                  "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
                                  "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-x"}) {
    const Trace fresh = Trace::from(wrong);
    EXPECT_EQ(fresh.trace_id.size(), 32u) << wrong;
    EXPECT_NE(fresh.trace_id, on.trace_id) << wrong;
    EXPECT_EQ(fresh.parent_id, "") << wrong;
  }
  EXPECT_EQ(Trace::from("01-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-more").trace_id, on.trace_id);
}

TEST(Message, ProblemsAreProblemJson) {
  const Response response = problem(422, "say \"x\"", {{"parameter", "format"}});
  EXPECT_EQ(response.headers.get("content-type"), "application/problem+json");
  EXPECT_EQ(response.body,
            "{\"type\":\"about:blank\",\"title\":\"Unprocessable Content\",\"status\":422,\"detail\":\"say "
            "\\\"x\\\"\",\"parameter\":\"format\"}\n");
}

Route route(std::string method, std::string pattern) {
  return {.method = std::move(method), .pattern = std::move(pattern), .handler = {}};
}

TEST(Router, FindsTheLongestPattern) {
  Router router;
  router.add(route("GET", "/*"));
  router.add(route("GET", "/r/*"));
  router.add(route("POST", "/r/a"));
  router.add(route("GET", "/"));
  EXPECT_EQ(router.find("GET", "/r/http://a.example/").route->pattern, "/r/*");
  EXPECT_EQ(router.find("GET", "/r/http://a.example/").rest, "http://a.example/");
  EXPECT_EQ(router.find("HEAD", "/").route->pattern, "/");
  EXPECT_EQ(router.find("GET", "/x").route->pattern, "/*");
  const Router::Found other = router.find("GET", "/r/a");
  EXPECT_EQ(other.route, nullptr);
  EXPECT_EQ(other.refusal->status, 405);
  EXPECT_EQ(other.refusal->headers.get("Allow"), "POST, OPTIONS");
}

TEST(Router, RefusesWhatThereIsNot) {
  Router router;
  router.add(route("GET", "/v1/methods"));
  router.add(route("POST", "/v1/methods"));
  EXPECT_EQ(router.find("GET", "/v1/method").refusal->status, 404);
  EXPECT_EQ(router.find("DELETE", "/v1/methods").refusal->headers.get("Allow"), "GET, HEAD, POST, OPTIONS");
  const Router::Found options = router.find("OPTIONS", "/v1/methods");
  EXPECT_EQ(options.refusal->status, 204);
  EXPECT_EQ(options.refusal->headers.get("Allow"), "GET, HEAD, POST, OPTIONS");
}

}  // namespace
}  // namespace pith::serve
