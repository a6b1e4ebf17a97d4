#include "evaluate/block_labels.hpp"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace pith::evaluate {

void take_kept(const std::vector<std::string>& paths, const std::vector<std::string>& kept_paths,
               std::vector<float>& share) {
  std::map<std::string_view, std::vector<std::size_t>> blocks;  // by container
  for (std::size_t b = 0; b < share.size(); ++b) blocks[paths[b]].push_back(b);
  std::map<std::string_view, std::size_t> kept;  // blocks of a container
  for (const std::string& path : kept_paths) ++kept[path];
  const std::vector<float> aligned = std::exchange(share, std::vector<float>(share.size(), 0));
  for (const auto& [path, count] : kept) {
    const auto found = blocks.find(path);
    if (found == blocks.end()) continue;
    std::vector<std::size_t>& candidates = found->second;
    std::stable_sort(candidates.begin(), candidates.end(),
                     [&](std::size_t a, std::size_t b) { return aligned[a] > aligned[b]; });
    for (std::size_t i = 0; i < std::min(count, candidates.size()); ++i) share[candidates[i]] = 1;
  }
}

}  // namespace pith::evaluate
