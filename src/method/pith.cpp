// The default extractor: what was learnt from labelled pages (docs/accuracy.md tells how it was found).
//
//   features of each block → its probability of being main content → the kind of the page, and whether it has main
//   content at all → the blocks with the best expected F1 → one body, or one for each post

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "features/columns.hpp"
#include "learn/softmax.hpp"
#include "method/method.hpp"
#include "method/name_votes.hpp"
#include "method/page_kind.hpp"
#include "method/pith_model.hpp"
#include "page/tables.hpp"

namespace pith::method {

extern const Method kCetd;

namespace {

enum : Reason {
  kUnlikely,
  kLikely,
  kPostText,
  kAmongLike,
  kWhole,
  kComment,
  kCopy,
  kAside,
  kEmptyPage,
  kFragment,
  kDense,
  kSparse
};

enum : std::size_t { kThreshold, kComments, kEmptyPages, kModel };
constexpr SettingInfo kSettings[] = {
    {"threshold", SettingType::number, "0",
     "keep the blocks of at least this probability; 0: those with the best expected F1", 0, 1},
    {"comments", SettingType::flag, "off", "comments of readers below an article may be main content"},
    {"empty", SettingType::number, "0.5",
     "give nothing where the page has no main content with more than this probability", 0, 1},
    {"model", SettingType::text, "",
     "folder of a model of one's own (`pith train default`); empty: the one that ships"},
};

constexpr std::size_t kFragmentBlocks = 8;   // a page of no more, without a link, is a fragment: all of it is wanted
constexpr float kLeastProbability = 0.25F;   // no block reaches it: nothing to extract
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
constexpr float kLinks = 0.5F;               // link density of a block of links
constexpr float kArticleProbability = 0.75F;
constexpr float kArticleCut = 0.6F;       // of an article, which is of one piece: what is doubtful is no part of it
constexpr float kThreadCut = 0.33F;       // the least of a block in a thread
constexpr float kArticleLeft = 0.7F;      // neither where less is left of what one would expect: of an article ...
constexpr float kThreadLeft = 0.2F;       // ... of a thread
constexpr std::size_t kColumns = 8;       // of a table that are told apart
constexpr float kPostTextShare = 0.4F;    // of a place in the posts, on the mean of all: it holds what they say
constexpr float kListProbability = 0.5F;  // above: which items belong is doubtful for each on its own ...
constexpr float kOwnDoubt = 0.3F;         // ... elsewhere only this share of the doubt is (best_cut)
constexpr float kPrecisionWeight = 0.4F, kRecallWeight = 2.5F;  // of best_cut
constexpr float kTableShare = 0.5F;                             // of a table's words: more of them kept, and all are
constexpr float kCellShare = 0.5F;    // of a table's words: more of them in one cell, and it lays out a page
constexpr float kAmid = 0.15F;        // the least probability of a table or code amid what is kept
constexpr float kLikeShare = 0.6F;    // of a probability: the mean of the block's like, on pages that are no articles
constexpr float kBesideShare = 0.2F;  // of a probability: the mean of it and those beside it, among goods
constexpr float kLikeText = 0.6F;     // on the mean of its like: what stands between them is main content
constexpr float kBetween = 0.25F;     // the least probability of what stands between its like
constexpr float kNoName = 40;         // the distance of a name that does not occur

// A page of more blocks or nodes than this many, and one more for so many bytes of HTML, is made to hurt: of 5,694
// labelled pages none has more (docs/robustness.md). It is judged by text density alone, at the cost of a parse, and
// without the columns that features take.
constexpr std::size_t kBlocksAnyway = 1000, kBytesABlock = 64;
constexpr std::size_t kNodesAnyway = 1000, kBytesANode = 8;

struct Model : Prepared {
  std::shared_ptr<const PithModel> model;
};

std::shared_ptr<const Prepared> prepare(const Settings& settings, std::string& error) {
  auto prepared = std::make_shared<Model>();
  const std::string& folder = settings.text(kModel);
  prepared->model = folder.empty() ? shipped_pith_model() : read_pith_model(folder, error);
  return prepared->model == nullptr ? nullptr : prepared;
}

/// Blocks that have something in common.
struct Alike {
  float words = 0, sum = 0;     // of the words, and of the probability of each word
  BlockId first = 0, last = 0;  // of those that are kept; last is the one behind, 0: none is kept

