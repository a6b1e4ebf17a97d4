#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pith/pith.hpp"
#include "render/members.hpp"

namespace pith::rendering {

/// The article as one JSON object without line ends, its members those of docs/formats.md; `id` is written first
/// where it is not null. `text` is the article in the format asked for.
void append_json(const Article& article, const std::string_view* id, std::string_view text, std::string& out,
                 const MemberChoice& choice = {});

/// The names of all members, in their order.
std::vector<std::string_view> json_members();

}  // namespace pith::rendering
