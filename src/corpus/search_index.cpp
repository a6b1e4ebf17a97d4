#include "corpus/search_index.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "corpus/search_tokens.hpp"
#include "text/characters.hpp"
#include "text/utf8.hpp"

namespace pith::corpus {
namespace {

// --- The tokenizer: FTS5 wants functions in C. It has no state, but FTS5 takes a null pointer for a failure. ---

char g_no_state = 0;  // never read nor written

int create_tokenizer(void* /*unused*/, const char** /*arguments*/, int /*count*/, Fts5Tokenizer** tokenizer) {
  *tokenizer = reinterpret_cast<Fts5Tokenizer*>(&g_no_state);
  return SQLITE_OK;
}

void delete_tokenizer(Fts5Tokenizer* /*tokenizer*/) {}

int tokenize(Fts5Tokenizer* /*tokenizer*/, void* context, int flags, const char* text, int length,
             int (*take)(void*, int, const char*, int, int, int)) {
  try {
    SearchTokens tokens({text, static_cast<std::size_t>(length)}, (flags & FTS5_TOKENIZE_QUERY) != 0);
    while (tokens.next()) {
      const int result = take(context, 0, tokens.token().data(), static_cast<int>(tokens.token().size()),
                              static_cast<int>(tokens.begin()), static_cast<int>(tokens.end()));
      if (result != SQLITE_OK) return result;
    }
    return SQLITE_OK;
  } catch (const std::bad_alloc&) {
    return SQLITE_NOMEM;
  }
}

// --- Queries ---

constexpr std::array<std::string_view, 3> kColumns = {"title", "text", "comments"};

/// Cuts a query into its words, parentheses and phrases in quotation marks.
class QueryReader {
 public:
  enum class Kind : std::uint8_t { end, open, close, all, any, none, term };

  explicit QueryReader(std::string_view query) : rest_(query) {}

  Kind next() {
    skip_space();
    column = term = {};
    is_prefix = false;
    if (rest_.empty()) return Kind::end;
    if (rest_.front() == '(' || rest_.front() == ')') {
      const Kind kind = rest_.front() == '(' ? Kind::open : Kind::close;
      rest_.remove_prefix(1);
      return kind;
    }
    for (const std::string_view name : kColumns) {
      if (!rest_.starts_with(name) || !rest_.substr(name.size()).starts_with(':')) continue;
      column = name;
      rest_.remove_prefix(name.size() + 1);
      break;
    }
    if (rest_.starts_with('"')) {
      const std::size_t end = std::min(rest_.find('"', 1), rest_.size());  // one that is missing stands at the end
      term = rest_.substr(1, end - 1);
      rest_.remove_prefix(std::min(end + 1, rest_.size()));
      take_star();
      return Kind::term;
    }
    std::size_t end = 0;
    while (end < rest_.size() && std::string_view("()\"*").find(rest_[end]) == std::string_view::npos) {
      const text::CodePoint point = text::read_utf8(rest_.substr(end));
      if (text::is_space(point.value)) break;
      end += point.length;
    }
    term = rest_.substr(0, end);
    rest_.remove_prefix(end);
    if (end == 0 && rest_.starts_with('*')) rest_.remove_prefix(1);  // of nothing
    take_star();
    if (!column.empty()) return Kind::term;
    return term == "AND" ? Kind::all : term == "OR" ? Kind::any : term == "NOT" ? Kind::none : Kind::term;
  }

  std::string_view column, term;
  bool is_prefix = false;

 private:
  void skip_space() {
    while (!rest_.empty()) {
      const text::CodePoint point = text::read_utf8(rest_);
      if (!text::is_space(point.value)) return;
      rest_.remove_prefix(point.length);
    }
  }
  void take_star() {
    is_prefix = rest_.starts_with('*');
    if (is_prefix) rest_.remove_prefix(1);
  }

