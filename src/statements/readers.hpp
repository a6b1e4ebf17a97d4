#pragma once

// The readers of a survey, each of which adds the statements of one kind of place.

#include <string>
#include <string_view>

#include "html/document.hpp"
#include "page/page.hpp"
#include "statements/statements.hpp"
#include "statements/survey.hpp"

namespace pith::statements {

void add_metas(const Survey& survey, Statements& statements);
void add_linked_data(const Survey& survey, Statements& statements);
/// Of microdata and RDFa.
void add_properties(const page::Page& page, const Survey& survey, std::string& buffer, Statements& statements);
/// The title element and the headings in sight.
void add_titles(const page::Page& page, const Survey& survey, std::string& buffer, Statements& statements);
/// What the html element declares.
void add_language(const html::Document& document, Statements& statements);
/// Canonical address, image, licence, next page.
void add_links(const html::Document& document, const Survey& survey, std::string_view url, std::string& buffer,
               Statements& statements);

}  // namespace pith::statements
