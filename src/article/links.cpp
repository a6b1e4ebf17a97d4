// Addresses: canonical, next page, licence, image.

#include <algorithm>
#include <string>
#include <string_view>

#include "article/statements.hpp"
#include "text/ascii.hpp"

namespace pith::article {

namespace {

using enum Field;

bool has_token(std::string_view tokens, std::string_view wanted) noexcept {
  while (!tokens.empty()) {
    const std::size_t space = std::min(tokens.find(' '), tokens.size());
    if (text::equals_ignoring_case(tokens.substr(0, space), wanted)) return true;
    tokens.remove_prefix(std::min(space + 1, tokens.size()));
  }
  return false;
}

// "/a/./b/../c" → "/a/c"
std::string without_dots(std::string_view path) {
  std::string out;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/', 1), path.size());
    const std::string_view part = path.substr(0, end);
    path.remove_prefix(end);
    if (part == "/.") {
      if (path.empty()) out += '/';
    } else if (part == "/..") {
      out.resize(out.empty() ? 0 : out.rfind('/'));
      if (path.empty()) out += '/';
    } else {
      out += part;
    }
  }
  return out;
}

}  // namespace

std::string_view host_of(std::string_view url) noexcept {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return {};
  url.remove_prefix(scheme + 3);
  url = url.substr(0, url.find_first_of("/?#"));
  if (const std::size_t at = url.rfind('@'); at != std::string_view::npos) url.remove_prefix(at + 1);
  url = url.substr(0, url.find(':'));
  if (url.starts_with("www.")) url.remove_prefix(4);
  return url;
}

std::string absolute_url(std::string_view reference, std::string_view base) {
  while (!reference.empty() && static_cast<unsigned char>(reference.front()) <= ' ') reference.remove_prefix(1);
  while (!reference.empty() && static_cast<unsigned char>(reference.back()) <= ' ') reference.remove_suffix(1);
  if (reference.empty()) return {};
  const std::size_t colon = reference.find(':');
  if (colon != std::string_view::npos && colon < reference.find_first_of("/?#")) {
    const std::string_view scheme = reference.substr(0, colon);
    return text::equals_ignoring_case(scheme, "http") || text::equals_ignoring_case(scheme, "https")
               ? std::string(reference)
               : std::string();
  }
  const std::size_t scheme = base.find("://");
  if (scheme == std::string_view::npos) return {};
  if (reference.starts_with("//")) return std::string(base.substr(0, scheme + 1)).append(reference);
  base = base.substr(0, base.find('#'));
  const std::size_t path = std::min(base.find_first_of("/?", scheme + 3), base.size());
  std::string origin(base.substr(0, path));
  if (reference.front() == '#') return std::string(base).append(reference);
  const std::string_view base_path =
      base.substr(path, base.find('?') == std::string_view::npos ? std::string_view::npos : base.find('?') - path);
  if (reference.front() == '?') return origin.append(base_path.empty() ? "/" : base_path).append(reference);
  const std::size_t query = std::min(reference.find_first_of("?#"), reference.size());
  std::string joined;
  if (reference.front() != '/') {
    const std::size_t slash = base_path.rfind('/');
    joined = slash == std::string_view::npos ? "/" : std::string(base_path.substr(0, slash + 1));
  }
  joined += reference.substr(0, query);
  return origin.append(without_dots(joined)).append(reference.substr(query));
}

void add_links(const Subject& subject, Findings& findings) {
  const html::Document& document = subject.document();
  for (const Survey::Link& link : subject.survey.links) {
    const bool head = document[link.element].is(html::Tag::link);
    if (head && has_token(link.rel, "canonical")) findings.add(canonical, link.href, "link canonical", 0.9F);
    if (head && (has_token(link.rel, "image_src"))) findings.add(image, link.href, "link image_src", 0.7F);
    if (has_token(link.rel, "license")) findings.add(licence, link.href, "rel license", 0.9F);
    if (has_token(link.rel, "next")) findings.add(next_page, link.href, "rel next", head ? 0.9F : 0.8F);
  }
  // Licences of Creative Commons that are linked without saying so; "next page" links without rel.
  const page::Page& page = subject.page;
  const auto blocks = static_cast<page::BlockId>(page.blocks().size());
  const page::BlockId first = subject.body_end > 3 ? subject.body_end - 3 : 0;
  if (first >= blocks) return;
  const page::BlockId last = std::min(blocks, subject.body_end + 30);
  std::string text;
  for (html::NodeId id = page.block(first).begin; id < page.block(last - 1).end; ++id) {
    if (!document[id].is(html::Tag::a)) continue;
    const std::string_view href = document.attribute(id, html::Attr::href);
    if (href.empty() || document[id].end - id > 8) continue;
    if (href.find("creativecommons.org/licenses/") != std::string_view::npos) {
      findings.add(licence, href, "link to Creative Commons", 0.6F);
    }
    if (page.text_in(id).characters > 12) continue;
    text.clear();
    append_text_inside(document, id, text);
    for (char& c : text) c = text::ascii_lower(c);
    while (!text.empty() && (text.back() == ' ' || text.back() == '>')) text.pop_back();
    for (const std::string_view word :
         {"next", "next page", "下一页", "下一頁", "下页", "nächste seite", "weiter", "page suivante", "suivant",
          "siguiente", "次へ", "次のページ", "다음", "далее", "следующая"}) {
      if (text == word && !href.starts_with('#') && !href.starts_with("javascript")) {
        findings.add(next_page, href, "link text", 0.6F);
      }
    }
  }
}

}  // namespace pith::article
