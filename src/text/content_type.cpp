#include "text/content_type.hpp"

#include <algorithm>

#include "text/ascii.hpp"

namespace pith::text {

namespace {

constexpr std::string_view kWhiteSpace = " \t\n\r";

std::string_view trim_end(std::string_view text) noexcept {
  return text.substr(0, text.find_last_not_of(kWhiteSpace) + 1);
}

std::string_view trim(std::string_view text) noexcept {
  text.remove_prefix(std::min(text.find_first_not_of(kWhiteSpace), text.size()));
  return trim_end(text);
}

/// "HTTP token code points", at least one.
bool is_token(std::string_view text) noexcept {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return is_ascii_alphanumeric(c) || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  });
}

/// "HTTP quoted-string token code points": a tab, and what is no control character.
bool is_quotable(std::string_view text) noexcept {
  return std::all_of(text.begin(), text.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return c == '\t' || (byte >= 0x20 && byte != 0x7F);
  });
}

/// Everything in front of the first of `ends`, taken off `rest`.
std::string_view take_until(std::string_view& rest, std::string_view ends) noexcept {
  const std::string_view taken = rest.substr(0, rest.find_first_of(ends));
  rest.remove_prefix(taken.size());
  return taken;
}

/// The string in quotes at the beginning of `rest`, taken off with them; its end may be missing.
std::string take_quoted(std::string_view& rest) {
  std::string value;
  rest.remove_prefix(1);
  for (;;) {
    value += take_until(rest, "\"\\");
    if (rest.empty()) return value;
    const char mark = rest.front();
    rest.remove_prefix(1);
    if (mark == '"') return value;
    if (rest.empty()) return value += '\\';
    value += rest.front();
    rest.remove_prefix(1);
  }
}

/// "Parse a MIME type", of its parameters the charset alone. Without essence on failure.
ContentType parse_one(std::string_view value) {
  ContentType parsed;
  value = trim(value);
  const std::string_view type = take_until(value, "/");
  if (!is_token(type) || value.empty()) return parsed;
  value.remove_prefix(1);
  const std::string_view subtype = trim_end(take_until(value, ";"));
  if (!is_token(subtype)) return parsed;
  parsed.essence = ascii_lowered(type) + '/' + ascii_lowered(subtype);

  bool found = false;
  while (!value.empty() && !found) {
    value.remove_prefix(1);  // ;
    value.remove_prefix(std::min(value.find_first_not_of(kWhiteSpace), value.size()));
    const std::string_view name = take_until(value, ";=");
    if (value.empty() || value.front() == ';') continue;
    value.remove_prefix(1);  // =
    std::string text;
    const bool quoted = value.starts_with('"');
    if (quoted) text = take_quoted(value);
    const std::string_view bare = trim_end(take_until(value, ";"));
    if (!quoted) text = bare;
    if ((text.empty() && !quoted) || !equals_ignoring_case(name, "charset") || !is_quotable(text)) continue;
    parsed.charset = std::move(text);
    found = true;
  }
  return parsed;
}

/// The first of the values that commas divide, commas in quotes aside, taken off `rest` ("get, decode, and split").
std::string_view take_value(std::string_view& rest) noexcept {
  std::size_t end = 0;
  for (bool quoted = false; end < rest.size() && (quoted || rest[end] != ','); ++end) {
    if (rest[end] == '"') quoted = !quoted;
    if (quoted && rest[end] == '\\') ++end;
  }
  end = std::min(end, rest.size());
  const std::string_view value = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return value;
}

}  // namespace

bool ContentType::is_known() const noexcept {
  return !essence.empty() && essence != "unknown/unknown" && essence != "application/unknown";
}

bool ContentType::is_html() const noexcept { return essence == "text/html" || essence == "application/xhtml+xml"; }

bool ContentType::may_be_page() const noexcept {
  return !is_known() || is_html() || essence == "text/xml" || essence == "application/xml" || essence == "text/plain";
}

ContentType parse_content_type(std::string_view value) {
  ContentType last;
  while (!value.empty()) {
    ContentType parsed = parse_one(take_value(value));
    if (parsed.essence.empty() || parsed.essence == "*/*") continue;
    if (parsed.charset.empty() && parsed.essence == last.essence) parsed.charset = std::move(last.charset);
    last = std::move(parsed);
  }
  return last;
}

}  // namespace pith::text
