#include "serve/openapi.hpp"

#include <gtest/gtest.h>

#include "serve/firecrawl.hpp"
#include "serve/jina.hpp"
#include "serve/mcp.hpp"
#include "serve/support.hpp"

namespace pith::serve {
namespace {

TEST(OpenApi, DescribesEachEndpoint) {
  Router router;
  add_jina(router);
  add_firecrawl(router);
  add_mcp(router, {});
  add_openapi(router);
  Engine engine(testing::small_engine());
  const Response response = testing::ask(router, engine, testing::get("/openapi.json"));
  ASSERT_EQ(response.status, 200);
  const testing::Json document(response.body);
  EXPECT_EQ(document.text("/openapi"), "3.1.0");
  EXPECT_EQ(document.text("/info/version"), std::string(version()));
  for (const Route& route : router.routes()) {
    std::string path = route.pattern == "/r/*" ? "/r/{url}" : route.pattern;
    for (std::size_t at = 0; (at = path.find('/', at)) != std::string::npos; at += 2) path.replace(at, 1, "~1");
    const std::string method = route.method == "GET" ? "get" : "post";
    EXPECT_NE(document.raw("/paths/" + path + "/" + method), "(none)") << route.method << ' ' << route.pattern;
  }
}

}  // namespace
}  // namespace pith::serve
