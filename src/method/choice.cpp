#include "method/choice.hpp"

namespace pith::method {

std::string_view describe(Empty empty) noexcept {
  switch (empty) {
    case Empty::none:
      return {};
    case Empty::no_text:
      return "the page holds no text";
    case Empty::hidden:
      return "all text of the page is hidden";
    case Empty::nothing:
      return "no main content found";
  }
  return {};
}

void Choice::reset(std::size_t blocks) {
  kept_.clear();
  starts_.clear();
  scores_.assign(blocks, 0);
  reasons_.assign(blocks, 0);
  body_of_.assign(blocks, -1);
  title_.clear();
  time_.clear();
  notes_.clear();
  page_type_ = {};
  page_type_probability_ = 0;
  chosen_by_ = nullptr;
  threshold_ = 0;
  empty_ = Empty::nothing;
  open_ = false;
}

void Choice::keep(BlockId block) {
  if (!open_) starts_.push_back(static_cast<std::uint32_t>(kept_.size()));
  open_ = true;
  kept_.push_back(block);
  body_of_[block] = static_cast<std::int32_t>(starts_.size()) - 1;
}

std::span<const BlockId> Choice::body(std::size_t index) const noexcept {
  const std::size_t begin = starts_[index];
  const std::size_t end = index + 1 < starts_.size() ? starts_[index + 1] : kept_.size();
  return std::span(kept_).subspan(begin, end - begin);
}

}  // namespace pith::method
