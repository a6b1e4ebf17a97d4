#pragma once

// The filters of methods.md §2, as masks: a filter takes elements out, in any order and each with its
// settings, and never touches the document. What one has taken out the next one does not see.

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "filter/hosts.hpp"
#include "html/document.hpp"
#include "page/page.hpp"
#include "result.hpp"

namespace pith::filter {

using html::NodeId;

/// Which filter took a node out.
enum class Cause : std::uint8_t { none, advertisement, links, empty_table, ignored };

/// For people: "a server of advertisements".
std::string_view describe(Cause cause) noexcept;

/// The nodes of a page that are left. Reused page after page.
class Mask {
 public:
  /// Nothing is taken out.
  void reset(NodeId nodes) {
    causes_.assign(nodes, Cause::none);
    taken_.clear();
  }
  /// Takes out a whole subtree; what was out keeps its cause.
  void take_out(const html::Document& document, NodeId node, Cause cause);
  [[nodiscard]] Cause operator[](NodeId node) const noexcept { return causes_[node]; }
  [[nodiscard]] bool is_out(NodeId node) const noexcept { return causes_[node] != Cause::none; }
  /// The nodes that were taken out, each with its subtree, in the order of the taking.
  [[nodiscard]] const std::vector<NodeId>& taken() const noexcept { return taken_; }

 private:
  std::vector<Cause> causes_;  // by node
  std::vector<NodeId> taken_;
};

/// Elements whose address (href, src) lies on a blocked host that is not allowed. Relative addresses never do.
struct AdvertisementSettings {
  HostList blocked = known_advertisers();
  HostList allowed;
};

/// Cells of more links than text.
struct LinkSettings {
  enum class Mode : std::uint8_t {
    links_by_words,  ///< A, from Crunch: links / words outside links
    words_by_words,  ///< B (ours): words in links / words outside
  };
  enum class Which : std::uint8_t { all, image, text };
  Mode mode = Mode::links_by_words;
  double ratio = 0.25;                             ///< above it the cell goes; 0.5 suits mode B
  Which which = Which::all;                        ///< links that count
  bool whole = true;                               ///< the whole cell, or only the links and what is in them
  std::vector<html::Tag> cells = {html::Tag::td};  ///< what counts as a cell
};

/// With these, pages without tables have cells, too (ours).
inline std::vector<html::Tag> block_cells() {
  return {html::Tag::td, html::Tag::li, html::Tag::ul, html::Tag::div, html::Tag::section};
}

/// Tables that hold nothing: neither a tag of substance nor enough text.
struct EmptyTableSettings {
  std::uint32_t least = 12;  ///< characters, white space not counted, that are substance
  std::vector<html::Tag> substance = {html::Tag::img, html::Tag::a, html::Tag::textarea};
  std::vector<html::Tag> tables = {html::Tag::table};
};

enum class Step : std::uint8_t { advertisement, links, empty_table };

struct FilterSettings {
  std::vector<Step> steps = {Step::advertisement, Step::links, Step::empty_table};  ///< in this order
  AdvertisementSettings advertisement;
  LinkSettings links;
  EmptyTableSettings empty_table;
  double most_removed = 0.95;  ///< a step that takes out more of the text that is left is undone (ours)
};

/// "advertisement,links,tables": any of these words, each at most once, in any order; "none" or nothing: no step.
Result<std::vector<Step>> parse_steps(std::string_view names);

/// What is left in a subtree, counted anew for each step.
struct Remaining {
  std::uint32_t characters = 0;  ///< the following three among them
  std::uint32_t plain_cjk = 0, plain_letters = 0;
  std::uint32_t link_cjk = 0, link_letters = 0;
  std::uint32_t links = 0, image_links = 0;

  Remaining& operator+=(const Remaining& o) noexcept;
};

/// Links of a cell that count, and its words outside links: 1.6 CJK characters or five letters a word.
std::uint32_t links_that_count(const Remaining& cell, LinkSettings::Which which) noexcept;
double plain_words(const Remaining& cell) noexcept;
double linked_words(const Remaining& cell) noexcept;

/// Characters of all text that is not out.
std::uint64_t characters_left(const page::Page& page, const Mask& mask);

/// Whether the link filter takes a cell out. A cell without words goes if it has a link that counts.
bool has_too_many_links(const Remaining& cell, const LinkSettings& settings) noexcept;

/// Runs the steps over a page, adding to what is out already. Text outside `body` and in `page.invisible()` blocks is
/// seen as the page has it. The steps that were undone come back, for a warning. O(nodes) a step.
class Filters {
 public:
  std::vector<Step> run(const page::Page& page, const FilterSettings& settings, Mask& mask);
  /// What the last run of the link filter has counted.
  [[nodiscard]] const Remaining& remaining(NodeId node) const noexcept { return remaining_[node]; }

 private:
  void count(const page::Page& page, const Mask& mask);
  void filter_advertisements(const page::Page& page, const AdvertisementSettings& settings, Mask& mask) const;
  void filter_links(const page::Page& page, const LinkSettings& settings, Mask& mask) const;
  void filter_empty_tables(const page::Page& page, const EmptyTableSettings& settings, Mask& mask) const;

  std::vector<Remaining> remaining_;  // by node
};

}  // namespace pith::filter
