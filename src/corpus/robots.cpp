#include "corpus/robots.hpp"

#include <algorithm>
#include <array>

#include "text/ascii.hpp"
#include "text/meta_scan.hpp"
#include "text/prescan.hpp"

namespace pith::corpus {
namespace {

constexpr std::array<std::string_view, 8> kDirectives = {"noindex",   "nofollow",     "none", "noarchive",
                                                         "nosnippet", "noimageindex", "noai", "noimageai"};
constexpr std::string_view kReservation = "tdm-reservation";

void add(std::string_view word, std::vector<std::string_view>& robots) {
  if (std::find(robots.begin(), robots.end(), word) == robots.end()) robots.push_back(word);
}

}  // namespace

void add_robots(std::string_view directives, std::vector<std::string_view>& robots) {
  while (!directives.empty()) {
    const std::size_t end = std::min(directives.find(','), directives.size());
    const std::string_view one = text::trim_ascii(directives.substr(0, end));
    directives.remove_prefix(std::min(end + 1, directives.size()));
    if (const std::size_t colon = one.find(':'); colon != std::string_view::npos) {
      // "googlebot: noindex, nofollow" is for that one up to the end; "max-snippet: 20" limits all, and forbids
      // nothing.
      if (!text::starts_with_ignoring_case(one, "max-") && !text::starts_with_ignoring_case(one, "unavailable_after"))
        return;
      continue;
    }
    for (const std::string_view directive : kDirectives)
      if (text::equals_ignoring_case(one, directive)) add(directive, robots);
  }
}

void add_reservation(std::string_view value, std::vector<std::string_view>& robots) {
  if (text::trim_ascii(value) == "1") add(kReservation, robots);
}

void add_robots_of_page(std::string_view html, std::vector<std::string_view>& robots) {
  text::MetaScan::Attribute attribute;
  std::string name, content;
  for (text::MetaScan scan(html.substr(0, text::kPrescanBytes), true); scan.next();) {
    name.clear();
    content.clear();
    while (scan.attribute(attribute)) {
      if (attribute.name == "name" && name.empty()) name.swap(attribute.value);
      if (attribute.name == "content" && content.empty()) content.swap(attribute.value);
    }
    if (name == "robots") add_robots(content, robots);
    if (name == kReservation) add_reservation(content, robots);
  }
}

std::vector<std::string_view> robots_of(std::string_view html, std::string_view field, std::string_view reservation) {
  std::vector<std::string_view> robots;
  add_robots(field, robots);
  add_reservation(reservation, robots);
  add_robots_of_page(html, robots);
  return robots;
}

}  // namespace pith::corpus
