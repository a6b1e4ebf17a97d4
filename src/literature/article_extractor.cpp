// `article-extractor`: a reconstruction of the article extractor of McKeown's group (Columbia, 2003), of which only a
// description in another study is at hand: it counts words between tags, cuts the page into blocks and sorts these by
// rules into text, junk and other (methods.md §1.16). The bounds are ours. One body, text only. O(blocks).

#include <string>

#include "literature/method.hpp"
#include "literature/notice_words.hpp"
#include "page/block_text.hpp"

namespace pith::literature {

namespace {

enum : std::size_t { kWords, kCharacters, kLinks, kMarks, kJunkLinks, kJunkWords, kGap };
constexpr SettingInfo kSettings[] = {
    {"words", SettingType::number, "25", "words that make a block text", 0, 10000},
    {"characters", SettingType::number, "40", "... or Chinese characters", 0, 10000},
    {"links", SettingType::number, "0.33", "share of words in links below which it is", 0, 1},
    {"marks", SettingType::integer, "2", "punctuation marks it needs", 0, 1000},
    {"junk_links", SettingType::number, "0.5", "share of words in links from which a block is junk", 0, 1.01},
    {"junk_words", SettingType::number, "5", "words below which it is", 0, 10000},
    {"gap", SettingType::integer, "2", "other blocks in a row inside the body", 0, 1000},
};

enum : Reason { kText, kJunk, kOther, kTextOutside, kUnseen };

Reason class_of(const page::Page& page, const page::Block& block, const Settings& settings, std::string& buffer) {
  const page::TextSums sums = page.text_of(block);
  const double words = sums.cjk / 1.6 + sums.letters / 5.0;
  const double link_words = sums.link_cjk / 1.6 + sums.link_letters / 5.0;
  const double links = words > 0 ? link_words / words : 0;
  const std::uint32_t marks = sums.chinese_punctuation + sums.ascii_punctuation;
  if ((words >= settings.number(kWords) || sums.cjk >= settings.number(kCharacters)) &&
      links < settings.number(kLinks) && marks >= settings.integer(kMarks))
    return kText;
  if (links >= settings.number(kJunkLinks) || words < settings.number(kJunkWords)) return kJunk;
  buffer.clear();
  page::append_text(page, block, buffer);
  return has_copyright_word(buffer) ? kJunk : kOther;
}

void run(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice) {
  const Settings& settings = *options.settings;
  const auto unseen = static_cast<page::Flags>(page.invisible() | page::kOption);
  const std::span<Reason> classes = scratch.take<Reason>(page.blocks().size());
  std::string buffer;

  // The run with the most characters in blocks of text; junk ends a run, and so do too many other blocks.
  std::uint64_t characters = 0, most = 0;
  BlockId begin = 0, end = 0, best_begin = 0, best_end = 0;
  std::uint32_t others = 0;
  for (BlockId id = 0; id < page.blocks().size(); ++id) {
    const page::Block& block = page.block(id);
    classes[id] = block.has(unseen) ? Reason{kUnseen} : class_of(page, block, settings, buffer);
    if (classes[id] == kText) {
      if (characters == 0) begin = id;
      characters += page.text_of(block).characters;
      end = id + 1;
      others = 0;
      if (characters > most) most = characters, best_begin = begin, best_end = end;
    } else if (classes[id] == kJunk || (classes[id] == kOther && ++others > settings.integer(kGap))) {
      characters = 0;
      others = 0;
    }
  }
  for (BlockId id = 0; id < page.blocks().size(); ++id) {
    const bool inside = id >= best_begin && id < best_end && classes[id] != kUnseen;
    const auto score = static_cast<float>(page.text_of(page.block(id)).characters);
    choice.judge(id, score, classes[id] == kText && !inside ? Reason{kTextOutside} : classes[id]);
    if (inside) choice.keep(id);
  }
}

void describe(const page::Page&, const Choice& choice, BlockId block, std::string& out) {
  const bool kept = choice.body_of(block) >= 0;
  switch (choice.reason(block)) {
    case kText:
      out += "text: long, punctuated, few links";
      break;
    case kTextOutside:
      out += "text, but not in the longest run of such blocks";
      break;
    case kJunk:
      out += "junk: a line of links, a few words or a copyright notice";
      break;
    case kOther:
      out += kept ? "neither text nor junk, between blocks of text" : "neither text nor junk, outside the body";
      break;
    default:
      out += "not visible";
      break;
  }
}

}  // namespace

extern const Method kArticleExtractor;
const Method kArticleExtractor{"article-extractor",
                               "the longest run of blocks that rules call text (reconstruction)",
                               "McKeown and others 2003 (Columbia), known from a description only; bounds ours",
                               run,
                               describe,
                               kSettings};

}  // namespace pith::literature
