// pith mcp: the Model Context Protocol over standard input and output.

#include "serve/mcp.hpp"

#include <atomic>
#include <cstdio>
#include <iostream>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <string_view>

#include "cli/command.hpp"
#include "cli/page_serving.hpp"
#include "cli/rules_option.hpp"
#include "cli/terminal.hpp"
#include "pith/methods.hpp"

namespace pith::cli {
namespace {

/// Messages under way, each in a thread of the engine; answers come as they are ready.
class Session {
 public:
  explicit Session(const serve::Mcp& server) : server_(server) {}

  void take(std::string message, serve::Engine& engine) {
    if (const std::string id = serve::cancelled_request(message); !id.empty()) return cancel(id);
    const std::string id = serve::request_id(message);
    auto stop = std::make_shared<std::atomic<bool>>(false);
    {
      const std::lock_guard lock(mutex_);
      stops_[id] = stop;
    }
    const bool is_taken = engine.workers().try_post([this, id, stop, &engine, message = std::move(message)] {
      const std::string answer = answer_to(message, id, engine, *stop);
      const std::lock_guard lock(mutex_);
      if (const auto it = stops_.find(id); it != stops_.end() && it->second == stop) stops_.erase(it);
      // A request that was taken back gets no answer.
      if (!answer.empty() && !stop->load(std::memory_order_relaxed)) write(answer);
    });
    if (is_taken) return;
    const std::lock_guard lock(mutex_);
    stops_.erase(id);
    if (!id.empty()) write(failure(id, "too many requests at a time"));
  }

 private:
  std::string answer_to(const std::string& message, const std::string& id, serve::Engine& engine,
                        const std::atomic<bool>& stop) const {
    try {
      return server_.answer(message, engine, &stop);
    } catch (const std::bad_alloc&) {
      return id.empty() ? std::string() : failure(id, "there is not enough memory for this request");
    }
  }
  static std::string failure(const std::string& id, std::string_view why) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + R"(,"error":{"code":-32603,"message":")" + std::string(why) + "\"}}";
  }
  void cancel(const std::string& id) {
    const std::lock_guard lock(mutex_);
    if (const auto it = stops_.find(id); it != stops_.end()) it->second->store(true, std::memory_order_relaxed);
  }
  static void write(const std::string& answer) {
    std::fwrite(answer.data(), 1, answer.size(), stdout);
    std::fputc('\n', stdout);
    std::fflush(stdout);
  }

  const serve::Mcp& server_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<std::atomic<bool>>> stops_;  // by the id of the request
};

struct McpCommand {
  PageServing pages;
  Options extraction;
  std::string rules;

  [[nodiscard]] int run() const;
};

int McpCommand::run() const {
  serve::EngineOptions engine_options;
  engine_options.extraction = extraction;
  if (const Extractor extractor(extraction); extractor.error()) {
    complain({}, with_hint(extractor.error().message, extraction));
    return kBad;
  }
  Result<std::unique_ptr<rules::ArticleRules>> site_rules = load_site_rules(rules);
  if (!site_rules) {
    complain({}, site_rules.error().message);
    return kBad;
  }
  engine_options.site_rules = *std::move(site_rules);
  const serve::Mcp server({.runs = pages.runs});
  Session session(server);
  serve::Engine engine(engine_options, pages.make_fetcher());  // ends before the session, when all is answered
  std::string message;
  while (std::getline(std::cin, message))
    if (!message.empty()) session.take(std::move(message), engine);
  return kDone;
}

}  // namespace

void add_mcp(Program& program) {
  const auto self = std::make_shared<McpCommand>();
  self->extraction.catalogue = &all_methods();
  CLI::App* command = add_command(program, "mcp", "Serve agents by the Model Context Protocol, over standard input",
                                  [self] { return self->run(); });
  add_method_and_favor(program, *command, self->extraction);
  add_filters(*command, self->extraction.settings);
  add_site_rules(*command, self->rules);
  add_page_serving(*command, self->pages);
  command->footer(
      R"(A program that reads pages for a language model starts this, and talks to it by JSON-RPC: one message a line.
The tools are extract, explain and batch_status. Text that pages show to nobody is left out unless it is asked
for. The same over HTTP is /mcp of `pith serve` (docs/agents.md).

Examples:
  pith mcp
  pith mcp --fetch --fetch-robots
  npx @modelcontextprotocol/inspector pith mcp --fetch

Exit status: 0 the input has ended, 2 bad use.)");
}

}  // namespace pith::cli
