#pragma once

// What addresses tell: whose they are, and whether one is that of the next part of an article.

#include <string>
#include <string_view>

namespace pith::statements {

/// The host of a URL without "www.", in the URL's case; empty when there is none.
std::string_view host_of(std::string_view url) noexcept;

/// Whether what a page at `url` calls its next page can be: its address is the same but for the number of the part.
/// Sites call the next article so, too. Where `url` is empty, whether `href` says that it is of a page behind the first
/// ("?page=2", "ferry_2.html"). `buffer` is any string, to reuse its memory.
bool leads_to_next_part(std::string_view url, std::string_view href, std::string& buffer);

}  // namespace pith::statements
