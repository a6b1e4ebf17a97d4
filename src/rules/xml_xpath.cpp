#include "rules/xml_xpath.hpp"

#ifdef PITH_HAVE_XSLT

#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

#include <memory>
#include <new>

#include "rules/xml_guard.hpp"

namespace pith::rules {

namespace {

using Context = std::unique_ptr<xmlXPathContext, decltype(&xmlXPathFreeContext)>;
using Object = std::unique_ptr<xmlXPathObject, decltype(&xmlXPathFreeObject)>;
using Expression = std::unique_ptr<xmlXPathCompExpr, decltype(&xmlXPathFreeCompExpr)>;

std::string string_of(const xmlChar* text) { return text == nullptr ? "" : reinterpret_cast<const char*>(text); }

/// libxml2 hands out numbers.
std::string words_for(int code) {
  switch (code - XML_XPATH_EXPRESSION_OK) {
    case XPATH_NUMBER_ERROR:
      return "a number is expected";
    case XPATH_UNFINISHED_LITERAL_ERROR:
    case XPATH_START_LITERAL_ERROR:
      return "a text in quotation marks is expected";
    case XPATH_VARIABLE_REF_ERROR:
    case XPATH_UNDEF_VARIABLE_ERROR:
    case XPATH_FORBID_VARIABLE_ERROR:
      return "there are no variables";
    case XPATH_INVALID_PREDICATE_ERROR:
      return "a condition in [...] is expected, or is not closed";
    case XPATH_EXPR_ERROR:
      return "an expression or the name of an element is expected";
    case XPATH_UNCLOSED_ERROR:
      return "a bracket is not closed";
    case XPATH_UNKNOWN_FUNC_ERROR:
      return "there is no such function: possible are those of XPath 1.0";
    case XPATH_INVALID_TYPE:
    case XPATH_INVALID_OPERAND:
      return "a value of the wrong type: a set of nodes is expected";
    case XPATH_INVALID_ARITY:
      return "too many or too few arguments of a function";
    case XPATH_UNDEF_PREFIX_ERROR:
      return "there are no namespaces: names have no prefix, `*[name() = 'a:b']` asks for one with a colon";
    case XPATH_INVALID_CHAR_ERROR:
    case XPATH_ENCODING_ERROR:
      return "an invalid character";
    case XPATH_RECURSION_LIMIT_EXCEEDED:
      return "goes too deep";
    default:
      return "is no XPath 1.0";
  }
}

/// What libxml2 has to say of an expression: the first thing counts.
void note_error(void* kept, xmlErrorPtr error) {
  auto& message = *static_cast<std::string*>(kept);
  if (!message.empty() || error == nullptr) return;
  message = words_for(error->code);
  if (error->str1 != nullptr) message = "offset " + std::to_string(error->int1) + ": " + message;
}

Context new_context(xmlDoc* document, std::string& message) {
  Context context(xmlXPathNewContext(document), xmlXPathFreeContext);
  if (context == nullptr) throw std::bad_alloc();
  context->error = note_error;
  context->userData = &message;
  return context;
}

/// Compiled anew for each use: libxml2 writes into what it has compiled, so threads cannot share that.
Result<Object> evaluate(const std::string& text, xmlDoc* document, xmlNode* node, XmlBudget& budget) {
  std::string message;
  Context context = new_context(document, message);
  XmlGuard guard(budget);
  guard.watch(context->opCount, context->opLimit);
  const Expression expression(xmlXPathCtxtCompile(context.get(), reinterpret_cast<const xmlChar*>(text.c_str())),
                              xmlXPathFreeCompExpr);
  Object object(nullptr, xmlXPathFreeObject);
  if (expression != nullptr) {
    context->node = node;
    object.reset(xmlXPathCompiledEval(expression.get(), context.get()));
  }
  take_xml_messages();  // says the same without a place
  if (guard.is_over()) return Error{ErrorCode::bad_data, XmlGuard::message()};
  if (object == nullptr) return Error{ErrorCode::bad_option, message.empty() ? "is no XPath 1.0" : message};
  return object;
}

}  // namespace

Result<XPath> XPath::parse(std::string_view expression) {
  prepare_xml();
  if (expression.find('\0') != std::string_view::npos)
    return Error{ErrorCode::bad_option, "offset " + std::to_string(expression.find('\0')) + ": a NUL byte"};
  if (Error error = check_expression(expression)) return error;
  XPath xpath(expression);
  // Functions that there are not are found by a run alone; a page of one element is enough for most.
  const auto* const root = reinterpret_cast<const xmlChar*>("html");
  const std::unique_ptr<xmlDoc, decltype(&xmlFreeDoc)> empty(xmlNewDoc(nullptr), xmlFreeDoc);
  if (empty == nullptr) throw std::bad_alloc();
  xmlDocSetRootElement(empty.get(), xmlNewDocNode(empty.get(), nullptr, root, nullptr));
  XmlBudget budget;
  const Result<Object> tried = evaluate(xpath.text_, empty.get(), reinterpret_cast<xmlNode*>(empty.get()), budget);
  if (!tried) return tried.error();
  return xpath;
}

Error XPath::select(const XmlTree& tree, html::NodeId context, std::vector<Found>& found) const {
  prepare_xml();
  const Result<Object> object = evaluate(text_, tree.document(), tree.node(context), tree.budget());
  if (!object) return object.error();
  const xmlXPathObject& value = **object;
  if (value.type != XPATH_NODESET && value.type != XPATH_XSLT_TREE) {
    xmlChar* const text = xmlXPathCastToString(object->get());
    if (text != nullptr && *text != 0) found.push_back({html::kNoNode, string_of(text)});
    xmlFree(text);
    return {};
  }
  if (value.nodesetval == nullptr) return {};
  xmlXPathNodeSetSort(value.nodesetval);
  for (int i = 0; i < value.nodesetval->nodeNr; ++i) {
    xmlNode& node = *value.nodesetval->nodeTab[i];
    if (node.type == XML_ATTRIBUTE_NODE) {
      const xmlNode* const text = node.children;
      found.push_back({html::kNoNode, text == nullptr ? "" : string_of(text->content)});
    } else if (node.type == XML_ELEMENT_NODE || node.type == XML_TEXT_NODE || node.type == XML_COMMENT_NODE) {
      found.push_back({XmlTree::origin(node), {}});
    } else if (node.type == XML_DOCUMENT_NODE) {
      found.push_back({0, {}});
    }
  }
  return {};
}

}  // namespace pith::rules

#else

namespace pith::rules {

Result<XPath> XPath::parse(std::string_view) {
  return Error{ErrorCode::bad_option, "this pith is built without libxml2: no XPath; CSS selectors are there"};
}

Error XPath::select(const XmlTree&, html::NodeId, std::vector<Found>&) const {
  return {ErrorCode::bad_option, "this pith is built without libxml2"};
}

}  // namespace pith::rules

#endif
