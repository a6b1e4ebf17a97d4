// Elements of SVG and MathML. Members of TreeBuilder (html/tree_builder.hpp).

namespace pith::html::PITH_ISA {

inline std::uint8_t TreeBuilder::integration_of(Tag tag, Namespace ns, bool html_annotation) noexcept {
  if (ns == Namespace::mathml) {
    switch (tag) {
      case Tag::mi:
      case Tag::mo:
      case Tag::mn:
      case Tag::ms:
      case Tag::mtext:
        return kMathTextPoint;
      case Tag::annotation_xml:
        return html_annotation ? kHtmlPoint : kNotIntegration;
      default:
        return kNotIntegration;
    }
  }
  if (ns == Namespace::svg && (tag == Tag::foreignobject || tag == Tag::desc || tag == Tag::title)) return kHtmlPoint;
  return kNotIntegration;
}

inline void TreeBuilder::insert_foreign(const TagToken& token, Namespace ns) {
  auto& attributes = c_.attributes();
  bool html_annotation = false;
  for (std::uint16_t i = 0; i < token.attribute_count; ++i) {
    Attribute& a = attributes[token.first_attribute + i];
    const std::string_view name = c_.view({a.name_offset, a.name_length});
    const std::string_view adjusted = ns == Namespace::svg ? svg_attribute_name(name) : mathml_attribute_name(name);
    if (!adjusted.empty()) a.name_offset = c_.store(adjusted).offset;
    if (a.id == Attr::encoding) {
      const std::string_view value = c_.view(a.value);
      html_annotation =
          equals_ignoring_case(value, "text/html") || equals_ignoring_case(value, "application/xhtml+xml");
    }
  }
  Tag name = token.tag;
  if (ns == Namespace::svg) {
    const std::string_view lower = name < Tag::known_count ? name_of(name) : c_.view(token.name);
    const std::string_view adjusted = svg_element_name(lower);
    if (!adjusted.empty()) name = c_.intern_name(c_.store(adjusted));
  }
  const NodeId node = add_element(token, name, ns);
  if (!token.self_closing) open_.push(node, token.tag, ns, integration_of(token.tag, ns, html_annotation));
}

inline void TreeBuilder::foreign_or_html_start(TagToken& token) {
  const OpenElement& top = open_.top();
  const bool html_rules =
      (top.integration == kHtmlPoint) ||
      (top.integration == kMathTextPoint && token.tag != Tag::mglyph && token.tag != Tag::malignmark) ||
      (top.rules_ns == Namespace::mathml && top_is_annotation_xml() && token.tag == Tag::svg);
  if (html_rules) return html_start(token);
  if (breaks_out(token)) {
    leave_foreign();
    return html_start(token);
  }
  insert_foreign(token, top.rules_ns);
}

inline bool TreeBuilder::top_is_annotation_xml() const noexcept {
  if (open_.size() == 1 && in_fragment_) return options_.context == "annotation-xml";
  return open_.top().tag == Tag::annotation_xml;
}

inline bool TreeBuilder::breaks_out(const TagToken& token) const noexcept {
  switch (token.tag) {
    case Tag::b:
    case Tag::big:
    case Tag::blockquote:
    case Tag::body:
    case Tag::br:
    case Tag::center:
    case Tag::code:
    case Tag::dd:
    case Tag::div:
    case Tag::dl:
    case Tag::dt:
    case Tag::em:
    case Tag::embed:
    case Tag::h1:
    case Tag::h2:
    case Tag::h3:
    case Tag::h4:
    case Tag::h5:
    case Tag::h6:
    case Tag::head:
    case Tag::hr:
    case Tag::i:
    case Tag::img:
    case Tag::li:
    case Tag::listing:
    case Tag::menu:
    case Tag::meta:
    case Tag::nobr:
    case Tag::ol:
    case Tag::p:
    case Tag::pre:
    case Tag::ruby:
    case Tag::s:
    case Tag::small:
    case Tag::span:
    case Tag::strong:
    case Tag::strike:
    case Tag::sub:
    case Tag::sup:
    case Tag::table:
    case Tag::tt:
    case Tag::u:
    case Tag::ul:
    case Tag::var:
      return true;
    case Tag::font:
      for (std::uint16_t i = 0; i < token.attribute_count; ++i) {
        const Attr id = c_.attributes()[token.first_attribute + i].id;
        if (id == Attr::color || id == Attr::face || id == Attr::size) return true;
      }
      return false;
    default:
      return false;
  }
}

inline void TreeBuilder::foreign_end(TagToken& token) {
  if (token.tag == Tag::br || token.tag == Tag::p) {
    leave_foreign();
    return html_end(token);
  }
  for (std::int32_t i = open_.size() - 1; i > 0;) {
    if (open_[i].tag == token.tag && token.tag != Tag::none) return open_.shrink(i);
    if (!c_.spend(1)) return;
    if (open_[--i].ns == Namespace::html) return html_end(token);
  }
}

}  // namespace pith::html::PITH_ISA
