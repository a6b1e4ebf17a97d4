#include "html/parser.hpp"

#include "html/document_access.hpp"
#include "html/parser_kernel.hpp"
#include "text/utf8.hpp"

namespace pith::html {

const ParserKernel& parser_kernel(SimdLevel level) noexcept {
#if defined(__x86_64__)
  static const bool has_avx2 =
      __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
  if (level == SimdLevel::portable) return kPortableParser;
  if (level == SimdLevel::sse2 || !has_avx2) return kSse2Parser;
  return kAvx2Parser;
#else
  static_cast<void>(level);
  return kPortableParser;
#endif
}

struct Parser::Scratch {
  const ParserKernel& kernel;
  void* memory;
  explicit Scratch(const ParserKernel& k) : kernel(k), memory(k.new_memory()) {}
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { kernel.delete_memory(memory); }
};

Parser::Parser(SimdLevel level) : scratch_(std::make_unique<Scratch>(parser_kernel(level))) {}
Parser::~Parser() = default;
Parser::Parser(Parser&&) noexcept = default;
Parser& Parser::operator=(Parser&&) noexcept = default;

void Parser::parse(std::string_view input, const ParseOptions& options, Document& document) {
  // Offsets are 31 bits wide, the top bit tells the side buffer from the input.
  constexpr std::size_t kMostBytes = std::size_t{1} << 30;
  const bool cut = input.size() > kMostBytes;
  if (cut) {
    input = input.substr(0, kMostBytes);
    input.remove_suffix(text::incomplete_utf8_suffix(input));
  }
  scratch_->kernel.parse(scratch_->memory, input, options, document);
  if (cut) DocumentAccess::add_truncation(document, Truncation::input);
}

Document parse(std::string_view input, const ParseOptions& options) {
  Document document;
  Parser().parse(input, options, document);
  return document;
}

std::vector<Token> tokenize(std::string_view input, const TokenizeOptions& options) {
  std::vector<Token> tokens;
  parser_kernel(options.simd).tokenize(input, options, tokens);
  return tokens;
}

std::size_t count_tokens(std::string_view input, SimdLevel simd) { return parser_kernel(simd).count_tokens(input); }

void TokenCollector::characters(std::string_view text) {
  if (tokens_.empty() || tokens_.back().kind != Token::Kind::characters) tokens_.emplace_back();
  tokens_.back().data += text;
}

void TokenCollector::comment(std::string_view text) {
  Token& token = tokens_.emplace_back();
  token.kind = Token::Kind::comment;
  token.data = text;
}

void TokenCollector::begin_tag(bool end, std::string_view name, bool self_closing) {
  Token& token = tokens_.emplace_back();
  token.kind = end ? Token::Kind::end_tag : Token::Kind::start_tag;
  token.name = name;
  token.self_closing = self_closing;
}

void TokenCollector::add_attribute(std::string_view name, std::string_view value) {
  tokens_.back().attributes.emplace_back(name, value);
}

void TokenCollector::doctype(std::string_view name, std::string_view public_id, std::string_view system_id,
                             const DoctypeToken& token) {
  Token& out = tokens_.emplace_back();
  out.kind = Token::Kind::doctype;
  out.name = name;
  out.public_id = public_id;
  out.system_id = system_id;
  out.has_name = token.has_name;
  out.has_public_id = token.has_public_id;
  out.has_system_id = token.has_system_id;
  out.force_quirks = token.force_quirks;
}

}  // namespace pith::html
