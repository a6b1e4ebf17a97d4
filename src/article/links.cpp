// Links around the body: to its licence, to its next page.

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "article/subject.hpp"
#include "page/block_text.hpp"
#include "statements/addresses.hpp"
#include "text/ascii.hpp"

namespace pith::article {

namespace {
#include "article/links.inc"
}  // namespace

void add_links(const Subject& subject, Statements& statements) {
  const html::Document& document = subject.document();
  // Licences of Creative Commons that are linked without saying so; "next page" links without rel.
  const page::Page& page = subject.page;
  const auto blocks = static_cast<page::BlockId>(page.blocks().size());
  const page::BlockId first = subject.body_end > 3 ? subject.body_end - 3 : 0;
  if (first >= blocks) return;
  const page::BlockId last = std::min(blocks, subject.body_end + 30);
  std::string& text = subject.buffers.text;
  for (html::NodeId id = page.block(first).begin; id < page.block(last - 1).end; ++id) {
    if (!document[id].is(html::Tag::a)) continue;
    const std::string_view href = document.attribute(id, html::Attr::href);
    if (href.empty() || document[id].end - id > 8) continue;
    if (href.find("creativecommons.org/licenses/") != std::string_view::npos) {
      statements.add(Source::creative_commons, href);
    }
    if (page.text_in(id).characters > 12) continue;
    text.clear();
    page::append_text_inside(document, id, text);
    for (char& c : text) c = text::ascii_lower(c);
    while (!text.empty() && (text.back() == ' ' || text.back() == '>')) text.pop_back();
    for (const std::string_view word : kNextPageWords) {
      if (text == word && !href.starts_with('#') && !href.starts_with("javascript")) {
        const bool next = statements::leads_to_next_part(subject.url, href, subject.buffers.around);
        statements.add(Source::next_text, href, next ? statements::trust_of(Source::next_text) : 0);
      }
    }
  }
}

}  // namespace pith::article
