#pragma once

// Where the cells of a table come to stand.

#include <algorithm>
#include <cstdint>
#include <vector>

namespace pith::rendering {

/// The columns of a table, filled row by row from the left, as HTML does it. Keeps its memory from table to table.
class CellGrid {
 public:
  void begin_table() noexcept {
    free_from_.clear();
    row_ = column_ = reached_ = 0;
    has_row_ = false;
  }
  void begin_row() noexcept {
    if (has_row_) ++row_;
    has_row_ = true;
    column_ = 0;
  }
  [[nodiscard]] bool has_row() const noexcept { return has_row_; }
  /// As many as the widest row has.
  [[nodiscard]] std::uint32_t columns() const noexcept { return static_cast<std::uint32_t>(free_from_.size()); }

  /// A cell above reaches into the row that has just begun.
  [[nodiscard]] bool is_reached() const noexcept { return reached_ > row_; }

  /// The next column of the row that no cell above reaches into.
  std::uint32_t next() noexcept {
    while (column_ < free_from_.size() && free_from_[column_] > row_) ++column_;
    return column_;
  }
  /// Puts a cell there; spans are 1 or more.
  void put(std::uint32_t columns, std::uint32_t rows) {
    const std::uint32_t begin = column_;
    column_ += columns;
    if (free_from_.size() < column_) free_from_.resize(column_, 0);
    reached_ = std::max(reached_, row_ + rows);
    std::fill(free_from_.begin() + begin, free_from_.begin() + column_, row_ + rows);
  }

 private:
  std::vector<std::uint32_t> free_from_;  // by column: the first row that no cell above reaches into
  std::uint32_t row_ = 0, column_ = 0;
  std::uint32_t reached_ = 0;  // the first row that no cell so far reaches into
  bool has_row_ = false;
};

}  // namespace pith::rendering
