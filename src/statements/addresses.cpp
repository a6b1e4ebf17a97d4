#include "statements/addresses.hpp"

#include <algorithm>
#include <array>

#include "text/ascii.hpp"
#include "text/number.hpp"
#include "text/url.hpp"

namespace pith::statements {

namespace {

#include "statements/addresses.inc"

// Path and query of an address.
std::string_view path_of(std::string_view url) noexcept {
  const text::Address address = text::split_address(url);
  return {address.path.data(), address.path.size() + address.query.size()};
}

// Whether what stands before a number says that it counts pages: "?page=", "/p/", "&start=".
bool counts_pages(std::string_view before) noexcept {
  while (!before.empty() && std::string_view("=/_-.").find(before.back()) != std::string_view::npos)
    before.remove_suffix(1);
  return std::any_of(kPageCounters.begin(), kPageCounters.end(), [before](std::string_view word) {
    if (before.size() < word.size()) return false;
    const std::size_t begin = before.size() - word.size();
    return text::equals_ignoring_case(before.substr(begin), word) &&
           (begin == 0 || std::string_view("/?&_-.;").find(before[begin - 1]) != std::string_view::npos);
  });
}

// A number at the end of a text, which loses it; -1 when there is none, or one of more than three digits.
int take_number(std::string_view& text) noexcept {
  std::size_t begin = text.size();
  while (begin > 0 && text::is_ascii_digit(text[begin - 1])) --begin;
  const std::string_view digits = text.substr(begin);
  text = text.substr(0, begin);
  return digits.size() > 3 ? -1 : text::parse_number<int>(digits).value_or(-1);
}

// Whether `next` is the path of the part behind that at `here`: the same but for the number of the page, which is one
// more, or with a first such number. Sites also call the next article "next".
bool is_next_part(std::string_view here, std::string_view next) noexcept {
  constexpr std::size_t kLongestMark = 12;  // bytes: "/index_", "?page="
  std::size_t begin = 0, end = 0;           // of both, as far as they are the same
  while (begin < here.size() && begin < next.size() && here[begin] == next[begin]) ++begin;
  const std::size_t most = std::min(here.size(), next.size()) - begin;
  while (end < most && here[here.size() - 1 - end] == next[next.size() - 1 - end]) ++end;
  // Not within a number.
  const auto digit = [](std::string_view text, std::size_t i) {
    return i < text.size() && text::is_ascii_digit(text[i]);
  };
  while (begin > 0 && text::is_ascii_digit(here[begin - 1]) && (digit(here, begin) || digit(next, begin))) --begin;
  while (end > 0 && text::is_ascii_digit(here[here.size() - end]) &&
         (digit(here, here.size() - end - 1) || digit(next, next.size() - end - 1))) {
    --end;
  }
  if (begin + end > std::min(here.size(), next.size())) return false;
  const std::string_view before = next.substr(0, begin);
  std::string_view was = here.substr(begin, here.size() - end - begin);
  std::string_view is = next.substr(begin, next.size() - end - begin);

  std::string_view rest = was;
  if (const int old_page = take_number(rest); old_page >= 0 && rest.empty()) {
    const int page = take_number(is);
    if (!is.empty() || page <= old_page) return false;
    constexpr int kMostPages = 99;  // "?p=388": the number of an article, as WordPress has it
    if (before.ends_with("?p=") && old_page > kMostPages) return false;
    if (counts_pages(before)) return true;
    return page == old_page + 1 &&
           (before.ends_with('_') || before.ends_with('-') || (before.ends_with('/') && page == 2));
  }
  const bool in_query = before.find('?') != std::string_view::npos || was.starts_with('?');
  if (!was.empty() && was != "/" && !in_query) return false;
  if (const std::size_t dot = is.rfind('.'); dot != std::string_view::npos && !digit(is, dot + 1))
    is = is.substr(0, dot);
  while (is.ends_with('/') || is.ends_with('&')) is.remove_suffix(1);
  const int page = take_number(is);
  if (page < 1 || is.size() > kLongestMark) return false;
  const std::string_view mark = is.empty() ? before : is;
  return counts_pages(mark) ||
         (page <= 2 && !in_query && std::string_view("_-/~").find(mark.back()) != std::string_view::npos);
}

// Whether a path says that it is of a page behind the first: where it is not known what leads there.
bool names_page(std::string_view path) noexcept {
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (!text::is_ascii_digit(path[i])) continue;
    const std::size_t end = std::min(path.find_first_not_of("0123456789", i), path.size());
    if (end - i <= 3 && counts_pages(path.substr(0, i))) return true;
    i = end;
  }
  while (path.ends_with('/')) path.remove_suffix(1);
  if (const std::size_t dot = path.rfind('.');
      dot != std::string_view::npos && path.find('/', dot) == std::string_view::npos)
    path = path.substr(0, dot);
  return path.ends_with("_2") || path.ends_with("-2") || path.ends_with("/2");
}

}  // namespace

std::string_view host_of(std::string_view url) noexcept {
  std::string_view host = text::split_address(url).host;
  if (host.starts_with("www.")) host.remove_prefix(4);
  return host;
}

bool leads_to_next_part(std::string_view url, std::string_view href, std::string& buffer) {
  if (url.empty()) return names_page(path_of(href));
  buffer.clear();
  if (!text::append_url(url, href, buffer)) return false;
  std::string here;  // as what is linked to is written
  if (!text::append_url({}, url, here)) here = url;
  return host_of(buffer) == host_of(here) && is_next_part(path_of(here), path_of(buffer));
}

}  // namespace pith::statements
