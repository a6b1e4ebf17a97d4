// `cards`: a reconstruction (methods.md §1.18) of Kaasinen and others 2000, of whom only the abstract and a
// second-hand description were had: a page becomes cards small enough for a small screen. Nothing is lost:
// what the default filters of `crunch` leave goes out as a body a card, in the order of the page. A part of
// the page that fits is a card; larger ones are taken apart; small ones in a row are packed together; a
// heading opens a card. O(nodes + blocks · depth).

#include <algorithm>

#include "filter/filters.hpp"
#include "literature/method.hpp"
#include "literature/visible.hpp"

namespace pith::literature {

namespace {

enum : Reason { kOnCard, kOpensCard, kFiltered };
enum : std::size_t { kCardSize, kFiltersOn };

constexpr SettingInfo kSettings[] = {
    {"card_size", SettingType::integer, "1400",
     "bytes of text on a card (unconfirmed); only a longer paragraph is more", 1, 1e9},
    {"filter", SettingType::flag, "on", "filter the page first, as `crunch` does by default"},
};

class Cards {
 public:
  Cards(const page::Page& page, const Settings& settings, Scratch& scratch)
      : page_(page),
        document_(page.document()),
        limit_(settings.integer(kCardSize)),
        visible_(page, scratch),
        before_(scratch.take<std::uint64_t>(page.blocks().size() + 1)) {
    static const filter::FilterSettings defaults{};  // its lists of hosts are not made for every page
    mask_.reset(document_.size());
    if (settings.flag(kFiltersOn)) filter::Filters().run(page, defaults, mask_);
  }

  void run(Choice& choice) {
    for (BlockId id = 0; id < page_.blocks().size(); ++id) before_[id + 1] = before_[id] + bytes_of(page_.block(id));
    std::uint64_t on_card = 0;
    for (BlockId id = 0; id < page_.blocks().size();) {
      if (before_[id + 1] == before_[id]) {
        leave_out(id++, choice);
        continue;
      }
      const BlockId end = end_of_part(id);
      const std::uint64_t size = before_[end] - before_[id];
      const bool opens = on_card == 0 || on_card + size > limit_ || opens_card(id);
      if (opens) {
        choice.begin_body();
        on_card = 0;
      }
      on_card += size;
      for (Reason reason = opens ? kOpensCard : kOnCard; id < end; ++id) {
        if (before_[id + 1] == before_[id]) {
          leave_out(id, choice);
          continue;
        }
        choice.judge(id, static_cast<float>(before_[id + 1] - before_[id]), reason);
        choice.keep(id);
        reason = kOnCard;
      }
    }
  }

 private:
  // At least what the block is as text: white space between is folded later.
  [[nodiscard]] std::uint64_t bytes_of(const page::Block& block) const {
    if (!visible_.shows(block)) return 0;
    std::uint64_t bytes = 0;
    for (std::uint32_t i = block.text_begin; i < block.text_end; ++i) {
      if (mask_.is_out(page_.texts()[i])) continue;
      std::string_view text = document_.text(page_.texts()[i]);
      const std::size_t begin = text.find_first_not_of(" \t\n\r");
      if (begin == std::string_view::npos) continue;
      bytes += text.find_last_not_of(" \t\n\r") - begin + 2;  // and a space or line end
    }
    return bytes;
  }

  // The largest part of the page that begins with the block, has it all and fits; at least the block.
  [[nodiscard]] BlockId end_of_part(BlockId id) const {
    BlockId end = id + 1;
    for (page::NodeId node = page_.block(id).container; node != page::kNoNode && node != root_of(page_);
         node = document_[node].parent) {
      const std::uint32_t first = page_.before(node).blocks, last = page_.before(document_[node].end).blocks;
      if (first < id || before_[last] - before_[id] > limit_) break;
      end = std::max<BlockId>(end, last);
    }
    return end;
  }

  [[nodiscard]] bool opens_card(BlockId id) const {
    const page::Block& block = page_.block(id);
    if (block.heading != 0) return id == 0 || page_.block(id - 1).heading == 0;
    // A rule between this block and the last.
    for (page::NodeId node = id == 0 ? block.begin : page_.block(id - 1).end; node < block.begin; ++node)
      if (document_[node].is(html::Tag::hr)) return true;
    return false;
  }

  void leave_out(BlockId id, Choice& choice) const {
    if (!judge_unseen(visible_, page_.block(id), id, choice)) choice.judge(id, 0, kFiltered);
  }

  const page::Page& page_;
  const html::Document& document_;
  const std::uint64_t limit_;
  const Visible visible_;
  filter::Mask mask_;
  const std::span<std::uint64_t> before_;  // bytes of the blocks before each
};

void run(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice) {
  Cards(page, *options.settings, scratch).run(choice);
}

void describe(const page::Page&, const Choice& choice, BlockId block, std::string& out) {
  const Reason reason = choice.reason(block);
  if (describe_unseen(reason, out)) return;
  out += reason == kFiltered    ? "taken out by the filters"
         : reason == kOpensCard ? "opens a card"
                                : "goes on on its card";
  if (reason != kFiltered) append_measure("bytes", choice.score(block), out);
}

}  // namespace

extern const Method kCards;
const Method kCards{
    "cards",
    "the filtered page cut into cards for a small screen, a body each",
    "reconstruction of Kaasinen and others 2000, two approaches to bringing Internet services to WAP devices",
    run,
    describe,
    kSettings};

}  // namespace pith::literature
