#include "html/edits.hpp"

#include "html/document_access.hpp"

namespace pith::html {

namespace {

/// A string of its own in the side buffer.
std::uint32_t add_to_side(Document& document, std::string_view text) {
  Array<char>& side = DocumentAccess::side(document);
  const auto offset = static_cast<std::uint32_t>(side.size());
  side.append(text.data(), text.size());
  return offset | Document::kSideBit;
}

}  // namespace

void Edits::replace_with_text(NodeId element, StringRef text) {
  NodeEdit& edit = of_node(element);
  edit.to_text = true;
  edit.text = text;
}

void copy_edited(const Document& from, const Edits& edits, Document& to, std::vector<NodeId>& origins) {
  DocumentAccess::reset(to, from.input());
  // Strings stay where they were; those of new names follow.
  const Array<char>& side = DocumentAccess::side(from);
  DocumentAccess::side(to).append(side.data(), side.size());
  const Array<StringRef>& names = DocumentAccess::names(from);
  DocumentAccess::names(to).append(names.data(), names.size());
  Array<Node>& nodes = DocumentAccess::nodes(to);
  Array<Attribute>& attributes = DocumentAccess::attributes(to);
  nodes.reserve(from.size());

  origins.clear();
  std::vector<NodeId> open;  // nodes of `from` that hold the next one, and what they are in `to`
  std::vector<NodeId> copies;
  NodeId html = kNoNode, head = kNoNode, body = kNoNode;
  for (NodeId id = 0; id < from.size();) {
    while (!open.empty() && from[open.back()].end <= id) {
      nodes[copies.back()].end = static_cast<NodeId>(nodes.size());
      open.pop_back();
      copies.pop_back();
    }
    const auto it = edits.of_.find(id);
    const Edits::NodeEdit* const edit = it == edits.of_.end() ? nullptr : &it->second;
    if (edit != nullptr && edit->out) {
      id = from[id].end;
      continue;
    }
    const auto copy = static_cast<NodeId>(nodes.size());
    Node node = from[id];
    node.parent = copies.empty() ? kNoNode : copies.back();
    node.end = copy + 1;
    if (edit != nullptr && edit->to_text) {
      node.kind = NodeKind::text;
      node.tag = Tag::none;
      node.first = edit->text.offset;
      node.second = edit->text.length;
      node.attribute_count = 0;
    } else if (node.is_element()) {
      if (edit != nullptr && edit->tag != Tag::none) node.tag = edit->tag;
      node.first = static_cast<std::uint32_t>(attributes.size());
      const std::span<const Attribute> old = from.attributes(id);
      if (edit == nullptr || edit->attributes.empty()) {
        attributes.append(old.data(), old.size());
      } else {
        for (std::size_t i = 0; i < old.size(); ++i) {
          Attribute attribute = old[i];
          const auto change = edit->attributes.find(i);
          if (change != edit->attributes.end()) {
            if (change->second.empty()) continue;
            attribute.name_offset = add_to_side(to, change->second);
            attribute.name_length = static_cast<std::uint16_t>(change->second.size());
            attribute.id = find_attribute(change->second);
          }
          attributes.push_back(attribute);
        }
        node.attribute_count = static_cast<std::uint16_t>(attributes.size() - node.first);
      }
    }
    if (id == from.html()) html = copy;
    if (id == from.head()) head = copy;
    if (id == from.body()) body = copy;
    nodes.push_back(node);
    origins.push_back(id);
    if (node.kind == NodeKind::text) {
      id = from[id].end;
      continue;
    }
    open.push_back(id);
    copies.push_back(copy);
    ++id;
  }
  for (const NodeId copy : copies) nodes[copy].end = static_cast<NodeId>(nodes.size());
  DocumentAccess::set_landmarks(to, html, head, body);
  DocumentAccess::set_quirks(to, from.quirks_mode());
  DocumentAccess::add_truncation(to, from.truncated());
  if (const Doctype* const doctype = from.doctype(); doctype != nullptr) {
    const std::string_view public_id = doctype->public_id, system_id = doctype->system_id;
    DocumentAccess::set_doctype(to, doctype->name, doctype->has_public_id ? &public_id : nullptr,
                                doctype->has_system_id ? &system_id : nullptr);
  }
}

}  // namespace pith::html
