#pragma once

// What an element means for the reading of text: does it interrupt a paragraph, is its content text
// at all. After the "Rendering" section of the HTML standard; an unknown element is inline, as in a
// browser.

#include <array>
#include <cstdint>
#include <initializer_list>

#include "html/document.hpp"

namespace pith::page {

using Traits = std::uint8_t;
inline constexpr Traits kNoText = 1;      ///< nothing inside is text for a reader
inline constexpr Traits kBlockLevel = 2;  ///< text inside and outside belongs to different blocks
inline constexpr Traits kInterrupts = 4;  ///< ends a block even when it holds no text
inline constexpr Traits kInherited = 8;   ///< tells its descendants something (see Page::Context)

namespace detail {

constexpr auto make_traits() {
  using enum html::Tag;
  std::array<Traits, static_cast<std::size_t>(known_count)> traits{};
  const auto add = [&traits](Traits added, std::initializer_list<html::Tag> tags) {
    for (const html::Tag tag : tags) traits[static_cast<std::size_t>(tag)] |= added;
  };
  // clang-format off
  add(kNoText, {head, title, base, link, meta, style, script, template_, textarea, noframes, noembed, iframe, object,
                applet, audio, video, canvas, datalist, meter, progress, annotation, annotation_xml, selectedcontent});
  // `noscript`, `button` and `select` stand inside paragraphs, often without any text.
  add(kBlockLevel, {noscript, button, select, option, optgroup});
  add(kBlockLevel | kInterrupts,
      {html::Tag::html, body, frameset, address, article, aside, blockquote, center, details, dialog, dir, div, dl, dd,
       dt, fieldset, figcaption, figure, footer, form, header, hgroup, hr, h1, h2, h3, h4, h5, h6, legend, li, listing,
       main, marquee, menu, multicol, nav, ol, p, plaintext, pre, search, section, summary, ul, xmp,
       table, caption, colgroup, col, tbody, thead, tfoot, tr, td, th});
  add(kInherited, {a, area, noscript, button, select, h1, h2, h3, h4, h5, h6, pre, listing, xmp, plaintext, figcaption,
                   caption, blockquote, ul, ol, menu, dir, li, table, tr, td, th});
  // clang-format on
  return traits;
}

inline constexpr auto kTraits = make_traits();

}  // namespace detail

/// O(1). Elements of SVG mean nothing here: text directly in one is no text for a reader (page.hpp).
constexpr Traits traits_of(const html::Node& element) noexcept {
  if (element.ns == html::Namespace::svg) return 0;
  const auto tag = static_cast<std::size_t>(element.tag);
  return tag < detail::kTraits.size() ? detail::kTraits[tag] : Traits{0};
}

}  // namespace pith::page
