#include "html/selected_content.hpp"

#include "html/document_access.hpp"

namespace pith::html {

namespace {

/// The option a select without `multiple` shows: the last marked selected, else the first not disabled.
NodeId selected_option(const Document& d, NodeId select) {
  NodeId marked = kNoNode, first = kNoNode;
  for (NodeId id = select + 1; id < d[select].end; ++id) {
    if (!d[id].is(Tag::option)) continue;
    if (d.find(id, Attr::selected) != nullptr) marked = id;
    if (first == kNoNode && d.find(id, Attr::disabled) == nullptr) first = id;
  }
  return marked != kNoNode ? marked : first;
}

NodeId first_selected_content(const Document& d, NodeId select) {
  for (NodeId id = select + 1; id < d[select].end; ++id)
    if (d[id].is(Tag::selectedcontent)) return id;
  return kNoNode;
}

}  // namespace

void mirror_selected_options(Document& d, const Limits& limits) {
  struct Copy {
    NodeId target, option;
  };
  Array<Copy> copies;  // in document order
  for (NodeId id = 0; id < d.size(); ++id) {
    if (!d[id].is(Tag::select)) continue;
    const NodeId target = first_selected_content(d, id);
    const NodeId option = selected_option(d, id);
    const bool usable = target != kNoNode && option != kNoNode && d.find(id, Attr::multiple) == nullptr &&
                        (target < option || target >= d[option].end);
    if (usable) copies.push_back({target, option});
    id = d[id].end - 1;  // selects do not nest
  }
  if (copies.empty()) return;

  Array<Node> out;
  Array<NodeId> renumbered;
  out.reserve(d.size());
  renumbered.resize(d.size());
  std::size_t next = 0;
  for (NodeId id = 0; id < d.size(); ++id) {
    renumbered[id] = static_cast<NodeId>(out.size());
    Node node = d[id];
    if (id != 0) node.parent = renumbered[node.parent];
    out.push_back(node);
    if (next == copies.size() || copies[next].target != id) continue;
    const NodeId option = copies[next++].option;
    const std::size_t room = limits.nodes > out.size() ? limits.nodes - out.size() : 0;
    if (d[option].end - option - 1 > room) {
      DocumentAccess::add_truncation(d, Truncation::nodes);
    } else {
      const auto shift = static_cast<std::uint32_t>(out.size()) - (option + 1);  // wraps, and back
      for (NodeId from = option + 1; from < d[option].end; ++from) {
        Node copy = d[from];
        copy.parent = copy.parent == option ? renumbered[id] : copy.parent + shift;
        copy.depth = static_cast<std::uint16_t>(out[copy.parent].depth + 1);
        out.push_back(copy);
      }
    }
    const NodeId end = d[id].end;  // its own content goes
    while (id + 1 < end) renumbered[++id] = kNoNode;
  }
  for (NodeId id = 0; id < out.size(); ++id) out[id].end = id + 1;
  for (NodeId id = static_cast<NodeId>(out.size()) - 1; id > 0; --id)
    if (out[out[id].parent].end < out[id].end) out[out[id].parent].end = out[id].end;

  const auto moved = [&](NodeId id) { return id == kNoNode ? id : renumbered[id]; };
  DocumentAccess::set_landmarks(d, moved(d.html()), moved(d.head()), moved(d.body()));
  DocumentAccess::nodes(d).swap(out);
}

}  // namespace pith::html
