#pragma once

// The sets of elements by which the tree construction rules are written
// (https://html.spec.whatwg.org/multipage/parsing.html#the-stack-of-open-elements).

#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include "html/names.hpp"

namespace pith::html {

enum TagSet : std::uint16_t {
  kSpecial = 1u << 0,
  kScope = 1u << 1,            ///< ends "has an element in scope"
  kListScope = 1u << 2,        ///< ends it besides, for list items: ol, ul
  kTableScope = 1u << 3,       ///< ends "in table scope"
  kImpliedEnd = 1u << 4,       ///< closed by "generate implied end tags"
  kImpliedEndTable = 1u << 5,  ///< closed besides when implied end tags are generated thoroughly
  kAddressDivP = 1u << 6,      ///< special, but an open li, dd or dt is looked for beyond it
  kHeading = 1u << 7,
  kTableContext = 1u << 8,  ///< table, tbody, tfoot, thead, tr: text in it is fostered
  kFormatting = 1u << 9,
  kButtonScope = 1u << 10,  ///< ends it besides, for "in button scope": button
};

namespace detail {

constexpr auto make_tag_sets() {
  std::array<std::uint16_t, static_cast<std::size_t>(Tag::known_count)> sets{};
  const auto add = [&sets](std::uint16_t set, std::initializer_list<Tag> tags) {
    for (const Tag tag : tags) sets[static_cast<std::size_t>(tag)] |= set;
  };
  using enum Tag;
  add(kSpecial,
      {address,  applet,   area,       article, aside,    base,      basefont,  bgsound,  blockquote, body,    br,
       button,   caption,  center,     col,     colgroup, dd,        details,   dir,      div,        dl,      dt,
       embed,    fieldset, figcaption, figure,  footer,   form,      frame,     frameset, h1,         h2,      h3,
       h4,       h5,       h6,         head,    header,   hgroup,    hr,        html,     iframe,     img,     input,
       keygen,   li,       link,       listing, main,     marquee,   menu,      meta,     nav,        noembed, noframes,
       noscript, object,   ol,         p,       param,    plaintext, pre,       script,   search,     section, select,
       source,   style,    summary,    table,   tbody,    td,        template_, textarea, tfoot,      th,      thead,
       title,    tr,       track,      ul,      wbr,      xmp});
  add(kScope, {applet, caption, html, table, td, th, marquee, object, select, template_});
  add(kListScope, {ol, ul});
  add(kButtonScope, {button});
  add(kTableScope, {html, table, template_});
  add(kImpliedEnd, {dd, dt, li, optgroup, option, p, rb, rp, rt, rtc});
  add(kImpliedEndTable, {caption, colgroup, tbody, td, tfoot, th, thead, tr});
  add(kAddressDivP, {address, div, p});
  add(kHeading, {h1, h2, h3, h4, h5, h6});
  add(kTableContext, {table, tbody, tfoot, thead, tr});
  add(kFormatting, {a, b, big, code, em, font, i, nobr, s, small, strike, strong, tt, u});
  return sets;
}

}  // namespace detail

inline constexpr auto kTagSets = detail::make_tag_sets();

/// The sets of an HTML element; none for names of one document.
[[gnu::always_inline]] inline std::uint16_t sets_of(Tag tag) noexcept {
  return tag < Tag::known_count ? kTagSets[static_cast<std::size_t>(tag)] : std::uint16_t{0};
}

}  // namespace pith::html
