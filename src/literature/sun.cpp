// `sun`: Sun Chengjie & Guan Yi 2004, statistics-based body extraction, as Hu, Zhang, Wang 2006 describe it
// and tuned its constants (methods.md §1.4). In table layouts the body sits in one table that holds most
// of the plain text of the table around it: go down as long as there is one. One body. O(nodes).

#include "literature/sun.hpp"

#include "literature/method.hpp"

namespace pith::literature {

bool goes_into(std::uint32_t parent_plain, std::uint32_t child_plain, double share, std::uint32_t least) noexcept {
  return parent_plain > 0 && child_plain >= least && child_plain >= share * parent_plain;
}

std::uint32_t descend_into_tables(const Containers& tables, const Visible& visible, double share, std::uint32_t least) {
  const auto plain = [&](std::uint32_t table) { return plain_characters_of(visible.in(tables[table].node)); };
  std::uint32_t found = 0;
  for (bool deeper = true; deeper;) {
    deeper = false;
    const std::uint32_t from = found, all = plain(from);
    tables.for_each_child(from, [&](std::uint32_t child) {
      if (deeper || !goes_into(all, plain(child), share, least)) return;
      found = child;
      deeper = true;
    });
  }
  return found;
}

namespace {

enum : Reason { kInside, kOutside, kNoTable };
enum : std::size_t { kShare, kLeast, kTags };

constexpr SettingInfo kSettings[] = {
    {"share", SettingType::number, "0.6", "T: plain text a table must hold of the plain text of the one around it", 0,
     1},
    {"characters", SettingType::integer, "55", "P: plain characters a table must have", 0, 1e9},
    {"tags", SettingType::choice, "table", "what counts as a table: table alone, or all containers (ours)", 0, 0,
     "table,containers"},
};

void run(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice) {
  const Settings& settings = *options.settings;
  const Visible visible(page, scratch);
  const Containers tables(page, settings.choice(kTags) == 0 ? kTableContainers : kDefaultContainers, scratch);
  const std::uint32_t found = descend_into_tables(tables, visible, settings.number(kShare), settings.integer(kLeast));
  for (BlockId id = 0; id < page.blocks().size(); ++id) {
    const page::Block& block = page.block(id);
    if (judge_unseen(visible, block, id, choice)) continue;
    const page::NodeId table = tables[tables.of(block.begin)].node;
    const float characters = static_cast<float>(plain_characters_of(visible.in(table)));
    if (lies_in(block, tables[found].node, page.document())) {
      choice.judge(id, characters, found == 0 ? kNoTable : kInside);
      choice.keep(id);
    } else {
      choice.judge(id, characters, kOutside);
    }
  }
}

void describe(const page::Page&, const Choice& choice, BlockId block, std::string& out) {
  const Reason reason = choice.reason(block);
  if (describe_unseen(reason, out)) return;
  out += reason == kInside    ? "inside the table that holds most of the text"
         : reason == kOutside ? "outside of the table that holds most of the text"
                              : "no table holds most of the text: the whole page";
  append_measure("plain characters of the table", choice.score(block), out);
}

}  // namespace

extern const Method kSun;
const Method kSun{"sun",
                  "the innermost table that holds most of the plain text",
                  "Sun, Guan 2004, statistics-based extraction; constants of Hu, Zhang, Wang 2006",
                  run,
                  describe,
                  kSettings};

}  // namespace pith::literature
