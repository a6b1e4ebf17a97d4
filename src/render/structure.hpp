#pragma once

// From the chosen blocks of a page to their content with its structure (content.hpp): one walk over the part of the
// document that holds them.

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "page/page.hpp"
#include "pith/limits.hpp"

namespace pith::rendering {

/// Keeps its working memory from body to body.
class StructureBuilder {
 public:
  StructureBuilder();
  ~StructureBuilder();
  StructureBuilder(StructureBuilder&&) noexcept;
  StructureBuilder& operator=(StructureBuilder&&) noexcept;

  /// Begins a page; `url` is its address. Both must outlive the calls of append() for this page.
  void begin(const page::Page& page, std::string_view url);

  /// Appends the content of some blocks, which come in document order.
  /// - Text is folded as in page/block_text.hpp; what is bold in a heading is not marked once more.
  /// - Lists, quotes and so on that hold all of the blocks are no structure of them and left out; containers nest 16
  /// deep
  ///   at most.
  /// - A table is one when it has several rows and columns of short cells; tables that lay out a page are not. Spans
  /// are
  ///   clamped to Limits::table_span, and to 1 where covered cells would outnumber the real ones by far.
  /// - Images (image.hpp), rules and formulas without text of their own are kept between chosen blocks.
  /// - A `pre` is code, as are the listings of common highlighters; numbers of lines are left out.
  /// Stops before `limit` bytes are exceeded by more than a block. O(nodes between the first and the last block).
  Truncation append(std::span<const page::BlockId> blocks, const Limits& limits, std::size_t limit, std::string& out);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace pith::rendering
