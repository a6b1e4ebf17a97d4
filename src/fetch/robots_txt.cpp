#include "fetch/robots_txt.hpp"

#include <algorithm>

#include "text/ascii.hpp"
#include "text/number.hpp"
#include "text/url.hpp"

namespace pith::fetch {
namespace {

bool is_unreserved(char c) noexcept {
  return text::is_ascii_alphanumeric(c) || c == '-' || c == '.' || c == '_' || c == '~';
}

void append_encoded(char c, std::string& out) {
  const auto byte = static_cast<unsigned char>(c);
  out += '%';
  out += text::kUpperHex[byte >> 4];
  out += text::kUpperHex[byte & 15];
}

/// Whether a pattern matches the beginning of a path, or with "$" the whole. O(pattern × path) at worst.
bool matches(std::string_view pattern, std::string_view path) {
  const bool to_the_end = pattern.ends_with('$');
  if (to_the_end) pattern.remove_suffix(1);
  std::size_t star = pattern.find('*');
  if (!path.starts_with(pattern.substr(0, star))) return false;
  if (star == std::string_view::npos) return !to_the_end || path.size() == pattern.size();
  path.remove_prefix(star);
  for (;;) {  // each piece behind a star where it comes first, the last one at the end
    pattern.remove_prefix(star + 1);
    star = pattern.find('*');
    const std::string_view piece = pattern.substr(0, star);
    if (star == std::string_view::npos)
      return to_the_end ? path.ends_with(piece) : path.find(piece) != std::string_view::npos;
    const std::size_t at = path.find(piece);
    if (at == std::string_view::npos) return false;
    path.remove_prefix(at + piece.size());
  }
}

struct Line {
  std::string_view name, value;
};

/// Takes the next line off the bytes, which ends with CR, LF or both, and splits it at its colon.
Line take_line(std::string_view& bytes) {
  const std::size_t end = std::min(bytes.find_first_of("\r\n"), bytes.size());
  std::string_view line = bytes.substr(0, end);
  bytes.remove_prefix(std::min(end + 1, bytes.size()));
  line = line.substr(0, line.find('#'));
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return {};
  return {text::trim_ascii(line.substr(0, colon)), text::trim_ascii(line.substr(colon + 1))};
}

/// "ExampleBot/0.1" is ExampleBot.
std::string_view token_of(std::string_view agent) {
  std::size_t end = 0;
  while (end < agent.size() && (text::is_ascii_letter(agent[end]) || agent[end] == '-' || agent[end] == '_')) ++end;
  return agent.substr(0, end);
}

}  // namespace

std::string robots_path(std::string_view path, bool is_pattern, bool query_slashes) {
  std::string out;
  bool in_query = false;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const char c = path[i];
    const int byte = c == '%' ? text::hex_byte(path.substr(i + 1)) : -1;
    if (byte >= 0) {
      if (is_unreserved(static_cast<char>(byte))) {
        out += static_cast<char>(byte);
      } else {
        append_encoded(static_cast<char>(byte), out);
      }
      i += 2;
    } else if (is_unreserved(c) || c == '%' || c == '?' || c == '=' || c == '&' ||
               (c == '/' && !(in_query && query_slashes)) ||
               (is_pattern && (c == '*' || (c == '$' && i + 1 == path.size())))) {
      if (c == '*' && out.ends_with('*')) continue;  // the same as one
      out += c;
    } else {
      append_encoded(c, out);
    }
    in_query = in_query || c == '?';
  }
  return out;
}

RobotsRules RobotsRules::disallow_all() {
  RobotsRules rules;
  rules.rules_.push_back({"/", "/", false});
  return rules;
}

RobotsRules RobotsRules::parse(std::string_view bytes, std::string_view agent) {
  bytes = bytes.substr(0, kRobotsBytes);
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  RobotsRules own, any;
  std::vector<std::string> sitemaps;
  const std::string wanted = text::ascii_lowered(token_of(agent));
  bool for_own = false, for_any = false;  // the group that the line is in
  bool has_own = false, in_agents = false;
  while (!bytes.empty()) {
    const auto [name, value] = take_line(bytes);
    if (text::equals_ignoring_case(name, "user-agent")) {
      if (!in_agents) for_own = for_any = false;
      in_agents = true;
      for_any = for_any || value == "*";
      if (text::equals_ignoring_case(token_of(value), wanted)) for_own = has_own = true;
    } else if (const bool allow = text::equals_ignoring_case(name, "allow");
               allow || text::equals_ignoring_case(name, "disallow")) {
      in_agents = false;
      if (value.empty() || (!for_own && !for_any)) continue;
      const Rule rule{robots_path(value, true, false), robots_path(value, true, true), allow};
      if (for_own) own.rules_.push_back(rule);
      if (for_any) any.rules_.push_back(rule);
    } else if (text::equals_ignoring_case(name, "crawl-delay")) {
      constexpr double kMostSeconds = 3600;
      const double seconds = std::clamp(text::parse_number<double>(value).value_or(0), 0.0, kMostSeconds);
      if (for_own) own.crawl_delay_ = seconds;
      if (for_any) any.crawl_delay_ = seconds;
    } else if (text::equals_ignoring_case(name, "sitemap") && !value.empty()) {
      sitemaps.emplace_back(value);
    }
  }
  RobotsRules rules = has_own ? std::move(own) : std::move(any);
  rules.sitemaps_ = std::move(sitemaps);
  return rules;
}

bool RobotsRules::allows(std::string_view url) const {
  if (rules_.empty()) return true;
  const text::Address address = text::split_address(url);
  std::string path(address.path.empty() ? "/" : address.path);
  if (path == "/robots.txt") return true;
  path += address.query;
  const std::string plain = robots_path(path, false, false), in_query = robots_path(path, false, true);
  std::size_t longest = 0;
  bool allowed = true;
  for (const Rule& rule : rules_) {
    const std::size_t length = rule.pattern.size();
    if (length < longest || (length == longest && (!rule.allow || allowed))) continue;
    if (!matches(rule.pattern, plain) && !matches(rule.in_query, in_query)) continue;
    longest = length;
    allowed = rule.allow;
  }
  return allowed;
}

}  // namespace pith::fetch
