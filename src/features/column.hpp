#pragma once

// Which column holds which feature: typed numbers, made of the tables in features/definitions.hpp. Code names a feature
// by these alone; names as strings are for files and people.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "features/definitions.hpp"
#include "html/names.hpp"
#include "page/lexicon.hpp"

namespace pith::features {

/// A feature. Those that a block has once each are enumerated; behind them come, from `first_near` on, the distances to
/// tags and to groups of names, then what each container and each neighbour repeats: near(), name(), level(),
/// neighbour().
enum class Column : std::uint16_t {
#define PITH_X(name, theme, meaning) name,
  PITH_PLAIN_FEATURES(PITH_X)
#undef PITH_X
      first_near,
};

/// What is measured of a container.
enum class LevelFeature : std::uint8_t {
#define PITH_X(name, meaning) name,
  PITH_LEVEL_FEATURES(PITH_X)
#undef PITH_X
      count
};

/// What is measured of a block beside another.
enum class NeighbourFeature : std::uint8_t {
#define PITH_X(name, meaning) name,
  PITH_NEIGHBOUR_FEATURES(PITH_X)
#undef PITH_X
      count
};

enum class Side : std::uint8_t { previous, next };

/// What a feature speaks of, for explanations.
enum class Theme : std::uint8_t {
  text,
  links,
  copies,
  copy,
  title,
  title_distance,
  headline_distance,
  heading,
  previous_heading,
  next_heading,
  main_part,
  best_container,
  second_container,
  own_container,
  best_distance,
  tag_path,
  class_path,
  post,
  comments,
  page,
  position,
  lists,
  table,
  visibility,
  special,
  elements,
  names,
  containers,
  previous,
  next,
  count
};

inline constexpr std::size_t kLevels = 7;      ///< containers measured: the block's own and six above
inline constexpr std::size_t kNeighbours = 3;  ///< blocks looked at on each side
inline constexpr auto kLevelFeatures = static_cast<std::size_t>(LevelFeature::count);
inline constexpr auto kNeighbourFeatures = static_cast<std::size_t>(NeighbourFeature::count);

/// The tags to which distances are measured, in the order of their columns.
inline constexpr std::array kNearTags = {
#define PITH_X(name) html::Tag::name,
    PITH_ANCESTOR_TAGS(PITH_X)
#undef PITH_X
};

constexpr std::size_t to_index(Column column) noexcept { return static_cast<std::size_t>(column); }
constexpr Column to_column(std::size_t index) noexcept { return static_cast<Column>(index); }

/// Where each of the kinds of columns begins, and how many columns there are.
inline constexpr std::size_t kFirstNear = to_index(Column::first_near);
inline constexpr std::size_t kFirstName = kFirstNear + kNearTags.size();
inline constexpr std::size_t kFirstLevel = kFirstName + page::kNameGroups;
inline constexpr std::size_t kFirstNeighbour = kFirstLevel + kLevels * kLevelFeatures;
inline constexpr std::size_t kColumns = kFirstNeighbour + kNeighbours * 2 * kNeighbourFeatures;

/// Levels up to the nearest element with this tag, one of kNearTags.
consteval Column near(html::Tag tag) {
  const auto* const at = std::find(kNearTags.begin(), kNearTags.end(), tag);
  if (at == kNearTags.end()) throw "no distance to this element is measured";
  return to_column(kFirstNear + static_cast<std::size_t>(at - kNearTags.begin()));
}
/// Levels up to the nearest element that has a name of this group.
constexpr Column name(page::NameGroup group) noexcept {
  return to_column(kFirstName + static_cast<std::size_t>(group));
}
/// Of the container `levels` above the block's own; below kLevels.
constexpr Column level(std::size_t levels, LevelFeature feature) noexcept {
  return to_column(kFirstLevel + levels * kLevelFeatures + static_cast<std::size_t>(feature));
}
/// Of the block at this distance, from 1 to kNeighbours.
constexpr Column neighbour(Side side, std::size_t distance, NeighbourFeature feature) noexcept {
  const std::size_t which = 2 * (distance - 1) + static_cast<std::size_t>(side);
  return to_column(kFirstNeighbour + which * kNeighbourFeatures + static_cast<std::size_t>(feature));
}

/// The names of all columns, in order ("link_density", "near_article", "name_nav", "up2_share", "next1_characters"): as
/// models and dumps have them.
std::span<const std::string> names();
inline const std::string& name_of(Column column) { return names()[to_index(column)]; }
/// What a feature means, in words.
std::string describe(Column column);
/// What a feature speaks of.
Theme theme_of(Column column) noexcept;

}  // namespace pith::features
