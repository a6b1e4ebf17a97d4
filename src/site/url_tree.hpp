#pragma once

// The URL tree of Sluban & Grčar 2013 (methods.md §1.15), read in their code: pages of a branch of a site
// share their boilerplate. Every node of the tree counts its pages and on how many of them each block was.

#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "site/copies.hpp"
#include "site/memory.hpp"

namespace pith::site {

/// From the domain down: labels of the host in front of it, from right to left; segments of the path but the last,
/// which is kept when the address has a query. "http://www.site.com/a/b/page.html" → "www", "a", "b".
std::vector<std::string> branch_of(std::string_view url);
/// "site.com", "site.com.cn": filter::domain_of_host of its host; the host itself where that is an address of numbers.
std::string domain_of(std::string_view url);

struct UrlTreeOptions {
  enum class Mode : std::uint8_t { slow, fast, simple };
  Mode mode = Mode::slow;
  std::uint32_t least_pages = 5;   ///< a node with fewer does not vote
  std::size_t window = 10'000;     ///< pages of a domain that are remembered; older ones are subtracted
  std::size_t least_window = 100;  ///< so many are remembered however old they are
  std::uint32_t days = 14;         ///< pages this much older than the newest are subtracted, too; 0: none
  bool spare_copies = false;       ///< pages that say what an earlier one said are judged, but not added (ours)
  bool learn = true;               ///< false: pages are judged by what is known, and not added (ours)
};

/// Whether a block that `count` of `pages` pages hold is boilerplate: more than pages/100 + 1 (slow) or pages/50 + 1
/// (fast).
bool is_boilerplate(std::uint32_t count, std::uint32_t pages, UrlTreeOptions::Mode mode) noexcept;

/// The pages of one domain.
class UrlTree {
 public:
  explicit UrlTree(const UrlTreeOptions& options = {});
  ~UrlTree();
  UrlTree(UrlTree&&) noexcept;
  UrlTree& operator=(UrlTree&&) noexcept;

  /// Adds the next page, then says for each of its blocks in `keep` whether it is content: by a majority of the nodes
  /// of its branch, a tie being boilerplate (slow) or content (fast); a block that is spared may be on so many more
  /// pages of each. `time`: when it was fetched, in seconds since 1970; 0: not known, it then counts as fetched with
  /// the page before. A page fetched again keeps its first time. O(blocks × depth), and the same for what is forgotten.
  /// With `learn` false, or where the page is a copy, it is not added: then false.
  bool visit(std::string_view url, std::span<const Line> blocks, std::span<bool> keep, std::int64_t time = 0,
             bool learn = true);
  /// Adds a page that was visited before (site/visit.hpp). False when it is no such visit.
  bool replay(std::string_view visit);

  /// The pages remembered, oldest first: "pith-urls 2", then a line each: bytes of its address, the address, its time
  /// and the digests of its blocks in hexadecimal.
  [[nodiscard]] std::string to_text() const;
  /// False when it is no such text; the tree is then empty. Also reads "pith-urls 1", which has no times.
  bool from_text(std::string_view text);
  /// Adds the pages of another tree. False when it is no such text; those before the fault are then added.
  bool add_text(std::string_view text);
  /// Pages, branches and blocks.
  [[nodiscard]] std::string describe() const;
  /// About what it takes in memory.
  [[nodiscard]] std::size_t memory_bytes() const noexcept;

  [[nodiscard]] std::size_t pages() const noexcept { return window_.size(); }
  [[nodiscard]] std::size_t nodes() const noexcept { return nodes_; }
  /// Pairs of node and block that are counted.
  [[nodiscard]] std::size_t records() const noexcept { return records_; }

 private:
  struct Node;
  struct PageEntry {
    std::string url;
    std::vector<std::string> branch;
    std::vector<std::uint64_t> digests;
    std::int64_t time = 0;
  };

  std::vector<Node*> path_to(const std::vector<std::string>& branch);
  /// As far as there are nodes.
  [[nodiscard]] std::vector<const Node*> known_path(const std::vector<std::string>& branch) const;
  void add(std::string_view url, std::span<const Line> blocks, std::int64_t time);
  void forget_old();
  void forget_oldest();

  UrlTreeOptions options_;
  std::unique_ptr<Node> root_;
  std::deque<std::unique_ptr<PageEntry>> window_;
  std::unordered_map<std::string_view, PageEntry*> by_url_;  // keys look into the entries
  CopyGuard copies_;
  std::uint32_t added_ = 0;  // pages so far
  std::int64_t newest_ = 0;  // the latest time of a page so far
  std::size_t nodes_ = 1, records_ = 0;
};

}  // namespace pith::site
