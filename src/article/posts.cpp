#include "article/posts.hpp"

#include <string>
#include <string_view>

#include "page/block_text.hpp"
#include "text/date.hpp"

namespace pith::article {

namespace {

using page::PostKind;
using page::PostPart;

// Completes what says a day only beside the day on which it was read: "3 hours ago", "昨天 12:30", "3 May".
text::Date completed(std::string_view moment, const page::Post& post, const text::Date& fetched) {
  text::DateMatch match = text::find_date(moment, {.reference = fetched});
  const bool other_order = post.date.month != 0 && match.date.month != post.date.month;  // as the other posts have it
  if (other_order) match = text::find_date(moment, {.month_first = true, .reference = fetched});
  return match.date;
}

void sign(const page::Page& page, const page::Post& post, const text::Date& fetched, Body& body) {
  page::append_folded(post.name, body.author);
  text::Date date = post.date;
  const bool has_moment = post.moment != html::kNoNode;
  const std::string_view moment = has_moment ? page.document().text(post.moment) : std::string_view();
  if (!date.has_day() && has_moment && fetched.has_day()) date = completed(moment, post, fetched);
  if (date.has_day()) {
    text::append_iso(date, body.date);
  } else if (has_moment) {
    page::append_folded(moment, body.date);
  }
}

}  // namespace

void find_comments(const page::Page& page, const method::Choice& choice, const text::Date& fetched, Comments& comments,
                   Article& article) {
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
    sign(page, post, fetched, article.comments.emplace_back());
  }
}

void sign_bodies(const page::Page& page, const method::Choice& choice, const text::Date& fetched, Article& article) {
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
      sign(page, posts.list()[static_cast<std::size_t>(post)], fetched, article.bodies[i]);
    }
  }
  // Whoever opened the thread is the author of the page.
  if (article.bodies.size() > 1 && article.bodies[0].author.empty()) article.bodies[0].author = article.author;
}

}  // namespace pith::article