  void add(float count, float probability) noexcept {
    words += count;
    sum += count * probability;
  }
  [[nodiscard]] float mean() const noexcept { return sum / words; }
};

/// What stays from page to page.
struct Memory {
  features::Columns features;
  NameVotes votes;
  KindFeatures kinds;
  std::vector<float> names, probability, words, page;
  std::vector<std::size_t> place;  // in posts: the path of tags and classes, and the column of a table
  std::vector<Alike> alike;        // by path of tags and classes, or by place
  std::vector<float> own;          // probabilities of the blocks, before they are drawn to those of others
  std::vector<double> score;
  std::vector<const float*> columns;
  std::vector<std::uint32_t> order;
  std::vector<BlockId> likeliest;               // of the blocks with the same text
  std::vector<std::uint8_t> in_comments, kept;  // 0 or 1
  std::vector<std::uint8_t> is_layout;          // of tables, by node
};

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

class Extraction {
 public:
  Extraction(const page::Page& page, const MethodOptions& options, Memory& memory, Choice& choice)
      : page_(page),
        options_(options),
        settings_(*options.settings),
        model_(*static_cast<const Model*>(settings_.prepared())->model),
        m_(memory),
        choice_(choice),
        blocks_(page.blocks().size()) {}

  void run() {
    score_blocks();
    judge_page();
    if (is_fragment()) return keep_all();
    if (nothing_here()) return;
    find_comments();
    const bool thread = is_thread();
    if (!thread && !settings_.flag(kComments)) leave_comments_out();
    weigh_copies(thread);
    weigh_asides();
    draw_to_like();
    keep_best();
  }

 private:
  void score_blocks() {
    m_.features.compute(page_, options_.url);
    const std::size_t stride = m_.features.stride();
    m_.names.assign(stride, 0);
    m_.votes.compute(page_, m_.features, model_.names, m_.names);
    m_.columns.clear();
    for (std::size_t f = 0; f < features::count(); ++f) m_.columns.push_back(m_.features.column(f).data());
    m_.columns.push_back(m_.names.data());
    m_.score.resize(stride);
    model_.blocks.predict(m_.columns, blocks_, m_.score);
    m_.probability.resize(blocks_);
    m_.words.resize(blocks_);
    for (std::size_t b = 0; b < blocks_; ++b) {
      // What can be chosen from a list is no text of the page.
      const bool option = page_.block(static_cast<BlockId>(b)).has(page::kOption);
      m_.probability[b] = option ? 0 : static_cast<float>(learn::logistic(m_.score[b]));
      m_.words[b] = std::max(m_.features.words()[b], kLeastWords);
      choice_.judge(static_cast<BlockId>(b), m_.probability[b], kUnlikely);
      if (options_.explain) explain(static_cast<BlockId>(b));
    }
  }

  void judge_page() {
    const std::span<const float> values = m_.kinds.compute(m_.features, m_.probability, m_.words);
    constexpr std::size_t kLanes = 8;  // a forest reads rows by eight; alike they cost the least
    m_.page.resize(values.size() * kLanes);
    m_.columns.clear();
    for (std::size_t f = 0; f < values.size(); ++f) {
      std::fill_n(m_.page.begin() + static_cast<std::ptrdiff_t>(f * kLanes), kLanes, values[f]);
      m_.columns.push_back(m_.page.data() + f * kLanes);
    }
    std::array<double, kPageKinds> score;
    for (std::size_t k = 0; k < kPageKinds; ++k) {
      std::array<double, kLanes> lanes;
      model_.kinds[k].predict(m_.columns, 1, lanes);
      score[k] = lanes[0];
    }
    learn::softmax(score);
    for (std::size_t k = 0; k < kPageKinds; ++k) kind_[k] = static_cast<float>(score[k]);
  }

