// `song`: a reconstruction (SONG-R, methods.md §1.2) of Song & Wu 2007, "Content extraction from Web pages
// based on Chinese punctuation number". Their text could not be had; known is that counts of Chinese
// punctuation, of link text and of other text locate the body. Ours: follow the punctuation down the
// containers while it stays concentrated. One body. O(nodes).

#include "literature/containers.hpp"
#include "literature/descent.hpp"
#include "literature/method.hpp"
#include "literature/visible.hpp"

namespace pith::literature {

namespace {

enum : Reason { kInside, kOutside, kNoPunctuation };
enum : std::size_t { kShare, kContainerSet };

constexpr SettingInfo kSettings[] = {
    {"share", SettingType::number, "0.6", "punctuation a child must keep of its parent's to go down to it (ours)", 0,
     1},
    {"containers", SettingType::choice, "default",
     "which elements count as containers: with HTML5's, or div, table, tbody", 0, 0, "default,strict"},
};

void run(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice) {
  const Settings& settings = *options.settings;
  const Visible visible(page, scratch);
  const Containers containers(page, settings.choice(kContainerSet) == 0 ? kDefaultContainers : kStrictContainers,
                              scratch);
  const Descent descent(containers, visible, scratch);
  const std::uint32_t found = descent.follow(settings.number(kShare));
  const bool blind = descent[0].punctuation == 0;
  for (BlockId id = 0; id < page.blocks().size(); ++id) {
    const page::Block& block = page.block(id);
    if (judge_unseen(visible, block, id, choice)) continue;
    const float punctuation = static_cast<float>(descent[containers.of(block.begin)].punctuation);
    if (lies_in(block, containers[found].node, page.document())) {
      choice.judge(id, punctuation, blind ? kNoPunctuation : kInside);
      choice.keep(id);
    } else {
      choice.judge(id, punctuation, kOutside);
    }
  }
}

void describe(const page::Page&, const Choice& choice, BlockId block, std::string& out) {
  const Reason reason = choice.reason(block);
  if (describe_unseen(reason, out)) return;
  if (reason == kNoPunctuation) {
    out += "there is no Chinese punctuation to follow: the whole page";
    return;
  }
  out += reason == kInside ? "inside the container that the punctuation leads to" : "outside of that container";
  append_measure("marks around it", choice.score(block), out);
}

}  // namespace

extern const Method kSong;
const Method kSong{
    "song",
    "the container in which Chinese punctuation is concentrated",
    "reconstruction of Song, Wu 2007, Content extraction from Web pages based on Chinese punctuation number",
    run,
    describe,
    kSettings};

}  // namespace pith::literature
