#pragma once

// From page and choice to the article: everything but the rendered text of its bodies.

#include <string>

#include "article/posts.hpp"
#include "method/method.hpp"
#include "page/page.hpp"
#include "pith/pith.hpp"

namespace pith::article {

/// Fills title, language, method, reason, one (still empty) body for each body of the choice, and one for each comment,
/// whose blocks go to `comments`. O(nodes).
void compose(const page::Page& page, const method::Method& method, const method::Choice& choice, Comments& comments,
             Article& article);

/// The title of a page without the name of its site: `og:title` or the first h1 that the title element
/// holds, else the title element as it is; without one, `og:title` or the first h1. White space folded.
std::string find_title(const page::Page& page);

}  // namespace pith::article
