#include "literature/containers.hpp"

#include <algorithm>
#include <array>

#include "literature/visible.hpp"
#include "text/hash.hpp"

namespace pith::literature {

Containers::Containers(const page::Page& page, ContainerTags tags, Scratch& scratch) {
  const html::Document& document = page.document();
  const page::NodeId root = root_of(page);
  const page::NodeId end = document[root].end;
  owner_ = scratch.take<std::uint32_t>(document.size());
  all_ = scratch.take<Container>(page.nodes_in(root).elements + 1);
  std::uint32_t count = 0;
  all_[count++] = {root, kNoContainer, 0};
  for (page::NodeId id = root + 1; id < end; ++id) {
    const html::Node& node = document[id];
    if (page.is_skipped(id)) {
      id = node.end - 1;
      continue;
    }
    const int kind = container_kind(node);
    owner_[id] = owner_[node.parent];
    if (kind < 0 || (tags >> kind & 1) == 0) continue;
    all_[count] = {id, owner_[id], 0};
    owner_[id] = count++;
  }
  all_ = all_.first(count);
  for (std::uint32_t i = count; i-- > 0;) {
    all_[i].end = std::max(all_[i].end, i + 1);
    if (i > 0) all_[all_[i].parent].end = std::max(all_[all_[i].parent].end, all_[i].end);
  }
}

std::uint64_t class_key(const html::Document& document, page::NodeId node) {
  constexpr std::size_t kMost = 16;  // class names looked at
  std::array<std::uint64_t, kMost> hashes{};
  std::size_t count = 0;
  std::string_view value = document.attribute(node, html::Attr::class_);
  while (!value.empty() && count < kMost) {
    const std::size_t begin = value.find_first_not_of(" \t\n\f\r");
    if (begin == std::string_view::npos) break;
    const std::size_t end = std::min(value.find_first_of(" \t\n\f\r", begin), value.size());
    hashes[count++] = text::fnv64(value.substr(begin, end - begin));
    value.remove_prefix(end);
  }
  std::sort(hashes.begin(), hashes.begin() + count);
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (i == 0 || hashes[i] != hashes[i - 1]) key = text::spread64(key ^ hashes[i]);
  return count > 0 ? key | 1 : 0;
}

}  // namespace pith::literature
