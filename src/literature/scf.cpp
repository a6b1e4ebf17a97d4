// `scf`: a reconstruction (SCF-R, methods.md §1.3) of Zhou Jiaying, Zhu Zhenmin, Gao Xiaofang 2009, on
// statistics and body features of Chinese pages. Only the abstract was obtained: a statistic yields a
// content path, and pages with several bodies are several similar subtrees. Ours: the path follows the
// most Chinese punctuation to its end; on the way up, the first level at which the path has look-alike
// siblings gives the bodies; where there is none, the result is that of `song`. O(nodes).

#include <algorithm>

#include "literature/containers.hpp"
#include "literature/descent.hpp"
#include "literature/method.hpp"
#include "literature/visible.hpp"
#include "text/hash.hpp"

namespace pith::literature {

namespace {

enum : Reason { kOneOfSeveral, kOnlyOne, kOutside, kNoPunctuation };
enum : std::size_t { kShare, kLeast, kContainerSet };

constexpr SettingInfo kSettings[] = {
    {"share", SettingType::number, "0.6", "for single bodies: as in `song`", 0, 1},
    {"siblings", SettingType::integer, "2", "similar subtrees from which a page has several bodies (ours)", 2, 1000},
    {"containers", SettingType::choice, "default",
     "which elements count as containers: with HTML5's, or div, table, tbody", 0, 0, "default,strict"},
};

// What makes two containers look alike: the tag, and the class or else the tags of the children.
std::uint64_t likeness(const html::Document& document, page::NodeId node) {
  const std::uint64_t tag = static_cast<std::uint64_t>(document[node].tag) + 1;
  std::uint64_t key = class_key(document, node);
  if (key == 0) {
    for (page::NodeId child = document.first_child(node); child != page::kNoNode; child = document.next_sibling(child))
      if (document[child].is_element())
        key |= std::uint64_t{1} << (static_cast<unsigned>(document[child].tag) % 63 + 1);
  }
  return text::spread64(key) + tag;
}

class Scf {
 public:
  Scf(const page::Page& page, const Settings& settings, Scratch& scratch)
      : page_(page),
        settings_(settings),
        visible_(page, scratch),
        containers_(page, settings.choice(kContainerSet) == 0 ? kDefaultContainers : kStrictContainers, scratch),
        descent_(containers_, visible_, scratch),
        chosen_(scratch.take<std::uint32_t>(containers_.size())) {}

  void run(Choice& choice) {
    find_similar();
    const bool several = count_ > 0;
    if (!several) chosen_[count_++] = descent_.follow(settings_.number(kShare));
    judge(several, choice);
  }

 private:
  // Up from the end of the content path.
  void find_similar() {
    std::uint32_t end = 0;
    for (std::uint32_t child = descent_.densest_child(0); child != kNoContainer; child = descent_.densest_child(end))
      end = child;
    for (std::uint32_t c = end; c != 0; c = containers_[c].parent) {
      const std::uint64_t wanted = likeness(page_.document(), containers_[c].node);
      count_ = 0;
      containers_.for_each_child(containers_[c].parent, [&](std::uint32_t sibling) {
        const PunctuationCounts& counts = descent_[sibling];
        if (counts.punctuation >= 1 && counts.plain > counts.link &&
            likeness(page_.document(), containers_[sibling].node) == wanted)
          chosen_[count_++] = sibling;
      });
      if (count_ >= settings_.integer(kLeast)) break;
      count_ = 0;
    }
    for (std::uint32_t i = 0; i < count_; ++i) chosen_[i] = trim(chosen_[i]);
  }

  // Down as long as all punctuated text goes along.
  [[nodiscard]] std::uint32_t trim(std::uint32_t id) const {
    for (;;) {
      const std::uint32_t child = descent_.densest_child(id);
      if (child == kNoContainer || descent_[child].punctuation < descent_[id].punctuation) return id;
      id = child;
    }
  }

  void judge(bool several, Choice& choice) const {
    const bool blind = descent_[0].punctuation == 0;
    std::uint32_t next = 0;  // the chosen container the blocks are coming to, or are in
    std::uint32_t open = kNoContainer;
    for (BlockId id = 0; id < page_.blocks().size(); ++id) {
      const page::Block& block = page_.block(id);
      if (judge_unseen(visible_, block, id, choice)) continue;
      const float punctuation = static_cast<float>(descent_[containers_.of(block.begin)].punctuation);
      while (next < count_ && page_.document()[containers_[chosen_[next]].node].end <= block.begin) ++next;
      if (next == count_ || !lies_in(block, containers_[chosen_[next]].node, page_.document())) {
        choice.judge(id, punctuation, kOutside);
        continue;
      }
      if (open != next) choice.begin_body();
      open = next;
      choice.judge(id, punctuation, several ? kOneOfSeveral : blind ? kNoPunctuation : kOnlyOne);
      choice.keep(id);
    }
  }

  const page::Page& page_;
  const Settings& settings_;
  const Visible visible_;
  const Containers containers_;
  const Descent descent_;
  const std::span<std::uint32_t> chosen_;
  std::uint32_t count_ = 0;
};

void run(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice) {
  Scf(page, *options.settings, scratch).run(choice);
}

void describe(const page::Page&, const Choice& choice, BlockId block, std::string& out) {
  const Reason reason = choice.reason(block);
  if (describe_unseen(reason, out)) return;
  switch (reason) {
    case kOneOfSeveral:
      out += "in one of several similar containers on the content path";
      break;
    case kOnlyOne:
      out += "inside the container that the punctuation leads to";
      break;
    case kOutside:
      out += "off the content path";
      break;
    default:
      out += "there is no Chinese punctuation to follow: the whole page";
      return;
  }
  append_measure("marks around it", choice.score(block), out);
}

}  // namespace

extern const Method kScf;
const Method kScf{"scf",
                  "the similar containers on the path to most Chinese punctuation, a body each",
                  "reconstruction of Zhou, Zhu, Gao 2009, statistics and content features of Chinese pages",
                  run,
                  describe,
                  kSettings};

}  // namespace pith::literature
