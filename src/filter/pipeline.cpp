#include "filter/pipeline.hpp"

#include <algorithm>
#include <cstdio>

#include "text/ascii.hpp"

namespace pith::filter {

namespace {

using html::Attr;
using html::Document;
using html::Tag;

/// "4", "2.5".
std::string written(double value) {
  char digits[32];
  const int size = std::snprintf(digits, sizeof digits, "%.4g", value);
  return {digits, static_cast<std::size_t>(size)};
}

bool has_image(const page::Page& page, NodeId node) { return page.nodes_in(node).images > 0; }

bool is_style_sheet(const Document& document, NodeId node) {
  return document[node].is(Tag::link) &&
         text::find_ignoring_case(document.attribute(node, Attr::rel), "stylesheet") != std::string_view::npos;
}

bool is_link(const Document& document, NodeId id) {
  return (document[id].is(Tag::a) || document[id].is(Tag::area)) && document.find(id, Attr::href) != nullptr;
}

using IsMeant = bool (*)(const page::Page& page, NodeId id);

/// Whether a node belongs to a group, of the groups that are no plain lists of tags.
IsMeant test_of(std::string_view group) {
  if (group == "comments")
    return [](const page::Page& page, NodeId id) { return page.document()[id].kind == html::NodeKind::comment; };
  if (group == "external_styles")
    return [](const page::Page& page, NodeId id) { return is_style_sheet(page.document(), id); };
  if (group == "links") return [](const page::Page& page, NodeId id) { return is_link(page.document(), id); };
  if (group == "text_links")
    return [](const page::Page& page, NodeId id) { return is_link(page.document(), id) && !has_image(page, id); };
  if (group == "image_links")
    return [](const page::Page& page, NodeId id) { return is_link(page.document(), id) && has_image(page, id); };
  return nullptr;
}

std::vector<std::string_view> tags_of(std::string_view entry) {
  if (entry == "scripts") return {"script"};
  if (entry == "styles") return {"style"};
  if (entry == "iframes") return {"iframe", "frame"};
  if (entry == "embeds") return {"embed", "object", "applet"};
  if (entry == "forms") return {"form"};
  if (entry == "inputs") return {"input", "textarea"};
  if (entry == "buttons") return {"button"};
  if (entry == "selects") return {"select"};
  if (entry == "images") return {"img", "picture"};
  return {entry};
}

/// What an entry of an element filter means.
struct Entry {
  std::string_view name;
  IsMeant test = nullptr;
  std::vector<Tag> tags{};
  std::string_view other{};  // an element that HTML does not know

  [[nodiscard]] bool means(const page::Page& page, NodeId id) const {
    if (test != nullptr) return test(page, id);
    const Document& document = page.document();
    const html::Node& node = document[id];
    // The landmarks of a document are no content.
    if (!node.is_element() || id == document.html() || id == document.head() || id == document.body()) return false;
    return std::find(tags.begin(), tags.end(), node.tag) != tags.end() ||
           (!other.empty() && document.tag_name(id) == other);
  }
};

std::vector<Entry> entries_of(const ElementSettings& settings) {
  std::vector<Entry> entries;
  for (const std::string_view name : settings.remove) {
    Entry& entry = entries.emplace_back(Entry{name, test_of(name)});
    for (const std::string_view tag : tags_of(name)) {
      if (const Tag known = html::find_tag(tag); known != Tag::none)
        entry.tags.push_back(known);
      else
        entry.other = tag;
    }
  }
  return entries;
}

bool fits(std::string_view name, const std::vector<std::string>& patterns) {
  return std::any_of(patterns.begin(), patterns.end(), [&](std::string_view pattern) {
    return pattern.ends_with('*') ? name.starts_with(pattern.substr(0, pattern.size() - 1)) : name == pattern;
  });
}

bool is_among(const Document& document, NodeId id, const std::vector<Tag>& tags) {
  return tags.empty() || std::any_of(tags.begin(), tags.end(), [&](Tag tag) { return document[id].is(tag); });
}

std::string blocked_host(const Document& document, NodeId id, const AdvertisementSettings& settings) {
  for (const html::Attribute& attribute : document.attributes(id)) {
    if (attribute.id != Attr::href && attribute.id != Attr::src) continue;
    std::string host = host_of(document.value(attribute));
    if (!host.empty() && settings.blocked.holds(host) && !settings.allowed.holds(host)) return host;
  }
  return {};
}

std::string why_links(const Remaining& cell, const LinkSettings& settings) {
  const std::uint32_t links = links_that_count(cell, settings.which);
  const double plain = plain_words(cell);
  const bool by_words = settings.mode == LinkSettings::Mode::words_by_words;
  const double linked = by_words ? linked_words(cell) : links;
  std::string why =
      by_words ? written(linked) + " words in links, " : std::to_string(links) + (links == 1 ? " link, " : " links, ");
  if (plain == 0) return why + "no word beside them";
  return why + written(plain) + " words beside them: " + written(linked / plain) + " is above " +
         written(settings.ratio);
}

}  // namespace

Filter Filter::of(Kind kind) {
  Filter filter;
  filter.kind = kind;
  filter.study.steps.clear();
  if (kind == Kind::advertisements) filter.study.steps = {Step::advertisement};
  if (kind == Kind::links) filter.study.steps = {Step::links};
  if (kind == Kind::empty_tables) filter.study.steps = {Step::empty_table};
  filter.study.most_removed = 1;  // the pipeline judges, as of all kinds
  return filter;
}

std::vector<Filter> Pipeline::default_filters() {
  return {Filter::of(Kind::advertisements), Filter::of(Kind::links), Filter::of(Kind::empty_tables)};
}

/// One filter on its way over the page as the ones before have left it.
struct FilteredPage::Step {
  const page::Page& page;
  const Filter& filter;
  std::uint32_t index;
  double undo;
  html::Edits edits{};
  std::vector<Change> changes{};
  std::vector<Hidden> hidden{};

