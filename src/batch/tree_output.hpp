#pragma once

// A file for each page, in the tree that the pages come from.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include <pith/pith.hpp>

#include "corpus/record.hpp"
#include "result.hpp"

namespace pith::batch {

class TreeOutput {
 public:
  /// Makes the folder where it is not there. Inputs must be directories or HTML files, of names of their own, none of
  /// which holds the folder.
  static Result<TreeOutput> open(const std::string& folder, const std::vector<std::string>& inputs, Format format);

  /// Where the file of a page goes: `a/b.html` is `a/b.md`. Of several inputs each has a folder of its own.
  [[nodiscard]] std::string target_of(const corpus::RawRecord& record) const;
  /// Writes such a file, folders included; it is there as a whole or not at all.
  Error write(const corpus::RawRecord& record, std::string_view content);

  [[nodiscard]] const std::string& folder() const noexcept { return folder_; }
  /// Bytes written since the last sync.
  [[nodiscard]] std::size_t pending() const noexcept { return pending_; }
  /// Waits until everything written is on the disk.
  Error sync();
  /// There is something in the folder.
  [[nodiscard]] bool has_content() const;

 private:
  TreeOutput(std::string folder, std::vector<std::string> inputs, std::string_view extension)
      : folder_(std::move(folder)), inputs_(std::move(inputs)), extension_(extension) {}

  std::string folder_;
  std::vector<std::string> inputs_;
  std::string extension_;
  std::size_t pending_ = 0;
};

}  // namespace pith::batch
