// `crunch`: Gupta, Kaiser and others 2003, "DOM-based content extraction of HTML documents" (methods.md
// §1.17 and §2). What is left of the page when the filters have passed over it: advertisements, cells of
// more links than words, tables without substance, in the order and with the settings the user wants. One
// body. O(nodes) a filter.
//
// Of Crunch's options, scripts, styles, meta, iframe, embed, inputs and the attributes of cells and of div are always
// ignored: they are no text here, and no attribute of the page is ever written. What is written of the rest is the
// choice of the format: text alone by --format text, alternative texts for images and for links around them by
// --alternatives; there are never more than two line ends in a row.

#include <algorithm>

#include "filter/filters.hpp"
#include "literature/method.hpp"
#include "literature/visible.hpp"

namespace pith::literature {

namespace {

using html::Tag;

// 0 to 4 are filter::Cause.
enum : Reason { kUndone = 16, kAppended };
enum : std::size_t {
  kFilters,
  kBlock,
  kAllow,
  kMode,
  kRatio,
  kWhich,
  kRemove,
  kScope,
  kLeastText,
  kSubstance,
  kTables,
  kMostRemoved,
  kForms,
  kButtons,
  kSelects,
  kNoscript,
  kRemovedLinks,
};

constexpr SettingInfo kSettings[] = {
    {"filters", SettingType::text, "advertisement,links,tables", "which filters run, in this order (none: no filter)"},
    {"block", SettingType::text, "", "hosts of advertisements besides the known ones, separated by commas"},
    {"allow", SettingType::text, "", "hosts that are none, whatever the lists say"},
    {"link_mode", SettingType::choice, "links", "links, or words in links (ours), by words outside links", 0, 0,
     "links,words"},
    {"link_ratio", SettingType::number, "0.25", "above it a cell goes (0.5 suits link_mode=words)", 0, 1e6},
    {"link_kind", SettingType::choice, "all", "links that count", 0, 0, "all,image,text"},
    {"link_remove", SettingType::choice, "cell", "what goes: the cell, or its links and own text", 0, 0, "cell,links"},
    {"link_scope", SettingType::choice, "td", "what counts as a cell: td, or also li, ul, div, section (ours)", 0, 0,
     "td,blocks"},
    {"table_text", SettingType::integer, "12", "characters that are substance in a table", 0, 1e6},
    {"table_substance", SettingType::text, "img,a,textarea", "tags that are substance (none: no tag)"},
    {"table_tags", SettingType::text, "table", "tags that count as tables, such as table,div,ul"},
    {"undo", SettingType::number, "0.95", "a filter that takes out a larger share of the text is undone (ours)", 0, 1},
    {"ignore_forms", SettingType::flag, "off", "leave out forms"},
    {"ignore_buttons", SettingType::flag, "on", "leave out buttons"},
    {"ignore_selects", SettingType::flag, "on", "leave out lists to choose from"},
    {"ignore_noscript", SettingType::flag, "on", "leave out noscript, unless it is all the page says"},
    {"removed_links", SettingType::choice, "drop", "what the link filter takes out: gone, or a last body", 0, 0,
     "drop,append"},
};

struct FilterLists : Prepared {
  filter::FilterSettings filters;
};

// "table,div" as tags; "none" is no tag.
Result<std::vector<Tag>> read_tags(const Settings& settings, std::size_t index) {
  std::vector<Tag> tags;
  std::string_view names = settings.text(index);
  if (names == "none") return tags;
  while (!names.empty()) {
    const std::size_t end = std::min(names.find(','), names.size());
    const Tag tag = html::find_tag(names.substr(0, end));
    if (tag == Tag::none) {
      return Error{ErrorCode::bad_option, std::string(kSettings[index].name)
                                              .append(": `")
                                              .append(names.substr(0, end))
                                              .append("` is no element of HTML")};
    }
    tags.push_back(tag);
    names.remove_prefix(std::min(end + 1, names.size()));
  }
  return tags;
}

Result<std::shared_ptr<const Prepared>> prepare(const Settings& settings) {
  auto prepared = std::make_shared<FilterLists>();
  filter::FilterSettings& f = prepared->filters;
  Result<std::vector<filter::Step>> steps = filter::parse_steps(settings.text(kFilters));
  if (!steps) return within("filters", std::move(steps).error());
  f.steps = *std::move(steps);
  f.advertisement.blocked.add(settings.text(kBlock));
  f.advertisement.allowed.add(settings.text(kAllow));
  f.links = {.mode = static_cast<filter::LinkSettings::Mode>(settings.choice(kMode)),
             .ratio = settings.number(kRatio),
             .which = static_cast<filter::LinkSettings::Which>(settings.choice(kWhich)),
             .whole = settings.choice(kRemove) == 0,
             .cells = settings.choice(kScope) == 1 ? filter::block_cells() : std::vector{Tag::td}};
  f.empty_table.least = settings.integer(kLeastText);
  for (const auto& [index, tags] :
       {std::pair(kSubstance, &f.empty_table.substance), {kTables, &f.empty_table.tables}}) {
    Result<std::vector<Tag>> read = read_tags(settings, index);
    if (!read) return std::move(read).error();
    *tags = *std::move(read);
  }
  f.most_removed = settings.number(kMostRemoved);
  return std::shared_ptr<const Prepared>(std::move(prepared));
}

void run(const page::Page& page, const MethodOptions& options, Scratch&, Choice& choice) {
  const Settings& settings = *options.settings;
  const html::Document& document = page.document();
  const filter::FilterSettings& filters = static_cast<const FilterLists&>(*settings.prepared()).filters;
  filter::Mask mask;
  mask.reset(document.size());
  for (page::NodeId id = 0; id < document.size(); ++id) {
    const html::Node& node = document[id];
    const bool ignored = (settings.flag(kForms) && node.is(Tag::form)) ||
                         (settings.flag(kButtons) && node.is(Tag::button)) ||
                         (settings.flag(kSelects) && node.is(Tag::select)) ||
                         (settings.flag(kNoscript) && node.is(Tag::noscript) && !page.noscript_is_content());
    if (!ignored) continue;
    mask.take_out(document, id, filter::Cause::ignored);
    id = node.end - 1;
  }
  filter::Filters runner;
  const bool undone = !runner.run(page, filters, mask).empty();

  const page::Flags hidden = page.hidden_is_content() ? page::Flags{0} : page::kHidden;
  for (BlockId id = 0; id < page.blocks().size(); ++id) {
    const page::Block& block = page.block(id);
    if (block.has(hidden)) {
      choice.judge(id, 0, kNotVisible);
      continue;
    }
    std::uint64_t left = 0;
    filter::Cause cause = filter::Cause::none;
    for (std::uint32_t i = block.text_begin; i < block.text_end; ++i) {
      const filter::Cause of_text = mask[page.texts()[i]];
      if (of_text == filter::Cause::none) {
        left += page.text_at(i).characters;
      } else {
        cause = of_text;
      }
    }
    const std::uint32_t all = page.text_of(block).characters;
    const bool keep = 2 * left >= all && left > 0;
    const float share = all > 0 ? static_cast<float>(left) / static_cast<float>(all) : 0;
    choice.judge(id, share, keep ? undone ? Reason{kUndone} : Reason{0} : static_cast<Reason>(cause));
    if (keep) choice.keep(id);
  }
  if (settings.choice(kRemovedLinks) == 0) return;
  choice.begin_body();
  for (BlockId id = 0; id < page.blocks().size(); ++id) {
    if (choice.reason(id) != static_cast<Reason>(filter::Cause::links)) continue;
    if (page.text_of(page.block(id)).link_characters == 0) continue;
    choice.judge(id, choice.score(id), kAppended);
    choice.keep(id);
  }
}

void describe(const page::Page&, const Choice& choice, BlockId block, std::string& out) {
  const Reason reason = choice.reason(block);
  if (describe_unseen(reason, out)) return;
  if (reason == kUndone) {
    out += "left by the filters, one of which was undone: it took out nearly everything";
  } else if (reason == kAppended) {
    out += "links of a cell that went, put behind the rest";
  } else if (reason == 0) {
    out += "left by the filters";
  } else {
    out += filter::describe(static_cast<filter::Cause>(reason));
  }
}

}  // namespace

extern const Method kCrunch;
const Method kCrunch{"crunch",
                     "what filters leave: no advertisements, no cells of links, no empty tables",
                     "Gupta, Kaiser and others 2003, DOM-based content extraction of HTML documents",
                     run,
                     describe,
                     kSettings,
                     prepare};

}  // namespace pith::literature
