#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pith::cli {

/// Columns of the terminal on a descriptor; `otherwise` when it is none.
std::size_t terminal_width(int descriptor, std::size_t otherwise);
bool is_terminal(int descriptor);
/// A terminal, and the user does not object (https://no-color.org).
bool wants_colour(int descriptor);

/// Columns a UTF-8 text takes: CJK characters and emoji two, combining marks none.
std::size_t columns_of(std::string_view text);
/// The text cut to `columns`, with an ellipsis where something was cut, at the end or in front.
std::string cut_end(std::string_view text, std::size_t columns);
std::string cut_front(std::string_view text, std::size_t columns);
/// The text in lines of at most `columns`, broken at spaces, in CJK text anywhere.
std::vector<std::string> wrapped(std::string_view text, std::size_t columns);
/// Control characters replaced by spaces, so that a page cannot command the terminal.
std::string harmless(std::string_view text);

/// 1234567 → "1,234,567"
std::string grouped(std::uint64_t number);

/// Writes to standard output. False, after a complaint, when it cannot be written to; that its reader has gone is no
/// reason to complain.
bool print(std::string_view text);

/// Writes "pith: FILE: reason" to standard error; without a file "pith: reason".
void complain(std::string_view file, std::string_view reason);

}  // namespace pith::cli
