// What the model's probabilities miss of the page as a whole.

#include <algorithm>
#include <array>
#include <span>
#include <string_view>

#include "method/pith_step.hpp"

namespace pith::method::learned {

namespace {

constexpr float kHardlyAnything = 0.08F;     // of the likeliest block: nobody has commented on that
constexpr float kForumProbability = 0.3F;    // above: comments and copies are what the page is about
constexpr float kSurelyForum = 0.95F;        // above: what has the marks of comments is the thread
constexpr float kCopyFactor = 0.3F;          // on the probability of a copy of a block ...
constexpr float kCopyWords = 7;              // ... of so many words
constexpr float kAsideFactor = 0.3F;         // on the probability of what stands around a product or a thread ...
constexpr float kAsideShare = 0.6F;          // ... of a thread only where no more of the expected words are there
constexpr float kProductProbability = 0.5F;  // of a product, above which the whole factor holds; below, less ...
constexpr float kPerhapsProduct = 0.2F;      // ... and nothing below this
constexpr float kCommentShare = 0.5F;        // of the expected words: more of them are no comments but the content ...
constexpr float kArticleWords = 20;          // ... unless so many are expected outside: an article
constexpr float kLikeShare = 0.6F;    // of a probability: the mean of the block's like, on pages that are no articles
constexpr float kBesideShare = 0.2F;  // of a probability: the mean of it and those beside it, among goods

/// Columns of the features that rules read.
struct RuleColumns {
  std::size_t name_comment, name_quote, near_blockquote, page_forum, page_type, link_density;
  std::array<std::size_t, 7> around_products;
  std::array<std::size_t, 4> around_threads;

  RuleColumns() {
    const auto all = features::names();
    const auto column = [&](std::string_view name) {
      return static_cast<std::size_t>(std::find(all.begin(), all.end(), name) - all.begin());
    };
    name_comment = column("name_comment");
    name_quote = column("name_quote");
    near_blockquote = column("near_blockquote");
    page_forum = column("page_forum");
    page_type = column("page_type");
    link_density = column("link_density");
    around_products = {column("name_modal"),  column("name_recommend"), column("name_testimonial"),
                       column("name_cookie"), column("name_copyright"), column("name_breadcrumb"),
                       column("near_footer")};
    around_threads = {column("near_aside"), column("name_signature"), column("name_login"), column("name_banner")};
  }
};

const RuleColumns& rules() {
  static const RuleColumns columns;
  return columns;
}

class Weighing : public Step {
 public:
  using Step::Step;

  void run() {
    find_comments();
    const bool thread = is_thread();
    if (!thread && !settings_.flag(kComments)) leave_comments_out();
    weigh_copies(thread);
    weigh_asides();
    draw_to_like();
  }

 private:
  // Whether the page names or shows a block as a part for comments. What highlighters of code call a comment is none:
  // code with such a name in it stands where the block before it does.
  void find_comments() {
    m_.in_comments.resize(blocks_);
    const std::span<const float> named = m_.features.column(rules().name_comment);
    for (std::size_t b = 0; b < blocks_; ++b) {
      const auto id = static_cast<BlockId>(b);
      const bool in_code = named[b] == 0 && page_.block(id).has(page::kPreformatted);
      const bool is_named = in_code ? b != 0 && m_.in_comments[b - 1] != 0 : named[b] < features::kNone;
      m_.in_comments[b] = is_named || page_.posts().in_comments(id) ? 1 : 0;
    }
  }

  [[nodiscard]] bool in_comments(std::size_t b) const { return m_.in_comments[b] != 0; }

  [[nodiscard]] bool is_link(std::size_t b) const noexcept {
    return m_.features.column(rules().link_density)[b] > features::kLinks;
  }

  struct Expected {
    float inside = 0, outside = 0;  // words of main content, of those in comments and of the others
    float likeliest_outside = 0;    // of the latter's blocks, links apart: they lead to what others have written
  };
  [[nodiscard]] Expected expected_words() const {
    Expected words;
    for (std::size_t b = 0; b < blocks_; ++b) {
      const bool inside = in_comments(b);
      (inside ? words.inside : words.outside) += m_.probability[b] * m_.words[b];
      if (!inside && !is_link(b)) words.likeliest_outside = std::max(words.likeliest_outside, m_.probability[b]);
    }
    return words;
  }

  // What the page sets apart as comments are some, even where next to nothing stands beside them: it says of itself
  // that it is an article, or they have a heading, and nothing about it is a forum's.
  [[nodiscard]] bool is_comments_alone(const Expected& words) const {
    const page::Posts& posts = page_.posts();
    if (probability_of(PageKind::forum) > kSurelyForum) return false;
    if (words.likeliest_outside < kHardlyAnything) return false;
    return posts.sets_comments_apart() && m_.features.column(rules().page_forum)[0] == 0 &&
           (posts.has_headed_comments() || m_.features.column(rules().page_type)[0] == features::kTypeArticle);
  }

  // An article under which many have written looks much like a thread.
  [[nodiscard]] bool is_thread() const {
    if (probability_of(PageKind::forum) <= kForumProbability) return false;
    if (blocks_ == 0 || m_.features.column(rules().page_forum)[0] > 0) return true;
    if (page_.posts().count(page::PostKind::post) > 0) return true;
    const Expected words = expected_words();
    return words.outside < kArticleWords && !is_comments_alone(words);
  }

