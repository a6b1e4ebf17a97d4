// The tree builder: the document is sound and within its limits, every instruction set builds the same one, and a
// parser that is used again builds what a fresh one does.

#include <array>

#include "html/parser.hpp"
#include "support.hpp"

using namespace pith;

namespace {

void check_range(const html::Document& d, html::StringRef s) {
  // A view into the input, or into a side buffer that is not larger than the document's memory.
  const std::size_t offset = s.offset & ~html::Document::kSideBit;
  const std::size_t size = (s.offset & html::Document::kSideBit) != 0 ? d.memory_bytes() : d.input().size();
  FUZZ_CHECK(offset + s.length <= size);
  unsigned sum = 0;  // AddressSanitizer sees what lies outside
  for (const char c : d.view(s)) sum += static_cast<unsigned char>(c);
  static_cast<void>(*const_cast<volatile unsigned*>(&sum));
}

void check_sound(const html::Document& d, const html::ParseOptions& options) {
  const html::NodeId count = d.size();
  FUZZ_CHECK(count >= 1 && d[0].end == count && d[0].parent == html::kNoNode && d[0].depth == 0);
  const Limits& limits = options.limits;
  // A tag in progress may add a few nodes more, and the implied html, head and body come in any case.
  FUZZ_CHECK(count <= std::uint64_t{limits.nodes} + 64);
  for (html::NodeId id = 1; id < count; ++id) {
    const html::Node& n = d[id];
    FUZZ_CHECK(n.parent < id);
    const html::Node& parent = d[n.parent];
    FUZZ_CHECK(n.end > id && n.end <= parent.end);
    html::NodeId before = id - 1;  // the nearest node that this one can be a child of, all ended ones left behind
    while (d[before].end <= id) before = d[before].parent;
    FUZZ_CHECK(before == n.parent);
    FUZZ_CHECK(n.depth == parent.depth + 1);
    FUZZ_CHECK(parent.kind == html::NodeKind::document || parent.kind == html::NodeKind::element);
    switch (n.kind) {
      case html::NodeKind::text:
        FUZZ_CHECK(n.second > 0);
        FUZZ_CHECK(n.parent != 0);
        [[fallthrough]];
      case html::NodeKind::comment:
        FUZZ_CHECK(n.end == id + 1);
        check_range(d, {n.first, n.second});
        break;
      case html::NodeKind::element:
        FUZZ_CHECK(n.tag != html::Tag::none && !d.tag_name(id).empty());
        FUZZ_CHECK(n.attribute_count <= limits.attributes_per_element);
        FUZZ_CHECK(n.second == 0 || d.input()[n.second] == '<');
        for (const html::Attribute& a : d.attributes(id)) {
          check_range(d, {a.name_offset, a.name_length});
          check_range(d, a.value);
          FUZZ_CHECK(a.name_length > 0);
          FUZZ_CHECK(a.id == html::Attr::other || n.ns != html::Namespace::html || d.name(a) == html::name_of(a.id));
        }
        break;
      case html::NodeKind::doctype:
        FUZZ_CHECK(n.parent == 0 && d.doctype() != nullptr);
        break;
      case html::NodeKind::document:
        FUZZ_CHECK(false);
    }
  }
  if (options.context.empty() && !has(d.truncated(), Truncation::nodes)) {
    FUZZ_CHECK(d.html() != html::kNoNode && d[d.html()].is(html::Tag::html) && d[d.html()].parent == 0);
    FUZZ_CHECK(d.head() == html::kNoNode || d[d.head()].is(html::Tag::head));
    FUZZ_CHECK(d.body() == html::kNoNode || d[d.body()].is(html::Tag::body));
  }
}

void check_same(const html::Document& a, const html::Document& b) {
  FUZZ_CHECK(a.size() == b.size() && a.truncated() == b.truncated() && a.quirks_mode() == b.quirks_mode());
  FUZZ_CHECK(a.html() == b.html() && a.head() == b.head() && a.body() == b.body());
  FUZZ_CHECK((a.doctype() == nullptr) == (b.doctype() == nullptr));
  for (html::NodeId id = 0; id < a.size(); ++id) {
    const html::Node &x = a[id], &y = b[id];
    FUZZ_CHECK(x.kind == y.kind && x.parent == y.parent && x.end == y.end && x.ns == y.ns && x.tag == y.tag);
    if (x.kind == html::NodeKind::text || x.kind == html::NodeKind::comment) FUZZ_CHECK(a.text(id) == b.text(id));
    if (!x.is_element()) continue;
    FUZZ_CHECK(a.tag_name(id) == b.tag_name(id) && x.second == y.second && x.attribute_count == y.attribute_count);
    for (std::size_t i = 0; i < x.attribute_count; ++i) {
      const html::Attribute &p = a.attributes(id)[i], &q = b.attributes(id)[i];
      FUZZ_CHECK(p.id == q.id && a.name(p) == b.name(q) && a.value(p) == b.value(q));
    }
  }
}

std::string_view context_of(fuzz::Input& input) {
  static constexpr std::array<std::string_view, 28> kContexts = {
      "",        "body",     "div",    "table",         "tbody",     "tr",       "td",
      "caption", "colgroup", "select", "html",          "head",      "frameset", "template",
      "title",   "textarea", "script", "style",         "plaintext", "noscript", "form",
      "p",       "iframe",   "svg",    "foreignobject", "math",      "mi",       "annotation-xml"};
  return kContexts[input.below(kContexts.size())];
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  fuzz::Input input(data, size);
  html::ParseOptions options;
  options.limits = fuzz::limits_of(input);
  options.context = context_of(input);
  options.context_namespace = static_cast<html::Namespace>(input.below(3));

  static html::Parser used(html::SimdLevel::portable), sse2(html::SimdLevel::sse2), avx2(html::SimdLevel::avx2);
  static html::Document reused, other;
  for (const html::Noscript noscript : {html::Noscript::fragment, html::Noscript::text, html::Noscript::markup}) {
    options.noscript = noscript;
    const html::Document fresh = html::parse(input.page(), options);
    check_sound(fresh, options);
    used.parse(input.page(), options, reused);
    check_same(fresh, reused);
    sse2.parse(input.page(), options, other);
    check_same(fresh, other);
    avx2.parse(input.page(), options, other);
    check_same(fresh, other);
  }
  return 0;
}
