#pragma once

// The steps that fill the columns, in the order they are taken: a step may read the columns and the memory of those
// before it.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "features/columns.hpp"
#include "statements/survey.hpp"

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
using statements::Survey;

/// A page and where its features go.
struct FeatureContext {
  const page::Page& page;
  const Survey& survey;  // of the page
  std::string_view url;
  bool mask_names;
  FeatureStore& store;
};

void read_texts(const FeatureContext& context);
void find_copies(const FeatureContext& context);
void relate_to_title(const FeatureContext& context);
void find_runs(const FeatureContext& context);
void relate_to_data(const FeatureContext& context);
void name_elements(const FeatureContext& context);
void find_containers(const FeatureContext& context);
void group_paths(const FeatureContext& context);
void place_blocks(const FeatureContext& context);
void walk_ancestors(const FeatureContext& context);
void compare_neighbours(const FeatureContext& context);
void relate_to_other_pages(const FeatureContext& context);
void relate_to_posts(const FeatureContext& context);
void describe_page(const FeatureContext& context);

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
class FeatureStep {
 public:
  explicit FeatureStep(const FeatureContext& context) noexcept
      : page_(context.page),
        document_(context.page.document()),
        survey_(context.survey),
        m_(context.store),
        blocks_(context.store.blocks),
        url_(context.url),
        mask_names_(context.mask_names) {}

 protected:
  [[nodiscard]] float* values(Column column) const noexcept { return m_.values.data() + to_index(column) * m_.stride; }
  void set(Column column, std::size_t b, float value) const noexcept { values(column)[b] = value; }
  void fill(Column column, float value) const noexcept { std::fill_n(values(column), blocks_, value); }

  [[nodiscard]] const Block& block_at(std::size_t b) const noexcept { return page_.block(static_cast<BlockId>(b)); }
  [[nodiscard]] TextSums sums(std::size_t b) const noexcept { return page_.text_of(block_at(b)); }
  [[nodiscard]] std::uint32_t characters_before(std::size_t b) const noexcept {
    return page_.text_before(block_at(b)).characters;
  }
  [[nodiscard]] bool is_link(std::size_t b) const noexcept { return values(Column::link_density)[b] > kLinkBlock; }
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
  const Survey& survey_;
  FeatureStore& m_;
  const std::size_t blocks_;
  const std::string_view url_;
  const bool mask_names_;
};

}  // namespace pith::features
