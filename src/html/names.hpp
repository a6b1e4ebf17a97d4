#pragma once

// Names of elements and attributes as small integers.

#include <cstdint>
#include <string_view>

namespace pith::html {

// Every element name of the HTML standard (obsolete ones included), and those of MathML and SVG that
// the parser treats by name or that extraction looks at. Lower case; at most 16 bytes. A name stands
// once, whatever its namespace.
// clang-format off
#define PITH_TAGS(X) \
  X(html) X(head) X(body) X(frameset) X(frame) X(noframes) \
  X(base) X(basefont) X(bgsound) X(link) X(meta) X(title) X(style) X(script) X(noscript) X(template_) \
  X(address) X(article) X(aside) X(blockquote) X(center) X(details) X(dialog) X(dir) X(div) X(dl) X(dd) X(dt) \
  X(fieldset) X(figcaption) X(figure) X(footer) X(header) X(hgroup) X(main) X(menu) X(nav) X(ol) X(ul) X(li) X(p) \
  X(search) X(section) X(summary) X(h1) X(h2) X(h3) X(h4) X(h5) X(h6) X(pre) X(listing) X(xmp) X(plaintext) \
  X(form) X(input) X(button) X(select) X(option) X(optgroup) X(textarea) X(keygen) X(label) X(legend) X(datalist) \
  X(output) X(progress) X(meter) X(isindex) X(selectedcontent) \
  X(a) X(b) X(big) X(code) X(em) X(font) X(i) X(nobr) X(s) X(small) X(strike) X(strong) X(tt) X(u) \
  X(span) X(sub) X(sup) X(var) X(cite) X(q) X(abbr) X(acronym) X(dfn) X(kbd) X(samp) X(mark) X(time) X(data) \
  X(bdi) X(bdo) X(del) X(ins) X(wbr) X(br) X(hr) X(ruby) X(rb) X(rp) X(rt) X(rtc) X(blink) X(spacer) \
  X(img) X(image) X(area) X(map) X(picture) X(source) X(track) X(embed) X(param) X(object) X(applet) X(marquee) \
  X(iframe) X(noembed) X(audio) X(video) X(canvas) X(slot) X(menuitem) X(command) X(multicol) \
  X(table) X(caption) X(colgroup) X(col) X(tbody) X(thead) X(tfoot) X(tr) X(td) X(th) \
  X(math) X(mi) X(mo) X(mn) X(ms) X(mtext) X(mglyph) X(malignmark) X(semantics) X(annotation) X(annotation_xml) \
  X(svg) X(foreignobject) X(desc) X(path) X(g) X(use) X(symbol) X(defs) X(text) X(tspan)

// Attribute names that the parser or any later step asks for by id.
#define PITH_ATTRS(X) \
  X(id) X(class_) X(href) X(src) X(style) X(title) X(alt) X(name) X(content) X(property) X(rel) X(type) X(value) \
  X(charset) X(http_equiv) X(lang) X(xml_lang) X(dir) X(hidden) X(role) X(aria_hidden) X(aria_label) X(itemprop) \
  X(itemtype) X(itemscope) X(itemid) X(itemref) X(typeof_) X(about) X(resource) X(vocab) X(prefix) X(datetime) X(width) X(height) X(align) \
  X(colspan) X(rowspan) X(span) X(scope) X(headers) X(start) X(reversed) X(srcset) X(sizes) X(data_src) X(data_srcset) X(data_original) \
  X(data_lazy_src) X(loading) X(action) X(method) X(for_) X(color) X(face) X(size) X(encoding) X(definitionurl) \
  X(target) X(cite) X(open) X(media) X(srcdoc) X(pubdate) X(shadowrootmode) X(tabindex) X(onclick) X(data_id) X(background) X(border) \
  X(cellpadding) X(cellspacing) X(bgcolor) X(valign) X(display) X(placeholder) X(disabled) X(checked) X(selected) X(multiple)
// clang-format on

enum class Tag : std::uint16_t {
  none,  ///< not an element
#define PITH_X(name) name,
  PITH_TAGS(PITH_X)
#undef PITH_X
      known_count  ///< ids from here up are names that occur in one document only
};

enum class Attr : std::uint16_t {
  other,
#define PITH_X(name) name,
  PITH_ATTRS(PITH_X)
#undef PITH_X
      count
};

/// The name of a known tag ("annotation-xml"); empty for `none` and for ids of one document.
std::string_view name_of(Tag tag) noexcept;
/// The name of a known attribute ("http-equiv"); empty for `other`.
std::string_view name_of(Attr attribute) noexcept;
/// The known tag of a lower-case name, or Tag::none. O(1).
Tag find_tag(std::string_view name) noexcept;
/// The known attribute of a lower-case name, or Attr::other. O(1).
Attr find_attribute(std::string_view name) noexcept;

}  // namespace pith::html
