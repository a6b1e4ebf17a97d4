#pragma once

// Blocks that say something together alone, and what a block is to a reader.

#include <cstdint>
#include <string_view>
#include <vector>

#include "page/page.hpp"

namespace pith::page {

/// What a block is. The first that holds, in this order from the end: a heading in a cell is a heading.
enum class Role : std::uint8_t { paragraph, item, quote, definition, term, cell, caption, heading, code };
/// "paragraph", "item", ...
std::string_view name_of(Role role) noexcept;

/// The last text of the block ends in ":", whatever white space follows.
bool ends_in_colon(const Page& page, BlockId block) noexcept;

/// The records of a page: rows of tables that hold data, terms with their definitions, and labels with what they are
/// labels of. Half of one says nothing, or something else. What is out of sight is in none. Reused page after page.
class Records {
 public:
  /// O(nodes), no allocation in steady state.
  void find(const Page& page);

  /// The first block of the record that holds the block, itself where it is in none. Blocks of a record lie side by
  /// side, but for records inside of definitions.
  [[nodiscard]] BlockId first_of(BlockId block) const noexcept { return first_[block]; }
  /// The table of data whose cell holds the block, or kNoNode.
  [[nodiscard]] NodeId table_of(BlockId block) const noexcept { return tables_[block]; }
  [[nodiscard]] Role role_of(const Page& page, BlockId id) const noexcept;
  /// Any block is in a record with another.
  [[nodiscard]] bool any() const noexcept { return any_; }

 private:
  void find_tables(const Page& page);
  void find_rows(const Page& page);
  void find_definitions(const Page& page);
  void find_labels(const Page& page);
  void join(BlockId block, BlockId first) noexcept {
    first_[block] = first;
    any_ = any_ || block != first;
  }

  // A term or a definition.
  struct Part {
    BlockId begin;
    std::uint32_t blocks;
    bool is_term;
    std::size_t group;  // from 1; 0: a definition in front of all terms
  };

  std::vector<BlockId> first_;  // by block, like the following
  std::vector<NodeId> tables_;
  std::vector<Role> in_definitions_;   // term, definition or paragraph
  std::vector<std::uint8_t> is_data_;  // of tables, by node
  std::vector<Part> parts_;            // of a list
  bool any_ = false;
};

}  // namespace pith::page
