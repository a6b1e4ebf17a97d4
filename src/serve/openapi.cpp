#include "serve/openapi.hpp"

#include <string>
#include <string_view>

namespace pith::serve {
namespace {

constexpr std::string_view kDocument =
#include "serve/openapi.inc"
    ;

}  // namespace

void add_openapi(Router& router) {
  router.add({.method = "GET",
              .pattern = "/openapi.json",
              .handler = [](const Request&, Engine&) { return json_response(std::string(kDocument) + '\n'); },
              .open = true,
              .immediate = true});
}

}  // namespace pith::serve
