#pragma once

// From page and choice to the article: everything but the rendered text of its bodies.

#include <string>

#include "article/findings.hpp"
#include "article/posts.hpp"
#include "article/survey.hpp"
#include "method/method.hpp"
#include "page/page.hpp"
#include "pith/pith.hpp"

namespace pith::article {

/// What composing needs while it goes on. Reused page after page.
struct Scratch {
  Survey survey;
  Findings findings;
  Buffers buffers;
  Comments comments;  ///< blocks of the article's comments
};

/// Fills everything but the text of bodies and comments: one (still empty) body for each body of the choice, and one
/// for each comment, whose blocks are in `scratch.comments`. O(nodes + text).
void compose(const page::Page& page, const method::Method& method, const method::Choice& choice, const PageInfo& info,
             Scratch& scratch, Article& article);

/// What was found for each field, field by field, the most trusted first. O(n log n) of the findings.
void report_fields(const Article& article, const Findings& findings, std::vector<FieldReport>& reports);

/// The title of a page without the name of its site: what title element, headings and cards agree on. White space
/// folded.
std::string find_title(const page::Page& page);

}  // namespace pith::article
