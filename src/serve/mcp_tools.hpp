#pragma once

// What the tools of MCP do, without the protocol around them.

#include <atomic>
#include <string>
#include <string_view>

#include "corpus/json_document.hpp"
#include "serve/engine.hpp"

namespace pith::serve {

/// What a tool gives: a text for the model, and the same as data. An error is a text that says what to do about it.
struct ToolResult {
  bool is_error = false;
  std::string text{};
  std::string structured{};  ///< a JSON object as the tool's outputSchema has it; of errors empty
};

/// What a tool works with.
struct ToolContext {
  Engine& engine;
  std::string_view runs;  ///< McpOptions::runs
  bool any_path = false;  ///< runs may be named by any path
  const std::atomic<bool>* stop = nullptr;
};

struct Tool {
  std::string_view name;
  std::string_view definition;  ///< the object of tools/list, as JSON
  ToolResult (*run)(const corpus::JsonObject& arguments, const ToolContext& context);
};

/// The tools there are, always in the same order; batch_status where `with_runs`.
std::string tool_list(bool with_runs);
/// nullptr: there is none of this name.
const Tool* find_tool(std::string_view name, bool with_runs);

}  // namespace pith::serve
