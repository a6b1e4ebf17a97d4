#pragma once

// One parser an instruction set, chosen at run time by parser.cpp.

#include "html/parser.hpp"
#include "html/token.hpp"

namespace pith::html {

/// Entry points of one version. `memory` is made by `new_memory` of the same version.
struct ParserKernel {
  void* (*new_memory)();
  void (*delete_memory)(void* memory) noexcept;
  void (*parse)(void* memory, std::string_view input, const ParseOptions& options, Document& document);
  void (*tokenize)(std::string_view input, const TokenizeOptions& options, std::vector<Token>& tokens);
  std::size_t (*count_tokens)(std::string_view input);
};

extern const ParserKernel kPortableParser;
#if defined(__x86_64__)
extern const ParserKernel kSse2Parser;
extern const ParserKernel kAvx2Parser;
#endif

/// The fastest version this processor runs, or the one asked for where it does.
const ParserKernel& parser_kernel(SimdLevel level) noexcept;

/// Receives tokens as plain values; keeps the list of tokens out of the code compiled for one processor.
class TokenCollector {
 public:
  explicit TokenCollector(std::vector<Token>& tokens) : tokens_(tokens) {}
  void characters(std::string_view text);
  void comment(std::string_view text);
  void begin_tag(bool end, std::string_view name, bool self_closing);
  void add_attribute(std::string_view name, std::string_view value);
  void doctype(std::string_view name, std::string_view public_id, std::string_view system_id,
               const DoctypeToken& token);

 private:
  std::vector<Token>& tokens_;
};

}  // namespace pith::html
