#include "rules/url_pattern.hpp"

#include "text/ascii.hpp"
#include "text/url.hpp"

namespace pith::rules {

namespace {

/// `*`: anything without "/"; `**`: anything. By going back to the last star of each kind alone.
bool fits_path(std::string_view pattern, std::string_view path) {
  constexpr std::size_t kNone = std::string_view::npos;
  std::size_t p = 0, at = 0;
  std::size_t star = kNone, star_at = 0;  // behind the last `*` and where it began to match
  std::size_t deep = kNone, deep_at = 0;  // the same of `**`
  while (at < path.size() || p < pattern.size()) {
    if (pattern.substr(p).starts_with("**")) {
      p += 2;
      deep = p;
      deep_at = at;
      star = kNone;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = ++p;
      star_at = at;
    } else if (p < pattern.size() && at < path.size() && pattern[p] == path[at]) {
      ++p;
      ++at;
    } else if (star != kNone && star_at < path.size() && path[star_at] != '/') {
      at = ++star_at;
      p = star;
    } else if (deep != kNone && deep_at < path.size()) {
      at = ++deep_at;
      p = deep;
      star = kNone;
    } else {
      return false;
    }
  }
  return true;
}

}  // namespace

Result<UrlPattern> UrlPattern::parse(std::string_view pattern) {
  UrlPattern parsed;
  parsed.text_ = pattern;
  if (const std::size_t scheme = pattern.find("://"); scheme != std::string_view::npos)
    pattern.remove_prefix(scheme + 3);
  if (pattern.starts_with("*.")) pattern.remove_prefix(2);
  const std::size_t path = pattern.find('/');
  parsed.host_ = text::ascii_lowered(pattern.substr(0, path));
  if (path != std::string_view::npos) parsed.path_ = pattern.substr(path);
  if (parsed.host_.empty() || parsed.host_.find_first_of("*? \t") != std::string::npos)
    return Error{ErrorCode::bad_option,
                 "`" + parsed.text_ + "` does not begin with a host: write \"example.org/news/*\""};
  return parsed;
}

bool UrlPattern::fits(std::string_view url) const {
  const text::Address address = text::split_address(url);
  const std::string host = text::ascii_lowered(address.host);
  if (!host.ends_with(host_)) return false;
  if (host.size() > host_.size() && host[host.size() - host_.size() - 1] != '.') return false;
  if (path_.empty()) return true;
  std::string path(address.path.empty() ? "/" : address.path);
  if (path_.find('?') != std::string::npos) path += address.query;
  return fits_path(path_, path);
}

}  // namespace pith::rules
