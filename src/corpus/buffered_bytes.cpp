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
    end_ += got;
  }
  return {buffer_.data() + begin_, end_ - begin_};
}

}  // namespace pith::corpus
