#pragma once

// The WHATWG parser (https://html.spec.whatwg.org/multipage/parsing.html), straight into the flat
// document. Every input gives a document; time and memory are linear in the input.

#include <memory>
#include <string_view>

#include "html/document.hpp"
#include "html/token.hpp"
#include "pith/limits.hpp"

namespace pith::html {

/// What becomes of the content of `noscript`.
enum class Noscript : std::uint8_t {
  fragment,  ///< default: as in a browser with scripting it is opaque to the page around it, but its
             ///< content is parsed as a fragment of its own and hung under the noscript element
  text,      ///< scripting on, by the letter: one text node (conformance runs)
  markup,    ///< scripting off, by the letter: parsed in place (conformance runs)
};

struct ParseOptions {
  Noscript noscript = Noscript::fragment;
  Limits limits{};
  /// Fragment parsing: local name of the context element, in lower case; empty for a whole document.
  std::string_view context{};
  Namespace context_namespace = Namespace::html;
};

/// Scratch memory of a parse, to be kept by a worker and used for page after page: in steady state
/// parsing allocates nothing. Not for two threads at once.
class Parser {
 public:
  /// `level` forces one of the instruction sets (tests); a set the processor lacks gives the next lower.
  explicit Parser(SimdLevel level = SimdLevel::best);
  ~Parser();
  Parser(Parser&&) noexcept;
  Parser& operator=(Parser&&) noexcept;

  /// Parses UTF-8 `input` into `document`, whose old content is dropped and whose memory is reused.
  /// The document keeps views into `input`, which must outlive it. Never fails: past a limit it
  /// degrades and says so in `document.truncated()`. Input that is not valid UTF-8 is taken byte by
  /// byte and comes out as it went in (text::decode makes it valid first). `Limits::input_bytes` bounds
  /// the bytes of the page and is decoding's to keep: here nothing is cut below 1 GiB. O(input).
  void parse(std::string_view input, const ParseOptions& options, Document& document);

 private:
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
};

/// One page, with memory of its own.
Document parse(std::string_view input, const ParseOptions& options = {});

}  // namespace pith::html