  [[nodiscard]] float probability_of(PageKind kind) const noexcept { return kind_[static_cast<std::size_t>(kind)]; }
  // By its likeliest kind; after judge_page() and set_kind().
  [[nodiscard]] bool is_forum() const { return choice_.page_type() == name_of(PageKind::forum); }

  // The likeliest kind; `none` and one more are out of the question.
  void set_kind(PageKind excluded) {
    std::size_t best = static_cast<std::size_t>(excluded == PageKind::article ? PageKind::forum : PageKind::article);
    for (std::size_t k = 0; k < kPageKinds; ++k) {
      const auto kind = static_cast<PageKind>(k);
      if (kind != PageKind::none && kind != excluded && kind_[k] > kind_[best]) best = k;
    }
    choice_.set_page_type(name_of(static_cast<PageKind>(best)), kind_[best]);
  }

  // What a program hands over that has the text already: no page of a site looks like this.
  [[nodiscard]] bool is_fragment() const {
    return blocks_ <= kFragmentBlocks && page_.nodes_in(0).links == 0 && page_.total().hidden_characters == 0;
  }

  void keep_all() {
    for (BlockId b = 0; b < blocks_; ++b) {
      choice_.judge(b, m_.probability[b], kFragment);
      choice_.keep(b);
    }
  }

  bool nothing_here() {
    const float none = probability_of(PageKind::none);
    const float best = blocks_ == 0 ? 0 : *std::max_element(m_.probability.begin(), m_.probability.end());
    const bool nothing = static_cast<double>(none) > settings_.number(kEmptyPages) || best < kLeastProbability;
    if (!nothing) {
      set_kind(PageKind::none);
      return false;
    }
    choice_.set_page_type(name_of(PageKind::none), none);
    choice_.set_empty(Empty::nothing);
    choice_.set_threshold(none);
    for (std::size_t b = 0; b < blocks_; ++b) choice_.judge(static_cast<BlockId>(b), m_.probability[b], kEmptyPage);
    return true;
  }

  // Whether the page names or shows a block as a part for comments. What highlighters of code call a comment is none:
  // code with such a name in it stands where the block before it does.
  void find_comments() {
    m_.in_comments.resize(blocks_);
    const std::span<const float> named = m_.features.column(rules().name_comment);
    for (std::size_t b = 0; b < blocks_; ++b) {
      const auto id = static_cast<BlockId>(b);
      const bool in_code = named[b] == 0 && page_.block(id).has(page::kPreformatted);
      const bool is_named = in_code ? b != 0 && m_.in_comments[b - 1] != 0 : named[b] < kNoName;
      m_.in_comments[b] = is_named || page_.posts().in_comments(id) ? 1 : 0;
    }
  }

  [[nodiscard]] bool in_comments(std::size_t b) const { return m_.in_comments[b] != 0; }
  [[nodiscard]] bool is_link(std::size_t b) const noexcept {
    return m_.features.column(rules().link_density)[b] > kLinks;
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
    set_kind(PageKind::forum);
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
                       [&](std::size_t column) { return m_.features.column(column)[b] < kNoName; });
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
           m_.features.column(rules().name_quote)[b] < kNoName ||
           m_.features.column(rules().near_blockquote)[b] < kNoName;
  }

  [[nodiscard]] float least_cut() const {
    if (probability_of(PageKind::article) > kArticleProbability) return kArticleCut;
    return is_forum() ? kThreadCut : 0;
  }

  // The least cut, but not where it would take most of a page whose every block is in doubt.
  [[nodiscard]] float raised(float cut, float least) const noexcept {
    float above = 0, all = 0;  // expected words
    for (std::size_t b = 0; b < blocks_; ++b) {
      if (m_.probability[b] < cut) continue;
      const float expected = m_.probability[b] * m_.words[b];
      all += expected;
      if (m_.probability[b] >= least) above += expected;
    }
    return above >= (is_forum() ? kThreadLeft : kArticleLeft) * all ? std::max(cut, least) : cut;
  }

  [[nodiscard]] float list_probability() const noexcept {
    return probability_of(PageKind::listing) + probability_of(PageKind::collection);
  }

  [[nodiscard]] float own_doubt() const noexcept { return list_probability() > kListProbability ? 1 : kOwnDoubt; }

