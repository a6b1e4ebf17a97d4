// `wiehf`: Liu Li, Dai Qi, Yin Hongfeng, Jia Zhen, Hu Wanting 2014, "Extracting webpages text information
// based on heterogeneous features fusion" (methods.md §1.1). Each container is scored by its nearness to
// the title, its use of the title's words, its punctuation and its links; look-alike siblings are merged;
// the best and what lies near it are the bodies. O(nodes + text + containers · log containers).
//
// Readings: the value of a container is its own text (`text_scope=subtree`: all text below); a merged
// element is as many bodies as it has members, but one where its members have no attributes at all, which
// are paragraphs rather than posts.

#include "literature/wiehf.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "literature/containers.hpp"
#include "literature/method.hpp"
#include "literature/notice_words.hpp"
#include "literature/title_words.hpp"
#include "literature/visible.hpp"
#include "page/block_text.hpp"
#include "text/ascii.hpp"
#include "text/hash.hpp"

namespace pith::literature {

double distance_support(std::span<const std::uint32_t> ordinals, double base) noexcept {
  double sum = 0, scale = 1;
  for (const std::uint32_t ordinal : ordinals) {
    sum += ordinal * scale;
    scale /= base;
  }
  return sum > 0 ? 1 / sum : 1;
}

double punctuation_support(std::uint32_t marks, std::uint32_t plain, std::uint32_t link,
                           const PunctuationSteps& steps) noexcept {
  const double factor = marks < steps.some_from ? steps.few : marks < steps.many_from ? steps.some : steps.many;
  return factor * plain / std::max(link, 1u);
}

int path_distance(const html::Document& document, html::NodeId a, html::NodeId b) noexcept {
  html::NodeId up_a = a, up_b = b;
  while (up_a != up_b) {
    // Of two nodes the later one cannot be an ancestor of the other.
    if (up_a > up_b) {
      up_a = document[up_a].parent;
    } else {
      up_b = document[up_b].parent;
    }
  }
  const int common = document[up_a].depth;
  return (document[a].depth - common) + (document[b].depth - common) - 1;
}

namespace {

enum : Reason { kBest, kNear, kFar, kNotAmongBest, kBelowGuard, kCopyright, kNoScore };
enum : std::size_t {
  kTextScope,
  kContainerSet,
  kOrdinals,
  kWords,
  kBase,
  kAlpha,
  kBeta,
  kFew,
  kSome,
  kMany,
  kSomeFrom,
  kManyFrom,
  kKeep,
  kShare,
  kNearDistance,
  kFarDistance,
  kGuard,
  kCopyrightList,
  kCopyrightLeast,
};

constexpr SettingInfo kSettings[] = {
    {"text_scope", SettingType::choice, "own", "text of a container: its own, or all below (the literal reading)", 0, 0,
     "own,subtree"},
    {"containers", SettingType::choice, "default",
     "which elements count as containers: with HTML5's, or div, table, tbody", 0, 0, "default,strict"},
    {"ordinals", SettingType::choice, "all",
     "children are numbered over all containers, or a tag at a time as in XPath", 0, 0, "all,tag"},
    {"words", SettingType::choice, "dictionary",
     "words of the title by ICU's dictionary, or what the page repeats of it", 0, 0, "dictionary,repeats"},
    {"base", SettingType::number, "10", "q: what a level weighs less than the one around it", 1, 1000},
    {"alpha", SettingType::number, "0.5", "weight of the first title word", 0, 1000},
    {"beta", SettingType::number, "1", "weight of the second title word", 0, 1000},
    {"few", SettingType::number, "0.001", "FP with few punctuation marks", 0, 1000},
    {"some", SettingType::number, "0.1", "FP with some", 0, 1000},
    {"many", SettingType::number, "0.5", "FP with many", 0, 1000},
    {"some_from", SettingType::integer, "3", "marks from which there are some", 0, 1e6},
    {"many_from", SettingType::integer, "6", "marks from which there are many", 0, 1e6},
    {"keep", SettingType::integer, "7", "elements with the highest scores that are looked at", 1, 100},
    {"share", SettingType::number, "0.5", "share of their text from which the best is a body almost alone", 0, 1},
    {"near", SettingType::integer, "2", "JULI then: distance up to which elements go with the best", 0, 1000},
    {"far", SettingType::integer, "4", "JULI otherwise", 0, 1000},
    {"guard", SettingType::number, "0.01", "elements below this share of the best score are dropped (ours; 0: strict)",
     0, 1},
    {"copyright", SettingType::text, kCopyrightWordsJoined, "words of footers, separated by commas (ours)"},
    {"copyright_words", SettingType::integer, "3", "how many of them drop an element without punctuation", 1, 1000},
};

struct Lists : Prepared {
  std::vector<std::string> copyright;  // ASCII in lower case
  WordFinder finder;
};

Result<std::shared_ptr<const Prepared>> prepare(const Settings& settings) {
  auto lists = std::make_shared<Lists>();
  std::string_view words = settings.text(kCopyrightList);
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(','), words.size());
    std::string word(words.substr(0, end));
    for (char& c : word) c = text::ascii_lower(c);
    if (!word.empty()) lists->copyright.push_back(std::move(word));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
  return std::shared_ptr<const Prepared>(std::move(lists));
}

// A container and, where it is the first of its look-alikes, the element they make together.
struct Element {
  double support = 0;  // SD, of all members
  double coordinate = 0;
  std::uint32_t level = 0;
  std::uint32_t plain = 0, link = 0, marks = 0;  // of all members
  std::uint32_t first_word = 0, second_word = 0;
  std::uint32_t element = 0;                    // the first member of the element it belongs to
  std::uint32_t next = kNoContainer, last = 0;  // next member; of a first member: the last
  BlockId first_block = kNone, last_block = kNone;
  bool alike = false;     // of a first member: there are others
  bool bare = false;      // no attributes
  std::int8_t rank = -1;  // among the best

