// The document while it is being built. Compiled once an instruction set: included by
// parser_<set>.cpp only.
//
// Almost every node is appended below the last one's ancestors, so that the order of creation is
// document order and a parent is all a node needs to know. Only when error recovery puts a node
// elsewhere (foster parenting, the adoption agency, content after </body>) do all nodes get sibling
// links, once; then the finished tree is written out in document order.

#include <cstring>

#include "html/document_access.hpp"
#include "text/hash.hpp"

namespace pith::html::PITH_ISA {

/// Scratch memory that outlives a page.
struct ConstructionMemory {
  struct Links {
    NodeId previous;  // in the end: the node's id in document order
    NodeId next, first, last;
  };
  struct Piece {
    StringRef text;
    std::uint32_t next;
  };
  Array<Links> links;
  Array<Piece> pieces;
  Array<Node> ordered;
  Array<std::uint32_t> name_slots;  // hash table of the document's own tag names

  /// Keeps what the next page may need. What only pages made to hurt do need is kept as long as they come: getting it
  /// anew, by growing, costs more than the parse. Only the nodes in order, which are got at once, make room for later
  /// steps.
  void release() noexcept {
    constexpr std::size_t kMostKept = std::size_t{1} << 18;  // ten times the nodes of the largest of 1,162 real pages
    ordered.clear();
    ordered.clear_beyond(kMostKept);
    links.clear_beyond(kMostKept);
    pieces.clear_beyond(kMostKept);
    name_slots.clear_beyond(kMostKept);
  }
};

class Construction {
 public:
  Construction(Document& document, ConstructionMemory& memory, const Limits& limits, std::string_view input)
      : nodes_(DocumentAccess::nodes(document)),
        attributes_(DocumentAccess::attributes(document)),
        names_(DocumentAccess::names(document)),
        memory_(memory),
        max_nodes_(limits.nodes),
        max_depth_(limits.depth),
        input_size_(input.size()),
        strings_{input.data(), &DocumentAccess::side(document)},
        work_left_(4096 + std::uint64_t{limits.work_per_byte} * input.size()) {
    memory_.links.clear();
    memory_.pieces.clear();
    memory_.name_slots.clear();
    nodes_.reserve(input.size() / 64 + 64);
    attributes_.reserve(input.size() / 64 + 64);
    Node root;
    root.end = 1;
    nodes_.push_back(root);
  }

  [[nodiscard]] Array<Attribute>& attributes() noexcept { return attributes_; }
  [[nodiscard]] const Strings& strings() const noexcept { return strings_; }
  [[gnu::always_inline]] Node& operator[](NodeId id) noexcept { return nodes_[id]; }
  [[nodiscard]] [[gnu::always_inline]] NodeId size() const noexcept { return static_cast<NodeId>(nodes_.size()); }
  [[nodiscard]] [[gnu::always_inline]] bool stopped() const noexcept { return stopped_; }
  [[nodiscard]] Truncation truncated() const noexcept { return truncated_; }
  void note(Truncation limit) noexcept { truncated_ |= limit; }

  /// Counts steps of error recovery. False: the budget is spent, take the cheapest path.
  [[gnu::always_inline]] bool spend(std::uint64_t steps) noexcept {
    if (steps <= work_left_) {
      work_left_ -= steps;
      return true;
    }
    work_left_ = 0;
    truncated_ |= Truncation::work;
    return false;
  }

  // --- nodes --------------------------------------------------------------------------------------

  /// A new last child of `parent`, which must be an ancestor-or-self of the last node (see
  /// require_rightmost) unless the nodes are linked.
  [[gnu::always_inline]] NodeId append(NodeId parent, NodeKind kind, std::uint32_t first, std::uint32_t second,
                                       Tag tag = Tag::none, Namespace ns = Namespace::html,
                                       std::uint16_t attribute_count = 0) {
    const NodeId id = create(parent, kind, first, second, tag, ns, attribute_count);
    if (linked_) link(id, parent, kNoNode);
    return id;
  }

  /// A new child of `parent` before its child `before` (kNoNode: the last).
  NodeId insert(NodeId parent, NodeId before, NodeKind kind, std::uint32_t first, std::uint32_t second,
                Tag tag = Tag::none, Namespace ns = Namespace::html, std::uint16_t attribute_count = 0) {
    if (before != kNoNode) link_all();
    const NodeId id = create(parent, kind, first, second, tag, ns, attribute_count);
    if (linked_) link(id, parent, before);
    return id;
  }

