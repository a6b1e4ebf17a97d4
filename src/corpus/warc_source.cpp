#include <algorithm>
#include <utility>

#include "corpus/stream_source.hpp"
#include "fetch/http_message.hpp"
#include "text/number.hpp"

namespace pith::corpus {
namespace {

constexpr std::size_t kLargestHeader = 64u << 10;
constexpr std::string_view kStart = "WARC/";

class WarcSource final : public PageSource {
 public:
  WarcSource(BufferedBytes bytes, const SourceLimits& limits) : bytes_(std::move(bytes)), limits_(limits) {}

  bool next(RawRecord& record) override {
    record.kind = RecordKind::warc;
    record.name.clear();
    record.bytes.clear();
    record.failure.clear();
    pass_line_ends();
    record.position = bytes_.offset();
    record.place = bytes_.place();
    const std::string_view have = bytes_.peek(kLargestHeader);
    if (have.empty()) return !bytes_.source().failure().empty() && damaged(record);
    if (!have.starts_with(kStart)) {
      record.failure = "a WARC record was expected here";
      keep_head(record, have);
      return find_start();
    }
    std::size_t header = have.find("\r\n\r\n");
    header = header == std::string_view::npos ? header : header + 4;
    if (const std::size_t bare = have.find("\n\n"); bare != std::string_view::npos) header = std::min(header, bare + 2);
    const std::optional<std::uint64_t> declared =
        header == std::string_view::npos ? std::nullopt : content_length(have.substr(0, header));
    if (!declared) {
      record.failure =
          header == std::string_view::npos ? "WARC header without end" : "WARC header without a valid Content-Length";
      keep_head(record, have);
      bytes_.drop(kStart.size());
      find_start();
      return true;
    }
    std::uint64_t length = *declared;
    record.bytes.assign(have.substr(0, header));
    bytes_.drop(header);
    const bool oversized = length > limits_.record_bytes;
    if (oversized) record.failure = "record larger than " + std::to_string(limits_.record_bytes >> 20) + " MiB";
    if (!oversized)
      record.bytes.reserve(header + static_cast<std::size_t>(std::min<std::uint64_t>(length, bytes_.peek().size())));
    while (length > 0) {
      const std::string_view at_hand = bytes_.peek();
      const std::string_view piece =
          at_hand.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(length, bytes_.before_next_part())));
      if (piece.empty()) {
        if (!bytes_.source().failure().empty()) return damaged(record);
        record.failure = "the file ends in the middle of this record";
        return true;
      }
      // Where each record is a member or frame of its own, one that was cut short must not take the next along.
      if (record.place && bytes_.is_at_part() && at_hand.starts_with(kStart)) {
        record.failure = "the record ends before the end that its Content-Length gives";
        return true;
      }
      if (!oversized) record.bytes.append(piece);
      bytes_.drop(piece.size());
      length -= piece.size();
    }
    return check_end(record);
  }

  [[nodiscard]] std::uint64_t consumed() const noexcept override { return bytes_.source().consumed(); }

 private:
  static std::optional<std::uint64_t> content_length(std::string_view header) {
    return text::parse_number<std::uint64_t>(fetch::field(header, "content-length"));
  }

  static void keep_head(RawRecord& record, std::string_view bytes) {
    record.bytes.assign(bytes.substr(0, kLargestHeader));
  }

  void pass_line_ends() {
    for (;;) {
      const std::string_view have = bytes_.peek();
      const std::size_t n = std::min(have.find_first_not_of("\r\n"), have.size());
      bytes_.drop(n);
      if (n == 0 || n < have.size()) return;
    }
  }

  /// Two line ends must follow a record. Reading one byte further makes a compressed stream check its sum,
  /// so that a damaged page does not pass for a whole one.
  bool check_end(RawRecord& record) {
    const std::string_view rest = bytes_.peek(5);
    if (rest.size() < 5 && !bytes_.source().failure().empty() && !bytes_.has_only_whole_parts()) return damaged(record);
    if (!rest.empty() && rest.front() != '\r' && rest.front() != '\n' && !rest.starts_with(kStart)) {
      record.failure = "the record goes on behind the end that its Content-Length gives";
      find_start();
    }
    return true;
  }

  /// Compressed data are damaged: report the record at hand, and go on where the stream starts anew.
  bool damaged(RawRecord& record) {
    const std::string reason = bytes_.source().failure();
    if (bytes_.source().recover()) {
      record.failure = reason;
      find_start();
      return true;
    }
    failure_ = reason;
    return false;
  }

  /// Goes to the next line that begins a record, or to the end.
  bool find_start() {
    for (;;) {
      const std::string_view have = bytes_.peek(kLargestHeader);
      if (have.size() <= kStart.size()) {  // only at the end
        bytes_.drop(have.size());
        return true;
      }
      if (have.starts_with(kStart)) return true;
      const std::size_t at = have.find("\nWARC/");
      bytes_.drop(at != std::string_view::npos ? at + 1 : have.size() - kStart.size());
    }
  }

  BufferedBytes bytes_;
  SourceLimits limits_;
};

}  // namespace

std::unique_ptr<PageSource> warc_source(BufferedBytes bytes, const SourceLimits& limits) {
  return std::make_unique<WarcSource>(std::move(bytes), limits);
}

}  // namespace pith::corpus