  [[nodiscard]] const Document& document() const { return page.document(); }
  void change(NodeId node, std::string what) { changes.push_back({node, index, std::move(what)}); }

  void remove_elements(Mask& mask) const;
  void edit_attributes();
  void flatten_tables();
  void write_alternatives();
  void limit_line_breaks(Mask& mask) const;
  void remove_hidden(Mask& mask);
  [[nodiscard]] std::string why(NodeId node, const Filters& filters) const;
};

void FilteredPage::Step::remove_elements(Mask& mask) const {
  const std::vector<Entry> entries = entries_of(filter.elements);
  for (NodeId id = 1; id < document().size(); ++id) {
    if (std::none_of(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.means(page, id); }))
      continue;
    mask.take_out(document(), id, Cause::ignored);
    id = document()[id].end - 1;
  }
}

void FilteredPage::Step::edit_attributes() {
  const AttributeSettings& settings = filter.attributes;
  for (NodeId id = 1; id < document().size(); ++id) {
    if (!document()[id].is_element() || !is_among(document(), id, settings.elements)) continue;
    const auto attributes = document().attributes(id);
    for (std::size_t i = 0; i < attributes.size(); ++i) {
      const std::string_view name = document().name(attributes[i]);
      const bool goes = fits(name, settings.remove) || (!settings.keep.empty() && !fits(name, settings.keep));
      const auto renamed = std::find_if(settings.rename.begin(), settings.rename.end(),
                                        [&](const auto& names) { return names.first == name; });
      const bool is_taken =  // an element has an attribute once
          renamed != settings.rename.end() &&
          std::any_of(attributes.begin(), attributes.end(),
                      [&](const html::Attribute& other) { return document().name(other) == renamed->second; });
      if (goes) {
        edits.drop_attribute(id, i);
        change(id, "loses " + std::string(name));
      } else if (renamed != settings.rename.end() && !is_taken) {
        edits.rename_attribute(id, i, renamed->second);
        change(id, std::string(name) + " is called " + renamed->second);
      }
    }
  }
}

void FilteredPage::Step::flatten_tables() {
  constexpr Tag kParts[] = {Tag::table, Tag::caption, Tag::thead, Tag::tbody,   Tag::tfoot,
                            Tag::tr,    Tag::td,      Tag::th,    Tag::colgroup};
  for (NodeId id = 1; id < document().size(); ++id) {
    const html::Node& node = document()[id];
    if (std::none_of(std::begin(kParts), std::end(kParts), [&](Tag tag) { return node.is(tag); })) continue;
    edits.rename(id, Tag::div);
    change(id, "becomes a div");
  }
}

void FilteredPage::Step::write_alternatives() {
  for (NodeId id = 1; id < document().size(); ++id) {
    const html::Attribute* const alternative = document()[id].is(Tag::img) ? document().find(id, Attr::alt) : nullptr;
    if (alternative == nullptr || alternative->value.length == 0) continue;
    edits.replace_with_text(id, alternative->value);
    change(id, "becomes its alternative text");
  }
}

void FilteredPage::Step::limit_line_breaks(Mask& mask) const {
  std::uint32_t in_a_row = 0;
  for (NodeId id = 1; id < document().size(); ++id) {
    const html::Node& node = document()[id];
    if (node.is(Tag::br)) {
      if (++in_a_row > filter.line_breaks) mask.take_out(document(), id, Cause::ignored);
    } else if (node.is_element() || (node.is_text() && !text::trim_ascii(document().text(id)).empty())) {
      in_a_row = 0;
    }
  }
}

