// The list of active formatting elements, and the adoption agency. Members of TreeBuilder (html/tree_builder.hpp).

namespace pith::html::PITH_ISA {

inline void TreeBuilder::insert_formatting(const TagToken& token) {
  reconstruct_formatting();
  const NodeId node = insert_element(token);
  std::size_t alike = 0, earliest = 0;
  for (std::size_t i = formatting_.size(); i-- > 0 && formatting_[i].node != kNoNode;) {
    if (!c_.spend(1)) break;
    if (formatting_[i].tag == token.tag && same_attributes(formatting_[i].node, node)) {
      ++alike;
      earliest = i;
    }
  }
  if (alike >= 3) formatting_.erase(earliest);
  formatting_.push_back({node, token.tag});
}

inline bool TreeBuilder::same_attributes(NodeId a, NodeId b) {
  const Node& x = c_[a];
  const Node& y = c_[b];
  if (x.attribute_count != y.attribute_count) return false;
  const auto& attributes = c_.attributes();
  const auto equal = [&](const Attribute& p, const Attribute& q) {
    return p.id == q.id && c_.view({p.name_offset, p.name_length}) == c_.view({q.name_offset, q.name_length}) &&
           c_.view(p.value) == c_.view(q.value);
  };
  for (std::uint32_t i = 0; i < x.attribute_count; ++i) {
    bool found = false;  // most often in the same place
    for (std::uint32_t j = 0; j < y.attribute_count && !found; ++j) {
      if (!c_.spend(kStepsOfComparing)) return false;
      found = equal(attributes[x.first + i], attributes[y.first + (i + j) % y.attribute_count]);
    }
    if (!found) return false;
  }
  return true;
}

inline std::int32_t TreeBuilder::open_formatting_index(const ActiveFormatting& entry) {
  std::int32_t i = open_.newest(entry.tag);
  while (i >= 0 && open_[i].node != entry.node) {
    if (!c_.spend(1)) return -1;
    i = open_[i].previous_same;
  }
  return i;
}

inline void TreeBuilder::reconstruct_formatting() {
  if (formatting_.empty()) [[likely]]
    return;
  const ActiveFormatting& last = formatting_.back();
  if (last.node == kNoNode) return;
  const std::int32_t newest = open_.newest(last.tag);
  if (newest >= 0 && open_[newest].node == last.node) return;
  reopen_formatting();
}

inline void TreeBuilder::reopen_formatting() {
  std::size_t i = formatting_.size();
  while (i > 0 && formatting_[i - 1].node != kNoNode && open_formatting_index(formatting_[i - 1]) < 0) {
    --i;
    if (!c_.spend(1)) return;
  }
  for (; i < formatting_.size(); ++i) {
    if (clones_left_ == 0) {
      c_.note(Truncation::cloned_elements);
      return;
    }
    if (c_.stopped() || !c_.spend(kStepsOfCloning)) return;
    --clones_left_;
    const Node original = c_[formatting_[i].node];
    const Place place = insertion_place();
    const NodeId node = c_.insert(place.parent, place.before, NodeKind::element, original.first, original.second,
                                  original.tag, Namespace::html, original.attribute_count);
    open_.push(node, formatting_[i].tag, Namespace::html, kNotIntegration);
    formatting_[i].node = node;
  }
}

inline void TreeBuilder::clear_formatting_to_marker() noexcept {
  while (!formatting_.empty()) {
    const bool marker = formatting_.back().node == kNoNode;
    formatting_.pop_back();
    if (marker) break;
  }
}

inline std::int32_t TreeBuilder::formatting_index(NodeId node) const noexcept {
  auto i = static_cast<std::int32_t>(formatting_.size());
  while (--i >= 0 && formatting_[static_cast<std::size_t>(i)].node != node) {
  }
  return i;
}

inline std::int32_t TreeBuilder::last_formatting(Tag tag) {
  for (auto i = static_cast<std::int32_t>(formatting_.size()); i-- > 0;) {
    const ActiveFormatting& entry = formatting_[static_cast<std::size_t>(i)];
    if (entry.node == kNoNode) return -1;
    if (entry.tag == tag) return i;
    if (!c_.spend(1)) return -1;
  }
  return -1;
}

inline void TreeBuilder::adopt(Tag subject) {
  if (current_is(subject) && !is_listed(open_.top().node)) {
    open_.pop();
    return;
  }
  for (int round = 0; round < 8; ++round) {
    const std::int32_t entry_index = last_formatting(subject);
    if (entry_index < 0) {
      any_other_end(subject);
      return;
    }
    const ActiveFormatting entry = formatting_[static_cast<std::size_t>(entry_index)];
    const std::int32_t at = open_formatting_index(entry);
    if (at < 0) {
      erase_formatting(entry_index);
      return;
    }
    if (at < open_.top().scope) return;
    std::int32_t furthest = open_.top().special > at ? at + 1 : -1;
    std::uint64_t searches = 2;  // of the list of formatting elements, to come
    if (furthest >= 0)
      for (; !is_special(open_[furthest]); ++furthest) searches += can_be_listed(open_[furthest]) ? 1 : 0;
    if (furthest >= 0 && clones_left_ < 4) c_.note(Truncation::cloned_elements);
    // Out of clones or budget: the formatting element is closed and nothing is moved.
    if (furthest < 0 || clones_left_ < 4 || !c_.spend(searches * formatting_.size() + cost_of_removals(at, furthest))) {
      open_.shrink(at);
      erase_formatting(entry_index);
      return;
    }
    adopt_furthest_block(entry, entry_index, at, furthest);
  }
}

inline bool TreeBuilder::is_special(const OpenElement& e) noexcept {
  return e.ns == Namespace::html
             ? (sets_of(e.tag) & kSpecial) != 0
             : e.integration != kNotIntegration || (e.ns == Namespace::mathml && e.tag == Tag::annotation_xml);
}

inline std::uint64_t TreeBuilder::cost_of_removals(std::int32_t at, std::int32_t end) const noexcept {
  const auto removed = static_cast<std::uint64_t>(end - at), above = static_cast<std::uint64_t>(open_.size() - end);
  return kStepsOfReindexing * (removed * (above + 4) + above);
}

inline void TreeBuilder::adopt_furthest_block(const ActiveFormatting& entry, std::int32_t entry_index, std::int32_t at,
                                              std::int32_t furthest) {
  const NodeId furthest_node = open_[furthest].node;
  NodeId last = furthest_node;
  std::int32_t bookmark = entry_index;
  std::int32_t at_node = furthest;
  for (int inner = 1;; ++inner) {
    --at_node;
    if (at_node == at) break;
    const OpenElement node = open_[at_node];
    std::int32_t listed = can_be_listed(node) ? formatting_index(node.node) : -1;
    if (inner > 3 && listed >= 0) {
      erase_formatting(listed);
      if (listed < bookmark) --bookmark;
      listed = -1;
    }
    if (listed < 0) {
      open_.remove(at_node);
      --furthest;
      continue;
    }
    const NodeId clone = clone_element(node.node);
    formatting_[static_cast<std::size_t>(listed)].node = clone;
    open_.replace(at_node, clone);
    if (last == furthest_node) bookmark = listed + 1;
    c_.move(last, clone);
    last = clone;
  }
  const Place place = place_at(at - 1);
  c_.move(last, place.parent, place.before);
  const NodeId clone = clone_element(entry.node);
  c_.move_children(furthest_node, clone);
  c_.move(clone, furthest_node);

  const std::int32_t old = formatting_index(entry.node);
  erase_formatting(old);
  if (old < bookmark) --bookmark;
  formatting_.insert(static_cast<std::size_t>(bookmark), {clone, entry.tag});
  open_.remove(at);
  open_.insert(furthest, clone, entry.tag);  // the removal has moved the furthest block down by one
}

inline NodeId TreeBuilder::clone_element(NodeId original) {
  --clones_left_;
  return c_.clone(original);
}

}  // namespace pith::html::PITH_ISA
