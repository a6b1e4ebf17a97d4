#include "serve/openapi.hpp"

#include <gtest/gtest.h>

#include <set>

#include "serve/firecrawl.hpp"
#include "serve/handlers.hpp"
#include "serve/jina.hpp"
#include "serve/labels.hpp"
#include "serve/mcp.hpp"
#include "serve/rules.hpp"
#include "serve/stored_pages.hpp"
#include "serve/support.hpp"
#include "serve/workbench.hpp"
#include "text/ascii.hpp"

namespace pith::serve {
namespace {

/// "/r/{url}" as patterns of routes have it: "/r/*".
std::string pattern_of(std::string_view path) {
  return std::string(path.substr(0, path.find('{'))) + (path.ends_with('}') ? "*" : "");
}

TEST(OpenApi, DescribesEachEndpointAndNoOther) {
  Router router;
  const auto sets = std::make_shared<PageSets>();
  add_routes(router);
  add_workbench(router, sets);
  add_stored_pages(router, {});
  add_rules(router, sets, {});
  add_jina(router);
  add_firecrawl(router);
  add_mcp(router, {});
  add_label_routes(router, {});
  add_openapi(router);
  Engine engine(testing::small_engine());
  const Response response = testing::ask(router, engine, testing::get("/openapi.json"));
  ASSERT_EQ(response.status, 200);
  const testing::Json document(response.body);
  EXPECT_EQ(document.text("/openapi"), "3.1.0");
  EXPECT_EQ(document.text("/info/version"), std::string(version()));
  std::set<std::string> answered, described;
  for (const Route& route : router.routes()) answered.insert(text::ascii_lowered(route.method) + " " + route.pattern);
  corpus::JsonDocument json;
  const Result<corpus::JsonObject> root = json.read_object(response.body);
  ASSERT_TRUE(root);
  for (const auto& [path, operations] : corpus::JsonObject((*root)["paths"]))
    for (const auto& [method, operation] : corpus::JsonObject(operations))
      described.insert(std::string(method) + " " + pattern_of(path));
  EXPECT_EQ(answered, described);
}

}  // namespace
}  // namespace pith::serve
