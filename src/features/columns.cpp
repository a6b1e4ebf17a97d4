#include "features/columns.hpp"

#include <vector>

#include "features/layout.hpp"
#include "features/step.hpp"

namespace pith::features {

namespace {

constexpr const char* kLevelMeanings[] = {"characters in the container",
                                          "its link density",
                                          "characters an element in it",
                                          "its share of the page's characters",
                                          "blocks in it",
                                          "elements in it",
                                          "sentence stops per 100 characters in it"};

constexpr const char* kNeighbourMeanings[] = {"characters of the neighbour",
                                              "its link density",
                                              "its sentence stops",
                                              "1: it has the same path of tags",
                                              "1: the same path of tags and classes",
                                              "levels up to the container both are in"};

}  // namespace

void Columns::compute(const page::Page& page, std::string_view url, bool mask_names) {
  Memory& m = memory_;
  m.blocks = page.blocks().size();
  m.stride = (m.blocks + 7) / 8 * 8;
  if (m.values.size() < kFeatures * m.stride) m.values.resize(kFeatures * m.stride);
  // Each column is written by one step, which also writes its zeros; here only what lies behind the last block.
  for (std::size_t f = 0; f < kFeatures; ++f) {
    float* const column = m.values.data() + f * m.stride;
    std::fill(column + m.blocks, column + m.stride, 0.0F);
  }
  const Task task{page, url, mask_names, m};
  read_texts(task);
  if (m.blocks == 0) return;
  find_copies(task);
  relate_to_title(task);
  find_runs(task);
  relate_to_data(task);
  name_elements(task);
  find_containers(task);
  group_paths(task);
  place_blocks(task);
  walk_ancestors(task);
  compare_neighbours(task);
  relate_to_other_pages(task);
  relate_to_posts(task);
  describe_page(task);
}

std::size_t count() noexcept { return kFeatures; }

std::span<const std::string> names() {
  static const std::vector<std::string> all_names = [] {
    std::vector<std::string> all = {
#define PITH_X(name, meaning) #name,
        PITH_TEXT_FEATURES(PITH_X) PITH_DATA_FEATURES(PITH_X) PITH_PLACE_FEATURES(PITH_X)
            PITH_CONTAINER_FEATURES(PITH_X) PITH_GROUP_FEATURES(PITH_X) PITH_POST_FEATURES(PITH_X)
                PITH_PAGE_FEATURES(PITH_X)
#undef PITH_X
    };
    for (const html::Tag tag : kTags) all.push_back("near_" + std::string(html::name_of(tag)));
    for (const char* name : {
#define PITH_X(name) #name,
             PITH_NAME_GROUPS(PITH_X)
#undef PITH_X
         })
      all.push_back(std::string("name_") + name);
    for (std::size_t level = 0; level < kAncestorLevels; ++level)
      for (const char* name : kLevelFeatures) all.push_back("up" + std::to_string(level) + "_" + name);
    for (std::size_t distance = 1; distance <= kNeighbours; ++distance)
      for (const char* side : {"previous", "next"})
        for (const char* name : kNeighbourFeatures) all.push_back(side + std::to_string(distance) + "_" + name);
    return all;
  }();
  return all_names;
}

std::string describe(std::size_t feature) {
  static constexpr const char* kMeanings[] = {
#define PITH_X(name, meaning) meaning,
      PITH_TEXT_FEATURES(PITH_X) PITH_DATA_FEATURES(PITH_X) PITH_PLACE_FEATURES(PITH_X) PITH_CONTAINER_FEATURES(PITH_X)
          PITH_GROUP_FEATURES(PITH_X) PITH_POST_FEATURES(PITH_X) PITH_PAGE_FEATURES(PITH_X)
#undef PITH_X
  };
  if (feature < kFirstNear) return kMeanings[feature];
  if (feature < kFirstName)
    return "levels up to the nearest " + std::string(html::name_of(kTags[feature - kFirstNear])) +
           "; 40 when there is none";
  if (feature < kFirstLevel)
    return "levels up to the nearest class, id, role or itemprop of this group; 40 when there is none";
  if (feature < kFirstNeighbour) {
    const std::size_t i = feature - kFirstLevel;
    return std::string(kLevelMeanings[i % kLevelCount]) + ", " + std::to_string(i / kLevelCount) +
           " levels above the block's own";
  }
  const std::size_t i = feature - kFirstNeighbour;
  const std::size_t side = i / kNeighbourCount;
  return std::string(kNeighbourMeanings[i % kNeighbourCount]) + " (" + std::to_string(side / 2 + 1) +
         (side % 2 == 0 ? " before)" : " behind)");
}

}  // namespace pith::features
