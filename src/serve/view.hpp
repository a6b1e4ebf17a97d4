#pragma once

// A page with all that the workbench shows of it at once.

#include "serve/engine.hpp"
#include "serve/message.hpp"
#include "serve/page_sets.hpp"

namespace pith::serve {

/// POST /v1/view: a page as `html`, `html_b64`, `url` (fetched) or `set` and `record` (of the service's own pages);
/// `method`, `favor`, `settings`, `filters` (TOML), `charset`; `frame` = "styles" or "plain": the page itself, too, to
/// be shown in a frame, of a very large page so many `frame_parts`. The answer has the report of `pith explain` with,
/// for each block, where it stands in the frame (`node`); the article as record, text, Markdown and HTML; what each
/// filter did; of labelled pages the label and how near the text comes to it.
Response view(const Request& request, Engine& engine, const PageSets& sets);

}  // namespace pith::serve
