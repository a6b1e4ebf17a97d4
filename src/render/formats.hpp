#pragma once

// The output formats, one row each. A new one is a value of pith::Format, a file of this folder that appends an
// article, and its row in formats.cpp: the public functions, batches, the command line and its completions read the
// table.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pith/pith.hpp"
#include "render/members.hpp"

namespace pith::rendering {

struct FormatInfo {
  Format format;
  std::string_view name;  ///< "markdown"
  /// Appends the article, as far as Limits::output_bytes goes.
  void (*append)(const Article& article, const RenderOptions& options, const Limits& limits, std::string& out);
  /// There is something around the bodies: a page without any is written, too.
  bool framed = true;
  /// Appends the article as a record, a line or a row, of which `text` is one member; `id` is the first where it is not
  /// null. nullptr: in a batch what `append` gives is the text of a JSON record.
  void (*append_record)(const Article& article, const std::string_view* id, std::string_view text, std::string& out,
                        const MemberChoice& choice) = nullptr;
  /// The names of all members of such records, in their order.
  std::vector<std::string_view> (*members)() = nullptr;
  /// Rows: appends the names of their columns.
  void (*append_header)(bool with_id, std::string& out, const MemberChoice& choice) = nullptr;
};

/// In the order of Format.
std::span<const FormatInfo> formats() noexcept;
const FormatInfo& info_of(Format format) noexcept;

}  // namespace pith::rendering
