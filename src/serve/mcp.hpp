#pragma once

// The Model Context Protocol (https://modelcontextprotocol.io/specification), revision 2026-07-28, in which each
// request stands for itself, and the revisions before it that begin with a handshake, from 2024-11-05 on but for
// 2025-03-26 (whose batches no other has). Tools alone: extract, explain, batch_status.

#include <atomic>
#include <string>
#include <string_view>
#include <vector>

#include "serve/engine.hpp"
#include "serve/message.hpp"
#include "serve/router.hpp"

namespace pith::serve {

struct McpOptions {
  /// Folder in which runs of `pith batch` may be asked for by their names. Empty: over HTTP there is no tool
  /// batch_status, over standard input any path may be named: who starts the process may read it as well.
  std::string runs{};
  /// Origins (https://example.org) whose pages may talk to the endpoint, besides those of this machine; "*": all.
  std::vector<std::string> origins{};
};

class Mcp {
 public:
  explicit Mcp(McpOptions options) : options_(std::move(options)) {}

  /// A message of the stdio transport: the answer, in one line without its end; empty where none is due. What is sent
  /// by notifications/cancelled is the caller's to act on: cancelled_request(). Safe from any number of threads.
  [[nodiscard]] std::string answer(const std::string& message, Engine& engine,
                                   const std::atomic<bool>* stop = nullptr) const;

  /// A POST of the Streamable HTTP transport, answered with one JSON object. There are no sessions: none was ever
  /// required, and the current revision has none.
  [[nodiscard]] Response answer(const Request& request, Engine& engine) const;

 private:
  McpOptions options_;
};

/// The id, as JSON, of the request that a message takes back; empty for any other message.
std::string cancelled_request(const std::string& message);
/// The id, as JSON, of a request; empty where it is none.
std::string request_id(const std::string& message);

/// POST /mcp.
void add_mcp(Router& router, McpOptions options);

}  // namespace pith::serve
