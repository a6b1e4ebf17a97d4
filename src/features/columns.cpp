#include "features/columns.hpp"

#include <algorithm>

#include "features/step.hpp"

namespace pith::features {

void Columns::compute(const page::Page& page, const statements::Survey& survey, std::string_view url, bool mask_names) {
  FeatureStore& m = store_;
  m.blocks = page.blocks().size();
  m.stride = (m.blocks + 7) / 8 * 8;
  if (m.values.size() < kColumns * m.stride) m.values.resize(kColumns * m.stride);
  // Each column is written by one step, which also writes its zeros; here only what lies behind the last block.
  for (std::size_t f = 0; f < kColumns; ++f) {
    float* const column = m.values.data() + f * m.stride;
    std::fill(column + m.blocks, column + m.stride, 0.0F);
  }
  const FeatureContext context{page, survey, url, mask_names, m};
  read_texts(context);
  if (m.blocks == 0) return;
  find_copies(context);
  relate_to_title(context);
  find_runs(context);
  relate_to_data(context);
  name_elements(context);
  find_containers(context);
  group_paths(context);
  place_blocks(context);
  walk_ancestors(context);
  compare_neighbours(context);
  relate_to_other_pages(context);
  relate_to_posts(context);
  describe_page(context);
}

}  // namespace pith::features
