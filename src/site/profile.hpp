#pragma once

// What the default extractor knows of one site from its pages: which texts come again, on how many pages (counted and
// pruned as the line table of Li & Jiang 2012), what stands in the same place of the template and whether it differs
// from page to page, which addresses lead to which kinds of pages, how titles end, and where dates and authors stood.
// It says nothing of a block but numbers: what they mean for main content is learnt (train/sites.py).

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "site/copies.hpp"
#include "site/digest_map.hpp"
#include "site/memory.hpp"

namespace pith::site {

/// A block as it stands on a page.
struct Sight {
  std::uint64_t text = 0, path = 0;  ///< digests of its text, and of the tags and classes of its ancestors
  std::uint32_t characters = 0;
  float log_odds = 0;               ///< of being main content, as the page alone gives them
  std::string_view beginning = {};  ///< of its text, for people
};

/// What a page tells besides its blocks.
struct Told {
  std::string_view url = {}, kind = {}, title = {};  ///< title: of the title element, white space folded
  std::span<const FieldPlace> places = {};
};

// Names of the columns that recall() fills: X(name, "what it says").
#define PITH_SITE_FEATURES(X)                                                        \
  X(pages, "pages of the site that are known")                                       \
  X(text_share, "share of them that have its text")                                  \
  X(text_pages, "how many have it")                                                  \
  X(text_odds, "mean log odds that its text had there")                              \
  X(path_share, "share of the pages that have blocks with its path of classes")      \
  X(path_blocks, "mean number of blocks there")                                      \
  X(path_changes, "share of these pages on which the text there was another one")    \
  X(path_repeats, "share of the blocks there whose text was known")                  \
  X(path_odds, "mean log odds of the blocks there")                                  \
  X(path_known, "share of the characters with its path on this page that are known") \
  X(near_known, "share of the characters around it that are known")                  \
  X(page_known, "share of the page's characters that are known")

enum class SiteFeature : std::uint8_t {
#define PITH_X(name, meaning) name,
  PITH_SITE_FEATURES(PITH_X)
#undef PITH_X
};
#define PITH_X(name, meaning) +1  // NOLINT(bugprone-macro-parentheses): one more of a sum
inline constexpr std::size_t kSiteFeatures = 0 PITH_SITE_FEATURES(PITH_X);
#undef PITH_X
/// In place of what nothing is known of.
inline constexpr float kUnknown = -100;

std::span<const std::string_view> site_feature_names() noexcept;

struct ProfileOptions {
  std::uint32_t prune_every = 100;   ///< pages; then texts and places are forgotten that are rare:
  std::uint32_t rare = 100;          ///< those seen at most once in so many pages
  std::size_t most_pages = 100'000;  ///< that are told from new ones; above, the older half is forgotten
};

/// What belongs together on a page, found once for recall() and learn(); its memory is kept from page to page.
class PageGroups {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  /// The blocks must outlive the use. O(blocks).
  void find(std::span<const Sight> blocks);

  [[nodiscard]] std::span<const Sight> blocks() const noexcept { return blocks_; }
  [[nodiscard]] std::uint64_t digest() const noexcept { return digest_; }  ///< of the page
  /// The first block with the text of this one.
  [[nodiscard]] std::uint32_t first(std::uint32_t block) const noexcept { return first_[block]; }
  /// The first blocks of all paths, and of each block the one before and the next with its path, or kNone.
  [[nodiscard]] std::span<const std::uint32_t> paths() const noexcept { return paths_; }
  [[nodiscard]] std::uint32_t previous(std::uint32_t block) const noexcept { return previous_[block]; }
  [[nodiscard]] std::uint32_t next(std::uint32_t block) const noexcept { return next_[block]; }
  /// For CopyGuard.
  [[nodiscard]] std::span<const Line> lines() const noexcept { return lines_; }

  // What a profile notes of blocks while it is at work on them.
  std::vector<std::uint32_t> known;  ///< characters that are known, all or none; on how many pages the text was before
  std::vector<std::uint32_t> texts;  ///< where its text lies in the table

