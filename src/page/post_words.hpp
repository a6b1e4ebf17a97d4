#pragma once

// What people write around posts: headings of comments, and phrases around the name of an author.

#include <string_view>

namespace pith::page {

/// Whether a text heads comments of readers: "Comments", "12 Comments", "3 Responses to “The ferry”", "Leave a reply",
/// "Kommentare (4)", "网友评论", ... Not "Recent comments", which heads links. O(text).
bool heads_comments(std::string_view text) noexcept;

/// False only where `heads_comments` is false of every text that begins so. Looks at one word.
bool may_head_comments(std::string_view beginning) noexcept;

struct NamePhrase {
  std::string_view name;  ///< part of the text; empty when nothing is left
  bool said = false;      ///< the words around it say that it is a name: "by", "says"
};

/// The name in "Posted by: Ann at", "Ann says:", "@Ann", "posted on May 3, 2024 by Ann". O(text).
NamePhrase cut_name(std::string_view text) noexcept;

}  // namespace pith::page
