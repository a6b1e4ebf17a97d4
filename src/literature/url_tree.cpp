// `url-tree`: Sluban & Grčar 2013, "URL Tree: Efficient Unsupervised Content Extraction from Streams of Web
// Documents" (methods.md §1.15). What the pages of a branch of a site share is boilerplate. Needs a memory
// of the site; on a page alone (extract, eval) it keeps everything, as on the first page. One body.
// O(blocks · depth of the address).

#include <algorithm>
#include <memory>

#include "literature/notice_words.hpp"
#include "literature/site_methods.hpp"
#include "literature/visible.hpp"
#include "page/block_text.hpp"
#include "site/url_tree.hpp"
#include "text/ascii.hpp"
#include "text/characters.hpp"
#include "text/hash.hpp"
#include "text/utf8.hpp"

namespace pith::literature {

std::uint64_t digest_letters(std::string_view text) noexcept {
  std::uint64_t hash = text::kFnv64Start;
  for (const char *p = text.data(), *end = p + text.size(); p != end;) {
    const text::CodePoint c = text::read_utf8(p, end);
    if (text::is_cjk(c.value) || text::is_letter(c.value))
      for (std::size_t i = 0; i < c.length; ++i)
        hash = text::fnv64_step(hash, static_cast<unsigned char>(text::ascii_lower(p[i])));
    p += c.length;
  }
  return hash;
}

site::Line site_line(const page::Page& page, const page::Block& block, std::uint64_t digest, std::string_view text,
                     bool tell_links, std::uint32_t long_line) {
  constexpr std::uint64_t kInLinks = text::spread64(1);
  const page::TextSums sums = page.text_of(block);
  const bool in_links = 2 * sums.link_characters >= sums.characters;
  if (tell_links && in_links) digest ^= kInLinks;
  const bool spared = long_line > 0 && !in_links && sums.characters >= long_line && !has_copyright_word(text) &&
                      text.find("©") == std::string_view::npos;
  return {digest, sums.characters, spared ? 1u : 0u};
}

namespace {

enum : Reason { kOwn, kShared };

enum : std::size_t {
  kMode,
  kLeastPages,
  kWindow,
  kDays,
  kWindowLeast,
  kSpareCopies,
  kLearn,
  kTellLinks,
  kLongLine,
};

constexpr SettingInfo kSettings[] = {
    {"mode", SettingType::choice, "slow",
     "boilerplate is on more than pages/100 + 1 pages (slow), pages/50 + 1 (fast), or more than one of the folder "
     "(simple)",
     0, 0, "slow,fast,simple"},
    {"least_pages", SettingType::integer, "5", "pages a branch must have to vote", 1, 1e6},
    {"window", SettingType::integer, "10000", "pages of a domain that are remembered", 100, 1e7},
    {"days", SettingType::integer, "14", "days after which a page is forgotten (0: never), where its time is known", 0,
     36500},
    {"window_least", SettingType::integer, "100", "pages of a domain that are remembered however old they are", 0, 1e7},
    {"spare_copies", SettingType::flag, "on", "a page that says what an earlier one said is not added (ours)"},
    {"learn", SettingType::flag, "on", "off: judge by what the memory holds, and add nothing: a second pass (ours)"},
    {"tell_links", SettingType::flag, "on", "a block in links is another one than the same text outside (ours)"},
    {"long_line", SettingType::integer, "40",
     "a block outside links of so many characters that is no notice may be on one page more (ours; 0: none)", 0, 1e6},
};

void run(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice) {
  const Visible visible(page, scratch);
  const std::size_t blocks = page.blocks().size();
  const std::span<BlockId> seen = scratch.take<BlockId>(blocks);
  std::size_t count = 0;
  for (BlockId id = 0; id < blocks; ++id)
    if (!judge_unseen(visible, page.block(id), id, choice)) seen[count++] = id;
  const std::span<bool> keep = scratch.take<bool>(count);
  std::fill(keep.begin(), keep.end(), true);
  if (options.memory != nullptr) {
    const std::span<site::Line> lines = scratch.take<site::Line>(count);
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      text.clear();
      page::append_text(page, page.block(seen[i]), text);
      lines[i] = site_line(page, page.block(seen[i]), digest_letters(text), text, options.settings->flag(kTellLinks),
                           options.settings->integer(kLongLine));
    }
    static_cast<site::LineMemory&>(*options.memory).visit(options.origin(), lines, keep);
  }
  for (std::size_t i = 0; i < count; ++i) {
    choice.judge(seen[i], keep[i] ? 1 : 0, keep[i] ? kOwn : kShared);
    if (keep[i]) choice.keep(seen[i]);
  }
}

void describe(const page::Page&, const Choice& choice, BlockId block, std::string& out) {
  const Reason reason = choice.reason(block);
  if (describe_unseen(reason, out)) return;
  out += reason == kOwn ? "not known from other pages of the branch" : "shared by the pages of the branch";
}

std::unique_ptr<site::Memory> make_memory(const Settings& settings) {
  return site::make_url_trees(kUrlTree.id, {.mode = static_cast<site::UrlTreeOptions::Mode>(settings.choice(kMode)),
                                            .least_pages = settings.integer(kLeastPages),
                                            .window = settings.integer(kWindow),
                                            .least_window = settings.integer(kWindowLeast),
                                            .days = settings.integer(kDays),
                                            .spare_copies = settings.flag(kSpareCopies),
                                            .learn = settings.flag(kLearn)});
}

}  // namespace

const Method kUrlTree{
    "url-tree",
    "what the pages of a branch of the site do not share",
    "Sluban, Grčar 2013, URL Tree: Efficient Unsupervised Content Extraction from Streams of Web Documents",
    run,
    describe,
    kSettings,
    nullptr,
    make_memory};

}  // namespace pith::literature
