#include "filter/filters.hpp"

#include <algorithm>

namespace pith::filter {

namespace {

using html::Attr;
using html::Document;
using html::Node;
using html::Tag;

bool is_one_of(const Node& node, const std::vector<Tag>& tags) noexcept {
  return std::any_of(tags.begin(), tags.end(), [&](Tag tag) { return node.is(tag); });
}

bool is_link(const Document& document, NodeId node) noexcept {
  return (document[node].is(Tag::a) || document[node].is(Tag::area)) && document.find(node, Attr::href) != nullptr;
}

// A word is 1.6 CJK characters or five letters.
double words(std::uint32_t cjk, std::uint32_t letters) noexcept { return cjk / 1.6 + letters / 5.0; }

}  // namespace

std::uint64_t characters_left(const page::Page& page, const Mask& mask) {
  std::uint64_t characters = 0;
  const auto texts = page.texts();
  for (std::uint32_t i = 0; i < texts.size(); ++i)
    if (!mask.is_out(texts[i])) characters += page.text_at(i).characters;
  return characters;
}

std::string_view describe(Cause cause) noexcept {
  switch (cause) {
    case Cause::none:
      return "left";
    case Cause::advertisement:
      return "from a server of advertisements";
    case Cause::links:
      return "in a cell of more links than words";
    case Cause::empty_table:
      return "in a table without substance";
    case Cause::ignored:
      return "of a kind that is ignored";
  }
  return {};
}

void Mask::take_out(const Document& document, NodeId node, Cause cause) {
  taken_.push_back(node);
  for (NodeId id = node; id < document[node].end; ++id)
    if (causes_[id] == Cause::none) causes_[id] = cause;
}

Result<std::vector<Step>> parse_steps(std::string_view names) {
  constexpr std::string_view kNames[] = {"advertisement", "links", "tables"};
  std::vector<Step> steps;
  if (names == "none") return steps;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(','), names.size());
    const std::string_view name = names.substr(0, end);
    const auto it = std::find(std::begin(kNames), std::end(kNames), name);
    const Step step = static_cast<Step>(it - std::begin(kNames));
    const std::string quoted = "`" + std::string(name) + "`";
    if (it == std::end(kNames))
      return Error{ErrorCode::bad_option, quoted + " is none of advertisement, links, tables"};
    if (std::find(steps.begin(), steps.end(), step) != steps.end())
      return Error{ErrorCode::bad_option, quoted + " stands there twice"};
    steps.push_back(step);
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return steps;
}

Remaining& Remaining::operator+=(const Remaining& o) noexcept {
  characters += o.characters;
  plain_cjk += o.plain_cjk;
  plain_letters += o.plain_letters;
  link_cjk += o.link_cjk;
  link_letters += o.link_letters;
  links += o.links;
  image_links += o.image_links;
  return *this;
}

std::uint32_t links_that_count(const Remaining& cell, LinkSettings::Which which) noexcept {
  return which == LinkSettings::Which::all     ? cell.links
         : which == LinkSettings::Which::image ? cell.image_links
                                               : cell.links - cell.image_links;
}

double plain_words(const Remaining& cell) noexcept { return words(cell.plain_cjk, cell.plain_letters); }
double linked_words(const Remaining& cell) noexcept { return words(cell.link_cjk, cell.link_letters); }

bool has_too_many_links(const Remaining& cell, const LinkSettings& settings) noexcept {
  const std::uint32_t links = links_that_count(cell, settings.which);
  if (links == 0) return false;
  const double plain = plain_words(cell);
  if (plain == 0) return true;
  const double linked = settings.mode == LinkSettings::Mode::links_by_words ? links : linked_words(cell);
  return linked / plain > settings.ratio;
}