  // Blocks in a part of the page that is for comments, unless most of what is likely is there.
  void leave_comments_out() {
    const Expected words = expected_words();
    const bool most = words.outside < kArticleWords && words.inside >= kCommentShare * (words.inside + words.outside);
    if (most && !is_comments_alone(words)) return;
    for (std::size_t b = 0; b < blocks_; ++b) {
      // Names of elements far above say so, too; what is found below them is sure.
      if (most ? !page_.posts().in_comments(static_cast<BlockId>(b)) : !in_comments(b)) continue;
      m_.probability[b] = 0;
      choice_.judge(static_cast<BlockId>(b), choice_.score(static_cast<BlockId>(b)), kComment);
    }
    set_kind(task_, PageKind::forum);
  }

  // Of blocks with the same text the likeliest is the text, the others are its copies. In a thread, what is quoted is
  // said again on purpose.
  void weigh_copies(bool thread) {
    const std::span<const std::uint32_t> groups = m_.features.text_groups();
    const auto none = static_cast<BlockId>(blocks_);
    m_.likeliest.assign(blocks_, none);
    for (BlockId b = 0; b < none; ++b)
      if (BlockId& best = m_.likeliest[groups[b]]; best == none || m_.probability[b] > m_.probability[best]) best = b;
    for (BlockId b = 0; b < blocks_; ++b) {
      if (m_.likeliest[groups[b]] == b || m_.words[b] < kCopyWords || m_.probability[b] == 0) continue;
      if (thread && is_quoted(b)) continue;
      m_.probability[b] *= kCopyFactor;
      choice_.judge(b, m_.probability[b], kCopy);
    }
  }

  [[nodiscard]] bool is_inside_any(std::size_t b, std::span<const std::size_t> columns) const noexcept {
    return std::any_of(columns.begin(), columns.end(),
                       [&](std::size_t column) { return m_.features.column(column)[b] < features::kNone; });
  }

  // Shops have dialogs on delivery, other products and praise around what they sell; threads have signatures, notices
  // and forms. None is likely, but all of it together is so much that a cut takes it in.
  void weigh_asides() {
    const float product = probability_of(PageKind::product);
    if (product > kPerhapsProduct)
      weigh_down(1 - (1 - kAsideFactor) * std::min(product / kProductProbability, 1.0F),
                 [this](std::size_t b) { return is_around_product(b); });
    if (is_forum() && share_around_thread() < kAsideShare)
      weigh_down(kAsideFactor, [this](std::size_t b) { return is_inside_any(b, rules().around_threads); });
  }

  template <typename IsAside>
  void weigh_down(float factor, IsAside is_aside) {
    for (std::size_t b = 0; b < blocks_; ++b) {
      if (m_.probability[b] == 0 || !is_aside(b)) continue;
      m_.probability[b] *= factor;
      choice_.judge(static_cast<BlockId>(b), m_.probability[b], kAside);
    }
  }

  [[nodiscard]] bool is_around_product(std::size_t b) const noexcept {
    return is_link(b) || is_inside_any(b, rules().around_products);
  }

  // Of the expected words.
  [[nodiscard]] float share_around_thread() const noexcept {
    float inside = 0, all = 0;
    for (std::size_t b = 0; b < blocks_; ++b) {
      const float expected = m_.probability[b] * m_.words[b];
      all += expected;
      if (is_inside_any(b, rules().around_threads)) inside += expected;
    }
    return all > 0 ? inside / all : 1;
  }

  [[nodiscard]] bool is_quoted(std::size_t b) const noexcept {
    return page_.block(static_cast<BlockId>(b)).has(page::kQuote) ||
           m_.features.column(rules().name_quote)[b] < features::kNone ||
           m_.features.column(rules().near_blockquote)[b] < features::kNone;
  }

  // Goods, entries and their facts have the markup of their like, and are main content where these are: what a block's
  // words, links and place say is drawn to what they say of all of them. An article is of one piece already, posts have
  // a rule of their own.
  void draw_to_like() {
    if (is_surely_article() || is_forum()) return;
    const bool goods = list_probability() + probability_of(PageKind::product) > kLikelyList;
    const std::span<const std::uint32_t> groups = m_.features.class_groups();
    m_.alike.assign(blocks_, {});
    m_.own = m_.probability;
    for (BlockId b = 0; b < blocks_; ++b) {
      if (may_be_kept(b)) m_.alike[groups[b]].add(m_.words[b], m_.own[b]);
    }
    for (BlockId b = 0; b < blocks_; ++b) {
      if (!may_be_kept(b)) continue;
      m_.probability[b] += kLikeShare * (m_.alike[groups[b]].mean() - m_.own[b]);
      if (goods) m_.probability[b] += kBesideShare * (mean_beside(b) - m_.own[b]);
      choice_.judge(b, m_.probability[b], choice_.reason(b));
    }
  }

  // Of a block's own probability and those of the two beside it.
  [[nodiscard]] float mean_beside(BlockId block) const noexcept {
    Alike beside;
    for (BlockId b = block == 0 ? 0 : block - 1; b < blocks_ && b <= block + 1; ++b) {
      if (b == block || may_be_kept(b)) beside.add(m_.words[b], m_.own[b]);
    }
    return beside.mean();
  }
};

}  // namespace

void weigh(const Task& task) { Weighing(task).run(); }

}  // namespace pith::method::learned
