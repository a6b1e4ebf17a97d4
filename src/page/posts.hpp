#pragma once

// Posts: what several people wrote one after the other. A thread and an answer page are made of them,
// and so are the comments below an article. Found by structure: places alike in their markup that say
// when something was written, names such as "comment", "reply", "post", and headings such as "12 Comments".

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "html/document.hpp"
#include "text/date.hpp"

namespace pith::page {

class Page;

enum class PostKind : std::uint8_t {
  comment,  ///< of a reader, below something else
  post,     ///< of a thread; a question or an answer
  entry,    ///< an item of a list of articles, whose text leads elsewhere
};

struct Post {
  html::NodeId element = html::kNoNode;  ///< holds the post or, where a post has no element of its own, its head
  std::uint32_t begin = 0, end = 0;      ///< its blocks: BlockIds, replies to it not included
  html::NodeId author = html::kNoNode;   ///< text node that names the author, or kNoNode
  std::string_view name;  ///< the author's name as it stands there, without "by" and "says"; into the document
  html::NodeId moment = html::kNoNode;  ///< text node that says when, or kNoNode
  text::Date date;  ///< as far as it is written there; of 3/4/2024 what the other posts and the page's language say
  text::DayOrder day_order = text::DayOrder::told;  ///< how the date was read
  PostKind kind = PostKind::post;
};

/// What a block is to posts.
enum class PostPart : std::uint8_t {
  none,       ///< not in a post
  text,       ///< what was written
  apparatus,  ///< author and date lines, buttons, counters
};

/// The posts of a page, and which block belongs to which. Made by Page::measure, which see.
class Posts {
 public:
  /// O(nodes + text), no recursion, no allocation in steady state.
  void find(const Page& page);

  /// In document order, their blocks disjoint.
  [[nodiscard]] std::span<const Post> list() const noexcept { return posts_; }
  /// Index in list() of the post that holds the block, or -1.
  [[nodiscard]] std::int32_t post_of(std::uint32_t block) const noexcept { return post_of_[block]; }
  [[nodiscard]] PostPart part_of(std::uint32_t block) const noexcept { return part_of_[block]; }
  /// The block lies in a part of the page that is for comments of readers: in one, around them, or in the
  /// form to write one.
  [[nodiscard]] bool in_comments(std::uint32_t block) const noexcept { return in_comments_[block] != 0; }
  /// The block lies in what others wrote than who wrote the page, or in a list of other articles. The first post of a
  /// thread is the page's own. A block behind the last is none.
  [[nodiscard]] bool is_foreign(std::uint32_t block) const noexcept {
    if (block >= post_of_.size()) return false;
    const std::int32_t post = post_of_[block];
    return in_comments(block) || (post > 0 && posts_[static_cast<std::size_t>(post)].kind != PostKind::comment);
  }
  /// A part of the page is named for comments and for nothing that threads have.
  [[nodiscard]] bool sets_comments_apart() const noexcept { return apart_; }
  /// A line there says that they are comments, or asks for one.
  [[nodiscard]] bool has_headed_comments() const noexcept { return headed_; }
  /// How many are of a kind. O(posts).
  [[nodiscard]] std::uint32_t count(PostKind kind) const noexcept {
    std::uint32_t n = 0;
    for (const Post& post : posts_) n += post.kind == kind;
    return n;
  }
  /// Bytes held (capacity).
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  class Search;

  // Blocks [begin, end) of a part of the page that is for comments.
  struct Section {
    std::uint32_t begin = 0, end = 0;
  };
  // An element that could be a comment without a date.
  struct Unit {
    std::uint32_t kind = 0;  // hash of tag, class and id
    html::NodeId element = 0;
  };
  // Units [first, last) of a kind.
  struct UnitKind {
    std::size_t first = 0, last = 0;
    std::uint32_t text = 0;  // characters outside links in all of them
  };
  // A text that says when something was written.
  struct Anchor {
    html::NodeId text = 0;
    std::uint32_t family = 0;  // hash of the markup around it
    text::Date date;
    text::DayOrder day_order = text::DayOrder::told;
    bool timed = false;  // says more than a day
  };
  // Where a post begins and ends, before posts of other families are set against it.
  struct Candidate {
    Post post;
    std::uint32_t family = 0;
    bool timed = false;
  };
  // Candidates [first, last).
  struct Family {
    std::size_t first = 0, last = 0;
    std::uint64_t weight = 0;
  };

  std::vector<Post> posts_;
  std::vector<std::int32_t> post_of_;  // by block, like the following
  std::vector<PostPart> part_of_;
  std::vector<std::uint8_t> in_comments_;
  bool apart_ = false, headed_ = false;
  // Working memory.
  std::vector<Section> sections_;        // in document order
  std::vector<std::uint32_t> headings_;  // blocks that head comments, ascending
  std::vector<std::uint32_t> titles_;    // blocks in h1, ascending
  std::vector<html::NodeId> fields_;     // text areas, ascending
  std::string text_;
  std::vector<Unit> units_;
  std::vector<UnitKind> unit_kinds_;
  std::vector<Anchor> anchors_;
  std::vector<std::uint32_t> order_;  // anchors by family
  std::vector<Candidate> candidates_;
  std::vector<std::uint32_t> lengths_;
  std::vector<Family> families_;
};

}  // namespace pith::page
