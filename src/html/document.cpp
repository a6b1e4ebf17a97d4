#include "html/document.hpp"

#include <new>

#include "html/document_access.hpp"

namespace pith::html {

namespace detail {

void* grow_storage(void* old, std::size_t size, std::size_t& capacity, std::size_t wanted, std::size_t element_size) {
  std::size_t grown = capacity + capacity / 2;
  if (grown < wanted) grown = wanted;
  if (grown * element_size < 1024) grown = 1024 / element_size;
  void* fresh = ::operator new(grown* element_size);
  if (size != 0) std::memcpy(fresh, old, size * element_size);
  ::operator delete(old);
  capacity = grown;
  return fresh;
}

void free_storage(void* storage) noexcept { ::operator delete(storage); }

}  // namespace detail

std::string_view Document::tag_name(NodeId id) const noexcept {
  const Tag tag = nodes_[id].tag;
  if (tag < Tag::known_count) return name_of(tag);
  return view(names_[static_cast<std::size_t>(tag) - static_cast<std::size_t>(Tag::known_count)]);
}

std::size_t Document::memory_bytes() const noexcept {
  return nodes_.capacity() * sizeof(Node) + attributes_.capacity() * sizeof(Attribute) + side_.capacity() +
         names_.capacity() * sizeof(StringRef);
}

void DocumentAccess::reset(Document& d, std::string_view input) {
  d.input_ = input;
  d.nodes_.clear();
  d.attributes_.clear();
  d.side_.clear();
  d.names_.clear();
  d.html_ = d.head_ = d.body_ = kNoNode;
  d.truncated_ = Truncation::none;
  d.quirks_ = QuirksMode::no_quirks;
  d.has_doctype_ = false;
}

void DocumentAccess::set_landmarks(Document& d, NodeId html, NodeId head, NodeId body) {
  d.html_ = html;
  d.head_ = head;
  d.body_ = body;
}

void DocumentAccess::set_doctype(Document& d, std::string_view name, const std::string_view* public_id,
                                 const std::string_view* system_id) {
  d.has_doctype_ = true;
  d.doctype_.name = name;
  d.doctype_.has_public_id = public_id != nullptr;
  d.doctype_.has_system_id = system_id != nullptr;
  d.doctype_.public_id = public_id != nullptr ? *public_id : std::string_view();
  d.doctype_.system_id = system_id != nullptr ? *system_id : std::string_view();
}

}  // namespace pith::html
