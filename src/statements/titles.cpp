// Statements of the title element, headings and the html element.

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "page/block_text.hpp"
#include "statements/readers.hpp"

namespace pith::statements {

namespace {
#include "statements/headings.inc"
}  // namespace

void add_titles(const page::Page& page, const Survey& survey, std::string& buffer, Statements& statements) {
  std::string& value = buffer;
  if (!survey.titles.empty()) {
    value.clear();
    page::append_text_inside(page.document(), survey.titles.front(), value);
    statements.add(Source::title_element, value);
  }
  // Headings in sight, the first few of each level.
  int ones = 0, twos = 0;
  const page::Flags invisible = page.invisible();
  for (const page::Block& block : page.blocks()) {
    if ((block.heading != 1 && block.heading != 2) || block.has(invisible)) continue;
    int& seen = block.heading == 1 ? ones : twos;
    if (++seen > (block.heading == 1 ? 3 : 4)) continue;
    value.clear();
    page::append_text(page, block, value);
    std::replace(value.begin(), value.end(), '\n', ' ');
    // What wikis and manuals hang behind headings.
    for (const std::string_view sign : kHeadingSigns) {
      if (value.ends_with(sign)) value.resize(value.size() - sign.size());
    }
    statements.add(block.heading == 2 ? Source::h2 : seen == 1 ? Source::h1 : Source::further_h1, value);
  }
}

void add_language(const html::Document& document, Statements& statements) {
  if (document.html() == html::kNoNode) return;
  for (const html::Attr attribute : {html::Attr::lang, html::Attr::xml_lang}) {
    statements.add(Source::html_lang, document.attribute(document.html(), attribute));
  }
}

}  // namespace pith::statements
