#pragma once

// Labels of blocks, of pages that were labelled block by block.

#include <string>
#include <vector>

namespace pith::evaluate {

/// `share` has for each block the share of it that the gold covers, and gets 1 for the blocks that a label names by the
/// paths of their containers, 0 for the others. Where it names a container fewer times than it has blocks, those are
/// meant that the gold covers best. `paths`: of each block's container.
void take_kept(const std::vector<std::string>& paths, const std::vector<std::string>& kept_paths,
               std::vector<float>& share);

}  // namespace pith::evaluate