  std::string_view rest_;
};

/// Spells a query for FTS5, which has the same operators, but takes other characters than letters for mistakes.
class QueryWriter {
 public:
  Result<SearchQuery> write(std::string_view query) {
    using Kind = QueryReader::Kind;
    QueryReader reader(query);
    for (Kind kind = reader.next(); kind != Kind::end; kind = reader.next()) {
      switch (kind) {
        case Kind::open:
          join();
          negated_.push_back(is_negated());
          made_.expression += '(';
          wants_operand_ = true;
          refused_ = false;
          break;
        case Kind::close:
          if (negated_.size() == 1) return wrong("has a `)` without a `(`");
          if (wants_operand_) return wrong("has nothing in front of `)`");
          negated_.pop_back();
          made_.expression += ')';
          break;
        case Kind::term:
          add(reader);
          break;
        default:
          if (wants_operand_) return wrong("has nothing in front of `" + std::string(reader.term) + "`");
          made_.expression.append(" ").append(reader.term) += ' ';
          wants_operand_ = true;
          operator_ = reader.term;
          refused_ = kind == Kind::none;
      }
    }
    if (made_.expression.empty()) return wrong("has no letter, digit or character to look for");
    if (wants_operand_) return wrong("has nothing behind " + (operator_.empty() ? "`(`" : "`" + operator_ + "`"));
    if (negated_.size() > 1) return wrong("has a `(` without a `)`");
    return std::move(made_);
  }

 private:
  static Error wrong(const std::string& what) { return {ErrorCode::bad_option, "the query " + what}; }

  [[nodiscard]] bool is_negated() const { return negated_.back() || refused_; }

  void join() {
    if (!wants_operand_) made_.expression += " AND ";
  }

  void add(const QueryReader& reader) {
    SearchPhrase phrase;
    SearchTokens tokens(reader.term, true);
    bool single = false;
    while (tokens.next()) {
      phrase.tokens.emplace_back(tokens.token());
      single = tokens.is_single();
    }
    if (phrase.tokens.empty()) return;  // "&" alone: nothing is said by it
    phrase.is_prefix = reader.is_prefix || single;
    join();
    if (!reader.column.empty()) made_.expression.append(reader.column) += " : ";
    made_.expression += '"';
    // As it stands, for FTS5 cuts it up by the same tokens; there are no quotation marks in it.
    made_.expression.append(reader.term).append(phrase.is_prefix ? "\" *" : "\"");
    if (!is_negated()) made_.phrases.push_back(std::move(phrase));
    wants_operand_ = false;
    refused_ = false;
    operator_.clear();
  }

