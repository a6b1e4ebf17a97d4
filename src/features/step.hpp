#pragma once

// The steps that fill the columns, in the order they are taken: a step may read the columns and the memory of those
// before it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "features/columns.hpp"
#include "features/layout.hpp"

namespace pith::features {

using html::Attr;
using html::Document;
using html::kNoNode;
using html::Node;
using html::NodeId;
using html::Tag;
using page::Block;
using page::BlockId;
using page::NameGroups;
using page::NodeSums;
using page::TextSums;

/// A page and where its features go.
struct Task {
  const page::Page& page;
  std::string_view url;
  bool mask_names;
  Memory& memory;
};

void read_texts(const Task& task);
void find_copies(const Task& task);
void relate_to_title(const Task& task);
void find_runs(const Task& task);
void relate_to_data(const Task& task);
void name_elements(const Task& task);
void find_containers(const Task& task);
void group_paths(const Task& task);
void place_blocks(const Task& task);
void walk_ancestors(const Task& task);
void compare_neighbours(const Task& task);
void relate_to_other_pages(const Task& task);
void relate_to_posts(const Task& task);
void describe_page(const Task& task);

inline float ratio(float part, float whole) noexcept { return whole > 0 ? part / whole : 0; }
inline float ratio(std::uint32_t part, std::uint32_t whole) noexcept {
  return ratio(static_cast<float>(part), static_cast<float>(whole));
}

inline float words_of(const TextSums& s) noexcept {
  return static_cast<float>(s.cjk) / 1.6F + static_cast<float>(s.letters) / 5.0F;
}

inline bool is_long(const TextSums& s) noexcept { return words_of(s) >= 15 && 3 * s.link_characters < s.characters; }

inline bool contains(std::string_view text, std::string_view part) noexcept {
  return text.find(part) != std::string_view::npos;
}

/// What every step needs.
class Step {
 public:
  explicit Step(const Task& task) noexcept
      : page_(task.page),
        document_(task.page.document()),
        m_(task.memory),
        blocks_(task.memory.blocks),
        url_(task.url),
        mask_names_(task.mask_names) {}

 protected:
  [[nodiscard]] float* column(std::size_t feature) const noexcept { return m_.values.data() + feature * m_.stride; }
  void set(std::size_t feature, std::size_t b, float value) const noexcept { column(feature)[b] = value; }
  void fill(std::size_t feature, float value) const noexcept { std::fill_n(column(feature), blocks_, value); }

  [[nodiscard]] const Block& block_at(std::size_t b) const noexcept { return page_.block(static_cast<BlockId>(b)); }
  [[nodiscard]] TextSums sums(std::size_t b) const noexcept { return page_.text_of(block_at(b)); }
  [[nodiscard]] std::uint32_t characters_before(std::size_t b) const noexcept {
    return page_.text_before(block_at(b)).characters;
  }
  [[nodiscard]] bool is_link(std::size_t b) const noexcept { return column(c_link_density)[b] > kLinks; }
  /// Text of a block, as page::append_text gives it.
  [[nodiscard]] std::string_view text(std::size_t b) const noexcept { return m_.text_of(b); }

  [[nodiscard]] NodeId container(std::size_t b) const noexcept {
    const NodeId c = block_at(b).container;
    return c == kNoNode ? 0 : c;
  }
  [[nodiscard]] NodeId common_container(NodeId a, NodeId b) const noexcept {
    while (a != 0 && !(b >= a && b < document_[a].end)) a = document_[a].parent;
    return a;
  }

  const page::Page& page_;
  const Document& document_;
  Memory& m_;
  const std::size_t blocks_;
  const std::string_view url_;
  const bool mask_names_;
};

}  // namespace pith::features
