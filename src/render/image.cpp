#include "render/image.hpp"

#include <algorithm>
#include <array>

#include "text/ascii.hpp"
#include "text/number.hpp"

namespace pith::rendering {

namespace {

using html::Attr;
using html::Document;
using html::kNoNode;
using html::NodeId;
using html::Tag;

constexpr std::uint32_t kSmallest = 32;  // pixels; what is smaller decorates

#include "render/images.inc"

bool is_address(std::string_view value) noexcept {
  return !value.empty() && !value.starts_with("data:") && !value.starts_with("blob:") && !value.starts_with("{") &&
         value.find_first_of(" \t\n<>\"") == std::string_view::npos &&
         value.find_first_of("./") != std::string_view::npos;
}

// What stands in for an image until it is loaded.
bool is_placeholder(std::string_view address) noexcept {
  const std::size_t slash = address.find_last_of('/');
  const std::string_view name = slash == std::string_view::npos ? address : address.substr(slash + 1);
  return std::any_of(kPlaceholders.begin(), kPlaceholders.end(),
                     [name](std::string_view part) { return name.find(part) != std::string_view::npos; });
}

// The address with the greatest descriptor.
std::string_view largest_of(std::string_view set) noexcept {
  std::string_view best;
  float greatest = -1;
  while (!set.empty()) {
    // Addresses may hold commas; a candidate ends at one behind a space or before one.
    set = text::trim_ascii(set);
    while (!set.empty() && (set.front() == ',' || text::is_ascii_space(set.front()))) set.remove_prefix(1);
    std::size_t end = 0;
    while (end < set.size() && !text::is_ascii_space(set[end])) ++end;
    std::string_view address = set.substr(0, end);
    set.remove_prefix(end);
    float size = 1;
    if (address.ends_with(',')) {
      address.remove_suffix(1);
    } else {
      std::string_view descriptor = text::trim_ascii(set.substr(0, std::min(set.find(','), set.size())));
      size = text::take_number<float>(descriptor).value_or(size);
      set.remove_prefix(std::min(set.find(','), set.size()));
    }
    if (is_address(address) && size > greatest) {
      greatest = size;
      best = address;
    }
  }
  return best;
}

std::string_view lazy_source(const Document& document, NodeId image) noexcept {
  std::string_view best;
  std::size_t rank = kLazySources.size();
  for (const html::Attribute& attribute : document.attributes(image)) {
    const std::string_view name = document.name(attribute);
    for (std::size_t i = 0; i < rank; ++i) {
      if (kLazySources[i] != name) continue;
      const std::string_view value = text::trim_ascii(document.value(attribute));
      if (!is_address(value) || is_placeholder(value)) break;
      best = value;
      rank = i;
    }
  }
  return best;
}

std::string_view source_of_set(const Document& document, NodeId element) noexcept {
  for (const html::Attribute& attribute : document.attributes(element)) {
    const std::string_view name = document.name(attribute);
    if (std::find(kLazySets.begin(), kLazySets.end(), name) == kLazySets.end()) continue;
    if (const std::string_view best = largest_of(document.value(attribute)); !best.empty()) return best;
  }
  return {};
}

std::uint32_t pixels(std::string_view value) noexcept {
  value = text::trim_ascii(value);
  const std::optional<std::uint32_t> number = text::take_number<std::uint32_t>(value);
  return number && !value.starts_with('%') ? *number : kSmallest;
}

// "width:1px; height: 1px": what counts readers.
bool is_tiny(std::string_view style) noexcept {
  for (const std::string_view side : {"width:", "height:"}) {
    for (std::size_t at = style.find(side); at != std::string_view::npos; at = style.find(side, at + 1)) {
      if (at != 0 && style[at - 1] == '-') continue;  // max-width
      const std::string_view value = text::trim_ascii(style.substr(at + side.size(), 12));
      const std::size_t digits = text::leading_digits(value);
      if (digits != 0 && value.substr(digits).starts_with("px") && pixels(value) < kSmallest) return true;
    }
  }
  return false;
}

}  // namespace

std::string_view image_source(const Document& document, NodeId image) noexcept {
  if (const std::string_view lazy = lazy_source(document, image); !lazy.empty()) return lazy;
  const std::string_view source = text::trim_ascii(document.attribute(image, Attr::src));
  if (is_address(source) && !is_placeholder(source)) return source;
  if (const std::string_view set = source_of_set(document, image); !set.empty()) return set;
  const NodeId parent = document[image].parent;
  if (parent == kNoNode || !document[parent].is(Tag::picture)) return {};
  for (NodeId id = document.first_child(parent); id != kNoNode && id < image; id = document.next_sibling(id)) {
    if (!document[id].is(Tag::source)) continue;
    if (const std::string_view set = source_of_set(document, id); !set.empty()) return set;
  }
  return {};
}

bool is_decoration(const Document& document, NodeId image, std::string_view source) noexcept {
  const html::Attribute* width = document.find(image, Attr::width);
  const html::Attribute* height = document.find(image, Attr::height);
  if (width != nullptr && pixels(document.value(*width)) < kSmallest) return true;
  if (height != nullptr && pixels(document.value(*height)) < kSmallest) return true;
  if (is_tiny(document.attribute(image, Attr::style))) return true;
  return std::any_of(kDecorations.begin(), kDecorations.end(),
                     [source](std::string_view part) { return source.find(part) != std::string_view::npos; });
}

std::string_view formula_of_image(const Document& document, NodeId image) noexcept {
  const std::string_view alt = text::trim_ascii(document.attribute(image, Attr::alt));
  if (alt.empty()) return {};
  const std::string_view classes = document.attribute(image, Attr::class_);
  const std::string_view source = document.attribute(image, Attr::src);
  const auto holds_one_of = [](std::string_view text, const auto& parts) {
    return std::any_of(parts.begin(), parts.end(),
                       [text](std::string_view part) { return text.find(part) != std::string_view::npos; });
  };
  const bool formula = holds_one_of(classes, kFormulaClasses) || classes == "tex" || classes.starts_with("tex ") ||
                       holds_one_of(source, kFormulaAddresses);
  return formula ? alt : std::string_view();
}

}  // namespace pith::rendering
