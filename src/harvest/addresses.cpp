#include "harvest/addresses.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "filter/hosts.hpp"
#include "text/ascii.hpp"
#include "text/number.hpp"
#include "text/url.hpp"

namespace pith::harvest {
namespace {

#include "harvest/harvest.inc"

constexpr std::size_t kLongestAddress = 1024;
constexpr std::size_t kMostSegments = 16, kMostRepeats = 2;

template <class List>
bool holds(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// Calls `visit(part)` for each part of a text between separators.
template <class Visit>
void split(std::string_view text, std::string_view separators, Visit&& visit) {
  for (;;) {
    const std::size_t end = text.find_first_of(separators);
    visit(text.substr(0, end));
    if (end == std::string_view::npos) return;
    text.remove_prefix(end + 1);
  }
}

bool is_of_session(std::string_view parameter) {
  const std::string name = text::ascii_lowered(parameter.substr(0, parameter.find('=')));
  return holds(kSessionParameters, name) ||
         std::any_of(kSessionPrefixes.begin(), kSessionPrefixes.end(),
                     [&](std::string_view prefix) { return name.starts_with(prefix); });
}

/// A loop of relative links makes addresses such as /a/b/a/b/a/b.
bool goes_in_circles(std::string_view path) {
  std::vector<std::string_view> segments;
  split(path, "/", [&](std::string_view segment) {
    if (!segment.empty()) segments.push_back(segment);
  });
  if (segments.size() > kMostSegments) return true;
  return std::any_of(segments.begin(), segments.end(), [&](std::string_view segment) {
    return segments.size() > kMostRepeats + 1 &&
           std::count(segments.begin(), segments.end(), segment) > static_cast<std::ptrdiff_t>(kMostRepeats) &&
           !text::is_ascii_digit(segment.front());
  });
}

/// Digits as zeros; of more than one word, or of one that is long, a star for all of them.
void append_shape(std::string_view part, bool keeps_word, std::string& out) {
  constexpr std::size_t kLongestWord = 12;
  std::size_t words = 0, longest = 0, length = 0, digits = 0;
  for (const char c : part) {
    const bool is_letter = text::is_ascii_letter(c) || c == '%' || static_cast<unsigned char>(c) >= 0x80;
    digits += text::is_ascii_digit(c) ? 1 : 0;
    words += is_letter && length == 0 ? 1 : 0;
    length = is_letter ? length + 1 : 0;
    longest = std::max(longest, length);
  }
  if (digits == 4 && part.size() == 4 && (part.starts_with("19") || part.starts_with("20"))) {
    out += "0000";  // a year
  } else if (words == 0 || (words == 1 && longest <= kLongestWord && (keeps_word || digits > 0))) {
    bool in_number = false;
    for (const char c : part) {
      const bool digit = text::is_ascii_digit(c);
      if (!digit) out += c;
      if (digit && !in_number) out += '0';
      in_number = digit;
    }
  } else {
    out += '*';
  }
}

}  // namespace

std::string page_address(std::string_view url) {
  text::Url parsed;
  if (url.size() > kLongestAddress || !parsed.parse(url)) return {};
  const bool is_web = parsed.kind() == text::Url::Kind::http || parsed.kind() == text::Url::Kind::https;
  if (!is_web || !parsed.username().empty() || !parsed.password().empty()) return {};
  std::string address(parsed.scheme());
  address.append("://").append(parsed.host());
  if (!parsed.port().empty()) address.append(":").append(parsed.port());
  std::string_view path = parsed.path();
  const std::size_t semicolon = path.rfind(';');
  if (semicolon != std::string_view::npos && is_of_session(path.substr(semicolon + 1)))
    path = path.substr(0, semicolon);
  const std::size_t dot = path.rfind('.');
  if (dot != std::string_view::npos && path.find('/', dot) == std::string_view::npos &&
      holds(kFileEndings, text::ascii_lowered(path.substr(dot + 1))))
    return {};
  if (goes_in_circles(path)) return {};
  address += path;
  char mark = '?';
  split(parsed.query(), "&", [&](std::string_view parameter) {
    if (parameter.empty() || is_of_session(parameter)) return;
    address += mark;
    address += parameter;
    mark = '&';
  });
  return address;
}

std::string site_address(std::string_view url) {
  std::string address = page_address(url);
  if (address.empty()) text::append_url({}, url, address);
  return address;
}

std::string pattern_of(std::string_view url) {
  text::Url parsed;
  if (!parsed.parse(url)) return {};
  std::string pattern = site_host(url);
  std::string_view path = parsed.path();
  if (path.starts_with('/')) path.remove_prefix(1);
  if (path.empty()) pattern += '/';
  while (!path.empty()) {
    const std::size_t end = path.find('/');
    const bool is_last = end == std::string_view::npos || end + 1 == path.size();
    std::string_view segment = path.substr(0, end), ending;
    if (const std::size_t dot = segment.rfind('.'); is_last && dot != std::string_view::npos && dot > 0) {
      ending = segment.substr(dot);
      segment = segment.substr(0, dot);
    }
    pattern += '/';
    append_shape(segment, !is_last, pattern);
    pattern += ending;
    if (end == std::string_view::npos) break;
    path.remove_prefix(end + 1);
    if (path.empty()) pattern += '/';
  }
  std::vector<std::string> parameters;
  split(parsed.query(), "&", [&](std::string_view parameter) {
    if (parameter.empty()) return;
    const std::size_t equals = parameter.find('=');
    std::string& shape = parameters.emplace_back(parameter.substr(0, equals));
    if (equals == std::string_view::npos) return;
    shape += '=';
    append_shape(parameter.substr(equals + 1), false, shape);
  });
  std::sort(parameters.begin(), parameters.end());
  char mark = '?';
  for (const std::string& parameter : parameters) {
    (pattern += mark) += parameter;
    mark = '&';
  }
  return pattern;
}

std::string origin_of(std::string_view url) {
  text::Url parsed;
  if (!parsed.parse(url)) return {};
  std::string origin(parsed.scheme());
  origin.append("://").append(parsed.host());
  if (!parsed.port().empty()) origin.append(":").append(parsed.port());
  return origin;
}

std::string site_host(std::string_view url) {
  text::Url parsed;
  if (!parsed.parse(url)) return {};
  std::string_view host = parsed.host();
  if (host.starts_with("www.")) host.remove_prefix(4);
  std::string site(host);
  if (!parsed.port().empty()) site.append(":").append(parsed.port());
  return site;
}

std::string site_domain(std::string_view url) {
  text::Url parsed;
  if (!parsed.parse(url)) return {};
  const bool is_number = parsed.host().starts_with('[') || text::is_ascii_digit(parsed.host().back());
  std::string site(is_number ? parsed.host() : filter::domain_of_host(parsed.host()));
  if (!parsed.port().empty()) site.append(":").append(parsed.port());
  return site;
}

std::span<const std::string_view> feed_places() noexcept { return kFeedPlaces; }
std::span<const std::string_view> sitemap_places() noexcept { return kSitemapPlaces; }

std::string date_in(std::string_view url) {
  const std::string_view path = text::split_address(url).path;
  constexpr int kFirstYear = 1994, kLastYear = 2099;
  std::vector<int> numbers;  // of year, month and day, as far as they follow each other
  std::string date;
  const auto flush = [&] {
    if (numbers.size() >= 2 && date.empty()) {
      const auto two = [](int number) { return (number < 10 ? "0" : "") + std::to_string(number); };
      date = std::to_string(numbers[0]) + "-" + two(numbers[1]);
      if (numbers.size() >= 3) date += "-" + two(numbers[2]);
    }
    numbers.clear();
  };
  split(path, "/-_.", [&](std::string_view part) {
    const int number = part.size() <= 4 ? text::parse_number<int>(part).value_or(-1) : -1;
    if (part.size() == 8 && numbers.empty()) {  // 20240503
      const int all = text::parse_number<int>(part).value_or(0);
      const int year = all / 10000, month = all / 100 % 100, day = all % 100;
      if (year >= kFirstYear && year <= kLastYear && month >= 1 && month <= 12 && day >= 1 && day <= 31) {
        numbers = {year, month, day};
        flush();
      }
      return;
    }
    const bool is_year = part.size() == 4 && number >= kFirstYear && number <= kLastYear;
    const bool follows = (numbers.size() == 1 && number >= 1 && number <= 12 && part.size() <= 2) ||
                         (numbers.size() == 2 && number >= 1 && number <= 31 && part.size() <= 2);
    if (is_year) {
      flush();
      numbers = {number};
    } else if (follows) {
      numbers.push_back(number);
    } else {
      flush();
    }
  });
  flush();
  return date;
}

}  // namespace pith::harvest