  static constexpr BlockId kNone = 0xFFFF'FFFF;
};

// What makes siblings look alike; 0: nothing.
std::uint64_t likeness(const html::Document& document, page::NodeId node, bool has_own_text) {
  const html::Node& n = document[node];
  std::uint64_t key = class_key(document, node);
  if (key == 0) {
    if (document.find(node, html::Attr::class_) != nullptr) {
      key = 3;
    } else if (const html::Attribute* style = document.find(node, html::Attr::style); style != nullptr) {
      key = text::fnv64(document.value(*style), 5);
    } else if (n.attribute_count > 0) {
      for (const html::Attribute& a : document.attributes(node))
        key += text::fnv64(document.value(a), text::fnv64(document.name(a), 7));
    } else if (has_own_text) {
      key = 9;
    } else {
      return 0;
    }
  }
  key = text::spread64(key ^ n.parent);
  key = (key ^ key >> 29 ^ static_cast<std::uint64_t>(n.tag)) * 0xBF58'476D'1CE4'E5B9u;
  return key | 1;
}

class Wiehf {
 public:
  Wiehf(const page::Page& page, const MethodOptions& options, Scratch& scratch)
      : page_(page),
        document_(page.document()),
        options_(options),
        settings_(*options.settings),
        lists_(static_cast<const Lists&>(*settings_.prepared())),
        scratch_(scratch),
        visible_(page, scratch),
        containers_(page, settings_.choice(kContainerSet) == 0 ? kDefaultContainers : kStrictContainers, scratch),
        elements_(scratch.take<Element>(containers_.size())),
        target_(scratch.take<std::uint32_t>(containers_.size())),
        next_block_(scratch.take<BlockId>(page.blocks().size())),
        subtree_(settings_.choice(kTextScope) == 1) {}

  void run(Choice& choice) {
    place();
    measure();
    count_title_words();
    score();
    merge();
    pick();
    if (best_count_ == 0) {
      judge(choice);
      return choice.set_empty(Empty::nothing);
    }
    link_blocks();
    judge(choice);
    keep(choice);
  }

 private:
  // Ordinals and coordinates.
  void place() {
    const bool by_tag = settings_.choice(kOrdinals) == 1;
    const std::size_t kinds = by_tag ? std::size(kContainerTags) : 1;
    const std::span<std::uint32_t> count = scratch_.take<std::uint32_t>(document_.size() * kinds);
    for (std::uint32_t id = 1; id < containers_.size(); ++id) {
      const Container& container = containers_[id];
      const html::Node& node = document_[container.node];
      const std::size_t kind = by_tag ? static_cast<std::size_t>(container_kind(node)) : 0;
      const std::uint32_t ordinal = ++count[node.parent * kinds + kind];
      const Element& parent = elements_[container.parent];
      elements_[id].level = parent.level + 1;
      elements_[id].coordinate =
          parent.coordinate + ordinal * std::pow(settings_.number(kBase), -static_cast<double>(parent.level));
    }
  }

  void measure() {
    if (subtree_) {
      for (std::uint32_t id = 0; id < containers_.size(); ++id) add(id, visible_.in(containers_[id].node));
      return;
    }
    for (const page::Block& block : page_.blocks())
      if (visible_.shows(block)) add(containers_.of(block.begin), page_.text_of(block));
  }
  void add(std::uint32_t id, const page::TextSums& sums) {
    elements_[id].plain += plain_characters_of(sums);
    elements_[id].link += sums.link_characters;
    elements_[id].marks += punctuation_of(sums);
  }

