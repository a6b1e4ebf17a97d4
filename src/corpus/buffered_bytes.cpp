#include <algorithm>
#include <cstring>

#include "corpus/stream_source.hpp"

namespace pith::corpus {

std::string_view BufferedBytes::peek(std::size_t want) {
  while (end_ - begin_ < want) {
    if (begin_ > 0) {
      std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    const std::size_t got = source_->read(buffer_.data() + end_, buffer_.size() - end_);
    if (got == 0) break;
    if (const std::optional<std::uint64_t> place = source_->part();
        place && (parts_.empty() || parts_.back().place != *place)) {
      forget_parts();
      parts_.push_back({offset_ + (end_ - begin_), *place});
    }
    end_ += got;
  }
  return {buffer_.data() + begin_, end_ - begin_};
}

void BufferedBytes::forget_parts() {
  while (parts_.size() > 1 && parts_.front().offset < offset_) parts_.pop_front();
}

bool BufferedBytes::is_at_part() const noexcept {
  return std::any_of(parts_.begin(), parts_.end(), [this](const Part& part) { return part.offset == offset_; });
}

std::size_t BufferedBytes::before_next_part() const noexcept {
  for (const Part& part : parts_)
    if (part.offset > offset_) return static_cast<std::size_t>(part.offset - offset_);
  return end_ - begin_;
}

std::optional<std::uint64_t> BufferedBytes::place() {
  peek();
  if (!source_->part()) return offset_;
  forget_parts();
  return !parts_.empty() && parts_.front().offset == offset_ ? std::optional(parts_.front().place) : std::nullopt;
}

}  // namespace pith::corpus
