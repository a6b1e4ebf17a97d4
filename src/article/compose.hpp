#pragma once

// From page and choice to the article: everything but the rendered text of its bodies.

#include <string>

#include "article/posts.hpp"
#include "article/subject.hpp"
#include "method/method.hpp"
#include "page/page.hpp"
#include "pith/pith.hpp"

namespace pith::article {

/// What composing needs while it goes on. Reused page after page.
struct Scratch {
  Statements statements;
  Buffers buffers;
  Comments comments;  ///< blocks of the article's comments
};

/// `survey` is the page's; `memory`, if any, that of its site, in which it is. Fills everything but the text of bodies
/// and comments: one (still empty) body for each body of the choice, and one for each comment, whose blocks are in
/// `scratch.comments`. O(nodes + text).
void compose(const page::Page& page, const Survey& survey, const method::Method& method, const method::Choice& choice,
             const PageInfo& info, Scratch& scratch, Article& article, site::Memory* memory = nullptr);

/// What was found for each field, field by field, the most trusted first. O(n log n) of the statements.
void report_fields(const Article& article, const Statements& statements, std::vector<FieldReport>& reports);

}  // namespace pith::article
