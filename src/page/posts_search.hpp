#pragma once

// The search for posts (page/posts.hpp). One class in several files, by what is looked for: parts for comments,
// anchors, families of anchors, authors, what has no date.

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "page/block_text.hpp"
#include "page/lexicon.hpp"
#include "page/page.hpp"
#include "page/post_words.hpp"
#include "page/posts.hpp"

namespace pith::page {

using html::Attr;
using html::Document;
using html::Node;
using html::Tag;

// Characters:
inline constexpr std::uint32_t kLongestMoment = 90;  // of a text that is looked into for a date
inline constexpr std::uint32_t kLongestName = 40;    // of an author
inline constexpr std::uint32_t kLongestHead = 100;   // of a block that is author and date line, not what was written
inline constexpr std::uint32_t kLeastSaid = 20;      // of what is written before the first line that signs it
inline constexpr std::uint32_t kShortestStory = 60;

// More texts with dates than any page for readers has; what comes behind them is not looked at.
inline constexpr std::size_t kMostAnchors = 20'000;

inline constexpr NameGroups kCommentNames = bit(NameGroup::comment);
inline constexpr NameGroups kThreadNames = bit(NameGroup::thread) | bit(NameGroup::post) | bit(NameGroup::reply);

class Posts::Search {
 public:
  Search(const Page& page, Posts& posts) : page_(page), document_(page.document()), out_(posts) {}

  void run();

 private:
  // Parts of a page that are for comments: named so, or below a heading that says so. (posts_sections.cpp)
  void mark_sections();
  void mark_headed_sections();
  void mark(std::uint32_t first, std::uint32_t last);
  [[nodiscard]] bool has_title(std::uint32_t first, std::uint32_t last) const noexcept;
  void mark_named_sections();

  // Anchors of posts: short texts that say when something was written. (posts_anchors.cpp)
  void find_anchors();
  [[nodiscard]] bool has_titled_moment(html::NodeId text, const TextSums& sums, text::Date& date) const noexcept;
  [[nodiscard]] bool is_label(std::uint32_t text) const noexcept;
  [[nodiscard]] static bool says_other_date(std::string_view text) noexcept;
  [[nodiscard]] std::uint32_t family_of(html::NodeId text) const noexcept;

  // Families of anchors: those with the same markup around them, one post each. (posts_families.cpp)
  void find_families();
  void read_family(std::span<const std::uint32_t> members);
  void join_heads(std::size_t first);
  [[nodiscard]] bool inside_comments(html::NodeId element) const noexcept;
  [[nodiscard]] bool is_one_comment(html::NodeId element) const noexcept;
  void set_feet(std::size_t first);
  void stretch_last(std::size_t first_candidate, Post& post) const;
  [[nodiscard]] std::uint32_t text_besides(const Post& post) const noexcept;
  bool is_family(std::size_t first);
  [[nodiscard]] BlockId end_of_head(const Post& post) const noexcept;
  std::size_t name_by_place(std::span<Candidate> family) const noexcept;
  static constexpr std::uint32_t kNoText = ~std::uint32_t{0};
  [[nodiscard]] std::uint32_t text_before(const Post& post) const noexcept;
  [[nodiscard]] bool has_linked_heading(const Post& post, BlockId author) const noexcept;

  // Who wrote a post. (posts_authors.cpp)
  struct Author {
    html::NodeId text = html::kNoNode;
    std::string_view name;
    bool named = false, said = false, linked = false;
  };
  [[nodiscard]] bool names_author(html::NodeId element) const noexcept;
  [[nodiscard]] bool names_rank(html::NodeId element) const noexcept;
  bool find_author(Post& post) const noexcept;
  void look_for_author(const Post& post, std::uint32_t index, Author& author) const noexcept;
  [[nodiscard]] bool is_in_profile_link(html::NodeId text) const noexcept;
  [[nodiscard]] bool is_name(std::uint32_t text) const noexcept;

  // Comments and posts that do not say when they were written. (posts_undated.cpp)
  void find_undated();
  bool take_best_units(bool headed);
  [[nodiscard]] bool stands_below_heading(html::NodeId unit) const noexcept;
  void collect_units();
  static bool is_unit(Tag tag) noexcept;
  bool take_units(std::span<const Unit> units);
  void find_undated_posts();
  void collect_siblings();
  [[nodiscard]] bool has_named_author(html::NodeId element) const noexcept;
  void read_siblings(std::span<const Unit> units);

  // What all of these ask, and what becomes of the candidates. (posts.cpp)
  struct KnownClasses {
    std::string_view value;
    NameGroups groups = 0;
  };
  [[nodiscard]] NameGroups names_of(html::NodeId element) const noexcept;
  [[nodiscard]] NameGroups groups_of(std::string_view classes) const noexcept;
  [[nodiscard]] BlockId block_of(html::NodeId text) const noexcept;
  [[nodiscard]] TextSums sums_of(std::uint32_t begin, std::uint32_t end) const noexcept;
  [[nodiscard]] bool holds(html::NodeId element, html::NodeId node) const noexcept;
  void settle();
  void settle_day_order();
  [[nodiscard]] std::int64_t leaps_of_days(bool month_first) const noexcept;
  [[nodiscard]] bool is_american() const noexcept;
  void assign(std::int32_t index, const Post& post);

  const Page& page_;
  const Document& document_;
  Posts& out_;
  mutable std::array<KnownClasses, 128> known_classes_{};  // by a hash of the value; an empty value has no groups
};

}  // namespace pith::page
