// Messages of the Model Context Protocol as strangers send them, a line each: each is answered by one line of JSON or
// by nothing, with the id that it has, and none of them reaches the network or a file.

#include <simdjson.h>

#include "serve/engine.hpp"
#include "serve/mcp.hpp"
#include "support.hpp"

using namespace pith;

namespace {

serve::Engine& engine() {
  static serve::Engine one([] {
    serve::EngineOptions options;
    options.threads = 1;
    options.fetching_threads = 1;
    options.extraction.limits.input_bytes = 1u << 16;
    return options;
  }());
  return one;
}

void check_answer(const std::string& answer, const std::string& id) {
  if (answer.empty()) return;
  FUZZ_CHECK(answer.find('\n') == std::string::npos);
  simdjson::dom::parser parser;
  simdjson::dom::object object;
  FUZZ_CHECK(parser.parse(answer).get(object) == simdjson::SUCCESS);
  std::string_view version;
  FUZZ_CHECK(object["jsonrpc"].get(version) == simdjson::SUCCESS && version == "2.0");
  simdjson::dom::element value;
  FUZZ_CHECK((object["result"].get(value) == simdjson::SUCCESS) != (object["error"].get(value) == simdjson::SUCCESS));
  if (id.empty()) return;
  FUZZ_CHECK(object["id"].get(value) == simdjson::SUCCESS && simdjson::minify(value) == id);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const serve::Mcp server(serve::McpOptions{.runs = "/nonexistent"});
  std::string_view input(reinterpret_cast<const char*>(data), size);
  for (int messages = 0; !input.empty() && messages < 8; ++messages) {
    const std::size_t end = std::min(input.find('\n'), input.size());
    const std::string message(input.substr(0, end));
    input.remove_prefix(std::min(end + 1, input.size()));
    static_cast<void>(serve::cancelled_request(message));
    check_answer(server.answer(message, engine()), serve::request_id(message));
    serve::Request request{.method = "POST",
                           .headers = {{"Content-Type", "application/json"},
                                       {"Accept", "application/json, text/event-stream"},
                                       {"MCP-Protocol-Version", "2025-11-25"}},
                           .body = message};
    request.set_target("/mcp");
    const serve::Response response = server.answer(request, engine());
    FUZZ_CHECK(response.status >= 200 && response.status < 500);
  }
  return 0;
}
