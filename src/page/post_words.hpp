#pragma once

// What people write around posts: headings of comments, and phrases around the name of an author.

#include <string_view>

namespace pith::page {

/// Whether a text heads comments of readers: "Comments", "12 Comments", "3 Responses to “The ferry”", "Leave a reply",
/// "Kommentare (4)", "网友评论", ... Not "Recent comments", which heads links. O(text).
bool heads_comments(std::string_view text) noexcept;

/// False only where `heads_comments` is false of every text that begins so. Looks at one word.
bool may_head_comments(std::string_view beginning) noexcept;

/// Whether a whole text is a moment as briefly as it can be told: "· 4y", "9mo", "3 d ago", "03/12/15". O(1).
bool is_short_moment(std::string_view text) noexcept;

/// Whether a text begins with a time of the day: "8:56 PM". O(1).
bool is_time_of_day(std::string_view text) noexcept;

/// Whether an address is that of a person's page on a site: "/user/ann", "/u/ann", "member.php?u=12", "/people/ann".
/// O(address).
bool leads_to_profile(std::string_view address) noexcept;

struct NamePhrase {
  std::string_view name;  ///< part of the text; empty when nothing is left
  bool said = false;      ///< the words around it say that it is a name: "by", "says"
};

/// The name in "Posted by: Ann at", "Ann says:", "@Ann", "posted on May 3, 2024 by Ann". O(text).
NamePhrase cut_name(std::string_view text) noexcept;

}  // namespace pith::page
