#pragma once

// Comma-separated values as RFC 4180 has them.

#include <string>
#include <string_view>
#include <vector>

#include "pith/pith.hpp"
#include "render/members.hpp"

namespace pith::rendering {

/// Appends a value, in quotation marks where it needs them; line ends stay in it.
void append_csv_value(std::string_view value, std::string& out);

/// Appends the names of the columns, ended by CR LF; `id` first when `with_id`.
void append_csv_header(bool with_id, std::string& out, const MemberChoice& choice = {});
/// The names of all columns, in their order.
std::vector<std::string_view> csv_columns();

/// Appends an article as one row: its metadata, `text`, and why there is none; `id` is written first where it is not
/// null.
void append_csv(const Article& article, const std::string_view* id, std::string_view text, std::string& out,
                const MemberChoice& choice = {});

}  // namespace pith::rendering
