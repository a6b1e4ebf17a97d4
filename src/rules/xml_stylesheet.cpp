#include "rules/xml_stylesheet.hpp"

#ifdef PITH_HAVE_XSLT

#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xpathInternals.h>
#include <libxslt/extensions.h>
#include <libxslt/security.h>
#include <libxslt/transform.h>
#include <libxslt/variables.h>
#include <libxslt/xsltInternals.h>
#include <libxslt/xsltutils.h>

#include <array>
#include <new>

#include "rules/xml_guard.hpp"
#include "rules/xml_tree.hpp"

namespace pith::rules {

namespace {

constexpr std::size_t kMostBytes = 1u << 20;
constexpr int kMostTemplateDepth = 256, kMostVariables = 2000;
constexpr std::size_t kMostRows = 100'000, kMostValues = 1'000'000;
constexpr std::string_view kXslt = "http://www.w3.org/1999/XSL/Transform";

std::string string_of(const xmlChar* text) { return text == nullptr ? "" : reinterpret_cast<const char*>(text); }

/// The next node in document order below `root`; nullptr: there is none.
template <class Node>
Node* next_node(Node* node, const xmlNode* root, bool into = true) {
  if (into && node->type == XML_ELEMENT_NODE && node->children != nullptr) return node->children;
  while (node != root && node->next == nullptr) node = node->parent;
  return node == root ? nullptr : node->next;
}

struct Parse {
  std::string message;
  bool has_dtd = false;
};

/// The reader of the stylesheet, whose errors go to where its user data points.
void note_error(void* reader, xmlErrorPtr error) {
  auto* const parse = static_cast<Parse*>(static_cast<xmlParserCtxt*>(reader)->_private);
  if (parse == nullptr || !parse->message.empty() || error == nullptr || error->level < XML_ERR_ERROR) return;
  parse->message = std::to_string(error->line) + ": " + (error->message == nullptr ? "not valid XML" : error->message);
  while (!parse->message.empty() && parse->message.back() == '\n') parse->message.pop_back();
}

void refuse_dtd(void* reader, const xmlChar*, const xmlChar*, const xmlChar*) {
  auto* const context = static_cast<xmlParserCtxt*>(reader);
  static_cast<Parse*>(context->_private)->has_dtd = true;
  xmlStopParser(context);
}

using Document = std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)>;

Result<Document> read_xml(std::string_view xml) {
  Document none(nullptr, xmlFreeDoc);
  const std::unique_ptr<xmlParserCtxt, decltype(&xmlFreeParserCtxt)> context(xmlNewParserCtxt(), xmlFreeParserCtxt);
  if (context == nullptr) throw std::bad_alloc();
  Parse parse;
  context->_private = &parse;
  context->sax->serror = note_error;
  context->sax->initialized = XML_SAX2_MAGIC;
  context->sax->internalSubset = refuse_dtd;
  Document document(xmlCtxtReadMemory(context.get(), xml.data(), static_cast<int>(xml.size()), nullptr, nullptr,
                                      XML_PARSE_NONET | XML_PARSE_NOCDATA | XML_PARSE_NODICT),
                    xmlFreeDoc);
  if (parse.has_dtd)
    return Error{ErrorCode::bad_data, "1: a stylesheet may have no <!DOCTYPE>: no entities, nothing from outside"};
  if (document == nullptr)
    return Error{ErrorCode::bad_data, parse.message.empty() ? "1: not valid XML" : parse.message};
  return document;
}

bool is_xslt(const xmlNode& node) { return node.ns != nullptr && string_of(node.ns->href) == kXslt; }

/// What is refused before it is compiled.
Error check(xmlDoc* document) {
  const xmlNode* const root = xmlDocGetRootElement(document);
  for (const xmlNode* node = root; node != nullptr; node = next_node(node, root)) {
    const auto fail = [node](const std::string& message) {
      return Error{ErrorCode::bad_data, std::to_string(xmlGetLineNo(node)) + ": " + message};
    };
    if (node->type != XML_ELEMENT_NODE) continue;
    const std::string name = string_of(node->name);
    if (is_xslt(*node) && (name == "import" || name == "include" || name == "document"))
      return fail("xsl:" + name + " is off: a stylesheet stands for itself and writes rows alone");
    for (const xmlAttr* attribute = node->properties; attribute != nullptr; attribute = attribute->next) {
      if (string_of(attribute->name) == "extension-element-prefixes") return fail("extension elements are off");
      for (const xmlNode* part = attribute->children; part != nullptr; part = part->next) {
        if (Error error = check_expression(string_of(part->content)); error && is_xslt(*node))
          return fail("`" + string_of(attribute->name) + "`: " + error.message);
      }
    }
  }
  return {};
}

void refuse_document(xmlXPathParserContextPtr context, int arguments) {
  for (int i = 0; i < arguments; ++i) xmlXPathFreeObject(valuePop(context));
  if (xsltTransformContextPtr transform = xsltXPathGetTransformContext(context); transform != nullptr) {
    xsltTransformError(transform, nullptr, nullptr, "document() is off: a stylesheet sees the page alone\n");
    transform->state = XSLT_STATE_STOPPED;
  }
  valuePush(context, xmlXPathNewNodeSet(nullptr));
}

using SecurityPrefs = std::unique_ptr<xsltSecurityPrefs, decltype(&xsltFreeSecurityPrefs)>;

SecurityPrefs forbid_all() {
  SecurityPrefs prefs(xsltNewSecurityPrefs(), xsltFreeSecurityPrefs);
  if (prefs == nullptr) throw std::bad_alloc();
  for (const xsltSecurityOption option :
       {XSLT_SECPREF_READ_FILE, XSLT_SECPREF_WRITE_FILE, XSLT_SECPREF_CREATE_DIRECTORY, XSLT_SECPREF_READ_NETWORK,
        XSLT_SECPREF_WRITE_NETWORK})
    xsltSetSecurityPrefs(prefs.get(), option, xsltSecurityForbid);
  return prefs;
}

void append_text(const xmlNode* element, std::string& out) {
  for (const xmlNode* node = element; node != nullptr; node = next_node(node, element))
    if (node->type == XML_TEXT_NODE || node->type == XML_CDATA_SECTION_NODE) out += string_of(node->content);
}

void append_markup(xmlDoc* document, xmlNode* element, std::string& out) {
  xmlBuffer* const buffer = xmlBufferCreate();
  if (buffer == nullptr) throw std::bad_alloc();
  for (xmlNode* child = element->children; child != nullptr; child = child->next)
    xmlNodeDump(buffer, document, child, 0, 0);
  out += string_of(xmlBufferContent(buffer));
  xmlBufferFree(buffer);
}

XmlRow row_of(xmlDoc* document, xmlNode* element) {
  XmlRow row;
  for (xmlNode* child = element->children; child != nullptr; child = child->next) {
    if (child->type != XML_ELEMENT_NODE) continue;
    XmlValue& value = row.emplace_back();
    value.name = string_of(child->name);
    append_text(child, value.text);
    append_markup(document, child, value.markup);
  }
  return row;
}

Result<std::vector<XmlRow>> rows_of(xmlDoc* result) {
  std::vector<XmlRow> rows;
  xmlNode* const root = xmlDocGetRootElement(result);
  if (root == nullptr) return rows;
  std::size_t values = 0;
  for (xmlNode* node = root; node != nullptr;) {
    const bool is_row = node->type == XML_ELEMENT_NODE && string_of(node->name) == "row";
    if (is_row) {
      rows.push_back(row_of(result, node));
      values += rows.back().size();
      if (rows.size() > kMostRows || values > kMostValues)
        return Error{ErrorCode::bad_data, "makes more than " + std::to_string(kMostRows) + " rows of this page"};
    }
    node = next_node(node, root, !is_row);
  }
  if (rows.empty()) rows.push_back(row_of(result, root));
  return rows;
}

}  // namespace

