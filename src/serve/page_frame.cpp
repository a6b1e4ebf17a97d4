#include "serve/page_frame.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "render/markup.hpp"
#include "text/ascii.hpp"

namespace pith::serve {
namespace {

using html::Document;
using html::Node;
using html::NodeId;
using html::Tag;

// Not the elements alone, also all that is in them.
constexpr std::array<std::string_view, 21> kLeftOut = {
    "script", "template",    "link",    "meta",     "base",          "title",          "param",
    "source", "track",       "noembed", "noframes", "basefont",      "bgsound",        "frame",
    "portal", "fencedframe", "slot",    "head",     "foreignobject", "annotation-xml", "use"};
// A grey area in their place.
constexpr std::array<std::string_view, 9> kOutside = {"img",   "iframe", "object", "embed", "applet",
                                                      "video", "audio",  "canvas", "image"};
constexpr std::array<std::string_view, 9> kVoid = {"area",   "br",  "col",    "hr", "input",
                                                   "keygen", "wbr", "spacer", "img"};
// Text here cannot have elements around it.
constexpr std::array<std::string_view, 5> kTextOnly = {"option", "optgroup", "select", "textarea", "style"};
// Elements that the tab key would stop at, although they do nothing here.
constexpr std::array<std::string_view, 6> kControls = {"button", "input", "select", "textarea", "summary", "details"};

// What can neither run nor ask for anything, and shapes how the page looks.
constexpr std::array<std::string_view, 48> kHarmless = {
    "align",    "alt",         "bgcolor", "border", "cellpadding", "cellspacing", "checked",  "class",
    "color",    "cols",        "colspan", "d",      "datetime",    "dir",         "disabled", "face",
    "fill",     "height",      "hidden",  "hspace", "id",          "label",       "lang",     "nowrap",
    "open",     "placeholder", "points",  "r",      "reversed",    "rows",        "rowspan",  "rules",
    "selected", "size",        "span",    "start",  "stroke",      "transform",   "type",     "valign",
    "value",    "viewbox",     "vspace",  "width",  "x",           "y",           "cx",       "cy"};

constexpr std::string_view kPixel = "data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==";

template <std::size_t size>
bool is_one_of(std::string_view name, const std::array<std::string_view, size>& names) noexcept {
  return std::find(names.begin(), names.end(), name) != names.end();
}

// Empty ones too: many say what they say by being there.
void append_attribute(std::string_view name, std::string_view value, std::string& out) {
  ((out += ' ') += name) += "=\"";
  rendering::append_escaped(value, out);
  out += '"';
}

/// Names of elements that are written as they are; others become `span`.
bool is_plain_name(std::string_view name) noexcept {
  return !name.empty() && name.size() <= 64 && name.front() >= 'a' && name.front() <= 'z' &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; });
}

class PageFrame {
 public:
  PageFrame(const page::Page& page, const PageFrameOptions& options, std::string& out)
      : page_(page),
        document_(page.document()),
        options_(options),
        out_(out),
        begin_(out.size()),
        block_of_(document_.size(), kNoBlock) {
    for (const page::Block& block : page.blocks()) {
      const bool whole = is_whole(block);
      if (whole) {
        block_of_[block.container] = block.begin;
      } else {
        for (std::uint32_t text = block.text_begin; text < block.text_end; ++text)
          block_of_[page.texts()[text]] = block.begin;
      }
    }
  }

  /// False: the page goes on behind what was written.
  [[nodiscard]] bool write() {
    if (document_.quirks_mode() != html::QuirksMode::quirks) out_ += "<!DOCTYPE html>\n";
    out_ += "<html";
    if (document_.html() != html::kNoNode) attributes(document_.html());
    out_ +=
        ">\n<head>\n<meta charset=\"utf-8\">\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
        "img-src data:; form-action 'none'; base-uri 'none'\">\n<title>page</title>\n";
    if (options_.styles) styles_of_head();
    out_ += "</head>\n";
    // A set of frames has no body; what text it has stands behind it.
    const NodeId body = document_.body();
    if (body == html::kNoNode) {
      out_ += "<body>\n";
      subtree(0, document_.size());
    } else {
      out_ += "<body";
      attributes(body);
      out_ += '>';
      subtree(body + 1, document_[body].end);
    }
    out_ += "\n</body>\n</html>\n";
    return !is_full();
  }

 private:
  [[nodiscard]] bool is_full() const noexcept {
    return written_ >= options_.most_elements || out_.size() - begin_ >= options_.most_bytes;
  }

  static constexpr NodeId kNoBlock = html::kNoNode;

  /// The block is all there is in its container.
  [[nodiscard]] bool is_whole(const page::Block& block) const {
    if (block.container == html::kNoNode) return false;
    const Node& container = document_[block.container];
    if (!container.is_element() || container.ns != html::Namespace::html || container.is(Tag::body) ||
        container.is(Tag::html))
      return false;
    return page_.nodes_in(block.container).blocks == 1 && page_.before(block.container).blocks == index_of(block);
  }
  [[nodiscard]] std::uint32_t index_of(const page::Block& block) const {
    return static_cast<std::uint32_t>(&block - page_.blocks().data());
  }

  void styles_of_head() {
    const NodeId head = document_.head();
    if (head == html::kNoNode) return;
    for (NodeId id = head + 1; id < document_[head].end; ++id)
      if (document_[id].is(Tag::style)) style(id);
  }

