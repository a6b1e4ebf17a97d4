// The places in the tree that hold much of the text.

#include <algorithm>

#include "features/step.hpp"

namespace pith::features {

namespace {

class Containers : public FeatureStep {
 public:
  using FeatureStep::FeatureStep;

  void find_containers() {
    m_.long_before.resize(blocks_ + 1);
    float sum = 0;
    for (std::size_t b = 0; b < blocks_; ++b) {
      m_.long_before[b] = sum;
      const TextSums s = sums(b);
      if (is_long(s) && !block_at(b).has(page::kHidden)) sum += words_of(s);
    }
    m_.long_before[blocks_] = sum;
    const NodeId most = sum > 0 ? deepest_with(0, 0.8F * sum) : 0;
    const NodeId half = sum > 0 ? deepest_with(most, 0.5F * sum) : 0;
    fill(Column::half_share, ratio(long_in(half), sum));

    score_paragraphs();
    auto& score = m_.score;
    NodeId best = 0, second = kNoNode;
    for (NodeId id = 0; id < document_.size(); ++id)
      if (score[id] > score[best]) best = id;
    for (NodeId id = 0; id < document_.size(); ++id) {
      const bool related = (id >= best && id < document_[best].end) || (best >= id && best < document_[id].end);
      if (!related && score[id] > 0 && (second == kNoNode || score[id] > score[second])) second = id;
    }
    const float best_score = score[best];
    fill(Column::best_score, best_score);
    fill(Column::second_score, second == kNoNode ? 0 : ratio(score[second], best_score));
    const auto best_begin = static_cast<float>(page_.before(best).blocks);
    const auto best_end = static_cast<float>(page_.before(document_[best].end).blocks);
    for (std::size_t b = 0; b < blocks_; ++b) {
      set(Column::half_depth, b, depth_below(b, half));
      set(Column::most_depth, b, depth_below(b, most));
      set(Column::best_depth, b, best_score > 0 ? depth_below(b, best) : -1);
      set(Column::second_depth, b, second == kNoNode ? -1 : depth_below(b, second));
      float own = 0;
      NodeId id = container(b);
      for (int level = 0; level < 4 && id != kNoNode; ++level, id = document_[id].parent)
        own = std::max(own, score[id]);
      set(Column::own_score, b, ratio(own, best_score));
      const auto at = static_cast<float>(b);
      set(Column::after_best, b, at < best_begin ? at - best_begin : at >= best_end ? at - best_end + 1 : 0);
    }
  }

 private:
  [[nodiscard]] float long_in(NodeId id) const noexcept {
    return m_.long_before[page_.before(document_[id].end).blocks] - m_.long_before[page_.before(id).blocks];
  }

  // From `from` down to the deepest node that holds at least `least` of the long text.
  [[nodiscard]] NodeId deepest_with(NodeId from, float least) const noexcept {
    for (;;) {
      NodeId next = kNoNode;
      for (NodeId child = document_.first_child(from); child != kNoNode; child = document_.next_sibling(child)) {
        if (document_[child].is_element() && long_in(child) >= least) {
          next = child;
          break;
        }
      }
      if (next == kNoNode) return from;
      from = next;
    }
  }

  [[nodiscard]] bool inside(std::size_t b, NodeId node) const noexcept {
    const NodeId c = container(b);
    return c >= node && c < document_[node].end;
  }

  [[nodiscard]] float depth_below(std::size_t b, NodeId node) const noexcept {
    return inside(b, node) ? static_cast<float>(document_[container(b)].depth - document_[node].depth) : -1;
  }

  // What Readability's readers know: a paragraph speaks for its parent, half for the one above.
  void score_paragraphs() {
    m_.score.assign(document_.size(), 0);
    for (std::size_t b = 0; b < blocks_; ++b) {
      const TextSums s = sums(b);
      const float words = words_of(s);
      if (words < 5 || block_at(b).has(page::kHidden)) continue;
      const float plain = 1 - ratio(s.link_characters, s.characters);
      const float value = (1 + static_cast<float>(s.commas) + std::min(words / 20, 3.0F)) * plain;
      NodeId id = container(b);
      if (id == 0) continue;
      id = document_[id].parent;
      for (int level = 1; level <= 3 && id != kNoNode; ++level, id = document_[id].parent) {
        m_.score[id] += level == 1 ? value : value / static_cast<float>(level + 1);
      }
    }
    for (NodeId id = 0; id < document_.size(); ++id) {
      if (m_.score[id] == 0) continue;
      const TextSums s = page_.text_in(id);
      m_.score[id] *= 1 - ratio(s.link_characters, s.characters);
    }
  }
};

}  // namespace

void find_containers(const FeatureContext& context) { Containers(context).find_containers(); }

}  // namespace pith::features
