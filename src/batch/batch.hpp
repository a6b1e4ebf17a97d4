#pragma once

// Many pages at once: a reader cuts the inputs into records, workers extract, one writer puts the results
// in input order. The output depends on the inputs and the options only, not on the number of threads
// nor on interruptions.

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <pith/pith.hpp>

#include "batch/selection.hpp"
#include "batch/store_output.hpp"
#include "corpus/media.hpp"
#include "fetch/fetch.hpp"
#include "render/members.hpp"

namespace pith {
class SiteRules;
}

namespace pith::batch {

/// What is done with what lies where the output goes. An empty file counts as nothing.
enum class Existing : std::uint8_t {
  refuse,     ///< neither a run that was interrupted nor a whole output is touched
  resume,     ///< goes on with a run that was interrupted
  restart,    ///< such a run is thrown away; a whole output is not touched
  overwrite,  ///< both are
};

/// Records have the title, and the author and date of each post, as members; the text has them nowhere else.
inline RenderOptions text_of_records() noexcept { return {.title = false, .posts = PostStyle::plain}; }

struct BatchOptions {
  std::vector<std::string> inputs;  ///< see corpus::open_pages
  std::vector<std::string> lists;   ///< of addresses, whose pages are fetched and follow those of the inputs
  fetch::FetchOptions fetching;     ///< how
  std::string output;       ///< JSONL; compressed when it ends in .gz or .zst; "-": standard output; empty: none, with
                            ///< `store`
  std::string store;        ///< the articles are put into this corpus store, too; JSON records may be articles then
  bool keep_pages = false;  ///< and with them the pages
  Format format = Format::text;                 ///< of the field `text`; csv: rows instead of objects
  RenderOptions rendering = text_of_records();  ///< what of it is written
  bool duplicates = false;                      ///< tell which pages say the same as an earlier one; not with csv
  std::string site_memory;   ///< folder with what the method learns of sites (corpus/site_store.hpp); empty: the
                             ///< default judges each page alone, other methods forget it with the run
  unsigned site_passes = 1;  ///< 2: all pages are learnt first, then extracted
  std::size_t site_memory_bytes = 256u << 20;  ///< of sites in memory; those not seen for longest go first
  const SiteRules* rules = nullptr;            ///< of the user, for fields of pages of their sites
  Selection selection;                         ///< which pages are written
  rendering::MemberChoice members;             ///< which members their records have
  std::vector<std::string> kept;               ///< members of JSON records that are written too, or "all"
  bool verify_digests = false;    ///< pages of WARC files that have not the digests of their headers are bad records
  unsigned jobs = 0;              ///< worker threads; 0: as many as there are cores
  std::uint64_t shard_pages = 0;  ///< `output` is a folder of shards, each of so many pages; 0: one file
  bool keep_dirs = false;  ///< `output` is a folder, with a file for each page where it lies in the input, a directory
  Existing existing = Existing::refuse;
  std::size_t queue_bytes = 16u << 20;   ///< records and results waiting, at most this for each job, or one record
  std::size_t segment_bytes = 4u << 20;  ///< a run can be resumed where a segment of the output ends:
  std::uint64_t segment_records = 1000;  ///< after so many bytes or records
  double checkpoint_seconds = 0.5;       ///< and not more often than this
};

struct BatchCounts {
  std::uint64_t pages = 0;       ///< lines written
  std::uint64_t empty = 0;       ///< of these without main content
  std::uint64_t duplicates = 0;  ///< of these that say the same as an earlier one, or nearly so
  std::array<std::uint64_t, kLeftOutReasons> left_out{};      ///< pages left out, by reason
  std::array<std::uint64_t, corpus::kNoPageKinds> skipped{};  ///< records that are rightly no page, by what they are
  std::map<std::string, std::uint64_t, std::less<>> bad;      ///< records kept aside, by reason: kind_of_reason()
  std::uint64_t html_bytes = 0;                               ///< bytes of HTML of the pages

  [[nodiscard]] std::uint64_t all_skipped() const noexcept;
  [[nodiscard]] std::uint64_t all_bad() const noexcept;
};

/// What a reason says without the place and the particular: "damaged gzip data", "not valid JSON".
std::string_view kind_of_reason(std::string_view reason) noexcept;
/// Where a run keeps its bad records: beside its output, of shards among them.
std::string bad_file_of(const std::string& output, bool has_shards);

/// Processor time that the threads have taken, in seconds.
struct BatchTimes {
  double read = 0;     ///< taking records out of the inputs, decompression included
  double parse = 0;    ///< pages out of records: JSON, HTTP, content codings
  double extract = 0;  ///< articles out of pages, and their records
  double write = 0;    ///< order, duplicates, compression, the disk
};

struct BatchProgress {
  BatchCounts counts;
  std::uint64_t resumed_html_bytes = 0, resumed_pages = 0;  ///< part of the counts that an earlier run did
  std::uint64_t consumed = 0, total = 0;                    ///< bytes of the inputs; total 0: not known
  StoreCounts stored;                                       ///< of this run alone
};

/// What the caller wants to hear of, called from the thread that called run(). Any may be empty.
struct BatchListener {
  /// At least ten times a second while there is work.
  std::function<void(const BatchProgress&)> progress;
  /// A record was kept aside, or an input could not be read (on): the input, the place in it or empty, the reason.
  std::function<void(std::string_view input, std::string_view place, std::string_view reason)> bad;
};

enum class BatchEnd : std::uint8_t {
  finished,
  complete,     ///< Existing::resume: there was nothing left to do
  interrupted,  ///< `stop` was set: resume goes on
  reader_gone,  ///< whoever read the output has closed it
  failed,       ///< see `error`
};

struct BatchResult {
  BatchEnd end = BatchEnd::failed;
  std::string error;  ///< "FILE: reason"
  BatchProgress progress;
  BatchTimes times;                 ///< of this run alone, not of one before it
  std::uint64_t output_bytes = 0;   ///< as they lie on the disk; 0 with `keep_dirs`
  std::uint64_t shards = 0;         ///< how many there are, where it writes such
  std::uint64_t failed_inputs = 0;  ///< inputs that could not be read to their end
  std::string bad_file;             ///< where bad records are kept; empty when there are none or no file
};

/// Runs the batch. With a store alone nothing else is written, bad records are only reported, and a run that was
/// interrupted is begun again: what is there already is not added twice. Else the result is written to `output`.part,
/// and renamed when it is whole; beside it `output`.resume says up to where it is on the disk, `output`.bad.jsonl takes
/// the bad records. While it runs no other run can write to the same output. When that is no regular file (standard
/// output, a pipe) it is written straight, bad records are only reported and there is nothing to resume. With
/// `keep_dirs` the pages are written where they belong one by one, and `output`.resume is there until all are. With
/// `shard_pages` the folder gets part-00000.jsonl.zst and so on, manifest.jsonl and quarantine.jsonl (docs/formats.md).
/// Blocks until done or until `stop` is true.
BatchResult run(const Extractor& extractor, const BatchOptions& options, const BatchListener& listener,
                const std::atomic<bool>& stop);

}  // namespace pith::batch
