#pragma once

// A page as it looks, to be shown in a frame of the workbench: made of the tree that extraction has judged, so that
// each block can be found in it again. Nothing in it runs or asks for anything, whatever frame it stands in: it
// holds no scripts, no addresses, and of attributes those alone that are known to be harmless; a
// Content-Security-Policy of its own says so once more, for what style sheets ask for.

#include <cstddef>
#include <string>

#include "page/page.hpp"

namespace pith::serve {

struct PageFrameOptions {
  bool styles = true;  ///< with the style sheets and `style` attributes that the page itself holds
  /// Browsers take seconds for large pages. One with more elements and marked texts, or more bytes, than these is
  /// shown in parts: its beginning alone, and an empty element with `data-cut` behind it.
  std::size_t most_elements = 10'000;
  std::size_t most_bytes = std::size_t{2} << 20;
  /// What a part is: browsers have it laid out in a tenth of a second.
  std::size_t part_elements = 1'500;
  std::size_t part_bytes = std::size_t{256} << 10;
  std::size_t parts = 1;  ///< so many are written
};

/// Appends a page of HTML. What belongs to a block carries `data-block`, the number of the block's first text node
/// (Block::begin): its container where that holds nothing else, else elements `pith-text` around
/// its texts. Images are grey areas of their size with `data-outside`; so are frames, video and the like. O(document).
void append_page_frame(const page::Page& page, const PageFrameOptions& options, std::string& out);

}  // namespace pith::serve
