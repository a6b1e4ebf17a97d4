#pragma once

// What a method decided: data, not a changed document. Bodies are lists of blocks, and every block of
// the page, kept or not, carries a score and a reason.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "page/page.hpp"

namespace pith::method {

using page::BlockId;
struct Method;

/// Why a block was kept or left out: a code of the method's own, put into words by Method::describe.
using Reason = std::uint8_t;

/// Why there is no body.
enum class Empty : std::uint8_t {
  none,     ///< there is one
  no_text,  ///< the page holds no text at all
  hidden,   ///< all its text is hidden
  nothing,  ///< the method found no main content
};

/// For people, without a final stop; empty for Empty::none.
std::string_view describe(Empty empty) noexcept;

/// Filled by a method, then only read. Reused page after page.
class Choice {
 public:
  /// Forgets the last page; all blocks of the next have score 0 and reason 0.
  void reset(std::size_t blocks);

  /// Puts a block into the last body. Blocks of a body are given in document order, each once.
  void keep(BlockId block);
  /// Begins a new body. Bodies without blocks do not count.
  void begin_body() { open_ = false; }
  void judge(BlockId block, float score, Reason reason) noexcept {
    scores_[block] = score;
    reasons_[block] = reason;
  }
  void set_empty(Empty empty) noexcept { empty_ = empty; }
  /// What the method itself found beside the bodies, where it looks for such things.
  void set_title(std::string title) { title_ = std::move(title); }
  void set_time(std::string time) { time_ = std::move(time); }
  /// What kind of page it is ("article", "none"), where the method judges that; `kind` must outlive the choice.
  void set_page_type(std::string_view kind, float probability) noexcept {
    page_type_ = kind;
    page_type_probability_ = probability;
  }
  /// Words about a block beyond its reason; asked for by MethodOptions::explain.
  void note(BlockId block, std::string words) {
    notes_.resize(scores_.size());
    notes_[block] = std::move(words);
  }
  /// The method that in fact chose, where one leaves that to another; its are scores and reasons.
  void set_chosen_by(const Method* method) noexcept { chosen_by_ = method; }
  /// The bound that scores were held against, where the method has one.
  void set_threshold(float threshold) noexcept { threshold_ = threshold; }

  [[nodiscard]] std::size_t bodies() const noexcept { return starts_.size(); }
  [[nodiscard]] std::span<const BlockId> body(std::size_t index) const noexcept;
  /// The body that holds the block, or -1.
  [[nodiscard]] std::int32_t body_of(BlockId block) const noexcept { return body_of_[block]; }
  [[nodiscard]] float score(BlockId block) const noexcept { return scores_[block]; }
  [[nodiscard]] Reason reason(BlockId block) const noexcept { return reasons_[block]; }
  [[nodiscard]] float threshold() const noexcept { return threshold_; }
  /// Title of the page and "2015-06-20 10:30:00" or "2015-06-20"; empty: the method says nothing.
  [[nodiscard]] const std::string& title() const noexcept { return title_; }
  [[nodiscard]] const std::string& time() const noexcept { return time_; }
  /// Empty where the method does not judge it.
  [[nodiscard]] std::string_view page_type() const noexcept { return page_type_; }
  [[nodiscard]] float page_type_probability() const noexcept { return page_type_probability_; }
  [[nodiscard]] std::string_view note_of(BlockId block) const noexcept {
    return notes_.empty() ? std::string_view() : std::string_view(notes_[block]);
  }
  [[nodiscard]] const Method* chosen_by() const noexcept { return chosen_by_; }
  /// Empty::none exactly when there is a body.
  [[nodiscard]] Empty empty() const noexcept { return bodies() != 0 ? Empty::none : empty_; }

 private:
  std::vector<BlockId> kept_;          // the bodies' blocks, body after body
  std::vector<std::uint32_t> starts_;  // where in kept_ each body begins
  std::vector<float> scores_;          // by block, like the following
  std::vector<Reason> reasons_;
  std::vector<std::int32_t> body_of_;
  std::string title_, time_;
  std::vector<std::string> notes_;  // by block, or none at all
  std::string_view page_type_;
  float page_type_probability_ = 0;
  const Method* chosen_by_ = nullptr;
  float threshold_ = 0;
  Empty empty_ = Empty::nothing;
  bool open_ = false;
};

}  // namespace pith::method
