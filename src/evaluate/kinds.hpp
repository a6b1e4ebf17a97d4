#pragma once

// What becomes of the parts of a text that readers miss first: sub-headings, items of lists, rows of tables and so on.

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include <pith/pith.hpp>

namespace pith::evaluate {

enum class BlockKind : std::uint8_t { sub_heading, list_item, table_row, definition, quote, code, caption };
inline constexpr std::size_t kBlockKinds = 7;

/// "sub-heading", "list item", ...
std::string_view name_of(BlockKind kind) noexcept;

/// Of one kind; a row, and a term with its definitions, count once.
struct KindCount {
  std::uint32_t belong = 0;  ///< to the main text: most of its characters do
  std::uint32_t found = 0;   ///< of these, kept whole
  std::uint32_t kept = 0;    ///< at all, in part or whole
  std::uint32_t right = 0;   ///< of these, belonging

  [[nodiscard]] double recall() const noexcept;     ///< NaN where none belongs
  [[nodiscard]] double precision() const noexcept;  ///< NaN where none is kept
  KindCount& operator+=(const KindCount& other) noexcept;
};

/// Records (BlockReport::record) of which something is kept, and of which something is left out, too.
struct TornCount {
  std::uint32_t kept = 0, torn = 0;
};

struct KindCounts {
  std::array<KindCount, kBlockKinds> of{};
  TornCount rows, pairs;  ///< rows of tables; all other records
  bool counted = false;

  KindCounts& operator+=(const KindCounts& other) noexcept;
};

/// `belongs`: by block. Headings that say the title, in whatever case, are none of the text's own.
KindCounts count_kinds(const std::vector<BlockReport>& blocks, const std::vector<bool>& belongs,
                       std::string_view title);

}  // namespace pith::evaluate