  // Goods, entries and their facts have the markup of their like, and are main content where these are: what a block's
  // words, links and place say is drawn to what they say of all of them. An article is of one piece already, posts have
  // a rule of their own.
  void draw_to_like() {
    if (probability_of(PageKind::article) > kArticleProbability) return;
    if (is_forum()) return;
    const bool goods = list_probability() + probability_of(PageKind::product) > kListProbability;
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

  void keep_best() {
    float cut = static_cast<float>(settings_.number(kThreshold));
    const bool is_given = cut != 0;
    if (!is_given) {
      const float best = *std::max_element(m_.probability.begin(), m_.probability.end());
      const float weight = options_.favor == Favor::precision ? kPrecisionWeight
                           : options_.favor == Favor::recall  ? kRecallWeight
                                                              : 1;
      cut = best_cut(m_.probability, m_.words, weight, own_doubt(), m_.order);
      if (options_.favor != Favor::recall) cut = raised(cut, std::min(least_cut(), best));
    }
    choice_.set_threshold(cut);
    m_.kept.resize(blocks_);
    for (std::size_t b = 0; b < blocks_; ++b) m_.kept[b] = m_.probability[b] >= cut ? 1 : 0;
    const bool is_thread = is_forum();
    if (!is_given) {
      complete_tables(cut);
      complete_code();
      complete_alike();
      if (is_thread && options_.favor != Favor::precision) complete_posts();
    }
    std::int32_t last_post = -1;
    for (BlockId b = 0; b < blocks_; ++b) {
      if (m_.kept[b] == 0) continue;
      const std::int32_t post = page_.posts().post_of(b);
      if (is_thread && post >= 0 && post != last_post) {
        choice_.begin_body();
        last_post = post;
      }
      if (m_.probability[b] >= cut) choice_.judge(b, m_.probability[b], kLikely);
      choice_.keep(b);
    }
  }

  // What the model said, whatever was made of it.
  [[nodiscard]] float raw_probability(BlockId b) const noexcept {
    return static_cast<float>(learn::logistic(m_.score[b]));
  }

  [[nodiscard]] bool may_be_kept(BlockId b) const noexcept {
    return m_.probability[b] > 0 && !page_.block(b).has(page_.invisible());
  }

  void keep_too(BlockId b, Reason reason) {
    if (m_.kept[b] != 0 || !may_be_kept(b)) return;
    m_.kept[b] = 1;
    choice_.judge(b, m_.probability[b], reason);
  }

  [[nodiscard]] bool is_amid_kept(BlockId begin, BlockId end) const noexcept {
    return begin > 0 && end < blocks_ && m_.kept[begin - 1] != 0 && m_.kept[end] != 0;
  }

  // A table that lays out a page has many blocks, and is looked at once.
  [[nodiscard]] bool is_layout(html::NodeId table) {
    enum : std::uint8_t { kNew, kLayout, kData };
    if (m_.is_layout.empty()) m_.is_layout.assign(page_.document().size(), kNew);
    std::uint8_t& known = m_.is_layout[table];
    if (known == kNew) known = page::is_data_table(page_, table) ? kData : kLayout;
    return known == kLayout;
  }

  // Half a table says nothing: one comes whole where most of it was kept, or was as likely as that, or where it stands
  // amid what was. Heads of columns, figures and labels that occur in other tables too are not likely on their own.
  void complete_tables(float cut) {
    m_.is_layout.clear();
    for (BlockId b = 0; b < blocks_;) {
      const html::NodeId table = page::table_of(page_, page_.block(b));
      if (table == html::kNoNode || is_layout(table)) {
        ++b;
        continue;
      }
      const BlockId begin = page_.before(table).blocks, end = begin + page_.nodes_in(table).blocks;
      float all = 0, kept = 0, likely = 0, cell = 0, most = 0;  // words
      for (BlockId t = begin; t < end; ++t) {
        if (!may_be_kept(t)) continue;
        if (t == begin || page_.block(t).cell != page_.block(t - 1).cell) cell = 0;
        cell += m_.words[t];
        most = std::max(most, cell);
        all += m_.words[t];
        if (m_.kept[t] != 0) kept += m_.words[t];
        likely += raw_probability(t) * m_.words[t];
      }
      // A cell with most of the words is a post or an article, laid out by the table around it.
      const bool is_whole = kept >= kTableShare * all || (kept > 0 && likely >= cut * all) ||
                            (is_amid_kept(begin, end) && likely >= kAmid * all);
      if (is_whole && most <= kCellShare * all)
        for (BlockId t = begin; t < end; ++t) keep_too(t, kWhole);
      b = std::max(end, b + 1);
    }
  }

  // Code has few of the marks of text, so it is kept where what is before it and behind it is.
  void complete_code() {
    for (BlockId b = 0; b < blocks_; ++b)
      if (page_.block(b).has(page::kPreformatted) && is_amid_kept(b, b + 1) && raw_probability(b) >= kAmid)
        keep_too(b, kWhole);
  }

  // What stands at the same place in all posts is what they say in all of them, however short.
  void complete_posts() {
    m_.place.assign(blocks_, 0);
    m_.alike.assign(blocks_ * kColumns, {});
    for (BlockId b = 0; b < blocks_; ++b) {
      if (page_.posts().post_of(b) < 0) continue;
      m_.place[b] = m_.features.class_groups()[b] * kColumns + column_of(b);
      m_.alike[m_.place[b]].add(m_.words[b], m_.probability[b]);
    }
    for (BlockId b = 0; b < blocks_; ++b)
      if (page_.posts().post_of(b) >= 0 && m_.alike[m_.place[b]].mean() >= kPostTextShare) keep_too(b, kPostText);
  }

  // A short line between others of its markup is what they are: facts in a series, one of many items.
  void complete_alike() {
    const std::span<const std::uint32_t> groups = m_.features.class_groups();
    m_.alike.assign(blocks_, {});
    for (BlockId b = 0; b < blocks_; ++b) {
      if (!may_be_kept(b)) continue;
      Alike& like = m_.alike[groups[b]];
      like.add(m_.words[b], m_.probability[b]);
      if (m_.kept[b] == 0) continue;
      if (like.last == 0) like.first = b;
      like.last = b + 1;
    }
    for (BlockId b = 0; b < blocks_; ++b) {
      const Alike& like = m_.alike[groups[b]];
      if (b > like.first && b < like.last && like.mean() >= kLikeText && m_.probability[b] >= kBetween)
        keep_too(b, kAmongLike);
    }
  }

  // Cells of a row have the same path.
  [[nodiscard]] std::size_t column_of(BlockId b) const noexcept {
    const html::Document& document = page_.document();
    const html::NodeId cell = page_.block(b).cell;
    std::size_t column = 0;
    if (cell != html::kNoNode)
      for (html::NodeId id = document[cell].parent + 1; id < cell && column + 1 < kColumns; id = document[id].end)
        column += document[id].is_element() ? 1 : 0;
    return column;
  }

  void explain(BlockId block);

  static const RuleColumns& rules() {
    static const RuleColumns columns;
    return columns;
  }

  const page::Page& page_;
  const MethodOptions& options_;
  const Settings& settings_;
  const PithModel& model_;
  Memory& m_;
  Choice& choice_;
  const std::size_t blocks_;
  std::array<float, kPageKinds> kind_{};
};

// --- Reasons in words ----------------------------------------------------------------------------------------------

/// What several features have in common, as a person would say it.
struct Theme {
  std::string_view prefix;  // of the features' names; the first that fits holds
  std::string_view speaks_for, speaks_against;
};
constexpr Theme kThemes[] = {
    {"names", "", ""},  // told by the names themselves
    {"name_", "", ""},
    {"link", "few links", "links"},
    {"copies", "no other copy of it", "copies of it on the page"},
    {"copy", "the first of its copies", "a further copy"},
    {"title", "words of the title", "its words and the title's"},
    {"after_title", "after the title", "its distance from the title"},
    {"characters_after_title", "after the title", "its distance from the title"},
    {"after_first_h1", "after the headline", "its distance from the headline"},
    {"after_last_h1", "after the headline", "its distance from the headline"},
    {"heading", "no heading or one that belongs", "the kind of heading"},
    {"previous_heading", "the heading above it", "the heading above it"},
    {"next_heading", "the heading below it", "the heading below it"},
    {"half_", "inside the part with most of the text", "outside the part with most of the text"},
    {"most_", "inside the part with most of the text", "outside the part with most of the text"},
    {"best_", "inside the best-scoring container", "outside the best-scoring container"},
    {"second_", "in a container that scores well", "outside the containers that score well"},
    {"own_score", "a container full of paragraphs", "a container with hardly any paragraphs"},
    {"after_best", "near the best-scoring container", "far from the best-scoring container"},
    {"path_", "blocks of the same tags are text", "blocks of the same tags are no text"},
    {"class_", "blocks of the same markup are text", "blocks of the same markup are no text"},
    {"post", "part of a post", "apparatus of a post or comment"},
    {"in_comments", "not among comments", "among comments"},
    {"page_", "the kind of page", "the kind of page"},
    {"near_", "the elements around it", "the elements around it"},
    {"up", "text around it", "little text or many links around it"},
    {"previous", "the blocks before it", "the blocks before it"},
    {"next", "the blocks behind it", "the blocks behind it"},
    {"index", "its place on the page", "its place on the page"},
    {"relative_", "its place on the page", "its place on the page"},
    {"characters_", "its place on the page", "its place on the page"},
    {"depth", "its place on the page", "its place on the page"},
    {"list_depth", "lists around it", "lists around it"},
    {"starts_item", "lists around it", "lists around it"},
    {"in_table", "how it is shown", "how it is shown"},
    {"invisible", "in sight", "out of sight"},
    {"special", "how it is shown", "a caption, button or the like"},
    {"", "running text", "hardly any running text"},
};

std::size_t theme_of(std::string_view feature) {
  std::size_t t = 0;
  while (!feature.starts_with(kThemes[t].prefix)) ++t;
  return t;
}

/// The theme of each column of the block model.
const std::vector<std::size_t>& themes() {
  static const std::vector<std::size_t> all = [] {
    std::vector<std::size_t> list;
    for (const std::string& name : features::names()) list.push_back(theme_of(name));
    list.push_back(theme_of("names"));
    return list;
  }();
  return all;
}

void append_number(double value, std::string& out) {
  char digits[32];
  const auto result = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed, 2);
  out.append(digits, result.ptr);
}

/// The words in class names and the like that speak loudest for (sign 1) or against (-1) the block.
std::string loudest_names(const page::Page& page, const features::Columns& features, const learn::WordWeights& weights,
                          BlockId block, float sign) {
  constexpr std::size_t kMost = 2;
  constexpr float kLeast = 0.1F;
  struct Named {
    std::uint32_t hash;
    float weight;
  };
  std::vector<Named> loud;
  each_name(page, features, block, [&](std::uint32_t hash, std::size_t range) {
    const auto* const w = weights.find(hash);
    if (w == nullptr || sign * (*w)[range] < kLeast) return;
    for (Named& n : loud)
      if (n.hash == hash) return void(n.weight += sign * (*w)[range]);
    loud.push_back({hash, sign * (*w)[range]});
  });
  std::stable_sort(loud.begin(), loud.end(), [](const Named& a, const Named& b) { return a.weight > b.weight; });
  if (loud.size() > kMost) loud.erase(loud.begin() + kMost, loud.end());
  std::string words;
  const html::Document& document = page.document();
  for (const Named& n : loud) {
    std::string_view found;
    std::string lower;
    for (html::NodeId id = document[page.block(block).begin].parent; id != html::kNoNode && found.empty();
         id = document[id].parent) {
      if (!document[id].is_element()) continue;
      if (page::hash_tag(document.tag_name(id)) == n.hash) found = document.tag_name(id);
      for (const html::Attribute& a : document.attributes(id))
        page::read_names(document.value(a), [&](std::string_view word, std::uint32_t hash) {
          if (hash == n.hash && found.empty()) found = lower = std::string(word);
        });
    }
    words.append(words.empty() ? "" : ", ").append(found);
  }
  return words;
}

void Extraction::explain(BlockId block) {
  std::vector<float> contribution(m_.columns.size());
  model_.blocks.explain(m_.columns, block, contribution);
  std::vector<float> by_theme(std::size(kThemes), 0);
  for (std::size_t f = 0; f < contribution.size(); ++f) by_theme[themes()[f]] += contribution[f];
  by_theme[0] += by_theme[1];
  by_theme[1] = 0;
  std::vector<std::size_t> order(by_theme.size());
  for (std::size_t t = 0; t < order.size(); ++t) order[t] = t;
  std::string words;
  for (const float sign : {1.0F, -1.0F}) {
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return sign * by_theme[a] > sign * by_theme[b]; });
    words += sign > 0 ? "; for: " : "; against: ";
    for (std::size_t i = 0; i < 3 && sign * by_theme[order[i]] > 0.05F; ++i) {
      const std::size_t t = order[i];
      if (i != 0) words += ", ";
      if (t == 0) {
        const std::string names = loudest_names(page_, m_.features, model_.names, block, sign);
        words += names.empty() ? "its names" : "names (" + names + ")";
      } else {
        words += sign > 0 ? kThemes[t].speaks_for : kThemes[t].speaks_against;
      }
      words += sign > 0 ? " +" : " ";
      append_number(static_cast<double>(by_theme[t]), words);
    }
    if (words.ends_with(": ")) words += "nothing";
  }
  choice_.note(block, std::move(words));
}

