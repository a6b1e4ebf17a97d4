#pragma once

// The steps of the default extractor (method/pith.cpp) and what they share. Each looks at all blocks of a page, changes
// the probabilities of some, or says which are kept.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "features/columns.hpp"
#include "method/method.hpp"
#include "method/name_votes.hpp"
#include "method/page_kind.hpp"
#include "method/pith_model.hpp"

namespace pith::method::learned {

enum : Reason {
  kUnlikely,
  kLikely,
  kPostText,
  kAmongLike,
  kWhole,
  kComment,
  kCopy,
  kAside,
  kFar,
  kEmptyPage,
  kFragment,
  kDense,
  kSparse
};

enum : std::size_t { kThreshold, kComments, kEmptyPages, kModel };  // settings

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
  std::array<float, kPageKinds> kind{};         // probability of each
};

/// A page, and where what is found goes.
struct Task {
  const page::Page& page;
  const MethodOptions& options;
  const PithModel& model;
  Memory& memory;
  Choice& choice;
};

/// Comments of readers beside an article, second copies, what stands around products and threads: less likely, or out
/// of the question. Blocks of the same markup: as likely as all of them.
void weigh(const Task& task);
/// With some blocks kept: the rest of tables, code, posts and series that they belong to. `cut`: the least probability
/// of those that are kept.
void complete(const Task& task, float cut);
/// Which features spoke for a block and which against it, noted in the choice.
void explain(const Task& task, BlockId block);
void describe(const page::Page& page, const Choice& choice, BlockId block, std::string& out);

/// The likeliest kind of the page becomes its type; `none` and one more are out of the question.
void set_kind(const Task& task, PageKind excluded);

/// What every step needs.
class Step {
 public:
  explicit Step(const Task& task)
      : task_(task),
        page_(task.page),
        options_(task.options),
        settings_(*task.options.settings),
        m_(task.memory),
        choice_(task.choice),
        blocks_(task.page.blocks().size()) {}

 protected:
  static constexpr float kSureArticle = 0.75F;
  static constexpr float kLikelyList = 0.5F;  // a listing or a collection; with goods, a product, too

  [[nodiscard]] float probability_of(PageKind kind) const noexcept { return m_.kind[static_cast<std::size_t>(kind)]; }
  // By its likeliest kind; after set_kind().
  [[nodiscard]] bool is_forum() const { return choice_.page_type() == name_of(PageKind::forum); }
  [[nodiscard]] bool is_surely_article() const noexcept { return probability_of(PageKind::article) > kSureArticle; }
  [[nodiscard]] bool is_likely_list() const noexcept { return list_probability() > kLikelyList; }
  [[nodiscard]] float list_probability() const noexcept {
    return probability_of(PageKind::listing) + probability_of(PageKind::collection);
  }

  [[nodiscard]] bool may_be_kept(BlockId b) const noexcept {
    return m_.probability[b] > 0 && !page_.block(b).has(page_.invisible());
  }

  const Task& task_;
  const page::Page& page_;
  const MethodOptions& options_;
  const Settings& settings_;
  Memory& m_;
  Choice& choice_;
  const std::size_t blocks_;
};

}  // namespace pith::method::learned
