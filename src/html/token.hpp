#pragma once

// What the tokenizer hands on, and the states in which it can be put from outside.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "html/document.hpp"

namespace pith::html {

/// How the text after a start tag is read (the standard's tokenizer states of the same names).
enum class ContentModel : std::uint8_t {
  data,
  rcdata,
  rawtext,
  script_data,
  plaintext,
  fragment,  ///< raw text that goes to the sink as a range of the input, to be parsed on its own
};

/// A start or end tag. Its attributes are the last ones of the attribute array; who keeps the tag
/// keeps them there, else they are dropped again.
struct TagToken {
  Tag tag = Tag::none;  ///< Tag::none: not a known name
  StringRef name;       ///< set when `tag` is none
  std::uint32_t first_attribute = 0;
  std::uint16_t attribute_count = 0;
  bool self_closing = false;
  std::uint32_t source_offset = 0;
};

struct DoctypeToken {
  StringRef name, public_id, system_id;
  bool has_name = false, has_public_id = false, has_system_id = false, force_quirks = false;
};

/// A token with strings of its own, for those who want the page as a sequence (conformance runs,
/// methods that work on the markup itself).
struct Token {
  enum class Kind : std::uint8_t { doctype, start_tag, end_tag, comment, characters };
  Kind kind = Kind::characters;
  std::string name;  ///< doctype, tags
  std::string data;  ///< comment, characters
  std::vector<std::pair<std::string, std::string>> attributes;
  std::string public_id, system_id;
  bool has_name = false, has_public_id = false, has_system_id = false;
  bool self_closing = false;
  bool force_quirks = false;
};

enum class SimdLevel : std::uint8_t { portable, sse2, avx2, best };

struct TokenizeOptions {
  ContentModel state = ContentModel::data;
  bool cdata_section = false;       ///< start inside a CDATA section
  std::string_view last_start_tag;  ///< lower case
  SimdLevel simd = SimdLevel::best;
};

/// The tokens of an input read on its own, without a tree builder that switches states. Adjacent
/// character tokens are joined. O(input).
std::vector<Token> tokenize(std::string_view input, const TokenizeOptions& options = {});

/// How many tokens an input has, raw text elements read as the tree builder has them read. Nothing is kept:
/// the cost of the tokenizer alone, for benchmarks. O(input).
std::size_t count_tokens(std::string_view input, SimdLevel simd = SimdLevel::best);

}  // namespace pith::html