  /// An element like `original`, not yet in the tree.
  NodeId clone(NodeId original) {
    link_all();
    const Node copy = nodes_[original];
    const NodeId id =
        create(kNoNode, NodeKind::element, copy.first, copy.second, copy.tag, copy.ns, copy.attribute_count);
    memory_.links.push_back({kNoNode, kNoNode, kNoNode, kNoNode});
    return id;
  }

  /// Must be called before appending to a node that other nodes may follow.
  void require_rightmost(NodeId parent) {
    if (linked_) return;
    NodeId node = size() - 1;
    while (node > parent) node = nodes_[node].parent;
    if (node != parent) link_all();
  }

  /// Gives all nodes sibling links, so that from here on a node can be put anywhere.
  void link_all() {
    if (linked_) return;
    linked_ = true;
    auto& links = memory_.links;
    links.clear();
    links.reserve(nodes_.capacity());
    links.resize(nodes_.size());
    for (NodeId id = 0; id < size(); ++id) {
      links[id] = {kNoNode, kNoNode, kNoNode, kNoNode};
      if (id != 0) set_links(id, nodes_[id].parent, kNoNode);
    }
  }

  void detach(NodeId id) {
    link_all();
    auto& links = memory_.links;
    const NodeId parent = nodes_[id].parent;
    if (parent == kNoNode) return;
    const ConstructionMemory::Links l = links[id];
    (l.previous != kNoNode ? links[l.previous].next : links[parent].first) = l.next;
    (l.next != kNoNode ? links[l.next].previous : links[parent].last) = l.previous;
    nodes_[id].parent = kNoNode;
  }

  /// Moves a node with its subtree.
  void move(NodeId id, NodeId parent, NodeId before = kNoNode) {
    detach(id);
    nodes_[id].parent = parent;
    set_links(id, parent, before);
  }

  /// Moves all children of `from` to the end of `to`. False: stopped half-way by the budget.
  void move_children(NodeId from, NodeId to) {
    link_all();
    auto& links = memory_.links;
    const NodeId first = links[from].first, last = links[from].last;
    if (first == kNoNode) return;
    std::uint64_t count = 0;
    for (NodeId child = first; child != kNoNode; child = links[child].next, ++count) nodes_[child].parent = to;
    spend(count);
    links[first].previous = links[to].last;
    (links[to].last != kNoNode ? links[links[to].last].next : links[to].first) = first;
    links[to].last = last;
    links[from].first = links[from].last = kNoNode;
  }

  // --- text ---------------------------------------------------------------------------------------

  /// Adds text at the end of `parent`, or before its child `before`; joins it to a text node there.
  [[gnu::always_inline]] void insert_text(NodeId parent, NodeId before, StringRef text) {
    if (!linked_ && before == kNoNode) [[likely]] {
      const NodeId last = size() - 1;
      if (nodes_[last].kind == NodeKind::text && nodes_[last].parent == parent)
        join(nodes_[last], text);
      else
        append(parent, NodeKind::text, text.offset, text.length);
      return;
    }
    insert_text_linked(parent, before, text);
  }

  // --- names --------------------------------------------------------------------------------------

  /// The id of a name outside the table of known ones, or Tag::none when the document has not seen it (or names that
  /// share its place in the table used up the budget).
  [[nodiscard]] Tag find_name(std::string_view name) noexcept {
    const auto& slots = memory_.name_slots;
    if (slots.empty()) return Tag::none;
    for (std::size_t at = hash(name);; ++at) {
      const std::uint32_t index = slots[at & (slots.size() - 1)];
      if (index == 0) return Tag::none;
      if (view(names_[index - 1]) == name) return own_tag(index - 1);
      if (!spend(kStepsOfProbing)) return Tag::none;
    }
  }

  /// The same, with the name entered when it is new. Past 65,000 names, and out of budget, all are the last one.
  Tag intern_name(StringRef name) {
    const Tag found = find_name(view(name));
    if (found != Tag::none) return found;
    const bool full = names_.size() + static_cast<std::size_t>(Tag::known_count) >= 0xFFFF;
    if (full || (work_left_ == 0 && !names_.empty())) return own_tag(names_.size() - 1);
    auto& slots = memory_.name_slots;
    if (2 * (names_.size() + 1) > slots.size()) grow_slots();
    names_.push_back(name);
    enter_slot(names_.size());
    return own_tag(names_.size() - 1);
  }