  SearchQuery made_;
  std::vector<bool> negated_ = {false};  // for each parenthesis that is open, and the whole
  bool wants_operand_ = true;
  bool refused_ = false;  // NOT stands before what comes next
  std::string operator_;  // the last one, while its operand is missing
};

// --- Snippets ---

struct Token {
  std::string text;
  std::size_t begin, end;
};

struct Hit {
  std::size_t begin, end;
  std::size_t phrase;
};

/// Where the phrase begins at a token, its end in bytes of the text; 0 where it does not.
std::size_t end_of_match(const std::vector<Token>& tokens, std::size_t at, const SearchPhrase& phrase) {
  const std::size_t count = phrase.tokens.size();
  if (at + count > tokens.size()) return 0;
  for (std::size_t i = 0; i + 1 < count; ++i)
    if (tokens[at + i].text != phrase.tokens[i]) return 0;
  const Token& last = tokens[at + count - 1];
  const std::string& wanted = phrase.tokens.back();
  if (last.text == wanted) return last.end;
  if (!phrase.is_prefix || !last.text.starts_with(wanted)) return 0;
  // Of two characters that stand together only the first was looked for.
  const bool is_character = text::is_cjk(text::first_character(wanted));
  return is_character ? last.begin + wanted.size() : last.end;
}

std::vector<Hit> hits_of(std::string_view text, const std::vector<SearchPhrase>& phrases) {
  std::vector<Token> tokens;
  for (SearchTokens reader(text); reader.next();)
    tokens.push_back({std::string(reader.token()), reader.begin(), reader.end()});
  std::vector<Hit> hits;
  for (std::size_t at = 0; at < tokens.size(); ++at)
    for (std::size_t phrase = 0; phrase < phrases.size(); ++phrase)
      if (const std::size_t end = end_of_match(tokens, at, phrases[phrase]); end > 0)
        hits.push_back({tokens[at].begin, end, phrase});
  return hits;
}

/// How many columns of a terminal it takes, about.
std::size_t width_of(char32_t c) { return text::is_cjk(c) || text::is_chinese_punctuation(c) ? 2 : 1; }

/// The byte up to which a piece goes that begins at `begin` and is so wide.
std::size_t end_of_piece(std::string_view text, std::size_t begin, std::size_t width) {
  std::size_t at = begin;
  while (at < text.size()) {
    const text::CodePoint point = text::read_utf8(text.substr(at));
    const std::size_t taken = width_of(point.value);
    if (taken > width) break;
    width -= taken;
    at += point.length;
  }
  return at;
}

/// The byte from which a piece goes that ends at `end` and is so wide; a word that it would begin in is left out.
std::size_t begin_of_piece(std::string_view text, std::size_t end, std::size_t width) {
  std::size_t at = end, word = end;
  while (at > 0) {
    std::size_t before = at - 1;
    while (before > 0 && text::continues_character(text[before])) --before;
    const char32_t c = text::first_character(text.substr(before));
    const std::size_t taken = width_of(c);
    if (c == '\n') return at;  // a paragraph begins
    if (taken > width) return word;
    width -= taken;
    at = before;
    if (text::is_space(c) || text::is_cjk(c)) word = at;
  }
  return 0;
}

}  // namespace

Error add_search_tokenizer(Database& database) {
  fts5_api* api = nullptr;
  sqlite3_stmt* statement = nullptr;
  if (sqlite3_prepare_v2(database.handle(), "SELECT fts5(?1)", -1, &statement, nullptr) == SQLITE_OK) {
    sqlite3_bind_pointer(statement, 1, static_cast<void*>(&api), "fts5_api_ptr", nullptr);
    sqlite3_step(statement);
  }
  sqlite3_finalize(statement);
  fts5_tokenizer functions = {create_tokenizer, delete_tokenizer, tokenize};
  if (api == nullptr || api->xCreateTokenizer(api, "pith", nullptr, &functions, nullptr) != SQLITE_OK)
    return {ErrorCode::io, "this SQLite has no full-text search (FTS5)"};
  return {};
}

Result<SearchQuery> parse_query(std::string_view query) { return QueryWriter().write(query); }

Snippet snippet_of(std::string_view text, const std::vector<SearchPhrase>& phrases, std::size_t characters) {
  const std::vector<Hit> hits = hits_of(text, phrases);
  // The hit from which on the most phrases, and among these the most hits, lie within the piece.
  constexpr std::size_t kLead = 4;  // a share of it stands before the first hit
  std::size_t best = 0, most_phrases = 0, most_hits = 0;
  std::vector<bool> seen(phrases.size());
  for (std::size_t first = 0; first < hits.size() && most_hits < hits.size(); ++first) {
    const std::size_t end = end_of_piece(text, hits[first].begin, characters - characters / kLead);
    std::fill(seen.begin(), seen.end(), false);
    std::size_t here = 0, different = 0;
    for (std::size_t i = first; i < hits.size() && hits[i].end <= end; ++i, ++here) {
      if (!seen[hits[i].phrase]) ++different;
      seen[hits[i].phrase] = true;
    }
    if (std::pair(different, here) <= std::pair(most_phrases, most_hits)) continue;
    best = first;
    most_phrases = different;
    most_hits = here;
  }
  const bool is_whole = hits.empty() || end_of_piece(text, 0, characters) == text.size();
  const std::size_t begin = is_whole ? 0 : begin_of_piece(text, hits[best].begin, characters / kLead);
  std::size_t end = end_of_piece(text, begin, characters);
  if (!hits.empty()) end = std::max(end, hits[best].end);  // a phrase longer than the piece
  Snippet snippet;
  if (begin > 0) snippet.text = "…";
  std::size_t copied = begin;
  const auto copy_to = [&](std::size_t to) {
    for (; copied < to; ++copied) snippet.text += text[copied] == '\n' || text[copied] == '\t' ? ' ' : text[copied];
  };
  for (const Hit& hit : hits) {
    if (hit.begin < begin || hit.end > end) continue;
    if (hit.begin < copied) {  // overlaps the one before
      if (hit.end <= copied) continue;
      copy_to(hit.end);
      snippet.marks.back().end = snippet.text.size();
      continue;
    }
    copy_to(hit.begin);
    const std::size_t mark = snippet.text.size();
    copy_to(hit.end);
    snippet.marks.push_back({mark, snippet.text.size()});
  }
  copy_to(end);
  while (snippet.text.ends_with(' ')) snippet.text.pop_back();
  if (end < text.size()) snippet.text += "…";
  return snippet;
}

}  // namespace pith::corpus
