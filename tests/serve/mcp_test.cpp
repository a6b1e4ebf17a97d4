#include "serve/mcp.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "batch/checkpoint.hpp"
#include "serve/support.hpp"
#include "text/json_writer.hpp"

namespace pith::serve {
namespace {

using testing::ask;
using testing::Json;

class McpTest : public ::testing::Test {
 protected:
  std::string line(const std::string& message) { return server_.answer(message, engine_); }
  /// A request of the current revision.
  static std::string modern(const std::string& method, const std::string& params = "",
                            const std::string& version = "2026-07-28") {
    return R"({"jsonrpc":"2.0","id":7,"method":")" + method + R"(","params":{)" + params + (params.empty() ? "" : ",") +
           R"("_meta":{"io.modelcontextprotocol/protocolVersion":")" + version +
           R"(","io.modelcontextprotocol/clientCapabilities":{}}}})";
  }
  static std::string call(const std::string& tool, const std::string& arguments) {
    return R"("name":")" + tool + R"(","arguments":)" + arguments;
  }
  static std::string quoted(const std::string& text) {
    std::string out;
    text::append_json_string(text, out);
    return out;
  }

  Engine engine_{testing::small_engine(), testing::bread_pages()};
  Mcp server_{McpOptions{}};
};

TEST_F(McpTest, RevisionsWithAHandshake) {
  for (const std::string version : {"2024-11-05", "2025-06-18", "2025-11-25"}) {
    const Json answer(line(R"({"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":")" +
                           version + R"(","capabilities":{},"clientInfo":{"name":"t","version":"1"}}})"));
    EXPECT_EQ(answer.text("/id"), "a");
    EXPECT_EQ(answer.text("/result/protocolVersion"), version);
    EXPECT_EQ(answer.text("/result/serverInfo/name"), "pith");
    EXPECT_EQ(answer.raw("/result/capabilities/tools"), "{}");
  }
  const Json other(line(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1999-01-01"}})"));
  EXPECT_EQ(other.text("/result/protocolVersion"), "2025-11-25");
  EXPECT_EQ(line(R"({"jsonrpc":"2.0","method":"notifications/initialized"})"), "");
  EXPECT_EQ(Json(line(R"({"jsonrpc":"2.0","id":2,"method":"ping"})")).raw("/result"), "{}");
  const Json tools(line(R"({"jsonrpc":"2.0","id":3,"method":"tools/list"})"));
  EXPECT_EQ(tools.text("/result/tools/0/name"), "extract");
  EXPECT_EQ(tools.text("/result/tools/1/name"), "explain");
  EXPECT_EQ(tools.text("/result/tools/2/name"), "batch_status");
  EXPECT_EQ(tools.text("/result/tools/0/outputSchema/type"), "object");
  EXPECT_EQ(tools.raw("/result/resultType"), "(none)");
  EXPECT_EQ(Json(line(R"({"jsonrpc":"2.0","id":4,"method":"prompts/list"})")).raw("/error/code"), "-32601");
}

TEST_F(McpTest, TheRevisionInWhichEachRequestStandsForItself) {
  const Json found(line(modern("server/discover")));
  EXPECT_EQ(found.raw("/result/supportedVersions"), R"(["2026-07-28"])");
  EXPECT_EQ(found.text("/result/resultType"), "complete");
  EXPECT_EQ(found.text("/result/cacheScope"), "public");
  EXPECT_EQ(found.text("/result/_meta/io.modelcontextprotocol~1serverInfo/name"), "pith");
  const Json tools(line(modern("tools/list")));
  EXPECT_EQ(tools.text("/result/tools/0/name"), "extract");
  EXPECT_NE(tools.raw("/result/ttlMs"), "(none)");
  const Json old(line(modern("tools/list", "", "2031-01-01")));
  EXPECT_EQ(old.raw("/error/code"), "-32022");
  EXPECT_EQ(old.raw("/error/data/supported"), R"(["2026-07-28"])");
  EXPECT_EQ(old.text("/error/data/requested"), "2031-01-01");
  EXPECT_EQ(Json(line(R"({"jsonrpc":"2.0","id":1,"method":"server/discover"})")).raw("/error/code"), "-32602");
  EXPECT_EQ(Json(line(modern("initialize"))).raw("/error/code"), "-32601");
  EXPECT_EQ(Json(line(modern("ping"))).raw("/error/code"), "-32601");
  EXPECT_EQ(Json(line(modern("subscriptions/listen"))).raw("/error/code"), "-32601");
  EXPECT_EQ(Json(line(modern("tools/list", "\"cursor\":\"x\""))).raw("/error/code"), "-32602");
}