  void style(NodeId id) {
    out_ += "<style";
    for (const html::Attribute& attribute : document_.attributes(id))
      if (text::ascii_lowered(document_.name(attribute)) == "media")
        append_attribute("media", document_.value(attribute), out_);
    out_ += '>';
    for (NodeId text = id + 1; text < document_[id].end; ++text)
      if (document_[text].is_text()) out_ += document_.text(text);
    out_ += "</style>\n";
  }

  void attributes(NodeId id) {
    for (const html::Attribute& attribute : document_.attributes(id)) {
      const std::string name = text::ascii_lowered(document_.name(attribute));
      if (is_one_of(name, kHarmless) || (options_.styles && name == "style"))
        append_attribute(name == "viewbox" ? "viewBox" : std::string_view(name), document_.value(attribute), out_);
      // For how it looks; where it led to is nothing to be followed from here.
      if (name == "href" && (document_[id].is(Tag::a) || document_[id].is(Tag::area))) out_ += " data-link";
    }
    if (block_of_[id] != kNoBlock) append_attribute("data-block", std::to_string(block_of_[id]), out_);
  }

  void outside(NodeId id, std::string_view name) {
    ++written_;
    out_ += "<img";
    std::string_view source = kPixel;
    for (const html::Attribute& attribute : document_.attributes(id)) {
      const std::string attribute_name = text::ascii_lowered(document_.name(attribute));
      const std::string_view value = document_.value(attribute);
      const bool is_kept = attribute_name == "width" || attribute_name == "height" || attribute_name == "class" ||
                           attribute_name == "id" || attribute_name == "hidden" || attribute_name == "align" ||
                           (attribute_name == "style" && options_.styles);
      if (is_kept) append_attribute(attribute_name, value, out_);
      // Pictures that the page brings itself can be shown.
      if (attribute_name == "src" && name == "img" && text::ascii_lowered(value.substr(0, 11)) == "data:image/")
        source = value;
    }
    if (source == kPixel) append_attribute("data-outside", name, out_);
    append_attribute("src", source, out_);
    append_attribute("alt", document_.attribute(id, html::Attr::alt), out_);
    out_ += '>';
  }

  void text(NodeId id) {
    const std::string_view parent = document_.tag_name(document_[id].parent);
    const bool is_marked = block_of_[id] != kNoBlock && !is_one_of(parent, kTextOnly) &&
                           document_[document_[id].parent].ns == html::Namespace::html;
    if (is_marked) {
      ++written_;
      out_ += "<pith-text";
      append_attribute("data-block", std::to_string(block_of_[id]), out_);
      out_ += '>';
    }
    rendering::append_escaped(document_.text(id), out_);
    if (is_marked) out_ += "</pith-text>";
  }

  void subtree(NodeId begin, NodeId end) {
    struct Open {
      NodeId end;
      std::string_view name;
    };
    std::vector<Open> open;
    for (NodeId id = begin; id < end && !is_full();) {
      while (!open.empty() && open.back().end <= id) {
        ((out_ += "</") += open.back().name) += '>';
        open.pop_back();
      }
      const Node& node = document_[id];
      if (node.is_text()) text(id);
      if (!node.is_element()) {
        ++id;
        continue;
      }
      std::string_view name = document_.tag_name(id);
      // noscript is for browsers without scripts; as this is one, it is for sight where the page says nothing else.
      const bool is_left_out = is_one_of(text::ascii_lowered(name), kLeftOut) ||
                               (node.is(Tag::noscript) && !page_.noscript_is_content()) ||
                               (node.is(Tag::style) && !options_.styles);
      if (is_left_out) {
        id = node.end;
        continue;
      }
      if (node.is(Tag::style)) {
        style(id);
        id = node.end;
        continue;
      }
      if (is_one_of(text::ascii_lowered(name), kOutside)) {
        outside(id, name);
        id = node.end;
        continue;
      }
      if (node.is(Tag::html) || node.is(Tag::body) || node.is(Tag::frameset)) {
        ++id;
        continue;
      }
      if (node.is(Tag::noscript)) name = "div";
      // What stands in these would be read as text by a parser that meets them again.
      if (node.is(Tag::plaintext) || node.is(Tag::xmp)) name = "pre";
      if (!is_plain_name(name)) name = "span";
      ++written_;
      (out_ += '<') += name;
      attributes(id);
      if (is_one_of(name, kControls)) out_ += " tabindex=\"-1\"";
      out_ += '>';
      // The parser drops a line end behind these.
      const NodeId child = document_.first_child(id);
      if ((node.is(Tag::pre) || node.is(Tag::textarea) || node.is(Tag::listing)) && child != html::kNoNode &&
          document_[child].is_text() && document_.text(child).starts_with('\n'))
        out_ += '\n';
      if (!is_one_of(name, kVoid)) open.push_back({node.end, name});
      ++id;
    }
    while (!open.empty()) {
      ((out_ += "</") += open.back().name) += '>';
      open.pop_back();
    }
    if (is_full()) out_ += "<div data-cut></div>";
  }

  const page::Page& page_;
  const Document& document_;
  const PageFrameOptions options_;
  std::string& out_;
  const std::size_t begin_;
  std::size_t written_ = 0;       // elements
  std::vector<NodeId> block_of_;  // by element or text node: the block it belongs to alone
};

}  // namespace

void append_page_frame(const page::Page& page, const PageFrameOptions& options, std::string& out) {
  const std::size_t begin = out.size();
  if (PageFrame(page, options, out).write()) return;
  out.resize(begin);
  PageFrameOptions part = options;
  part.most_elements = options.parts * options.part_elements;
  part.most_bytes = options.parts * options.part_bytes;
  static_cast<void>(PageFrame(page, part, out).write());
}

}  // namespace pith::serve
