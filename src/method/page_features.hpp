#pragma once

// What is known of a page once its blocks have their probabilities: the model of page kinds reads it.

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "features/columns.hpp"

namespace pith::method {

// What is known of the page from its likely blocks: the probabilities ranked, and those that best_cut() keeps.
#define PITH_LIKELY_BLOCKS(X) \
  X(best)                     \
  X(expected_words)           \
  X(expected_share)           \
  X(sure_words)               \
  X(kept_certainty)           \
  X(kept_words)               \
  X(kept_share)               \
  X(kept_blocks)              \
  X(kept_stops)               \
  X(kept_longest)             \
  X(sixth_best)

/// A feature of the page. Behind those of its likely blocks come what each block carries of the page, means over the
/// blocks and, for some groups of names, the shares of the page under them; find one with page_value(), page_mean(),
/// expected_under(), blocks_under().
enum class PageFeature : std::uint16_t {
#define PITH_X(name) name,
  PITH_LIKELY_BLOCKS(PITH_X)
#undef PITH_X
      first_of_page
};

/// Features of the page itself, which each block carries.
inline constexpr auto kPageValues = [] {
  using enum features::Column;
  return std::array{half_share,         best_score,          second_score,    page_comments,   page_posts,
                    page_entries,       posts_share,         page_blocks,     page_characters, page_link_density,
                    page_long,          page_long_share,     page_paragraphs, page_images,     page_cjk,
                    page_prices,        page_headings,       page_article,    page_main,       page_h1,
                    page_repeats,       page_type,           page_forum,      page_noscript,   page_title_words,
                    page_title_matched, page_title_likeness, page_title_link, page_run,        page_dated,
                    page_title_dated};
}();
/// Means over the blocks, weighed by expected words.
inline constexpr auto kPageMeans = [] {
  using enum features::Column;
  using features::level, features::LevelFeature, features::name, features::near, html::Tag;
  return std::array{commas,
                    stops,
                    words,
                    list_depth,
                    link_density,
                    in_table,
                    class_blocks,
                    years,
                    prices,
                    heading,
                    post_kind,
                    post_block,
                    post_part,
                    capitalised,
                    word_length,
                    digits,
                    code_marks,
                    questions,
                    class_links,
                    own_score,
                    best_depth,
                    half_depth,
                    in_description,
                    title_share,
                    near(Tag::a),
                    near(Tag::li),
                    near(Tag::pre),
                    near(Tag::article),
                    near(Tag::main),
                    name(page::NameGroup::author),
                    level(0, LevelFeature::blocks),
                    level(1, LevelFeature::share),
                    level(1, LevelFeature::link_density),
                    level(2, LevelFeature::characters),
                    level(2, LevelFeature::children),
                    title_levels,
                    title_reach,
                    title_link_headings,
                    previous_heading_link,
                    run_words,
                    run_share};
}();
/// Names: the share of expected words under one, and the share of blocks.
inline constexpr auto kPageNames = [] {
  using enum page::NameGroup;
  return std::array{comment, reply,   post,  thread, user,    product, price, cart,  card,      grid, list, item,
                    article, content, entry, story,  feature, hero,    faq,   pager, signature, code, spec};
}();

constexpr std::size_t to_index(PageFeature feature) noexcept { return static_cast<std::size_t>(feature); }
constexpr PageFeature to_page_feature(std::size_t index) noexcept { return static_cast<PageFeature>(index); }

inline constexpr std::size_t kFirstMean = to_index(PageFeature::first_of_page) + kPageValues.size();
inline constexpr std::size_t kFirstUnderName = kFirstMean + kPageMeans.size();
inline constexpr std::size_t kPageFeatures = kFirstUnderName + 2 * kPageNames.size();

/// The place of an entry that the table must have.
template <class T, std::size_t kSize>
consteval std::size_t place_in(const std::array<T, kSize>& table, T entry) {
  const auto at = std::find(table.begin(), table.end(), entry);
  if (at == table.end()) throw "no feature of the page is made of this";
  return static_cast<std::size_t>(at - table.begin());
}
consteval PageFeature page_value(features::Column column) {
  return to_page_feature(to_index(PageFeature::first_of_page) + place_in(kPageValues, column));
}
consteval PageFeature page_mean(features::Column column) {
  return to_page_feature(kFirstMean + place_in(kPageMeans, column));
}
consteval PageFeature expected_under(page::NameGroup group) {
  return to_page_feature(kFirstUnderName + 2 * place_in(kPageNames, group));
}
consteval PageFeature blocks_under(page::NameGroup group) {
  return to_page_feature(kFirstUnderName + 2 * place_in(kPageNames, group) + 1);
}

/// Memory to reuse from page to page. Not for two threads at once.
class PageFeatures {
 public:
  /// The names of all page features, in order ("kept_words", "page_forum", "mean_commas", "blocks_name_comment"): as
  /// models and dumps have them.
  static std::span<const std::string> names();

  /// One value a PageFeature. `words` has a positive value a block. O(blocks log blocks).
  std::span<const float> compute(const features::Columns& features, std::span<const float> probability,
                                 std::span<const float> words);

 private:
  // Fills the features of likely blocks, and mass_. Returns its sum.
  float compute_likely_blocks(const features::Columns& features, std::span<const float> probability,
                              std::span<const float> words);

  std::vector<float> values_, mass_;  // mass: expected words of a block
  std::vector<std::uint32_t> order_;
};

}  // namespace pith::method