TEST_F(McpTest, WhatIsNoRequest) {
  for (const auto& [message, code] : std::vector<std::pair<std::string, std::string>>{
           {"{", "-32700"},
           {"nonsense", "-32700"},
           {"[]", "-32600"},
           {R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])", "-32600"},
           {"7", "-32600"},
           {"{}", "-32600"},
           {R"({"jsonrpc":"1.0","id":1,"method":"ping"})", "-32600"},
           {R"({"jsonrpc":"2.0","id":1})", "-32600"},
           {R"({"jsonrpc":"2.0","id":null,"method":"ping"})", "-32600"},
           {R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})", "-32600"},
           {R"({"jsonrpc":"2.0","id":[1],"method":"ping"})", "-32600"},
           {R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":[1]})", "-32602"},
           {R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"rm"}})", "-32602"},
           {R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})", "-32602"},
           {R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"extract","arguments":[]}})", "-32602"}})
    EXPECT_EQ(Json(line(message)).raw("/error/code"), code) << message;
  EXPECT_EQ(line(R"({"jsonrpc":"2.0","id":9,"result":{}})"), "");
  EXPECT_EQ(line(R"({"jsonrpc":"2.0","method":"notifications/anything"})"), "");
}

TEST_F(McpTest, ExtractsAPageThatIsHandedOver) {
  const Json answer(line(modern("tools/call", call("extract", "{\"html\":" + quoted(testing::kBreadPage) + "}"))));
  EXPECT_EQ(answer.raw("/result/isError"), "false");
  const std::string text = answer.text("/result/content/0/text");
  EXPECT_NE(text.find("Knead the dough"), std::string::npos);
  EXPECT_EQ(text.find("password"), std::string::npos);
  EXPECT_EQ(text.find("new oven"), std::string::npos);
  EXPECT_EQ(answer.text("/result/structuredContent/title"), "How bread is baked");
  EXPECT_EQ(answer.text("/result/structuredContent/date"), "2024-05-03");
  EXPECT_EQ(answer.text("/result/structuredContent/content"), text);
  EXPECT_EQ(answer.text("/result/structuredContent/truncated"), "");
}

