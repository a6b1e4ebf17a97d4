#include "html/path.hpp"

namespace pith::html {

Paths::Paths(const Document& document) : document_(document), ordinals_(document.size(), 0) {
  // One counter a tag, valid for the parent named beside it: no table is cleared between parents.
  struct Counter {
    NodeId parent = kNoNode;
    std::uint32_t count = 0;
  };
  std::vector<Counter> counters(static_cast<std::size_t>(Tag::known_count));
  for (NodeId parent = 0; parent < document.size(); ++parent) {
    for (NodeId child = document.first_child(parent); child != kNoNode; child = document.next_sibling(child)) {
      const Node& node = document[child];
      if (!node.is_element() || child == document.html() || child == document.head() || child == document.body())
        continue;
      const auto tag = static_cast<std::size_t>(node.tag);
      if (tag >= counters.size()) counters.resize(tag + 1);
      Counter& counter = counters[tag];
      if (counter.parent != parent) counter = {parent, 0};
      ordinals_[child] = ++counter.count;
    }
  }
}

void Paths::append(NodeId element, std::string& out) const {
  std::vector<NodeId> chain;
  for (NodeId id = element; id != kNoNode && document_[id].is_element(); id = document_[id].parent) chain.push_back(id);
  for (auto id = chain.rbegin(); id != chain.rend(); ++id) {
    if (id != chain.rbegin()) out += '/';
    out += document_.tag_name(*id);
    if (ordinals_[*id] == 0) continue;
    out += '[';
    out += std::to_string(ordinals_[*id]);
    out += ']';
  }
}

}  // namespace pith::html