bool is_too_dense(const page::Page& page) noexcept {
  const std::size_t bytes = page.document().input().size();
  return page.blocks().size() > kBlocksAnyway + bytes / kBytesABlock ||
         page.document().size() > kNodesAnyway + bytes / kBytesANode;
}

void choose_by_density(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice) {
  MethodOptions cheap = options;
  cheap.settings = &default_settings(kCetd);
  kCetd.run(page, cheap, scratch, choice);
  for (BlockId b = 0; b < page.blocks().size(); ++b) {
    const bool kept = choice.body_of(b) >= 0;
    choice.judge(b, kept ? 1.0F : 0.0F, kept ? kDense : kSparse);
  }
}

void run(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice) {
  if (is_too_dense(page)) return choose_by_density(page, options, scratch, choice);
  Extraction(page, options, scratch.own<Memory>(), choice).run();
}

void describe(const page::Page&, const Choice& choice, BlockId block, std::string& out) {
  switch (choice.reason(block)) {
    case kDense:
      out += "too many blocks or elements to judge each; inside a part of dense text";
      return;
    case kSparse:
      out += "too many blocks or elements to judge each; outside the parts of dense text";
      return;
    case kLikely:
      out += "main content, probability ";
      break;
    case kPostText:
      out += "stands where the posts have their text, probability ";
      break;
    case kAmongLike:
      out += "between blocks of the same markup that are kept, probability ";
      break;
    case kUnlikely:
      out += "not likely enough, probability ";
      break;
    case kComment:
      out += "a comment of a reader, probability ";
      break;
    case kCopy:
      out += "a copy of a likelier block, probability ";
      break;
    case kAside:
      out += "stands around a product or a thread, probability ";
      break;
    case kWhole:
      out += "part of a table, or code, that is kept whole, probability ";
      break;
    case kFragment:
      out += "all of a fragment without links is kept, probability ";
      break;
    default:
      out += "no main content on this page (";
      append_number(static_cast<double>(choice.threshold()), out);
      out += "), probability of the block ";
      break;
  }
  append_number(static_cast<double>(choice.score(block)), out);
  if (choice.reason(block) != kEmptyPage && choice.reason(block) != kFragment) {
    out += " (cut at ";
    append_number(static_cast<double>(choice.threshold()), out);
    out += ')';
  }
  out += choice.note_of(block);
}

}  // namespace

extern const Method kPith;
const Method kPith{"pith",
                   "the default: what was learnt from labelled pages",
                   "this project; train/train.py, docs/accuracy.md",
                   run,
                   describe,
                   kSettings,
                   prepare};

}  // namespace pith::method
