#pragma once

// The pipelines that `pith tune filters` tries.

#include <string>
#include <vector>

#include "filter/settings.hpp"

namespace pith::cli {

struct CandidatePipeline {
  std::string name;  ///< "links (td, 0.25), advertisements, empty_tables"
  filter::PipelineFile file;
};

/// The default order first; then all orders of the three filters with several cells, ways of counting and thresholds.
/// They are fixed before any page is seen, so that what is chosen on some sites can be judged on the others.
std::vector<CandidatePipeline> candidate_pipelines();

}  // namespace pith::cli
