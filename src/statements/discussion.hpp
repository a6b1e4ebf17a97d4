#pragma once

// Whether a page says of itself that people talk to each other on it.

#include <string_view>

namespace pith::statements {

/// Whether an address is that of a discussion: a host of forums ("forum.", "bbs.", "community."), a well-known place
/// for posts and answers, a part of the path as the programs behind forums make them ("/threads/", "showthread.php",
/// "-t12.html"). What a page is called, as in "/2024/economic-forum-opens", is none. O(address), of its first 512
/// bytes.
bool is_discussion_address(std::string_view address) noexcept;

/// Whether text that names a page's program, site or style ("Discourse 3.2", "Ubuntu Forums", the class "phpbb") means
/// a forum. O(text), of its first 256 bytes.
bool names_forum(std::string_view text) noexcept;

}  // namespace pith::statements