TEST_F(McpTest, ExtractsAPageByItsAddress) {
  const Json answer(line(modern("tools/call", call("extract", R"({"url":"https://mill.example/bread","format":"text",
      "selector":"article p","links":false})"))));
  const std::string text = answer.text("/result/content/0/text");
  EXPECT_NE(text.find("rest for a night"), std::string::npos);
  EXPECT_EQ(text.find("The Mill"), std::string::npos);
  EXPECT_EQ(answer.text("/result/structuredContent/url"), "https://mill.example/bread");
  const Json shown(line(modern("tools/call", call("extract", R"({"url":"https://mill.example/bread","hidden":true,
      "whole_page":true})"))));
  EXPECT_NE(shown.text("/result/content/0/text").find("12 River Lane"), std::string::npos);
  const Json cut(
      line(modern("tools/call", call("extract", R"({"url":"https://mill.example/bread","max_tokens":20})"))));
  EXPECT_EQ(cut.text("/result/structuredContent/truncated"), "tokens");
}

TEST_F(McpTest, MistakesOfTheModelAreToldToIt) {
  for (const auto& [arguments, part] : std::vector<std::pair<std::string, std::string>>{
           {"{}", "give `url`"},
           {R"({"url":"gopher://x/"})", "only http and https"},
           {R"({"url":"https://mill.example/none"})", "HTTP status 404"},
           {R"({"html":"<p>x","format":"pdf"})", "possible are markdown"},
           {R"({"html":7})", "`html` is no text"},
           {R"({"html":"<p>x","max_tokens":0})", "no whole number"},
           {R"({"html":"<p>x","selector":"p["})", "selector"},
           {R"({"html":"<p>x","selector":"h6"})", "nothing on the page matches"},
           {R"({"html":"<p>x","shout":true})", "there is no argument `shout`"}}) {
    const Json answer(line(modern("tools/call", call("extract", arguments))));
    EXPECT_EQ(answer.raw("/result/isError"), "true") << arguments;
    EXPECT_NE(answer.text("/result/content/0/text").find(part), std::string::npos)
        << arguments << ": " << answer.text("/result/content/0/text");
  }
  Engine offline(testing::small_engine());
  const Json refused(
      server_.answer(modern("tools/call", call("extract", R"({"url":"https://mill.example/bread"})")), offline));
  EXPECT_NE(refused.text("/result/content/0/text").find("--fetch"), std::string::npos);
}

TEST_F(McpTest, ExplainsWithoutShowingWhatIsHidden) {
  const Json answer(line(modern("tools/call", call("explain", R"({"url":"https://mill.example/bread"})"))));
  const std::string whole = answer.raw("/result");
  EXPECT_NE(whole.find("taken out by filter 1, hidden: display: none"), std::string::npos);
  EXPECT_EQ(whole.find("password"), std::string::npos);
  const Json kept(line(modern("tools/call", call("explain", R"({"url":"https://mill.example/bread","show":"kept",
      "limit":1})"))));
  EXPECT_EQ(kept.raw("/result/structuredContent/blocks/0/kept"), "true");
  EXPECT_EQ(kept.raw("/result/structuredContent/blocks/1"), "(none)");
  const Json shown(
      line(modern("tools/call", call("explain", R"({"url":"https://mill.example/bread","hidden":true})"))));
  EXPECT_NE(shown.raw("/result").find("password"), std::string::npos);
  EXPECT_EQ(
      Json(line(modern("tools/call", call("explain", R"({"html":"<p>x","method":"none"})")))).raw("/result/isError"),
      "true");
}

TEST_F(McpTest, BatchStatus) {
  const std::filesystem::path folder = std::filesystem::path(::testing::TempDir()) / "mcp-runs";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "done.jsonl") << "{}\n";
  std::ofstream(folder / "half.jsonl.part") << "{}\n";
  batch::Checkpoint checkpoint;
  checkpoint.run = "a run";
  checkpoint.records = 12;
  std::ofstream(folder / "half.jsonl.resume") << batch::to_json(checkpoint);
  Mcp server(McpOptions{.runs = folder.string()});
  const auto status = [&](const std::string& run) {
    return server.answer(modern("tools/call", call("batch_status", "{\"run\":" + quoted(run) + "}")), engine_);
  };
  EXPECT_EQ(Json(status("done.jsonl")).text("/result/structuredContent/state"), "finished");
  EXPECT_EQ(Json(status("done.jsonl")).raw("/result/structuredContent/pages"), "null");
  EXPECT_EQ(Json(status("half.jsonl")).text("/result/structuredContent/state"), "interrupted");
  EXPECT_EQ(Json(status("half.jsonl")).raw("/result/structuredContent/records"), "12");
  for (const std::string run : {"none.jsonl", "../mcp-runs/done.jsonl", "/etc/passwd", "..", ""})
    EXPECT_EQ(Json(status(run)).raw("/result/isError"), "true") << run;
  // Whoever starts the process may read the files anyway.
  EXPECT_EQ(Json(line(modern("tools/call",
                             call("batch_status", "{\"run\":" + quoted((folder / "done.jsonl").string()) + "}"))))
                .text("/result/structuredContent/state"),
            "finished");
  std::filesystem::remove_all(folder);
}

class McpHttpTest : public McpTest {
 protected:
  McpHttpTest() { add_mcp(router_, {}); }
  Response send(const std::string& body, Headers headers = {}) {
    if (!headers.has("Accept")) headers.add("Accept", "application/json, text/event-stream");
    return ask(router_, engine_, testing::post("/mcp", body, std::move(headers)));
  }
  Router router_;
};

TEST_F(McpHttpTest, HeadersSayWhatTheMessageSays) {
  const Headers right{{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/list"}};
  const Response list = send(modern("tools/list"), right);
  EXPECT_EQ(list.status, 200);
  EXPECT_EQ(list.headers.get("Content-Type"), "application/json");
  EXPECT_EQ(Json(list.body).text("/result/tools/1/name"), "explain");
  EXPECT_EQ(Json(list.body).raw("/result/tools/2"), "(none)");  // no folder of runs
  for (const Headers& wrong :
       {Headers{}, Headers{{"Mcp-Method", "tools/list"}}, Headers{{"MCP-Protocol-Version", "2026-07-28"}},
        Headers{{"MCP-Protocol-Version", "2025-11-25"}, {"Mcp-Method", "tools/list"}},
        Headers{{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}}}) {
    const Response response = send(modern("tools/list"), wrong);
    EXPECT_EQ(response.status, 400);
    EXPECT_EQ(Json(response.body).raw("/error/code"), "-32020");
  }
  const std::string message = modern("tools/call", call("extract", "{\"html\":" + quoted(testing::kBreadPage) + "}"));
  Headers headers{{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/call"}};
  EXPECT_EQ(send(message, headers).status, 400);
  headers.set("Mcp-Name", "extract");
  EXPECT_EQ(send(message, headers).status, 200);
  headers.set("Mcp-Name", "=?base64?ZXh0cmFjdA==?=");
  EXPECT_EQ(send(message, headers).status, 200);
  headers.set("Mcp-Name", "=?base64?####?=");
  EXPECT_EQ(send(message, headers).status, 400);
}

TEST_F(McpHttpTest, StatusesOfTheTransport) {
  const Headers unknown{{"MCP-Protocol-Version", "2026-07-28"}, {"Mcp-Method", "tools/dance"}};
  EXPECT_EQ(send(modern("tools/dance"), unknown).status, 404);
  const Headers future{{"MCP-Protocol-Version", "2031-01-01"}, {"Mcp-Method", "tools/list"}};
  EXPECT_EQ(send(modern("tools/list", "", "2031-01-01"), future).status, 400);
  // A revision with a handshake that is not known here is refused, too.
  EXPECT_EQ(send(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})", {{"MCP-Protocol-Version", "2020-01-01"}}).status,
            400);
  EXPECT_EQ(send("{").status, 400);
  EXPECT_EQ(send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})").status, 202);
  EXPECT_EQ(send(R"({"jsonrpc":"2.0","method":"notifications/initialized","params":7})").status, 400);
  EXPECT_EQ(send(R"({"jsonrpc":"2.0","id":1,"method":"ping"})", {{"MCP-Protocol-Version", "2025-06-18"}}).status, 200);
  EXPECT_EQ(send(R"({"jsonrpc":"2.0","id":1,"method":"ping"})").status, 200);
  EXPECT_EQ(send("x", {{"Content-Type", "text/plain"}}).status, 415);
  EXPECT_EQ(send("{}", {{"Accept", "text/html"}}).status, 406);
  const Response events = send(R"({"jsonrpc":"2.0","id":1,"method":"ping"})", {{"Accept", "text/event-stream"}});
  EXPECT_EQ(events.headers.get("Content-Type"), "text/event-stream");
  EXPECT_TRUE(events.body.starts_with("event: message\ndata: {\"jsonrpc\""));
  EXPECT_TRUE(events.body.ends_with("\n\n"));
  for (const std::string method : {"GET", "DELETE", "PUT"}) {
    Request request = testing::get("/mcp");
    request.method = method;
    const Response response = ask(router_, engine_, request);
    EXPECT_EQ(response.status, 405) << method;
    EXPECT_NE(response.headers.get("Allow").find("POST"), std::string_view::npos);
  }
}

TEST_F(McpHttpTest, PagesOfOthersMayNotTalkToIt) {
  const std::string ping = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
  for (const std::string origin : {"https://evil.example", "http://127.0.0.1.evil.example", "null", "http://10.0.0.1"})
    EXPECT_EQ(send(ping, {{"Origin", origin}}).status, 403) << origin;
  for (const std::string origin : {"http://localhost:6274", "http://127.0.0.1", "http://[::1]:3000"})
    EXPECT_EQ(send(ping, {{"Origin", origin}}).status, 200) << origin;
  Router router;
  add_mcp(router, {.origins = {"https://app.example"}});
  const Response allowed =
      ask(router, engine_, testing::post("/mcp", ping, {{"Accept", "*/*"}, {"Origin", "https://app.example"}}));
  EXPECT_EQ(allowed.status, 200);
}

}  // namespace
}  // namespace pith::serve
