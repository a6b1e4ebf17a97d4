#include <utility>

#include "corpus/stream_source.hpp"

namespace pith::corpus {
namespace {

constexpr std::size_t kKeptOfOversized = 64u << 10;

class JsonlSource final : public PageSource {
 public:
  JsonlSource(BufferedBytes bytes, const SourceLimits& limits) : bytes_(std::move(bytes)), limits_(limits) {
    if (bytes_.peek(3).starts_with("\xEF\xBB\xBF")) bytes_.drop(3);
  }

  bool next(RawRecord& record) override {
    record.kind = RecordKind::json;
    record.name.clear();
    record.failure.clear();
    do {
      if (!take_line(&record.bytes)) return false;
    } while (blank_);
    record.position = line_;
    if (oversized_) {
      record.failure = "record larger than " + std::to_string(limits_.record_bytes >> 20) + " MiB";
      record.bytes.resize(kKeptOfOversized);
    }
    return true;
  }

  std::uint64_t skip(std::uint64_t count) override {
    std::uint64_t passed = 0;
    while (passed < count && take_line(nullptr)) passed += !blank_;
    return passed;
  }

  [[nodiscard]] std::uint64_t consumed() const noexcept override { return bytes_.source().consumed(); }

 private:
  /// The next line into `line` (nullptr: just pass over it). False at the end.
  bool take_line(std::string* line) {
    if (line != nullptr) line->clear();
    std::size_t length = 0;
    blank_ = true;
    oversized_ = false;
    for (;;) {
      const std::string_view have = bytes_.peek();
      if (have.empty()) {
        failure_ = bytes_.source().failure();
        if (length == 0 || !failure_.empty()) return false;  // half a line before damage is no record
        break;
      }
      const std::size_t end = have.find('\n');
      const std::string_view piece = have.substr(0, end);
      length += piece.size();
      oversized_ = length > limits_.record_bytes;
      blank_ = blank_ && piece.find_first_not_of(" \t\r") == std::string_view::npos;
      if (line != nullptr && !oversized_) line->append(piece);
      bytes_.drop(piece.size() + (end != std::string_view::npos));
      if (end != std::string_view::npos) break;
    }
    ++line_;
    return true;
  }

  BufferedBytes bytes_;
  SourceLimits limits_;
  std::uint64_t line_ = 0;
  bool blank_ = false, oversized_ = false;
};

}  // namespace

std::unique_ptr<PageSource> jsonl_source(BufferedBytes bytes, const SourceLimits& limits) {
  return std::make_unique<JsonlSource>(std::move(bytes), limits);
}

}  // namespace pith::corpus
