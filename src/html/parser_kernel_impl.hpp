// Puts one version of the parser together. Included by parser_<set>.cpp, which define PITH_ISA and
// the PITH_SCAN_ switch, and nothing else.

// clang-format off
#include "html/parser_kernel.hpp"
#include "html/scan.hpp"
#include "html/tokenizer.hpp"
#include "html/construction.hpp"
#include "html/open_elements.hpp"
#include "html/tree_builder.hpp"
#include "html/tree_formatting.hpp"
#include "html/tree_text.hpp"
#include "html/tree_start_tags.hpp"
#include "html/tree_body_start.hpp"
#include "html/tree_tables.hpp"
#include "html/tree_end_tags.hpp"
#include "html/tree_foreign.hpp"
#include "html/selected_content.hpp"
// clang-format on

namespace pith::html::PITH_ISA {

struct Memory {
  ConstructionMemory construction;
  BuilderMemory builder, nested_builder;
};

inline void* new_memory() { return new Memory; }
inline void delete_memory(void* memory) noexcept { delete static_cast<Memory*>(memory); }

inline void parse(void* memory, std::string_view input, const ParseOptions& options, Document& document) {
  Memory& m = *static_cast<Memory*>(memory);
  DocumentAccess::reset(document, input);
  Construction construction(document, m.construction, options.limits, input);
  TreeBuilder builder(construction, m.builder, &m.nested_builder, options);
  const char* begin = input.data();
  const char* end = begin + input.size();
  if (options.context.empty())
    builder.parse_document(begin, end);
  else
    builder.parse_fragment(begin, end);

  m.builder.release();
  m.nested_builder.release();
  NodeId html = builder.html(), head = builder.head(), body = builder.body();
  NodeId* landmarks[] = {&html, &head, &body};
  construction.finish(landmarks);
  m.construction.release();
  DocumentAccess::set_landmarks(document, html, head, body);
  DocumentAccess::set_quirks(document, builder.quirks());
  DocumentAccess::add_truncation(document, construction.truncated());
  if (builder.has_selected_content()) mirror_selected_options(document, options.limits);
  if (const DoctypeToken* doctype = builder.doctype_token()) {
    const std::string_view public_id = construction.view(doctype->public_id),
                           system_id = construction.view(doctype->system_id);
    DocumentAccess::set_doctype(document, construction.view(doctype->name),
                                doctype->has_public_id ? &public_id : nullptr,
                                doctype->has_system_id ? &system_id : nullptr);
  }
}

/// Hands tokens to a collector; there is no tree that would switch states.
class CollectingSink {
 public:
  CollectingSink(const Strings& strings, const Array<Attribute>& attributes, bool cdata, TokenCollector& collector)
      : strings_(strings), attributes_(attributes), collector_(collector), cdata_(cdata) {}
  void text(StringRef text, bool) { collector_.characters(view(text)); }
  ContentModel start_tag(TagToken& token) {
    tag(token, false);
    return ContentModel::data;
  }
  void end_tag(TagToken& token) { tag(token, true); }
  void comment(StringRef text) { collector_.comment(view(text)); }
  void doctype(const DoctypeToken& t) { collector_.doctype(view(t.name), view(t.public_id), view(t.system_id), t); }
  void fragment(const char*, const char*) {}
  bool cdata_allowed() const { return cdata_; }
  bool stopped() const { return false; }

 private:
  std::string_view view(StringRef s) const { return {strings_.data(s), s.length}; }
  void tag(const TagToken& token, bool end) {
    collector_.begin_tag(end, token.tag != Tag::none ? name_of(token.tag) : view(token.name), token.self_closing);
    for (std::uint32_t i = 0; i < token.attribute_count; ++i) {
      const Attribute& a = attributes_[token.first_attribute + i];
      collector_.add_attribute(view({a.name_offset, a.name_length}), view(a.value));
    }
  }
  const Strings& strings_;
  const Array<Attribute>& attributes_;
  TokenCollector& collector_;
  bool cdata_;
};

inline void tokenize(std::string_view input, const TokenizeOptions& options, std::vector<Token>& tokens) {
  Array<char> side;
  Array<Attribute> attributes;
  const Strings strings{input.data(), &side};
  TokenCollector collector(tokens);
  CollectingSink sink(strings, attributes, options.cdata_section, collector);
  Tokenizer<CollectingSink> tokenizer(strings, attributes, Limits{}, sink);
  tokenizer.run(input.data(), input.data() + input.size(), options.state, options.last_start_tag,
                options.cdata_section);
}

/// Counts tokens, and reads raw text elements as a tree builder would.
class CountingSink {
 public:
  explicit CountingSink(Array<Attribute>& attributes) : attributes_(attributes) {}
  void text(StringRef, bool) { ++count_; }
  ContentModel start_tag(TagToken& token) {
    ++count_;
    attributes_.resize(token.first_attribute);
    switch (token.tag) {
      case Tag::script:
        return ContentModel::script_data;
      case Tag::title:
      case Tag::textarea:
        return ContentModel::rcdata;
      case Tag::style:
      case Tag::iframe:
      case Tag::noscript:
      case Tag::noembed:
      case Tag::noframes:
      case Tag::xmp:
        return ContentModel::rawtext;
      default:
        return ContentModel::data;
    }
  }
  void end_tag(TagToken&) { ++count_; }
  void comment(StringRef) { ++count_; }
  void doctype(const DoctypeToken&) { ++count_; }
  void fragment(const char*, const char*) {}
  bool cdata_allowed() const { return false; }
  bool stopped() const { return false; }
  std::size_t count() const { return count_; }

 private:
  Array<Attribute>& attributes_;
  std::size_t count_ = 0;
};

inline std::size_t count_tokens(std::string_view input) {
  Array<char> side;
  Array<Attribute> attributes;
  CountingSink sink(attributes);
  Tokenizer<CountingSink> tokenizer({input.data(), &side}, attributes, Limits{}, sink);
  tokenizer.run(input.data(), input.data() + input.size(), ContentModel::data, {});
  return sink.count();
}

inline constexpr ParserKernel kKernel = {new_memory, delete_memory, parse, tokenize, count_tokens};

}  // namespace pith::html::PITH_ISA
