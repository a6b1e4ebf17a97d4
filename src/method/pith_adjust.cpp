// What the model's probabilities miss of the page as a whole.

#include <algorithm>
#include <array>
#include <span>

#include "method/pith_steps.hpp"
#include "statements/kind.hpp"

namespace pith::method::learned {

namespace {

constexpr float kLeastCommented = 0.08F;  // probability of the likeliest block: on less nobody has commented
constexpr float kPerhapsForum = 0.3F;     // above: comments and copies are what the page is about
constexpr float kSurelyForum = 0.95F;     // above: what has the marks of comments is the thread
constexpr float kDuplicateFactor = 0.3F;  // on the probability of a copy of a block ...
constexpr float kDuplicateWords = 7;      // ... of so many words
constexpr float kAsideFactor = 0.3F;      // on the probability of what stands around a product or a thread ...
constexpr float kAsideShare = 0.6F;       // ... of a thread only where no more of the expected words are there
constexpr float kLikelyProduct = 0.5F;    // of a product, above which the whole factor holds; below, less ...
constexpr float kPerhapsProduct = 0.2F;   // ... and nothing below this
constexpr float kCommentShare = 0.5F;     // of the expected words: more of them are no comments but the content ...
constexpr float kArticleWords = 20;       // ... unless so many are expected outside: an article
// Of smoothing, on pages that are no articles: the weight of the mean of all blocks with the same path ...
constexpr float kSamePathWeight = 0.6F;
constexpr float kNeighbourWeight = 0.2F;  // ... and, among goods, of the mean of the block and those beside it

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

  struct Expected {
    float inside = 0, outside = 0;  // words of main content, of those in comments and of the others
    float likeliest_outside = 0;    // of the latter's blocks, links apart: they lead to what others have written
  };
  [[nodiscard]] Expected expected_words() const {
    Expected words;
    for (std::size_t b = 0; b < blocks_; ++b) {
      const bool inside = in_comments(b);
      (inside ? words.inside : words.outside) += state_.probability[b] * state_.words[b];
      if (!inside && !is_link(b)) words.likeliest_outside = std::max(words.likeliest_outside, state_.probability[b]);
    }
    return words;
  }

  // What the page sets apart as comments are some, even where next to nothing stands beside them: it says of itself
  // that it is an article, or they have a heading, and nothing about it is a forum's.
  [[nodiscard]] bool is_comments_alone(const Expected& words) const {
    constexpr auto kArticle = static_cast<float>(statements::PageType::article);
    const page::Posts& posts = page_.posts();
    if (probability_of(PageKind::forum) > kSurelyForum) return false;
    if (words.likeliest_outside < kLeastCommented) return false;
    return posts.sets_comments_apart() && state_.features[Column::page_forum][0] == 0 &&
           (posts.has_headed_comments() || state_.features[Column::page_type][0] == kArticle);
  }

  // An article under which many have written looks much like a thread.
  [[nodiscard]] bool is_thread() const {
    if (probability_of(PageKind::forum) <= kPerhapsForum) return false;
    if (blocks_ == 0 || state_.features[Column::page_forum][0] > 0) return true;
    if (page_.posts().count(page::PostKind::post) > 0) return true;
    const Expected words = expected_words();
    return words.outside < kArticleWords && !is_comments_alone(words);
  }

  // Blocks in a part of the page that is for comments, unless most of what is likely is there.
  void drop_comments() {
    const Expected words = expected_words();
    const bool most = words.outside < kArticleWords && words.inside >= kCommentShare * (words.inside + words.outside);
    if (most && !is_comments_alone(words)) return;
    for (std::size_t b = 0; b < blocks_; ++b) {
      // Names of elements far above say so, too; what is found below them is sure. A row whose last cell is named so is
      // none ("Comments: 12 pages").
      const BlockId first = state_.records.first_of(static_cast<BlockId>(b));
      if (most ? !page_.posts().in_comments(first) : !in_comments(first)) continue;
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
      state_.probability[b] *= kDuplicateFactor;
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
    const float product = probability_of(PageKind::product);
    if (product > kPerhapsProduct)
      discount(1 - (1 - kAsideFactor) * std::min(product / kLikelyProduct, 1.0F),
               [this](std::size_t b) { return is_around_product(b); });
    if (is_forum() && share_around_thread() < kAsideShare)
      discount(kAsideFactor, [this](std::size_t b) { return is_inside_any(b, kAroundThreads); });
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

  // Of the expected words.
  [[nodiscard]] float share_around_thread() const noexcept {
    float inside = 0, all = 0;
    for (std::size_t b = 0; b < blocks_; ++b) {
      const float expected = state_.probability[b] * state_.words[b];
      all += expected;
      if (is_inside_any(b, kAroundThreads)) inside += expected;
    }
    return all > 0 ? inside / all : 1;
  }

  [[nodiscard]] bool is_quoted(std::size_t b) const noexcept {
    return page_.block(static_cast<BlockId>(b)).has(page::kQuote) ||
           is_inside(b, features::name(page::NameGroup::quote)) || is_inside(b, features::near(html::Tag::blockquote));
  }

  // Goods, entries and their facts have the path of their siblings, and are main content where these are: what a
  // block's words, links and place say is smoothed over all of them. An article is of one piece already, posts have a
  // rule of their own.
  void smooth_over_same_path() {
    if (is_surely_article() || is_forum()) return;
    const bool goods = list_probability() + probability_of(PageKind::product) > kLikelyList;
    const std::span<const std::uint32_t> groups = state_.features.path_groups();
    state_.groups.assign(blocks_, {});
    state_.unsmoothed = state_.probability;
    for (BlockId b = 0; b < blocks_; ++b) {
      if (may_be_kept(b)) state_.groups[groups[b]].add(state_.words[b], state_.unsmoothed[b]);
    }
    for (BlockId b = 0; b < blocks_; ++b) {
      if (!may_be_kept(b)) continue;
      state_.probability[b] += kSamePathWeight * (state_.groups[groups[b]].mean() - state_.unsmoothed[b]);
      if (goods) state_.probability[b] += kNeighbourWeight * (neighbourhood_mean(b) - state_.unsmoothed[b]);
      choice_.judge(b, state_.probability[b], choice_.reason(b));
    }
  }

  // Of a block's own probability and those of the two beside it.
  [[nodiscard]] float neighbourhood_mean(BlockId block) const noexcept {
    GroupMean beside;
    for (BlockId b = block == 0 ? 0 : block - 1; b < blocks_ && b <= block + 1; ++b) {
      if (b == block || may_be_kept(b)) beside.add(state_.words[b], state_.unsmoothed[b]);
    }
    return beside.mean();
  }
};

}  // namespace

void adjust_probabilities(const ExtractionContext& context) { Adjustment(context).run(); }

}  // namespace pith::method::learned