// Backward: a node comes after all its descendants.
void Filters::count(const page::Page& page, const Mask& mask) {
  const Document& document = page.document();
  remaining_.assign(document.size(), {});
  const auto texts = page.texts();
  for (std::uint32_t i = 0; i < texts.size(); ++i) {
    const NodeId id = texts[i];
    if (mask.is_out(id)) continue;
    const page::TextSums sums = page.text_at(i);
    remaining_[id] = {sums.characters,
                      sums.cjk - sums.link_cjk,
                      sums.letters - sums.link_letters,
                      sums.link_cjk,
                      sums.link_letters,
                      0,
                      0};
  }
  for (NodeId id = document.size(); id-- > 1;) {
    if (mask.is_out(id)) continue;
    if (is_link(document, id)) {
      ++remaining_[id].links;
      if (page.nodes_in(id).images > 0) ++remaining_[id].image_links;
    }
    remaining_[document[id].parent] += remaining_[id];
  }
}

void Filters::filter_advertisements(const page::Page& page, const AdvertisementSettings& settings, Mask& mask) const {
  const Document& document = page.document();
  for (NodeId id = 1; id < document.size(); ++id) {
    if (!document[id].is_element() || mask.is_out(id)) continue;
    for (const html::Attribute& attribute : document.attributes(id)) {
      if (attribute.id != Attr::href && attribute.id != Attr::src) continue;
      const std::string host = host_of(document.value(attribute));
      if (host.empty() || !settings.blocked.holds(host) || settings.allowed.holds(host)) continue;
      mask.take_out(document, id, Cause::advertisement);
      break;
    }
  }
}

// Forward: a cell is judged before the cells inside it, which go with it or are judged on their own.
void Filters::filter_links(const page::Page& page, const LinkSettings& settings, Mask& mask) const {
  const Document& document = page.document();
  for (NodeId id = 1; id < document.size(); ++id) {
    const Node& node = document[id];
    if (mask.is_out(id) || !is_one_of(node, settings.cells) || node.end == id + 1) continue;
    if (!has_too_many_links(remaining_[id], settings)) continue;
    if (settings.whole) {
      mask.take_out(document, id, Cause::links);
      id = node.end - 1;
      continue;
    }
    // Only the links, and text directly in the cell: cells inside are visited still.
    for (NodeId child = document.first_child(id); child != html::kNoNode; child = document.next_sibling(child))
      if (document[child].is_text() || is_link(document, child)) mask.take_out(document, child, Cause::links);
  }
}

// Backward: a table inside another goes first, and the outer one may be empty then.
void Filters::filter_empty_tables(const page::Page& page, const EmptyTableSettings& settings, Mask& mask) const {
  const Document& document = page.document();
  struct Substance {
    std::uint32_t characters = 0;
    bool tag = false;
  };
  std::vector<Substance> of(document.size());
  const auto texts = page.texts();
  for (std::uint32_t i = 0; i < texts.size(); ++i)
    if (!mask.is_out(texts[i])) of[texts[i]].characters = page.text_at(i).characters;
  for (NodeId id = document.size(); id-- > 1;) {
    if (mask.is_out(id)) continue;
    const Node& node = document[id];
    if (is_one_of(node, settings.tables) && !of[id].tag && of[id].characters < settings.least) {
      mask.take_out(document, id, Cause::empty_table);
      continue;
    }
    of[node.parent].characters += of[id].characters;
    of[node.parent].tag |= of[id].tag || is_one_of(node, settings.substance);
  }
}

std::vector<Step> Filters::run(const page::Page& page, const FilterSettings& settings, Mask& mask) {
  std::vector<Step> undone;
  Mask before;
  auto characters = static_cast<double>(characters_left(page, mask));
  for (const Step step : settings.steps) {
    before = mask;
    switch (step) {
      case Step::advertisement:
        filter_advertisements(page, settings.advertisement, mask);
        break;
      case Step::links:
        count(page, mask);
        filter_links(page, settings.links, mask);
        break;
      case Step::empty_table:
        filter_empty_tables(page, settings.empty_table, mask);
        break;
    }
    if (mask.taken().size() == before.taken().size()) continue;
    const auto left = static_cast<double>(characters_left(page, mask));
    if (left >= (1 - settings.most_removed) * characters) {
      characters = left;
      continue;
    }
    mask = before;
    undone.push_back(step);
  }
  return undone;
}

}  // namespace pith::filter
