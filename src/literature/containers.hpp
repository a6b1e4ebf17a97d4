#pragma once

// Containers: the elements that can hold both tags and text, as the papers on container features see a
// page (methods.md §0). All of them in document order, `body` first as the implicit one around all text.

#include <cstdint>
#include <initializer_list>
#include <span>

#include "html/document.hpp"
#include "literature/method.hpp"
#include "page/page.hpp"

namespace pith::literature {

/// A set of container tags: bit i is kContainerTags[i].
using ContainerTags = std::uint8_t;
inline constexpr html::Tag kContainerTags[] = {html::Tag::div,     html::Tag::table,   html::Tag::tbody, html::Tag::td,
                                               html::Tag::article, html::Tag::section, html::Tag::main};
/// What the sources name, and what we add by default.
inline constexpr ContainerTags kStrictContainers = 0b000'0111;
inline constexpr ContainerTags kDefaultContainers = 0b111'1111;
inline constexpr ContainerTags kTableContainers = 0b000'0010;

/// Place of a tag in kContainerTags, or -1.
inline int container_kind(const html::Node& node) noexcept {
  if (!node.is_element() || node.ns != html::Namespace::html) return -1;
  for (int i = 0; i < static_cast<int>(std::size(kContainerTags)); ++i)
    if (kContainerTags[i] == node.tag) return i;
  return -1;
}

inline constexpr std::uint32_t kNoContainer = 0xFFFF'FFFF;

struct Container {
  page::NodeId node = 0;
  std::uint32_t parent = kNoContainer;  ///< nearest container around it
  std::uint32_t end = 0;                ///< one past its last descendant container
};

class Containers {
 public:
  /// O(nodes).
  Containers(const page::Page& page, ContainerTags tags, Scratch& scratch);

  [[nodiscard]] std::span<const Container> all() const noexcept { return all_; }
  [[nodiscard]] const Container& operator[](std::uint32_t id) const noexcept { return all_[id]; }
  [[nodiscard]] std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(all_.size()); }
  /// The nearest container of a node inside `body`, the node itself included.
  [[nodiscard]] std::uint32_t of(page::NodeId node) const noexcept { return owner_[node]; }

  /// Calls `visit(id)` for the nearest container descendants of a container, in document order. All calls for all
  /// containers together are O(containers).
  template <class Visit>
  void for_each_child(std::uint32_t id, Visit&& visit) const {
    for (std::uint32_t child = id + 1; child < all_[id].end; child = all_[child].end) visit(child);
  }

 private:
  std::span<Container> all_;
  std::span<std::uint32_t> owner_;  // by node
};

/// A number for the set of class names of an element: equal sets, equal numbers (but for hash collisions); 0: no class.
std::uint64_t class_key(const html::Document& document, page::NodeId node);

}  // namespace pith::literature
