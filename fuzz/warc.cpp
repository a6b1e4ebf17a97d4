// WARC files, plain or compressed, and the HTTP messages in them: whatever lies there, reading comes to an end, the
// same one however the bytes are asked for, and gives no more than its bounds allow.

#include "corpus/page_source.hpp"
#include "corpus/stream_source.hpp"
#include "support.hpp"

using namespace pith;

namespace {

constexpr std::size_t kRecordBytes = 64u << 10;
constexpr fetch::DecompressionLimits kLimits{.bytes = 1u << 20, .free_bytes = 64u << 10, .ratio = 100};

struct Bytes {
  std::string all;
  std::vector<std::string> failures;
};

/// Everything that can be had of a stream, also behind damage. `piece`: asked for at once.
Bytes read_all(std::string_view input, std::size_t piece) {
  const std::unique_ptr<corpus::ByteSource> source = corpus::open_memory(input);
  Bytes bytes;
  std::string buffer(piece, '\0');
  do {
    while (const std::size_t got = source->read(buffer.data(), piece)) {
      FUZZ_CHECK(got <= piece);
      bytes.all.append(buffer, 0, got);
      FUZZ_CHECK(source->consumed() <= input.size());
      if (bytes.all.size() > (8u << 20)) return bytes;  // a bomb: the records below are bounded
    }
    bytes.failures.push_back(source->failure());
    FUZZ_CHECK(bytes.failures.size() <= input.size() + 2);
  } while (source->recover());
  return bytes;
}

void read_records(std::string_view input) {
  const auto source =
      corpus::warc_source(corpus::BufferedBytes(corpus::open_memory(input), corpus::BufferedBytes::kLeastWindow),
                          {.record_bytes = kRecordBytes});
  corpus::RecordParser parser({}, {}, kLimits);
  corpus::RawRecord record;
  corpus::PageRecord page;
  std::string reason;
  std::uint64_t last = 0;
  std::size_t bytes = 0, records = 0;
  while (source->next(record)) {
    FUZZ_CHECK(++records <= input.size() + 2);
    FUZZ_CHECK(record.position >= last);  // members may be damaged without having given a byte
    last = record.position;
    if (record.place) FUZZ_CHECK(*record.place < input.size());
    const corpus::RecordOutcome outcome = parser.parse(record, page, reason);
    FUZZ_CHECK((outcome == corpus::RecordOutcome::bad) == !reason.empty());
    if (outcome == corpus::RecordOutcome::page)
      FUZZ_CHECK(page.html.size() <= std::max(kLimits.bytes, record.bytes.size()) && !page.id.empty());
    bytes += record.bytes.size();
    if (bytes > (8u << 20)) return;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const Bytes whole = read_all(input, 64u << 10), pieces = read_all(input, 7);
  // How much of damaged data is to be had before the damage shows depends on what is asked for at once.
  const std::vector<std::string> intact = {""};
  if (whole.all.size() <= (8u << 20)) {
    FUZZ_CHECK((whole.failures == intact) == (pieces.failures == intact));
    if (whole.failures == intact) FUZZ_CHECK(whole.all == pieces.all);
  }
  read_records(input);
  // The same as one HTTP message, so that its codings are reached without a file around it.
  const std::string head =
      "WARC/1.1\nWARC-Type: response\nContent-Type: application/http\nContent-Length: " + std::to_string(size + 13) +
      "\n\nHTTP/1.1 200\n";
  read_records(head + std::string(input));
  return 0;
}
