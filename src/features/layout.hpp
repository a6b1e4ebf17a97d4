#pragma once

// Which column holds what.

#include <array>
#include <cstddef>
#include <iterator>

#include "features/columns.hpp"
#include "features/definitions.hpp"
#include "html/names.hpp"

namespace pith::features {

// The columns, in order: text, place, containers, groups, page, then distances to tags and names, then
// what the levels of ancestors and the neighbours repeat.
enum Column : std::size_t {
#define PITH_X(name, meaning) c_##name,
  PITH_TEXT_FEATURES(PITH_X) PITH_DATA_FEATURES(PITH_X) PITH_PLACE_FEATURES(PITH_X) PITH_CONTAINER_FEATURES(PITH_X)
      PITH_GROUP_FEATURES(PITH_X) PITH_POST_FEATURES(PITH_X) PITH_PAGE_FEATURES(PITH_X)
#undef PITH_X
          kFirstNear,
};

inline constexpr std::array kTags = {
#define PITH_X(name) html::Tag::name,
    PITH_ANCESTOR_TAGS(PITH_X)
#undef PITH_X
};
inline constexpr std::size_t kFirstName = kFirstNear + kTags.size();
inline constexpr std::size_t kFirstLevel = kFirstName + page::kNameGroups;

inline constexpr std::array<const char*, kLevelCount> kLevelFeatures = {
    "characters", "link_density", "text_density", "share", "blocks", "children", "stops"};
inline constexpr std::size_t kFirstNeighbour = kFirstLevel + kAncestorLevels * kLevelCount;

inline constexpr const char* kNeighbourFeatures[] = {"characters", "link_density", "stops",
                                                     "same_path",  "same_class",   "common"};
inline constexpr std::size_t kNeighbourCount = std::size(kNeighbourFeatures);
inline constexpr std::size_t kFeatures = kFirstNeighbour + 2 * kNeighbours * kNeighbourCount;

}  // namespace pith::features