void FilteredPage::Step::remove_hidden(Mask& mask) {
  hidden = find_hidden(document());
  for (const Hidden& each : hidden) mask.take_out(document(), each.node, Cause::ignored);
}

std::string FilteredPage::Step::why(NodeId node, const Filters& filters) const {
  switch (filter.kind) {
    case Kind::advertisements:
      return "the host " + blocked_host(document(), node, filter.study.advertisement) + " is on the list";
    case Kind::links: {
      // Where only the links go, they go for what the cell around them holds.
      NodeId cell = node;
      if (!filter.study.links.whole) cell = document()[node].parent;
      return why_links(filters.remaining(cell), filter.study.links);
    }
    case Kind::empty_tables:
      return "less than " + std::to_string(filter.study.empty_table.least) + " characters, and nothing of substance";
    case Kind::line_breaks:
      return "more than " + std::to_string(filter.line_breaks) + " in a row";
    case Kind::hidden: {
      const auto it = std::lower_bound(hidden.begin(), hidden.end(), node,
                                       [](const Hidden& each, NodeId id) { return each.node < id; });
      return std::string(it->reason);
    }
    default:
      for (const Entry& entry : entries_of(filter.elements))
        if (entry.means(page, node)) return "of the " + std::string(entry.name) + " that are taken out";
      return {};
  }
}

/// Runs one filter over what is there, and makes of it what comes out.
void FilteredPage::apply(Step& step) {
  const Document& document = step.document();
  mask_.reset(document.size());
  switch (step.filter.kind) {
    case Kind::advertisements:
    case Kind::links:
    case Kind::empty_tables:
      filters_.run(step.page, step.filter.study, mask_);
      break;
    case Kind::elements:
      step.remove_elements(mask_);
      break;
    case Kind::attributes:
      step.edit_attributes();
      break;
    case Kind::flatten_tables:
      step.flatten_tables();
      break;
    case Kind::alternatives:
      step.write_alternatives();
      break;
    case Kind::line_breaks:
      step.limit_line_breaks(mask_);
      break;
    case Kind::hidden:
      step.remove_hidden(mask_);
      break;
  }
  // What lies in something that was taken out, too, went with it.
  std::vector<NodeId> taken = mask_.taken();
  std::sort(taken.begin(), taken.end());
  NodeId end = 0;
  std::erase_if(taken, [&](NodeId node) {
    if (node < end) return true;
    end = document[node].end;
    return false;
  });

  Outcome& outcome = outcomes_.emplace_back();
  outcome.removed = taken.size();
  outcome.changed = step.changes.size();
  const std::uint64_t before = step.page.total().characters;
  const std::uint64_t left = characters_left(step.page, mask_);
  outcome.characters = before - left;
  // A page may hide all it has: then there is nothing to be seen.
  outcome.undone =
      step.filter.kind != Kind::hidden && static_cast<double>(left) < (1 - step.undo) * static_cast<double>(before);
  if (outcome.undone || (taken.empty() && step.changes.empty())) return;

  const auto origin = [&](NodeId node) { return changed_ ? origins_[node] : node; };
  for (const NodeId node : taken) {
    step.edits.take_out(node);
    removals_.push_back({origin(node), step.index, step.page.text_in(node).characters, step.why(node, filters_)});
  }
  for (Change& change : step.changes) {
    change.node = origin(change.node);
    changes_.push_back(std::move(change));
  }
  html::copy_edited(document, step.edits, next_, next_origins_);
  if (changed_)
    for (NodeId& node : next_origins_) node = origins_[node];
  std::swap(current_, next_);
  origins_.swap(next_origins_);
  page_.measure(current_);
  changed_ = true;
}

void FilteredPage::run(const page::Page& page, const Pipeline& pipeline) {
  changed_ = false;
  origins_.clear();
  outcomes_.clear();
  removals_.clear();
  changes_.clear();
  for (std::uint32_t i = 0; i < pipeline.filters.size(); ++i) {
    if (!pipeline.filters[i].on) {
      outcomes_.emplace_back();
      continue;
    }
    Step step{changed_ ? page_ : page, pipeline.filters[i], i, pipeline.undo};
    apply(step);
  }
}

std::string describe(const Pipeline& pipeline, const Removal& removal) {
  return "filter " + std::to_string(removal.filter + 1) + ", " +
         std::string(name_of(pipeline.filters[removal.filter].kind)) + ": " + removal.reason;
}

}  // namespace pith::filter
