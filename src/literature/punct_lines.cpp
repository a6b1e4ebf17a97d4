// `punct-lines`: Li Xia & Jiang Shengyi 2012, content extraction based on the DOM tree and the elimination
// of noise by statistics of lines (methods.md §1.6). Lines with some but not too much punctuation are body
// candidates; lines that come again on the pages of a site are noise. A line is a block. Without a memory
// of the site (extract, eval) only the punctuation decides, as on the first page of a site. One body. O(text).

#include <algorithm>
#include <memory>

#include "literature/site_methods.hpp"
#include "literature/visible.hpp"
#include "page/block_text.hpp"
#include "site/line_table.hpp"
#include "text/hash.hpp"

namespace pith::literature {

namespace {

enum : Reason { kPunctuated, kNoMarks, kMarksOnly, kShort, kRecurs };

enum : std::size_t {
  kRatio,
  kKeepZero,
  kShortest,
  kStep,
  kPruneEvery,
  kRare,
  kOncePerPage,
  kSpareCopies,
  kLearn,
  kLettersOnly,
  kTellLinks,
  kLongLine,
};

constexpr SettingInfo kSettings[] = {
    {"ratio", SettingType::number, "0.3", "p: the largest share of punctuation in a line", 0, 1},
    {"keep_zero", SettingType::flag, "off", "keep lines without punctuation too (the literal reading)"},
    {"shortest", SettingType::integer, "0", "characters a line must have (ours)", 0, 1e6},
    {"step", SettingType::integer, "50", "L: a line may come once, and once more for every L pages of the site", 1,
     1e6},
    {"prune_every", SettingType::integer, "100", "pages after which rare lines are forgotten", 1, 1e6},
    {"rare", SettingType::integer, "100", "rare is a line that has come no more than once for so many pages", 1, 1e6},
    {"once_per_page", SettingType::flag, "on",
     "a line that one page repeats counts once (ours; the paper counts each)"},
    {"spare_copies", SettingType::flag, "on", "a page that says what an earlier one said is not counted (ours)"},
    {"learn", SettingType::flag, "on", "off: judge by what the memory holds, and count nothing: a second pass (ours)"},
    {"letters_only", SettingType::flag, "off",
     "lines are the same when their letters are, as `url-tree` has it (ours)"},
    {"tell_links", SettingType::flag, "on", "a line in links is another one than the same text outside (ours)"},
    {"long_line", SettingType::integer, "40",
     "a line outside links of so many characters that is no notice may come on one page more (ours; 0: none)", 0, 1e6},
};

void run(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice) {
  const Settings& settings = *options.settings;
  const Visible visible(page, scratch);
  const std::span<BlockId> candidates = scratch.take<BlockId>(page.blocks().size());
  std::size_t count = 0;
  for (BlockId id = 0; id < page.blocks().size(); ++id) {
    const page::Block& block = page.block(id);
    if (judge_unseen(visible, block, id, choice)) continue;
    const page::TextSums sums = page.text_of(block);
    const double ratio = sums.characters == 0 ? 0 : static_cast<double>(punctuation_of(sums)) / sums.characters;
    const Reason reason = sums.characters < settings.integer(kShortest) ? kShort
                          : ratio > settings.number(kRatio)             ? kMarksOnly
                          : ratio == 0 && !settings.flag(kKeepZero)     ? kNoMarks
                                                                        : kPunctuated;
    choice.judge(id, static_cast<float>(ratio), reason);
    if (reason == kPunctuated) candidates[count++] = id;
  }
  const std::span<bool> keep = scratch.take<bool>(count);
  std::fill(keep.begin(), keep.end(), true);
  if (options.memory != nullptr) {
    const std::span<site::Line> lines = scratch.take<site::Line>(count);
    const bool letters_only = settings.flag(kLettersOnly);
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      text.clear();
      page::append_text(page, page.block(candidates[i]), text);
      lines[i] = site_line(page, page.block(candidates[i]), letters_only ? digest_letters(text) : text::fnv64(text),
                           text, settings.flag(kTellLinks), settings.integer(kLongLine));
    }
    static_cast<site::LineMemory&>(*options.memory).visit(options.origin(), lines, keep);
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (keep[i]) {
      choice.keep(candidates[i]);
    } else {
      choice.judge(candidates[i], choice.score(candidates[i]), kRecurs);
    }
  }
}

void describe(const page::Page&, const Choice& choice, BlockId block, std::string& out) {
  const Reason reason = choice.reason(block);
  if (describe_unseen(reason, out)) return;
  constexpr std::string_view kWords[] = {"a line with punctuation", "no punctuation: a menu or a heading",
                                         "hardly anything but punctuation", "too short",
                                         "comes again and again on the pages of the site"};
  out += kWords[reason];
  append_measure("share of punctuation", choice.score(block), out);
}

std::unique_ptr<site::Memory> make_memory(const Settings& settings) {
  return site::make_line_tables(kPunctLines.id, {.step = settings.integer(kStep),
                                                 .prune_every = settings.integer(kPruneEvery),
                                                 .rare = settings.integer(kRare),
                                                 .once_per_page = settings.flag(kOncePerPage),
                                                 .spare_copies = settings.flag(kSpareCopies),
                                                 .learn = settings.flag(kLearn)});
}

}  // namespace

const Method kPunctLines{"punct-lines",
                         "lines with some punctuation that do not recur on the site",
                         "Li, Jiang 2012, content extraction based on the DOM tree and line-text statistics",
                         run,
                         describe,
                         kSettings,
                         nullptr,
                         make_memory};

}  // namespace pith::literature