 private:
  std::span<const Sight> blocks_;
  std::uint64_t digest_ = 0;
  std::vector<std::uint32_t> first_, previous_, next_, paths_, last_;  // last_: of the path that begins at a block
  std::vector<std::uint32_t> slots_;                                   // blocks by text or path
  std::vector<Line> lines_;
};

class Profile {
 public:
  explicit Profile(const ProfileOptions& options = {}) : options_(options) {}

  /// Fills the columns, `stride` apart, for each block, with what other pages tell. False, and nothing filled, where no
  /// other page is known or the page says what an earlier one said. A page that was learnt itself does not count.
  bool recall(PageGroups& page, std::span<float> columns, std::size_t stride);
  /// Learns a page; the same one again is not counted. `told` is what its visit tells (replay()); empty then.
  bool learn(PageGroups& page, const Told& of, std::string& told);
  bool replay(std::string_view told);

  /// What titles of the site end with, its separator included: " - Harbour Post"; empty where they do not.
  [[nodiscard]] std::string_view title_tail() const noexcept { return tail_; }
  /// On how many pages a place was right as one of this field, and on how many wrong.
  struct Standing {
    std::uint32_t right = 0, wrong = 0;
    std::string label;
  };
  /// nullptr where the place has told nothing yet.
  [[nodiscard]] const Standing* standing(char field, std::uint64_t path) const noexcept;

  [[nodiscard]] std::uint32_t pages() const noexcept { return pages_; }
  [[nodiscard]] std::string to_text() const;
  bool from_text(std::string_view text);
  bool add_text(std::string_view text);
  [[nodiscard]] std::string describe() const;
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

 private:
  // Odds are counted in 64ths, so that sums are the same in any order and what was added can be taken off.
  struct TextRecord {
    std::uint32_t pages = 0;
    std::uint32_t page = 0;  // the last it was on, from 1
    std::int64_t odds = 0;   // of its first block on each page
  };
  struct PathRecord {
    std::uint32_t pages = 0, blocks = 0, changes = 0, repeats = 0;
    std::int64_t odds = 0;   // of all its blocks
    std::uint64_t last = 0;  // digest of its text on the last page
  };
  struct UrlRecord {
    std::uint32_t pages = 0;
    std::map<std::string, std::uint32_t, std::less<>> kinds;
  };
  using Place = std::pair<char, std::uint64_t>;

  [[nodiscard]] bool knows(std::uint64_t page) const noexcept { return page_numbers_.find(page) != nullptr; }
  void forget_old_pages();
  void count(PageGroups& page, const Told& of);
  [[nodiscard]] std::uint32_t only_page_of(std::uint64_t text) const noexcept;
  void count_title(std::string_view title);
  void settle_tail();
  void prune();

  ProfileOptions options_;
  std::uint32_t pages_ = 0;
  DigestMap<std::uint32_t> page_numbers_;  // of the last pages, by their digests
  DigestMap<TextRecord> texts_;
  std::unordered_map<std::uint64_t, std::string> beginnings_;  // of texts that have come again
  DigestMap<PathRecord> paths_;
  std::map<std::string, UrlRecord, std::less<>> urls_;  // by pattern
  std::map<std::string, std::uint32_t, std::less<>> tails_;
  std::map<Place, Standing> places_;
  std::string last_title_, tail_;
  std::uint32_t titles_ = 0;  // that could be compared with the one before
  CopyGuard copies_;
};

/// What addresses of one kind have in common: "/2024/05/ferry-saved.html" → "/#/#/*.html".
std::string url_pattern(std::string_view url);

/// The memory of the default extractor: a profile for each host.
class ProfileMemory : public Memory {
 public:
  /// Lets a page in. See Profile::recall; `columns` get kSiteFeatures columns, `stride` apart.
  virtual bool recall(const Origin& page, std::string_view kind, std::span<const Sight> blocks,
                      std::vector<float>& columns, std::size_t stride) = 0;
};

std::unique_ptr<ProfileMemory> make_profiles(std::string_view method, const ProfileOptions& options);

}  // namespace pith::site
