#pragma once

// The steps of the default extractor (method/pith.cpp) and what they share. Each looks at all blocks of a page, changes
// the probabilities of some, or says which are kept.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "features/columns.hpp"
#include "method/best_cut.hpp"
#include "method/method.hpp"
#include "method/name_votes.hpp"
#include "method/page_features.hpp"
#include "method/page_kind.hpp"
#include "method/pith_model.hpp"
#include "models/forest.hpp"
#include "page/records.hpp"
#include "site/profile.hpp"

namespace pith::method::learned {

enum : Reason {
  kUnlikely,
  kLikely,
  kPostText,
  kInSeries,
  kKeptWhole,
  kComment,
  kDuplicate,
  kAside,
  kEmptyPage,    // the page as a whole is judged to have no main content
  kEmptyBlocks,  // or none of its blocks is likely enough
  kFragment,
  kHeadsKept,
  kSmallPage,
  kBare,
  kDense,
  kSparse
};

// What was chosen by hand, not learnt, all of it: docs/accuracy.md has the sites that gain and lose without each.
inline constexpr float kLikelyKind = 0.5F;  // of a kind of page: it is taken to be one
inline constexpr float kPerhaps = 0.3F;     // of a thread: it may be one; of a list, place, record: it is kept whole
inline constexpr float kLeastProbability = 0.2F;   // no block reaches it: no content, or none that is commented on
inline constexpr float kLeastAlong = 0.1F;         // ... of what goes along with what is kept: a heading, an item
inline constexpr float kLeastOnSmallPage = 0.05F;  // ... of what does on a small page
inline constexpr float kDiscount = 0.3F;           // on copies, and on what stands around products and threads
inline constexpr float kDuplicateWords = 7;        // fewer words come twice on a page without being a copy
inline constexpr float kHeadingWords = 12;         // a heading of more is a paragraph in large type
inline constexpr std::size_t kSmallBlocks = 16;    // a page of no more blocks is small
inline constexpr float kNearlyAll =
    0.8F;  // of its text: where that stands, all of a small page does, but what is links

enum : std::size_t { kThreshold, kComments, kEmptyPages, kBody, kModel, kSiteModel, kLearn };  // settings

/// What counts as main content (docs/accuracy.md, "Two conventions"); the values of the setting `body`.
enum class Convention : std::uint8_t { automatic, strict, wide };

/// The mean probability of blocks that have something in common, weighed by their words.
struct GroupMean {
  float words = 0, sum = 0;     // the words, and the probabilities of each
  BlockId first = 0, last = 0;  // of those that are kept; last is the one behind, 0: none is kept

  void add(float count, float probability) noexcept {
    words += count;
    sum += count * probability;
  }
  [[nodiscard]] float mean() const noexcept { return sum / words; }
};

/// What stays from page to page.
struct ExtractionState {
  statements::Survey survey;  // where the caller has none
  features::Columns features;
  NameVotes votes;
  PageFeatures page_features;
  std::vector<float> names, probability, words;
  std::vector<GroupMean> groups;  // by path of tags and classes, or by record
  std::vector<double> score, site_score;
  std::vector<site::Sight> sights;
  std::vector<float> site_features, site_own;  // columns: what other pages tell, what the page alone does
  models::CascadeMemory cascade;
  std::vector<const float*> columns;
  std::vector<std::uint32_t> order;
  std::vector<BlockId> bare;                    // headings with nothing under them
  std::vector<BlockId> likeliest;               // of the blocks with the same text
  std::vector<std::uint8_t> in_comments, kept;  // 0 or 1
  page::Records records;
  std::array<float, kPageKinds> kind{};  // probability of each
};

/// A page, and where what is found goes.
struct ExtractionContext {
  const page::Page& page;
  const MethodOptions& options;
  const PithModel& model;
  ExtractionState& state;
  Choice& choice;
};

/// Comments of readers beside an article, duplicates, what stands around products and threads: less likely, or out of
/// the question. On lists, probabilities are smoothed over blocks with the same path.
void adjust_probabilities(const ExtractionContext& context);
/// With some blocks kept: the rest of tables, code, posts and series that they belong to. `cut`: the least probability
/// of those that are kept.
void complete(const ExtractionContext& context, float cut);
/// Blocks that say something together alone are kept together or not at all; headings with nothing under them are not.
void settle(const ExtractionContext& context);
/// Which features spoke for a block and which against it, noted in the choice.
void explain(const ExtractionContext& context, BlockId block);
void describe(const page::Page& page, const Choice& choice, BlockId block, std::string& out);

/// The likeliest kind of the page becomes its type; `none` and one more are out of the question.
void set_kind(const ExtractionContext& context, PageKind excluded);

/// What every step needs.
class ExtractionStep {
 public:
  explicit ExtractionStep(const ExtractionContext& context)
      : context_(context),
        page_(context.page),
        options_(context.options),
        settings_(*context.options.settings),
        state_(context.state),
        choice_(context.choice),
        blocks_(context.page.blocks().size()) {}

 protected:
  [[nodiscard]] float probability_of(PageKind kind) const noexcept {
    return state_.kind[static_cast<std::size_t>(kind)];
  }
  // By its likeliest kind; after set_kind().
  [[nodiscard]] bool is_forum() const { return choice_.page_type() == name_of(PageKind::forum); }
  [[nodiscard]] bool is_likely_article() const noexcept { return probability_of(PageKind::article) > kLikelyKind; }
  [[nodiscard]] bool is_likely_list() const noexcept { return list_probability() > kLikelyKind; }
  [[nodiscard]] float list_probability() const noexcept {
    return probability_of(PageKind::listing) + probability_of(PageKind::collection) + probability_of(PageKind::index);
  }

  // Of few blocks, all of them shown.
  [[nodiscard]] bool is_small() const noexcept {
    return blocks_ <= kSmallBlocks && page_.total().hidden_characters == 0;
  }

  [[nodiscard]] Convention convention() const noexcept { return static_cast<Convention>(settings_.integer(kBody)); }

  [[nodiscard]] bool may_be_kept(BlockId b) const noexcept {
    return state_.probability[b] > 0 && !page_.block(b).has(page_.invisible());
  }

  const ExtractionContext& context_;
  const page::Page& page_;
  const MethodOptions& options_;
  const Settings& settings_;
  ExtractionState& state_;
  Choice& choice_;
  const std::size_t blocks_;
};

}  // namespace pith::method::learned
