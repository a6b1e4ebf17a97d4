// What the model's probabilities miss of the page as a whole.

#include <algorithm>
#include <array>
#include <span>

#include "method/pith_steps.hpp"
#include "statements/kind.hpp"

namespace pith::method::learned {

namespace {

using features::Column;

/// What stands around goods: a block inside any of these is no part of them.
constexpr auto kAroundProducts = [] {
  using enum page::NameGroup;
  using features::name, features::near;
  return std::array{name(modal),     name(recommend),  name(testimonial),      name(cookie),
                    name(copyright), name(breadcrumb), near(html::Tag::footer)};
}();
/// The same of threads.
constexpr auto kAroundThreads = [] {
  using enum page::NameGroup;
  using features::name, features::near;
  return std::array{near(html::Tag::aside), name(signature), name(login), name(banner)};
}();

class Adjustment : public ExtractionStep {
 public:
  using ExtractionStep::ExtractionStep;

  void run() {
    find_comments();
    const bool thread = is_thread();
    if (!thread && !settings_.flag(kComments)) drop_comments();
    discount_duplicates(thread);
    discount_asides();
    smooth_over_same_path();
  }

 private:
  // Whether the page names or shows a block as a part for comments. What highlighters of code call a comment is none:
  // code with such a name in it stands where the block before it does.
  void find_comments() {
    state_.in_comments.resize(blocks_);
    const std::span<const float> named = state_.features[features::name(page::NameGroup::comment)];
    for (std::size_t b = 0; b < blocks_; ++b) {
      const auto id = static_cast<BlockId>(b);
      const bool in_code = named[b] == 0 && page_.block(id).has(page::kPreformatted);
      const bool is_named = in_code ? b != 0 && state_.in_comments[b - 1] != 0 : named[b] < features::kNotInside;
      state_.in_comments[b] = is_named || page_.posts().in_comments(id) ? 1 : 0;
    }
  }

  [[nodiscard]] bool in_comments(std::size_t b) const { return state_.in_comments[b] != 0; }

  [[nodiscard]] bool is_link(std::size_t b) const noexcept {
    return state_.features[Column::link_density][b] > features::kLinkBlock;
  }

  // Whether nothing outside of the parts for comments is likely; links apart, which lead to what others have written.
  // Then the comments are what the page is about, whatever it calls them.
  [[nodiscard]] bool is_beside_nothing() const noexcept {
    for (std::size_t b = 0; b < blocks_; ++b)
      if (!in_comments(b) && !is_link(b) && state_.probability[b] >= kLeastProbability) return false;
    return true;
  }

  // An article under which many have written looks much like a thread.
  [[nodiscard]] bool is_thread() const {
    if (probability_of(PageKind::forum) <= kPerhaps) return false;
    return blocks_ == 0 || state_.features[Column::page_forum][0] > 0 ||
           page_.posts().count(page::PostKind::post) > 0 || is_beside_nothing();
  }

  // Blocks in a part of the page that is for comments, unless they are all there is.
  void drop_comments() {
    if (is_beside_nothing()) return;
    for (std::size_t b = 0; b < blocks_; ++b) {
      // A row whose last cell is named so is no comment ("Comments: 12 pages").
      if (!in_comments(state_.records.first_of(static_cast<BlockId>(b)))) continue;
      state_.probability[b] = 0;
      choice_.judge(static_cast<BlockId>(b), choice_.score(static_cast<BlockId>(b)), kComment);
    }
    set_kind(context_, PageKind::forum);
  }

  // Of blocks with the same text the likeliest is the text, the others are its copies. In a thread, what is quoted is
  // said again on purpose.
  void discount_duplicates(bool thread) {
    const std::span<const std::uint32_t> groups = state_.features.text_groups();
    const auto none = static_cast<BlockId>(blocks_);
    state_.likeliest.assign(blocks_, none);
    for (BlockId b = 0; b < none; ++b)
      if (BlockId& best = state_.likeliest[groups[b]]; best == none || state_.probability[b] > state_.probability[best])
        best = b;
    for (BlockId b = 0; b < blocks_; ++b) {
      if (state_.likeliest[groups[b]] == b || state_.words[b] < kDuplicateWords || state_.probability[b] == 0) continue;
      if (thread && is_quoted(b)) continue;
      state_.probability[b] *= kDiscount;
      choice_.judge(b, state_.probability[b], kDuplicate);
    }
  }

  [[nodiscard]] bool is_inside(std::size_t b, Column distance) const noexcept {
    return state_.features[distance][b] < features::kNotInside;
  }
  [[nodiscard]] bool is_inside_any(std::size_t b, std::span<const Column> distances) const noexcept {
    return std::any_of(distances.begin(), distances.end(), [&](Column distance) { return is_inside(b, distance); });
  }

  // Shops have dialogs on delivery, other products and praise around what they sell; threads have signatures, notices
  // and forms. None is likely, but all of it together is so much that a cut takes it in.
  void discount_asides() {
    const float product = std::min(probability_of(PageKind::product) / kLikelyKind, 1.0F);
    discount(1 - (1 - kDiscount) * product, [this](std::size_t b) { return is_around_product(b); });
    if (is_forum()) discount(kDiscount, [this](std::size_t b) { return is_inside_any(b, kAroundThreads); });
  }

  template <typename IsAside>
  void discount(float factor, IsAside is_aside) {
    for (std::size_t b = 0; b < blocks_; ++b) {
      if (state_.probability[b] == 0 || !is_aside(b)) continue;
      state_.probability[b] *= factor;
      choice_.judge(static_cast<BlockId>(b), state_.probability[b], kAside);
    }
  }

  [[nodiscard]] bool is_around_product(std::size_t b) const noexcept {
    return is_link(b) || is_inside_any(b, kAroundProducts);
  }

  [[nodiscard]] bool is_quoted(std::size_t b) const noexcept {
    return page_.block(static_cast<BlockId>(b)).has(page::kQuote) ||
           is_inside(b, features::name(page::NameGroup::quote)) || is_inside(b, features::near(html::Tag::blockquote));
  }

  // Goods, entries and their facts have the path of their siblings, and are main content where these are: what a
  // block's words, links and place say counts half, what they say of all of them the other half. An article is of one
  // piece already, posts have a rule of their own.
  void smooth_over_same_path() {
    if (is_likely_article() || is_forum()) return;
    const std::span<const std::uint32_t> groups = state_.features.path_groups();
    state_.groups.assign(blocks_, {});
    for (BlockId b = 0; b < blocks_; ++b) {
      if (may_be_kept(b)) state_.groups[groups[b]].add(state_.words[b], state_.probability[b]);
    }
    for (BlockId b = 0; b < blocks_; ++b) {
      if (!may_be_kept(b)) continue;
      state_.probability[b] = (state_.probability[b] + state_.groups[groups[b]].mean()) / 2;
      choice_.judge(b, state_.probability[b], choice_.reason(b));
    }
  }
};

}  // namespace

void adjust_probabilities(const ExtractionContext& context) { Adjustment(context).run(); }

}  // namespace pith::method::learned
