#pragma once

// Pages on their way in: a source cuts its input into raw records, one after the other; a parser (one
// a thread) makes pages of them. So the cutting is sequential and cheap, and the rest runs on all cores.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pith/pith.hpp>

#include "corpus/media.hpp"
#include "fetch/fetch.hpp"
#include "fetch/http_message.hpp"

namespace simdjson::dom {
class object;  // NOLINT(readability-identifier-naming): theirs
}

namespace pith::corpus {

enum class RecordKind : std::uint8_t {
  json,     ///< a line of JSON: docs/formats.md
  warc,     ///< a WARC record with its header
  file,     ///< the path of an HTML file
  address,  ///< the URL of a page that is to be fetched
};

/// A record as it lies in the input.
struct RawRecord {
  RecordKind kind = RecordKind::json;
  std::string bytes;                   ///< the record itself; file: its path; address: the URL
  std::string name;                    ///< file: path relative to the directory given, else empty
  std::uint64_t position = 0;          ///< json, address: line, from 1; warc: offset in the decompressed input
  std::optional<std::uint64_t> place;  ///< warc: offset in the file as it lies there, for whoever goes to fetch it
                                       ///< again; not known where no part of a compressed file begins with it
  std::uint32_t input = 0;             ///< which of the inputs, from 0
  std::string failure;  ///< why it could not even be cut out; `bytes` may then be a part only. Empty: fine
};

/// "line 12", "offset 3401", or empty for a file.
std::string place_of(const RawRecord& record);

/// A page ready for extraction. The views live until the next parse() of the same parser.
struct PageRecord {
  std::string id;  ///< of the record; without one its URL, else its line
  std::string_view url;
  std::string_view html;           ///< raw bytes
  std::string_view charset;        ///< what is known of it besides its bytes, that of `content_type` too; may be empty
  std::string_view content_type;   ///< the HTTP field; may be empty
  std::string_view site;           ///< whose page it is, where the record says so besides its URL: "example.org"
  std::string_view fetched;        ///< when it was fetched, as the record writes it; may be empty
  std::string_view robots;         ///< HTTP field X-Robots-Tag; may be empty
  std::string_view reservation;    ///< HTTP field TDM-Reservation; may be empty
  NoPage no_page = NoPage::other;  ///< why, where it is skipped
  const Article* article = nullptr;  ///< json: what somebody has extracted already, where such records are taken; no
                                     ///< `html` then
  std::string_view members;          ///< json: those that were asked for, without braces: "\"label\":1,\"lang\":\"zh\""
};

enum class RecordOutcome : std::uint8_t {
  page,
  skipped,  ///< rightly no page: a WARC request, an image, a redirection
  bad,      ///< should have been a page: the reason says what is wrong
};

/// Which members of a JSON record are handed on besides the page: `id`, `url` and those that hold the page never are.
struct KeptMembers {
  std::vector<std::string> names = {};
  bool all = false;
  /// Names that the output has for its own: such a member is called "input_NAME".
  std::vector<std::string> taken = {};
};

/// How pages are fetched that a record names only.
struct Fetching {
  fetch::FetchOptions options = {};
  fetch::Turns* turns = nullptr;  ///< shared by all parsers; nullptr: addresses are bad records
};

/// Scratch memory of one thread.
class RecordParser {
 public:
  /// `verify_digests`: pages of WARC files without the block or payload digest that their header names are bad records.
  /// `takes_articles`: JSON records without a page, but with what was extracted from one, are taken, all their members
  /// kept.
  explicit RecordParser(KeptMembers kept = {}, Fetching fetching = {}, const fetch::DecompressionLimits& limits = {},
                        bool verify_digests = false, bool takes_articles = false);
  ~RecordParser();
  RecordParser(RecordParser&&) noexcept;
  RecordParser& operator=(RecordParser&&) noexcept;

  /// Makes a page of a record, whose bytes must outlive the page. A bad record still gets its id when
  /// that can be read; `reason` is for people. O(record), bounded by the limits.
  RecordOutcome parse(const RawRecord& record, PageRecord& page, std::string& reason);
  /// The same of a JSON record that somebody has read already, who keeps it as long as the page. `position`: its line.
  RecordOutcome parse(const simdjson::dom::object& record, std::uint64_t position, PageRecord& page,
                      std::string& reason);

 private:
  struct Scratch;
  std::unique_ptr<Scratch> scratch_;
};

}  // namespace pith::corpus
