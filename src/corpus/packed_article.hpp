#pragma once

#include <string>
#include <string_view>

#include <pith/pith.hpp>

namespace pith::corpus {

/// Appends an article as a row of bytes from which unpack() makes the same again, the structure of its bodies
/// included, but not what explain() reports. `members` are further members of its record, as PageRecord::members has
/// them. Members of the article that are empty take no room. O(article).
void pack(const Article& article, std::string_view members, std::string& out);

/// False: the bytes are damaged; what was read by then stays. What a later version has added is passed over.
bool unpack(std::string_view bytes, Article& article, std::string& members);

}  // namespace pith::corpus
