#pragma once

// What the default extractor knows of a block: one number a feature, in columns. The same code fills the
// columns for training (`pith features`) and for use. docs/features.md is the table of what each means.

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "features/column.hpp"
#include "page/lexicon.hpp"
#include "page/page.hpp"
#include "statements/survey.hpp"

namespace pith::features {

inline constexpr float kLinkBlock = 0.5F;  ///< link density above which a block is links
inline constexpr float kNotInside = 40;  ///< near(), name(): no such element; further than any level that is looked at

/// Blocks with the same path, summed.
struct PathSums {
  float blocks = 0, characters = 0, squares = 0, links = 0, stops = 0;
  std::uint32_t first = 0;
};

/// The words of an attribute's value, as they stand among the names.
struct KnownNames {
  std::string_view value;
  page::NameGroups groups = 0;
  std::uint32_t begin = 0, count = 0;
};

/// A container around the block at hand, as it is measured.
struct Container {
  html::NodeId id = 0;
  std::uint32_t handed_down = 0;  // from here on: what was known of the elements above it, before it was entered
  std::array<float, kLevelFeatures> values{};
};

/// The nearest element of a kind, before another one was entered.
struct HandedDown {
  std::uint32_t kind = 0, place = 0;
};

/// What the steps write and leave to each other (features/step.hpp); kept from page to page.
struct FeatureStore {
  std::size_t blocks = 0, stride = 0;
  std::vector<float> values;                        // the columns
  std::string text;                                 // of all blocks, a zero behind each
  std::vector<std::uint32_t> text_begin;            // by block
  std::vector<std::uint32_t> words, word_begin;     // hashes; where each block's begin
  std::vector<std::uint32_t> slots;                 // a hash table
  std::vector<std::uint64_t> slot_keys;             // its keys
  std::vector<page::NameGroups> name_groups;        // by node
  std::vector<std::uint32_t> names, names_begin;    // tokens; where each node's begin
  std::vector<KnownNames> known_names;              // by hash of the value
  std::vector<std::uint64_t> tag_path, class_path;  // by node
  std::vector<Container> containers;
  std::vector<HandedDown> handed_down;
  std::vector<PathSums> groups;                       // by path
  std::vector<float> score;                           // by node
  std::vector<float> long_before;                     // words of long text, by block
  std::vector<std::uint32_t> title_words;             // sorted, each once
  std::vector<std::uint32_t> said_words, said_pairs;  // of descriptions or articleBody
  std::string padded;                                 // a text on its way to words
  std::vector<std::uint32_t> text_group, path_group;  // by block

  [[nodiscard]] std::string_view text_of(std::size_t block) const noexcept {
    return std::string_view(text).substr(text_begin[block], text_begin[block + 1] - text_begin[block] - 1);
  }
};

/// The features of a page's blocks, and memory to reuse from page to page. Not for two threads at once.
class Columns {
 public:
  /// Fills the columns. `survey` is the page's. `mask_names`: as if no element had a class, id or role (training).
  /// O(text + nodes + blocks × depth).
  void compute(const page::Page& page, const statements::Survey& survey, std::string_view url, bool mask_names = false);

  [[nodiscard]] std::size_t blocks() const noexcept { return store_.blocks; }
  /// Values of one feature, block after block; stride() apart from the next feature's.
  [[nodiscard]] std::span<const float> operator[](Column column) const noexcept {
    return {store_.values.data() + to_index(column) * store_.stride, store_.blocks};
  }
  /// Blocks rounded up to a multiple of 8; the values in between are 0.
  [[nodiscard]] std::size_t stride() const noexcept { return store_.stride; }
  /// Numbers of the groups of blocks with the same text, and with the same path of tags and classes: below blocks().
  [[nodiscard]] std::span<const std::uint32_t> text_groups() const noexcept { return store_.text_group; }
  [[nodiscard]] std::span<const std::uint32_t> path_groups() const noexcept { return store_.path_group; }
  /// A digest of the tags and classes around a block.
  [[nodiscard]] std::uint64_t class_path(const page::Block& block) const noexcept {
    return store_.class_path[block.container == html::kNoNode ? 0 : block.container];
  }
  /// What an element with text is called: the tokens of its tag (hash_tag) and of the words in its class, id, role and
  /// itemprop (text::fnv32).
  [[nodiscard]] std::span<const std::uint32_t> names(html::NodeId element) const noexcept {
    return std::span(store_.names)
        .subspan(store_.names_begin[element], store_.names_begin[element + 1] - store_.names_begin[element]);
  }

  /// Text of a block, as page::append_text gives it.
  [[nodiscard]] std::string_view text(page::BlockId block) const noexcept { return store_.text_of(block); }

 private:
  FeatureStore store_;
};

}  // namespace pith::features