  [[nodiscard]] std::string_view view(StringRef s) const noexcept { return {strings_.data(s), s.length}; }
  /// A string of ours, copied into the side buffer.
  [[nodiscard]] StringRef store(std::string_view text) {
    const std::size_t begin = strings_.side->size();
    strings_.side->append(text.data(), text.size());
    return strings_.in_side(begin);
  }

  // --- the end ------------------------------------------------------------------------------------

  /// Brings the nodes into document order, sets subtree ends, joins texts that came in pieces.
  /// `landmarks` are ids of nodes of the tree (or kNoNode), to be renumbered.
  template <std::size_t N>
  void finish(NodeId* (&landmarks)[N]) {
    if (linked_) {
      write_in_order();
      for (NodeId* id : landmarks)
        if (*id != kNoNode) *id = memory_.links[*id].previous;
    } else {
      set_ends();
    }
    if (!memory_.pieces.empty()) join_pieces();
  }

 private:
  static constexpr std::uint64_t kStepsOfProbing = 4;  // a place of the table of names
  static constexpr std::uint16_t kInPieces = 0xFFFF;   // in attribute_count of a text node: first, second are pieces

  [[gnu::always_inline]] NodeId create(NodeId parent, NodeKind kind, std::uint32_t first, std::uint32_t second, Tag tag,
                                       Namespace ns, std::uint16_t attribute_count) {
    const NodeId id = size();
    if (id >= max_nodes_) [[unlikely]] {
      stopped_ = true;
      truncated_ |= Truncation::nodes;
    }
    if (max_depth_ != 0 && parent != kNoNode && kind == NodeKind::element && nodes_[parent].depth >= max_depth_)
        [[unlikely]] {
      parent = nodes_[parent].parent;
      truncated_ |= Truncation::depth;
      link_all();
      // The caller links to the parent it asked for; see link().
    }
    Node node;
    node.parent = parent;
    node.first = first;
    node.second = second;
    node.tag = tag;
    node.ns = ns;
    node.kind = kind;
    node.attribute_count = attribute_count;
    node.depth = parent == kNoNode ? std::uint16_t{0} : deeper(nodes_[parent].depth);
    if (id == nodes_.capacity()) [[unlikely]]
      make_room();
    nodes_.push_back(node);
    return id;
  }

  /// Room for as many nodes as the input will give if it goes on as it began, so that arrays seldom grow.
  [[gnu::noinline]] void make_room() {
    constexpr std::size_t kLookedAt = 32;
    const std::size_t size = nodes_.size();
    std::size_t reached = 0;  // in the input; clones and implied elements stand further back, or nowhere
    for (std::size_t i = size < kLookedAt ? 0 : size - kLookedAt; i < size; ++i) {
      const std::uint32_t offset = nodes_[i].is_element() ? nodes_[i].second : nodes_[i].first;
      if (offset < input_size_ && offset > reached) reached = offset;
    }
    std::size_t wanted = reached == 0 ? 0 : size * input_size_ / reached * 9 / 8;
    if (wanted > 4 * size) wanted = 4 * size;
    if (wanted > std::size_t{max_nodes_} + 16) wanted = std::size_t{max_nodes_} + 16;
    nodes_.reserve(wanted > size ? wanted : size + 1);
    if (linked_) memory_.links.reserve(nodes_.capacity());
  }

  static std::uint16_t deeper(std::uint16_t depth) noexcept {
    return depth == 0xFFFF ? depth : static_cast<std::uint16_t>(depth + 1);
  }

  /// Links a node just created; its parent may have become another one than asked for (depth limit).
  void link(NodeId id, NodeId asked, NodeId before) {
    memory_.links.push_back({kNoNode, kNoNode, kNoNode, kNoNode});
    const NodeId parent = nodes_[id].parent;
    set_links(id, parent, parent == asked ? before : kNoNode);
  }

  void set_links(NodeId id, NodeId parent, NodeId before) {
    auto& links = memory_.links;
    const NodeId previous = before != kNoNode ? links[before].previous : links[parent].last;
    links[id].previous = previous;
    links[id].next = before;
    (previous != kNoNode ? links[previous].next : links[parent].first) = id;
    (before != kNoNode ? links[before].previous : links[parent].last) = id;
  }

  void insert_text_linked(NodeId parent, NodeId before, StringRef text) {
    if (before != kNoNode) link_all();
    const NodeId previous = before != kNoNode ? memory_.links[before].previous : memory_.links[parent].last;
    if (previous != kNoNode && nodes_[previous].kind == NodeKind::text)
      join(nodes_[previous], text);
    else
      insert(parent, before, NodeKind::text, text.offset, text.length);
  }

