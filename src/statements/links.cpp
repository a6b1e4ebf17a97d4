// Statements of link elements and links with rel: canonical address, image, licence, next page.

#include <algorithm>
#include <string>
#include <string_view>

#include "statements/addresses.hpp"
#include "statements/readers.hpp"
#include "text/ascii.hpp"

namespace pith::statements {

namespace {

bool has_token(std::string_view tokens, std::string_view wanted) noexcept {
  while (!tokens.empty()) {
    const std::size_t space = std::min(tokens.find(' '), tokens.size());
    if (text::equals_ignoring_case(tokens.substr(0, space), wanted)) return true;
    tokens.remove_prefix(std::min(space + 1, tokens.size()));
  }
  return false;
}

}  // namespace

void add_links(const html::Document& document, const Survey& survey, std::string_view url, std::string& buffer,
               Statements& statements) {
  for (const Survey::Link& link : survey.links) {
    const bool head = document[link.element].is(html::Tag::link);
    if (head && has_token(link.rel, "canonical")) statements.add(Source::link_canonical, link.href);
    if (head && has_token(link.rel, "image_src")) statements.add(Source::link_image, link.href);
    if (has_token(link.rel, "license")) statements.add(Source::rel_license, link.href);
    if (has_token(link.rel, "next")) {
      const Source source = head ? Source::link_next : Source::rel_next;
      statements.add(source, link.href, leads_to_next_part(url, link.href, buffer) ? trust_of(source) : 0);
    }
  }
}

}  // namespace pith::statements