  void count_title_words() {
    WordFinder finder = lists_.finder.copy();
    const std::vector<std::string> words =
        find_title_words(page_, survey_of(page_, options_, scratch_.own<statements::Survey>()), visible_,
                         settings_.choice(kWords) == 0 ? &finder : nullptr, scratch_);
    if (words.empty()) return;
    const WordCounter counter(words, scratch_);
    for (const page::Block& block : page_.blocks()) {
      if (!visible_.shows(block)) continue;
      std::array<std::uint32_t, 2> counts{};
      for (std::uint32_t i = block.text_begin; i < block.text_end; ++i)
        counter.count(document_.text(page_.texts()[i]), counts);
      Element& element = elements_[containers_.of(block.begin)];
      element.first_word += counts[0];
      element.second_word += counts[1];
    }
    for (std::uint32_t id = containers_.size(); subtree_ && id-- > 1;) {
      elements_[containers_[id].parent].first_word += elements_[id].first_word;
      elements_[containers_[id].parent].second_word += elements_[id].second_word;
    }
  }

  void score() {
    const PunctuationSteps steps = {settings_.integer(kSomeFrom), settings_.integer(kManyFrom), settings_.number(kFew),
                                    settings_.number(kSome), settings_.number(kMany)};
    for (Element& e : elements_) {
      const double distance = e.coordinate > 0 ? 1 / e.coordinate : 1;
      const double title = settings_.number(kAlpha) * e.first_word + settings_.number(kBeta) * e.second_word;
      e.support = distance * (title + punctuation_support(e.marks, e.plain, e.link, steps));
    }
  }

  // Siblings of the same tag that look alike become one element, at the place of the first.
  void merge() {
    struct Key {
      std::uint64_t key;
      std::uint32_t id;
    };
    const std::span<Key> keys = scratch_.take<Key>(containers_.size());
    std::size_t count = 0;
    for (std::uint32_t id = 0; id < containers_.size(); ++id) {
      elements_[id].element = elements_[id].last = id;
      if (id == 0 || elements_[id].plain + elements_[id].link == 0) continue;
      elements_[id].bare = document_[containers_[id].node].attribute_count == 0;
      const std::uint64_t key = likeness(document_, containers_[id].node, true);
      if (key != 0) keys[count++] = {key, id};
    }
    std::sort(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(count),
              [](const Key& a, const Key& b) { return a.key != b.key ? a.key < b.key : a.id < b.id; });
    for (std::size_t i = 1; i < count; ++i) {
      if (keys[i].key != keys[i - 1].key) continue;
      Element& member = elements_[keys[i].id];
      member.element = elements_[keys[i - 1].id].element;
      Element& first = elements_[member.element];
      elements_[first.last].next = keys[i].id;
      first.last = keys[i].id;
      first.alike = true;
      first.support += member.support;
      first.plain += member.plain;
      first.link += member.link;
      first.marks += member.marks;
    }
  }

  // The best elements, and which of them are bodies.
  void pick() {
    const std::size_t most = settings_.integer(kKeep);
    const std::span<std::uint32_t> order = scratch_.take<std::uint32_t>(containers_.size());
    std::size_t count = 0;
    for (std::uint32_t id = 0; id < containers_.size(); ++id)
      if (elements_[id].element == id && elements_[id].support > 0) order[count++] = id;
    best_count_ = std::min(most, count);
    std::partial_sort(
        order.begin(), order.begin() + static_cast<std::ptrdiff_t>(best_count_),
        order.begin() + static_cast<std::ptrdiff_t>(count), [&](std::uint32_t a, std::uint32_t b) {
          return elements_[a].support != elements_[b].support ? elements_[a].support > elements_[b].support : a < b;
        });
    if (best_count_ == 0) return;
    std::uint64_t length = 0;
    const auto length_of = [&](std::uint32_t id) { return std::uint64_t{elements_[id].plain} + elements_[id].link; };
    for (std::size_t i = 0; i < best_count_; ++i) length += length_of(order[i]);
    const std::uint32_t top = order[0];
    const bool alone = static_cast<double>(length_of(top)) >= settings_.number(kShare) * static_cast<double>(length);
    const int reach = static_cast<int>(settings_.integer(alone ? kNearDistance : kFarDistance));
    threshold_ = settings_.number(kGuard) * elements_[top].support;
    for (std::size_t i = 0; i < best_count_; ++i) {
      Element& e = elements_[order[i]];
      e.rank = static_cast<std::int8_t>(i);
      if (i == 0) {
        verdict_[i] = kBest;
      } else if (path_distance(document_, containers_[top].node, containers_[order[i]].node) > reach) {
        verdict_[i] = kFar;
      } else if (e.support < threshold_) {
        verdict_[i] = kBelowGuard;
      } else {
        verdict_[i] = is_copyright_notice(order[i]) ? kCopyright : kNear;
      }
    }
  }