struct Stylesheet::Compiled {
  explicit Compiled(xsltStylesheet* compiled) : sheet(compiled) {}
  ~Compiled() { xsltFreeStylesheet(sheet); }
  Compiled(const Compiled&) = delete;
  Compiled& operator=(const Compiled&) = delete;

  xsltStylesheet* sheet;
};

Result<Stylesheet> Stylesheet::parse(std::string_view xml, const std::string& name) {
  prepare_xml();
  const auto fail = [&name](const std::string& message) { return Error{ErrorCode::bad_data, name + ":" + message}; };
  if (xml.size() > kMostBytes) return fail("1: more than " + std::to_string(kMostBytes) + " bytes");
  Result<Document> document = read_xml(xml);
  if (!document) return fail(document.error().message);
  if (Error error = check(document->get())) return fail(error.message);
  take_xml_messages();
  xmlDoc* const owned = document->release();
  xsltStylesheet* const sheet = xsltParseStylesheetDoc(owned);  // owns it, if there is one
  if (sheet == nullptr) {
    xmlFreeDoc(owned);
    return fail("1: no stylesheet of XSLT 1.0: " + take_xml_messages());
  }
  const auto compiled = std::make_shared<const Compiled>(sheet);
  if (sheet->errors > 0) return fail("1: no stylesheet of XSLT 1.0: " + take_xml_messages());
  take_xml_messages();
  return Stylesheet(compiled);
}

