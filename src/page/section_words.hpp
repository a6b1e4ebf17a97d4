#pragma once

// Headings of what stands around an article on most sites: other articles.

#include <string_view>

namespace pith::page {

/// Whether a text heads links to other pages: "Related articles", "You may also like", "More from Travel", "Lesen Sie
/// auch", "相关阅读", "Читайте также", "関連記事", ... in any case, with or without marks around it. `text` is folded
/// (page::append_text) and a whole block. O(text), and false at once of texts longer than 80 bytes.
bool heads_other_pages(std::string_view text) noexcept;

}  // namespace pith::page