  [[nodiscard]] bool is_copyright_notice(std::uint32_t element) const {
    if (elements_[element].marks > 0) return false;
    std::string text;
    for (const page::Block& block : page_.blocks()) {
      if (!visible_.shows(block)) continue;
      const std::uint32_t owner = containers_.of(block.begin);
      const bool inside =
          subtree_ ? owner >= element && owner < containers_[element].end : elements_[owner].element == element;
      if (!inside) continue;
      page::append_text(page_, block, text);
      text += '\n';
    }
    for (char& c : text) c = text::ascii_lower(c);
    const auto found = std::count_if(lists_.copyright.begin(), lists_.copyright.end(),
                                     [&](const std::string& word) { return text.find(word) != std::string::npos; });
    return static_cast<std::uint64_t>(found) >= settings_.integer(kCopyrightLeast);
  }

  [[nodiscard]] bool is_body(std::uint32_t id) const {
    const std::int8_t rank = elements_[elements_[id].element].rank;
    return rank >= 0 && (verdict_[rank] == kBest || verdict_[rank] == kNear);
  }

  // Gives every block to the container in whose text it goes out: its own, or in the literal reading the outermost
  // around it that is a body.
  void link_blocks() {
    for (std::uint32_t id = 0; id < containers_.size(); ++id) {
      const std::uint32_t around = subtree_ && id > 0 ? target_[containers_[id].parent] : kNoContainer;
      target_[id] = around != kNoContainer ? around : is_body(id) ? id : kNoContainer;
    }
    for (BlockId b = 0; b < page_.blocks().size(); ++b) {
      next_block_[b] = Element::kNone;
      if (!visible_.shows(page_.block(b))) continue;
      const std::uint32_t to = target_[containers_.of(page_.block(b).begin)];
      if (to == kNoContainer) continue;
      Element& e = elements_[to];
      if (e.first_block == Element::kNone) {
        e.first_block = b;
      } else {
        next_block_[e.last_block] = b;
      }
      e.last_block = b;
    }
  }

  void keep(Choice& choice) const {
    for (std::uint32_t id = 0; id < containers_.size(); ++id) {
      const Element& first = elements_[id];
      if (first.element != id || !is_body(id)) continue;
      const bool together = first.alike && first.bare;
      choice.begin_body();
      for (std::uint32_t member = id; member != kNoContainer; member = elements_[member].next) {
        if (!together) choice.begin_body();
        for (BlockId b = elements_[member].first_block; b != Element::kNone; b = next_block_[b]) choice.keep(b);
      }
    }
  }

  void judge(Choice& choice) const {
    choice.set_threshold(static_cast<float>(threshold_));
    for (BlockId id = 0; id < page_.blocks().size(); ++id) {
      const page::Block& block = page_.block(id);
      if (judge_unseen(visible_, block, id, choice)) continue;
      std::uint32_t owner = containers_.of(block.begin);
      if (best_count_ > 0 && target_[owner] != kNoContainer) owner = target_[owner];
      const Element& e = elements_[elements_[owner].element];
      Reason reason = e.support > 0 ? kNotAmongBest : kNoScore;
      if (e.rank >= 0) reason = verdict_[e.rank];
      choice.judge(id, static_cast<float>(e.support), reason);
    }
  }

  const page::Page& page_;
  const html::Document& document_;
  const MethodOptions& options_;
  const Settings& settings_;
  const Lists& lists_;
  Scratch& scratch_;
  const Visible visible_;
  const Containers containers_;
  const std::span<Element> elements_;      // by container
  const std::span<std::uint32_t> target_;  // by container: the one in whose text its blocks go out
  const std::span<BlockId> next_block_;
  const bool subtree_;
  std::array<Reason, 100> verdict_{};  // of the best, by rank
  std::size_t best_count_ = 0;
  double threshold_ = 0;
};

void run(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice) {
  Wiehf(page, options, scratch).run(choice);
}

void describe(const page::Page&, const Choice& choice, BlockId block, std::string& out) {
  const Reason reason = choice.reason(block);
  if (describe_unseen(reason, out)) return;
  constexpr std::string_view kWordsFor[] = {"in the element with the highest score",
                                            "in an element near the best one",
                                            "its element is too far from the best one",
                                            "its element is not among the best",
                                            "its element scores next to nothing beside the best",
                                            "a copyright notice",
                                            "its element has no score: nothing but links"};
  out += kWordsFor[reason];
  append_measure("score", choice.score(block), out);
}

}  // namespace

extern const Method kWiehf;
const Method kWiehf{"wiehf",
                    "containers near the title, with its words, punctuation and few links; look-alikes together",
                    "Liu, Dai, Yin, Jia, Hu 2014, Extracting webpages text information based on heterogeneous features "
                    "fusion",
                    run,
                    describe,
                    kSettings,
                    prepare};

}  // namespace pith::literature
