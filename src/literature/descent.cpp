#include "literature/descent.hpp"

namespace pith::literature {

Descent::Descent(const Containers& containers, const Visible& visible, Scratch& scratch)
    : containers_(containers), counts_(scratch.take<PunctuationCounts>(containers.size())) {
  for (std::uint32_t id = 0; id < containers.size(); ++id) {
    const page::TextSums sums = visible.in(containers[id].node);
    counts_[id] = {sums.chinese_punctuation - sums.link_chinese_punctuation, plain_characters_of(sums),
                   sums.link_characters};
  }
}

std::uint32_t Descent::densest_child(std::uint32_t container) const noexcept {
  std::uint32_t best = kNoContainer;
  const auto weight = [](const PunctuationCounts& c) {
    return static_cast<double>(c.punctuation) * c.plain / (static_cast<double>(c.plain) + c.link);
  };
  containers_.for_each_child(container, [&](std::uint32_t child) {
    const PunctuationCounts& c = counts_[child];
    if (c.punctuation == 0) return;
    if (best == kNoContainer || c.punctuation > counts_[best].punctuation ||
        (c.punctuation == counts_[best].punctuation && weight(c) > weight(counts_[best])))
      best = child;
  });
  return best;
}

std::uint32_t Descent::follow(double share) const noexcept {
  std::uint32_t id = 0;
  for (;;) {
    const std::uint32_t child = densest_child(id);
    if (child == kNoContainer) return id;
    const PunctuationCounts& c = counts_[child];
    if (c.punctuation < share * counts_[id].punctuation || c.plain < c.link) return id;
    id = child;
  }
}

}  // namespace pith::literature