  /// Appends `text` to a text node. Strings that touch become one view; else pieces, so that many
  /// small additions stay linear.
  void join(Node& node, StringRef text) {
    auto& pieces = memory_.pieces;
    if (node.attribute_count != kInPieces) {
      if (node.first + node.second == text.offset) {
        node.second += text.length;
        return;
      }
      pieces.push_back({{node.first, node.second}, 0});
      node.first = node.second = static_cast<std::uint32_t>(pieces.size() - 1);
      node.attribute_count = kInPieces;
    }
    auto& last = pieces[node.second].text;
    if (last.offset + last.length == text.offset) {
      last.length += text.length;
      return;
    }
    const auto index = static_cast<std::uint32_t>(pieces.size());
    pieces[node.second].next = index;
    pieces.push_back({text, 0});
    node.second = index;
  }

  void join_pieces() {
    Array<char>& side = *strings_.side;
    for (Node& node : nodes_) {
      if (node.kind != NodeKind::text || node.attribute_count != kInPieces) continue;
      std::size_t total = 0;
      for (std::uint32_t i = node.first;; i = memory_.pieces[i].next) {
        total += memory_.pieces[i].text.length;
        if (i == node.second) break;
      }
      const std::size_t begin = side.size();
      side.reserve(begin + total);  // so that pieces in the side buffer stay where they are
      for (std::uint32_t i = node.first;; i = memory_.pieces[i].next) {
        const StringRef piece = memory_.pieces[i].text;
        side.append(strings_.data(piece), piece.length);
        if (i == node.second) break;
      }
      const StringRef joined = strings_.in_side(begin);
      node.first = joined.offset;
      node.second = joined.length;
      node.attribute_count = 0;
    }
  }

  /// Subtree ends of nodes in document order.
  void set_ends() noexcept {
    Node* const nodes = nodes_.data();
    for (NodeId id = size() - 1; id > 0; --id) {
      if (nodes[id].end == 0) nodes[id].end = id + 1;  // a leaf
      Node& parent = nodes[nodes[id].parent];
      if (parent.end < nodes[id].end) parent.end = nodes[id].end;
    }
  }

  void write_in_order() {
    memory_.ordered.resize(nodes_.size());
    ConstructionMemory::Links* const links = memory_.links.data();
    const Node* const nodes = nodes_.data();
    Node* const ordered = memory_.ordered.data();
    NodeId at = 0, count = 0;
    for (;;) {
      const NodeId id = count++;
      links[at].previous = id;
      Node& node = ordered[id];
      node = nodes[at];
      if (at != 0) {
        node.parent = links[node.parent].previous;
        node.depth = deeper(ordered[node.parent].depth);
      }
      if (links[at].first != kNoNode) {
        at = links[at].first;
        continue;
      }
      node.end = count;
      NodeId left = id;
      while (at != 0 && links[at].next == kNoNode) {
        at = nodes[at].parent;
        left = ordered[left].parent;
        ordered[left].end = count;
      }
      if (at == 0) break;
      at = links[at].next;
    }
    memory_.ordered.resize(count);
    nodes_.swap(memory_.ordered);
  }

  static Tag own_tag(std::size_t index) noexcept {
    return static_cast<Tag>(static_cast<std::size_t>(Tag::known_count) + index);
  }
  static std::size_t hash(std::string_view name) noexcept {
    const std::uint64_t h = text::fnv64(name);
    return static_cast<std::size_t>(h ^ (h >> 32));
  }
  void enter_slot(std::size_t number) {
    auto& slots = memory_.name_slots;
    std::size_t at = hash(view(names_[number - 1]));
    while (slots[at & (slots.size() - 1)] != 0) ++at;
    slots[at & (slots.size() - 1)] = static_cast<std::uint32_t>(number);
  }
  void grow_slots() {
    auto& slots = memory_.name_slots;
    const std::size_t wanted = slots.empty() ? 64 : 2 * slots.size();
    slots.resize(wanted);
    for (std::uint32_t& slot : slots) slot = 0;
    for (std::size_t number = 1; number <= names_.size(); ++number) enter_slot(number);
  }

  Array<Node>& nodes_;
  Array<Attribute>& attributes_;
  Array<StringRef>& names_;
  ConstructionMemory& memory_;
  std::uint32_t max_nodes_, max_depth_;
  std::size_t input_size_;
  Strings strings_;
  std::uint64_t work_left_;
  Truncation truncated_ = Truncation::none;
  bool linked_ = false, stopped_ = false;
};

}  // namespace pith::html::PITH_ISA
