#include "article/compose.hpp"

#include "page/block_text.hpp"

namespace pith::article {

namespace {

using html::Attr;
using html::kNoNode;
using html::NodeId;
using html::Tag;

// The character data of an element, white space folded.
std::string text_inside(const html::Document& document, NodeId element) {
  std::string raw, folded;
  for (NodeId id = element + 1; id < document[element].end; ++id) {
    if (document[id].is_text()) raw += document.text(id);
  }
  page::append_folded(raw, folded);
  return folded;
}

std::string first_h1(const page::Page& page) {
  std::string text;
  for (const page::Block& block : page.blocks()) {
    if (block.heading != 1 || block.has(page.invisible())) continue;
    page::append_text(page, block, text);
    break;
  }
  return text;
}

}  // namespace

std::string find_title(const page::Page& page) {
  const html::Document& document = page.document();
  std::string title, og_title;
  const NodeId head = document.head();
  const NodeId end = head == kNoNode ? 0 : document[head].end;
  for (NodeId id = head; id < end; ++id) {
    if (document[id].is(Tag::title) && title.empty()) {
      title = text_inside(document, id);
    } else if (document[id].is(Tag::meta) && og_title.empty() && document.attribute(id, Attr::property) == "og:title") {
      page::append_folded(document.attribute(id, Attr::content), og_title);
    }
  }
  const auto title_holds = [&title](const std::string& name) {
    return !name.empty() && title.find(name) != std::string::npos;
  };
  if (!title.empty() && title_holds(og_title)) return og_title;
  if (title.empty() && !og_title.empty()) return og_title;
  std::string heading = first_h1(page);
  return title.empty() || title_holds(heading) ? heading : title;
}

void compose(const page::Page& page, const method::Method& method, const method::Choice& choice, Comments& comments,
             Article& article) {
  const html::Document& document = page.document();
  article.title = find_title(page);
  if (document.html() != kNoNode) {
    page::append_folded(document.attribute(document.html(), Attr::lang), article.language);
  }
  // What the method found itself is its own result.
  if (!choice.title().empty()) article.title = choice.title();
  if (!choice.time().empty()) article.date = choice.time();
  article.method = method.id;
  article.reason = describe(choice.empty());
  article.page_type = choice.page_type();
  article.bodies.resize(choice.bodies());
  sign_bodies(page, choice, article);
  find_comments(page, choice, comments, article);
}

}  // namespace pith::article