Result<std::vector<XmlRow>> Stylesheet::transform(const html::Document& document) const {
  prepare_xml();
  // A tree of its own: a stylesheet may strip white space from it.
  const Result<XmlTree> tree = XmlTree::make(document);
  if (!tree) return tree.error();
  take_xml_messages();
  const std::unique_ptr<xsltTransformContext, decltype(&xsltFreeTransformContext)> context(
      xsltNewTransformContext(compiled_->sheet, tree->document()), xsltFreeTransformContext);
  if (context == nullptr) throw std::bad_alloc();
  const SecurityPrefs prefs = forbid_all();
  xsltSetCtxtSecurityPrefs(prefs.get(), context.get());
  context->maxTemplateDepth = kMostTemplateDepth;
  context->maxTemplateVars = kMostVariables;
  const auto* const function = reinterpret_cast<const xmlChar*>("document");
  xmlXPathRegisterFunc(context->xpathCtxt, function, nullptr);  // what is there is not overwritten
  xmlXPathRegisterFunc(context->xpathCtxt, function, refuse_document);
  XmlGuard guard(tree->budget());
  guard.watch(context->opCount, context->opLimit);
  guard.watch(context->xpathCtxt->opCount, context->xpathCtxt->opLimit);
  const Document result(
      xsltApplyStylesheetUser(compiled_->sheet, tree->document(), nullptr, nullptr, nullptr, context.get()),
      xmlFreeDoc);
  const std::string said = take_xml_messages();
  if (guard.is_over()) return Error{ErrorCode::bad_data, XmlGuard::message()};
  if (result == nullptr || context->state != XSLT_STATE_OK)
    return Error{ErrorCode::bad_data, said.empty() ? "ended without a result" : said};
  return rows_of(result.get());
}

}  // namespace pith::rules

#else

namespace pith::rules {

struct Stylesheet::Compiled {};

Result<Stylesheet> Stylesheet::parse(std::string_view, const std::string& name) {
  return Error{ErrorCode::bad_option,
               name + ": this pith is built without libxslt: no stylesheets; CSS selectors are there"};
}

Result<std::vector<XmlRow>> Stylesheet::transform(const html::Document&) const {
  return Error{ErrorCode::bad_option, "this pith is built without libxslt"};
}

}  // namespace pith::rules

#endif
