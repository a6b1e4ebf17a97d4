#pragma once

// Filters in the user's hands: any of them, in any order, as often as wanted, each with its settings. Each sees the
// page as those before it have left it. The page itself is never changed: what comes out is a second document, and a
// report of what every filter took out, and why.

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "filter/filters.hpp"
#include "filter/hidden.hpp"
#include "html/document.hpp"
#include "html/edits.hpp"
#include "page/page.hpp"

namespace pith::filter {

enum class Kind : std::uint8_t {
  advertisements,
  links,
  empty_tables,
  elements,        ///< kinds of elements are taken out: scripts, forms, images, ...
  attributes,      ///< attributes are dropped or get another name
  flatten_tables,  ///< tables, their rows and cells become divisions
  alternatives,    ///< images become their alternative texts
  line_breaks,     ///< no more than so many `br` in a row
  hidden,          ///< what the page shows to nobody; never undone
};
inline constexpr std::array<std::string_view, 9> kKindNames = {"advertisements", "links",       "empty_tables",
                                                               "elements",       "attributes",  "flatten_tables",
                                                               "alternatives",   "line_breaks", "hidden"};

constexpr std::string_view name_of(Kind kind) noexcept { return kKindNames[static_cast<std::size_t>(kind)]; }

/// The hosts of an AdvertisementSettings as the user has named them.
struct HostSources {
  bool known = true;  ///< those that pith knows
  std::vector<std::string> deny, allow, deny_files, allow_files;
};

/// What an element filter takes out: a name of `kElementGroups`, or that of an element.
struct ElementSettings {
  std::vector<std::string> remove;
};

/// Names of the groups, each with what is in it, in words.
struct ElementGroup {
  std::string_view name, meaning;
};
inline constexpr std::array<ElementGroup, 14> kElementGroups = {{
    {"scripts", "script"},
    {"styles", "style"},
    {"external_styles", "link to a style sheet"},
    {"iframes", "iframe, frame"},
    {"embeds", "embed, object, applet"},
    {"forms", "form"},
    {"inputs", "input, textarea"},
    {"buttons", "button"},
    {"selects", "select"},
    {"images", "img, picture"},
    {"links", "a and area with href"},
    {"text_links", "links without an image"},
    {"image_links", "links with an image"},
    {"comments", "comments in the markup"},
}};

/// Which attributes go. Patterns: a name, or the beginning of one and `*`. Attributes that `remove` names go; where
/// `keep` is not empty, all that it does not name go, too; of the rest some get another name.
struct AttributeSettings {
  std::vector<std::string> remove, keep;
  std::vector<std::pair<std::string, std::string>> rename;  ///< old and new name
  std::vector<html::Tag> elements;                          ///< of these elements alone; empty: of all
};

/// One filter of a pipeline. Of the settings those of its kind count.
struct Filter {
  Kind kind = Kind::links;
  bool on = true;
  HostSources hosts;
  FilterSettings study;  ///< of the first three kinds; its lists of hosts are read from `hosts`, its step is the kind
  ElementSettings elements;
  AttributeSettings attributes;
  std::uint32_t line_breaks = 2;

  /// With the defaults.
  static Filter of(Kind kind);
};

struct Pipeline {
  std::vector<Filter> filters = default_filters();
  double undo = 0.95;  ///< a filter that takes out a larger share of the text that is left is undone

  /// Advertisements, links, empty tables (methods.md §2.1).
  static std::vector<Filter> default_filters();
};

/// An element that a filter took out.
struct Removal {
  html::NodeId node = html::kNoNode;  ///< of the page as it was
  std::uint32_t filter = 0;           ///< its place in the pipeline
  std::uint64_t characters = 0;       ///< of text that went with it
  std::string reason;
};

/// An element that a filter has changed: "drops style", "renames src to data-src", "is a div now".
struct Change {
  html::NodeId node = html::kNoNode;
  std::uint32_t filter = 0;
  std::string what;
};

/// What one filter did.
struct Outcome {
  std::uint64_t removed = 0, changed = 0;  ///< elements; of a filter that was undone: those it would have
  std::uint64_t characters = 0;            ///< of text, likewise
  bool undone = false;                     ///< it would have taken out nearly all text
};

/// A page as a pipeline leaves it. Reused page after page.
class FilteredPage {
 public:
  /// O(nodes) a filter. The page stays as it is and outlives what is read here.
  void run(const page::Page& page, const Pipeline& pipeline);

  /// Whether anything was taken out or changed. Else the three that follow are of no page.
  [[nodiscard]] bool is_changed() const noexcept { return changed_; }
  [[nodiscard]] html::Document& document() noexcept { return current_; }
  [[nodiscard]] const page::Page& page() const noexcept { return page_; }
  /// For each node that is left the one of the page as it was.
  [[nodiscard]] const std::vector<html::NodeId>& origins() const noexcept { return origins_; }

  /// One for each filter of the pipeline.
  [[nodiscard]] const std::vector<Outcome>& outcomes() const noexcept { return outcomes_; }
  [[nodiscard]] const std::vector<Removal>& removals() const noexcept { return removals_; }
  [[nodiscard]] const std::vector<Change>& changes() const noexcept { return changes_; }

 private:
  struct Step;
  void apply(Step& step);

  html::Document current_, next_;
  page::Page page_;
  Filters filters_;
  Mask mask_;
  std::vector<html::NodeId> origins_, next_origins_;
  std::vector<Outcome> outcomes_;
  std::vector<Removal> removals_;
  std::vector<Change> changes_;
  bool changed_ = false;
};

/// "filter 2, links: 3 links, 4 words beside them: 0.75 is above 0.25".
std::string describe(const Pipeline& pipeline, const Removal& removal);

}  // namespace pith::filter
