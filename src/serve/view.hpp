#pragma once

// A page with all that the workbench shows of it at once.

#include <string>
#include <string_view>

#include "evaluate/labels.hpp"
#include "serve/engine.hpp"
#include "serve/message.hpp"
#include "serve/page_sets.hpp"

namespace pith::serve {

struct ViewOptions {
  bool frame = false;     ///< the page itself, too, to be shown in a frame
  bool styles = true;     ///< with its own styles
  std::size_t parts = 1;  ///< of a very large page so many
  double milliseconds = 0;
  const evaluate::Gold* gold = nullptr;  ///< what the page is known to hold
};

/// A page as JSON, as the workbench shows it: `article` is what Extractor::explain has just made of `html` in
/// `workspace` by these options.
std::string view_of(Article article, std::string_view html, const PageInfo& info, const Options& extraction,
                    Workspace& workspace, const ViewOptions& options);

/// POST /v1/view: a page as `html`, `html_b64`, `url` (fetched) or `set` and `record` (of the service's own pages);
/// `method`, `favor`, `settings`, `filters` (TOML), `charset`; `frame` = "styles" or "plain": the page itself, too, to
/// be shown in a frame, of a very large page so many `frame_parts`. The answer has the report of `pith explain` with,
/// for each block, where it stands in the frame (`node`), and of its `reason` the place in `reasons`; the article as
/// record, text, Markdown and HTML; what each filter did; of labelled pages the label and how near the text comes to
/// it.
Response view(const Request& request, Engine& engine, const PageSets& sets);

}  // namespace pith::serve
