// Who wrote a post.

#include <algorithm>

#include "page/posts_search.hpp"
#include "text/ascii.hpp"

namespace pith::page {

namespace {

constexpr int kLevelsToLink = 16;            // elements between a name and the link it stands in
constexpr std::uint32_t kTextsForName = 60;  // of a post, from its begin
constexpr std::uint32_t kLettersOfAccount = 2, kShortestAccount = 5;  // characters of a name that is mostly digits
constexpr NameGroups kAuthorNames = bit(NameGroup::author) | bit(NameGroup::user);
constexpr NameGroups kRankNames = bit(NameGroup::title) | bit(NameGroup::rank);

}  // namespace

// As above, of who wrote. A style may be named for selecting ("userSelect").
bool Posts::Search::names_author(html::NodeId element) const noexcept {
  if (document_.attribute(element, Attr::rel) == "author") return true;
  if ((names_of(element) & kAuthorNames) == 0) return false;
  return document_.attribute(element, Attr::class_).find("serSelect") == std::string_view::npos;
}

// What a board calls those who wrote much: "userTitle".
bool Posts::Search::names_rank(html::NodeId element) const noexcept {
  const NameGroups names = names_of(element);
  return (names & kAuthorNames) != 0 && (names & kRankNames) != 0;
}

// The first short text of the post in an element that is named for one; else one that says so ("by", "says"); else
// a link to the page of a person; else the link or bold text nearest to the date in the head. Whether it was the
// first or leads to a person.
bool Posts::Search::find_author(Post& post) const noexcept {
  if (post.begin == post.end) return false;  // two dates in one block
  const std::uint32_t first = page_.block(post.begin).text_begin, last = page_.block(post.end - 1).text_end;
  Author author;
  std::uint32_t i = first;
  for (; i < last && i < first + kTextsForName && !author.named; ++i) look_for_author(post, i, author);
  // Below the post.
  if (post.moment != html::kNoNode && author.text == html::kNoNode) {
    const std::uint32_t moment = page_.before(post.moment).texts;
    for (i = std::max(i, moment - std::min(moment, 6u)); i < std::min(last, moment + 6) && !author.named; ++i) {
      look_for_author(post, i, author);
    }
  }
  post.author = author.text;
  post.name = author.name;
  return author.named || author.linked;
}

void Posts::Search::look_for_author(const Post& post, std::uint32_t index, Author& author) const noexcept {
  const html::NodeId text = page_.texts()[index];
  const TextSums sums = page_.text_at(index);
  if (sums.characters < 2 || sums.characters > kLongestMoment) return;
  const NamePhrase phrase = cut_name(document_.text(text));
  if (phrase.name.empty() || !(phrase.said || is_name(index)) || phrase.name.size() > 3 * kLongestName) return;
  const bool dated = sums.digits != 0 && text::find_date(document_.text(text));
  if (dated && !phrase.said) return;
  const html::NodeId within = std::min(post.element, page_.block(post.begin).begin);
  bool link = false, profile = sums.link_characters != 0 && is_in_profile_link(text);
  int level = 0;
  for (html::NodeId up = document_[text].parent; level < 3 && up != html::kNoNode && up >= within;
       ++level, up = document_[up].parent) {
    const Tag tag = document_[up].tag;
    link |= tag == Tag::a || tag == Tag::b || tag == Tag::strong || tag == Tag::cite;
    if (names_rank(up)) return;
    if (!dated && names_author(up)) {
      author = {text, phrase.name, true, true, true};
      return;
    }
  }
  if (author.said) return;
  if (phrase.said || (profile && !author.linked && !dated)) {
    author = {text, phrase.name, false, phrase.said, profile};
    return;
  }
  if (!link || author.linked) return;
  const Block& block = page_.block(block_of(text));
  const bool alone = block.text_end - block.text_begin == 1;
  bool close = false;
  if (post.moment == html::kNoNode) {
    close = author.text == html::kNoNode && block_of(text) <= post.begin + 2;
  } else {
    close = text < post.moment ? post.moment - text < 40 : text - post.moment < (alone ? 24u : 12u);
    close &= author.text == html::kNoNode || text < post.moment;
  }
  if (close) author = {text, phrase.name, false, false, false};
}

bool Posts::Search::is_in_profile_link(html::NodeId text) const noexcept {
  html::NodeId up = document_[text].parent;
  for (int level = 0; level < kLevelsToLink && up != html::kNoNode; ++level, up = document_[up].parent) {
    if (document_[up].is(Tag::a)) return leads_to_profile(document_.attribute(up, Attr::href));
  }
  return false;
}

bool Posts::Search::is_name(std::uint32_t text) const noexcept {
  const TextSums sums = page_.text_at(text);
  if (sums.characters < 2 || sums.characters > kLongestName || sums.sentence_stops > 1) return false;
  if (sums.digits * 2 <= sums.characters) return sums.letters + sums.cjk > 0;
  // "nl6720", "The 8472" where it leads to a person; not "12 h" or "Apr 2002"
  if (sums.letters < kLettersOfAccount || sums.characters < kShortestAccount) return false;
  if (sums.link_characters != 0 && is_in_profile_link(page_.texts()[text])) return true;
  return sums.letters + sums.digits == sums.characters &&
         text::trim_ascii(document_.text(page_.texts()[text])).find(' ') == std::string_view::npos;
}

}  // namespace pith::page
