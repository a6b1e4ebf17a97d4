#pragma once

// What the files of this folder share while a page is composed.

#include <string>
#include <string_view>
#include <vector>

#include "method/choice.hpp"
#include "page/page.hpp"
#include "pith/pith.hpp"
#include "site/memory.hpp"
#include "statements/statements.hpp"
#include "statements/survey.hpp"

namespace pith::article {

using statements::Field;
using statements::Source;
using statements::Statement;
using statements::Statements;
using statements::Survey;

/// Strings that the steps of composing write to in passing. They keep their memory from page to page.
struct Buffers {
  std::string text, around, sample;
};

/// A page, what it says of itself, and what was chosen of it.
struct Subject {
  const page::Page& page;
  const method::Choice& choice;
  const Survey& survey;
  Buffers& buffers;
  std::string_view url;                        ///< of the page, or what it says its own is; may be empty
  text::Date fetched;                          ///< when; may be empty
  std::string_view language;                   ///< declared, lower case; may be empty
  page::BlockId title_block = 0;               ///< where the title stands, or the first block
  page::BlockId body_begin = 0, body_end = 0;  ///< the chosen blocks lie between; 0, 0: none
  site::Memory* memory = nullptr;              ///< in which the page is; nullptr: the page is judged alone

  [[nodiscard]] const html::Document& document() const noexcept { return page.document(); }
  /// The block that a node's text begins in, or one past the last block.
  [[nodiscard]] page::BlockId block_at(html::NodeId node) const noexcept { return page.before(node).blocks; }
  /// The block lies in what others wrote, or in a list of other articles.
  [[nodiscard]] bool foreign(page::BlockId block) const noexcept { return page.posts().is_foreign(block); }
};

// Statements that stand around title and body, and those of elements that count there.
void add_authors(const Subject& subject, Statements& statements);
void add_dates(const Subject& subject, Statements& statements);
void add_links(const Subject& subject, Statements& statements);
/// Lines such as "来源：… 作者：… 责任编辑：…" around the body.
void add_credits(const Subject& subject, Statements& statements);

/// Trusts places of the template more that proved right on other pages of the site, and less those that proved wrong.
void prefer_known_places(const Subject& subject, Statements& statements);
/// Tells the memory of the site what the title element says, and which places were right.
void tell_memory(const Subject& subject, const Statements& statements, const Article& article);

/// One title, of what was found: without the name of the site, as the page shows it. A name that the title element
/// has behind the title, and no statement gives, goes to `site` where that is empty.
std::string settle_title(const Subject& subject, const Statements& statements, std::string& site);
/// Names, cleaned and each once, of the most trusted statement that names somebody; trusts accounts less than people,
/// and more whom several places name.
std::vector<std::string> settle_authors(Statements& statements, std::string_view site, std::string_view host);
/// The date of publication (that of the first change where nothing else is said) or of the last change, as all
/// statements together have it: docs/metadata.md. Nullptr when there is none.
const Statement* settle_date(const Statements& statements, Field field);

}  // namespace pith::article
