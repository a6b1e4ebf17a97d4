#include "article/posts.hpp"

#include <string>
#include <string_view>

#include "page/block_text.hpp"
#include "text/date.hpp"

namespace pith::article {

namespace {

using page::PostKind;
using page::PostPart;

void sign(const page::Page& page, const page::Post& post, Body& body) {
  const html::Document& document = page.document();
  page::append_folded(post.name, body.author);
  if (post.date.has_day()) {
    text::append_iso(post.date, body.date);
  } else if (post.moment != html::kNoNode) {
    page::append_folded(document.text(post.moment), body.date);
  }
}

}  // namespace

void find_comments(const page::Page& page, const method::Choice& choice, Comments& comments, Article& article) {
  comments.blocks.clear();
  comments.ends.clear();
  const page::Posts& posts = page.posts();
  for (const page::Post& post : posts.list()) {
    if (post.kind != PostKind::comment) continue;
    const std::size_t begin = comments.blocks.size();
    bool chosen = false;
    for (page::BlockId b = post.begin; b < post.end && !chosen; ++b) {
      if (posts.part_of(b) != PostPart::text || page.block(b).has(page.invisible())) continue;
      chosen = choice.body_of(b) >= 0;
      comments.blocks.push_back(b);
    }
    if (chosen || comments.blocks.size() == begin) {
      comments.blocks.resize(begin);
      continue;
    }
    comments.ends.push_back(static_cast<std::uint32_t>(comments.blocks.size()));
    sign(page, post, article.comments.emplace_back());
  }
}

void sign_bodies(const page::Page& page, const method::Choice& choice, Article& article) {
  const page::Posts& posts = page.posts();
  for (std::size_t i = 0; i < choice.bodies(); ++i) {
    const std::span<const page::BlockId> blocks = choice.body(i);
    std::int32_t post = -1;
    for (const page::BlockId b : blocks) {
      if (post >= 0 && posts.post_of(b) != post) {  // several posts in one body: it is nobody's
        post = -1;
        break;
      }
      post = posts.post_of(b);
    }
    if (post >= 0 && posts.list()[static_cast<std::size_t>(post)].kind != PostKind::entry) {
      sign(page, posts.list()[static_cast<std::size_t>(post)], article.bodies[i]);
    }
  }
  // Whoever opened the thread is the author of the page.
  if (article.bodies.size() > 1 && article.bodies[0].author.empty()) article.bodies[0].author = article.author;
}

}  // namespace pith::article
