#include "features/column.hpp"

#include <string_view>
#include <vector>

namespace pith::features {

namespace {

struct PlainFeature {
  std::string_view name, meaning;
  Theme theme;
};
constexpr std::array kPlainFeatures = {
#define PITH_X(name, theme, meaning) PlainFeature{#name, meaning, Theme::theme},
    PITH_PLAIN_FEATURES(PITH_X)
#undef PITH_X
};

struct RepeatedFeature {
  std::string_view name, meaning;
};
#define PITH_X(name, meaning) RepeatedFeature{#name, meaning},
constexpr std::array kOfLevels = {PITH_LEVEL_FEATURES(PITH_X)};
constexpr std::array kOfNeighbours = {PITH_NEIGHBOUR_FEATURES(PITH_X)};
#undef PITH_X

constexpr std::array<std::string_view, page::kNameGroups> kGroupNames = {
#define PITH_X(name) #name,
    PITH_NAME_GROUPS(PITH_X)
#undef PITH_X
};

}  // namespace

std::span<const std::string> names() {
  static const std::vector<std::string> all_names = [] {
    std::vector<std::string> all;
    all.reserve(kColumns);
    const auto add = [&all](std::string first, std::string_view rest) { all.push_back(first.append(rest)); };
    for (const PlainFeature& feature : kPlainFeatures) add("", feature.name);
    for (const html::Tag tag : kNearTags) add("near_", html::name_of(tag));
    for (const std::string_view group : kGroupNames) add("name_", group);
    for (std::size_t level = 0; level < kLevels; ++level)
      for (const RepeatedFeature& feature : kOfLevels) add("up" + std::to_string(level) + "_", feature.name);
    for (std::size_t distance = 1; distance <= kNeighbours; ++distance)
      for (const char* const side : {"previous", "next"})
        for (const RepeatedFeature& feature : kOfNeighbours) add(side + std::to_string(distance) + "_", feature.name);
    return all;
  }();
  return all_names;
}

std::string describe(Column column) {
  const std::size_t at = to_index(column);
  if (at < kFirstNear) return std::string(kPlainFeatures[at].meaning);
  if (at < kFirstName)
    return "levels up to the nearest " + std::string(html::name_of(kNearTags[at - kFirstNear])) +
           "; 40 when there is none";
  if (at < kFirstLevel)
    return "levels up to the nearest class, id, role or itemprop of this group; 40 when there is none";
  if (at < kFirstNeighbour) {
    const std::size_t i = at - kFirstLevel;
    return std::string(kOfLevels[i % kLevelFeatures].meaning) + ", " + std::to_string(i / kLevelFeatures) +
           " levels above the block's own";
  }
  const std::size_t i = at - kFirstNeighbour;
  const std::size_t side = i / kNeighbourFeatures;
  return std::string(kOfNeighbours[i % kNeighbourFeatures].meaning) + " (" + std::to_string(side / 2 + 1) +
         (side % 2 == 0 ? " before)" : " behind)");
}

Theme theme_of(Column column) noexcept {
  const std::size_t at = to_index(column);
  if (at < kFirstNear) return kPlainFeatures[at].theme;
  if (at < kFirstName) return Theme::elements;
  if (at < kFirstLevel) return Theme::names;
  if (at < kFirstNeighbour) return Theme::containers;
  return (at - kFirstNeighbour) / kNeighbourFeatures % 2 == 0 ? Theme::previous : Theme::next;
}

}  // namespace pith::features
