#pragma once

// Full-text search in a database: SQLite's FTS5 over the tokens of search_tokens.hpp, queries as people type them, and
// where in a text they hit.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "corpus/database.hpp"

namespace pith::corpus {

/// Lets FTS5 tables of this connection be made and read with tokenize='pith'.
Error add_search_tokenizer(Database& database);

/// Tokens that stand one behind the other.
struct SearchPhrase {
  std::vector<std::string> tokens;
  bool is_prefix = false;  ///< the last one is the beginning of a token
};

struct SearchQuery {
  std::string expression;             ///< as FTS5 reads it
  std::vector<SearchPhrase> phrases;  ///< what is to be shown of hits: all but what must not be there
};

/// Words that must all be there, in any order; "in quotation marks" one behind the other; OR, AND, NOT, parentheses;
/// word* for all that begins so; title:word, text:word, comments:word there alone. Chinese, Japanese and Korean
/// characters without a space between them are found as they stand, whatever is around them. O(query).
Result<SearchQuery> parse_query(std::string_view query);

/// A piece of a text with what was looked for in it.
struct Snippet {
  struct Mark {
    std::size_t begin = 0, end = 0;
  };

  std::string text;         ///< one line, "…" where something was left out
  std::vector<Mark> marks;  ///< in bytes of `text`, in order, apart from each other
};

/// The piece of about `characters` (of Chinese half as many) that has the most of the phrases; the beginning of the
/// text where none is in it. O(text).
Snippet snippet_of(std::string_view text, const std::vector<SearchPhrase>& phrases, std::size_t characters = 120);

}  // namespace pith::corpus
