#pragma once

// Who wrote a body or a comment, and when.

#include <cstdint>
#include <span>
#include <vector>

#include "method/choice.hpp"
#include "page/page.hpp"
#include "pith/pith.hpp"
#include "text/date.hpp"

namespace pith::article {

/// The comments of readers below what was chosen, as lists of blocks. Reused page after page.
struct Comments {
  std::vector<page::BlockId> blocks;  ///< comment after comment
  std::vector<std::uint32_t> ends;    ///< where in `blocks` each ends

  [[nodiscard]] std::span<const page::BlockId> of(std::size_t index) const noexcept {
    const std::uint32_t begin = index == 0 ? 0 : ends[index - 1];
    return std::span(blocks).subspan(begin, ends[index] - begin);
  }
};

/// Comments of which nothing was chosen as main content; one (still empty) body in `article.comments` for each,
/// with author and date; `fetched` (may be empty) completes dates such as "3 hours ago". O(posts + their blocks).
void find_comments(const page::Page& page, const method::Choice& choice, const text::Date& fetched, Comments& comments,
                   Article& article);

/// Author and date of each body that is a post; of the first of several, where nothing beside it says, the page's
/// author.
void sign_bodies(const page::Page& page, const method::Choice& choice, const text::Date& fetched, Article& article);

}  // namespace pith::article
