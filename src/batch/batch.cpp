#include "batch/batch.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <deque>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "batch/checkpoint.hpp"
#include "batch/result_line.hpp"
#include "batch/shards.hpp"
#include "batch/tree_output.hpp"
#include "corpus/address_list.hpp"
#include "corpus/file_lock.hpp"
#include "corpus/fingerprint.hpp"
#include "corpus/output_file.hpp"
#include "corpus/page_source.hpp"
#include "corpus/robots.hpp"
#include "corpus/site_store.hpp"
#include "render/formats.hpp"
#include "site_memory.hpp"
#include "text/date.hpp"
#include "workspace.hpp"

namespace pith::batch {
namespace {

using Clock = std::chrono::steady_clock;
using corpus::OutputFile;
using corpus::RecordOutcome;

constexpr auto kTick = std::chrono::milliseconds(100);
constexpr std::size_t kRecordsPerJob = 64;
constexpr std::size_t kMostReasons = 64;  // told apart

/// Processor time of the thread that asks, in seconds.
double thread_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// One record on its way through, and what became of it.
struct Item {
  corpus::RawRecord record;
  std::uint64_t turn = kNoTurn;  ///< number of the record, for the memory of sites
  RecordOutcome outcome = RecordOutcome::skipped;
  std::string line;  ///< for the output, or for the file of bad records
  std::string id;    ///< of the page, where duplicates are looked for
  corpus::Fingerprint fingerprint;
  std::string reason;                  ///< bad records
  std::unique_ptr<StoredPage> stored;  ///< for the store
  std::uint64_t html_bytes = 0;
  std::size_t charged = 0;  ///< bytes it counts against the queue
  bool empty = false;
  LeftOut left_out = LeftOut::no;
  corpus::NoPage no_page = corpus::NoPage::other;  ///< skipped ones
  bool done = false;
  bool input_failed = false;  ///< no record: the input could not be read (on)
};

/// The items between reader and writer, in input order; workers take them from the front.
class Queue {
 public:
  Queue(std::size_t bytes, std::size_t items) : most_bytes_(bytes), most_items_(items) {}

  /// Reader: waits for room. False: stopped.
  bool put(std::unique_ptr<Item> item) {
    item->charged = item->record.bytes.capacity() + sizeof(Item);
    std::unique_lock lock(mutex_);
    if (!has_room(most_items_ - 1, most_bytes_, item->charged)) {
      // Half of it, so that no thread is woken for every record.
      room_.wait(lock, [&] { return stopped_ || has_room(most_items_ / 2, most_bytes_ / 2, item->charged); });
    }
    if (stopped_) return false;
    bytes_ += item->charged;
    if (item->done) {
      finished_.notify_one();
    } else {
      todo_.push_back(item.get());
      work_.notify_one();
    }
    items_.push_back(std::move(item));
    return true;
  }
  void end() {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    work_.notify_all();
    finished_.notify_one();
  }

  /// Worker: the next record to work on; nullptr when there will be none.
  Item* take() {
    std::unique_lock lock(mutex_);
    work_.wait(lock, [&] { return stopped_ || ended_ || !todo_.empty(); });
    if (stopped_ || todo_.empty()) return nullptr;
    Item* item = todo_.front();
    todo_.pop_front();
    return item;
  }
  void finish(Item& item) {
    const std::lock_guard lock(mutex_);
    std::size_t charge = item.line.capacity() + item.record.bytes.capacity() + sizeof(Item);
    if (item.stored) charge += sizeof(StoredPage) + item.stored->page.capacity();
    bytes_ += charge - item.charged;
    item.charged = charge;
    item.done = true;
    ++finished_unseen_;
    if (items_.front()->done && (finished_unseen_ >= kSeenAtOnce || todo_.empty())) finished_.notify_one();
  }

  /// Writer: all items at the front that are done; waits for some of them, a tick at most. `over`: there will be no
  /// more.
  void collect(std::vector<std::unique_ptr<Item>>& done, bool& over) {
    done.clear();
    std::unique_lock lock(mutex_);
    finished_.wait_for(lock, kTick, [&] {
      return items_.empty() ? ended_ : items_.front()->done && (finished_unseen_ >= kSeenAtOnce || todo_.empty());
    });
    finished_unseen_ = 0;
    while (!items_.empty() && items_.front()->done) {
      bytes_ -= items_.front()->charged;
      done.push_back(std::move(items_.front()));
      items_.pop_front();
    }
    over = ended_ && items_.empty();
    if (has_room(most_items_ / 2, most_bytes_ / 2, 0)) room_.notify_one();
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    stopped_ = true;
    room_.notify_all();
    work_.notify_all();
  }

 private:
  static constexpr std::size_t kSeenAtOnce = 16;

  [[nodiscard]] bool has_room(std::size_t items, std::size_t bytes, std::size_t wanted) const noexcept {
    return items_.empty() || (items_.size() <= items && bytes_ <= bytes && bytes_ + wanted <= most_bytes_);
  }

  std::mutex mutex_;
  std::condition_variable room_, work_, finished_;
  std::deque<std::unique_ptr<Item>> items_;
  std::deque<Item*> todo_;
  std::size_t most_bytes_, most_items_;
  std::size_t bytes_ = 0;
  std::size_t finished_unseen_ = 0;  // since the writer looked last
  bool ended_ = false, stopped_ = false;
};

class Run {
 public:
  Run(const Extractor& extractor, const BatchOptions& options, const BatchListener& listener,
      const std::atomic<bool>& stop)
      : extractor_(extractor),
        options_(options),
        inputs_(all_inputs(options)),
        listener_(listener),
        stop_(stop),
        style_{options.format, options.rendering, options.members, extractor.options().limits},
        is_object_(options.keep_dirs ? options.format == Format::json
                                     : rendering::info_of(options.format).append_header == nullptr),
        memory_(extractor),
        learns_(!memory_.error() && (!options.site_memory.empty() || options.site_passes > 1 ||
                                     extractor.options().method != Options{}.method)),
        jobs_(options.jobs > 0 ? options.jobs : std::max(1u, std::thread::hardware_concurrency())),
        queue_(std::make_unique<Queue>(options.queue_bytes * jobs_, kRecordsPerJob * jobs_)) {}

  BatchResult go() {
    if (!open() || !learn_first()) return std::move(result_);
    std::vector<std::thread> threads;
    try {
      threads.emplace_back([this] { read(); });
      for (unsigned i = 0; i < jobs_; ++i) threads.emplace_back([this] { work(); });
      const double before = thread_seconds();
      write();
      result_.times.write = thread_seconds() - before;
    } catch (const std::exception& problem) {
      fail(options_.output, problem.what());
    }
    queue_->stop();
    for (std::thread& thread : threads) thread.join();
    times_.write += result_.times.write;
    result_.times = times_;
    close();
    return std::move(result_);
  }

 private:
  // --- The calling thread: opening, writing, closing ---

  bool open() {
    const rendering::FormatInfo& format = rendering::info_of(options_.format);
    if (!is_object_ && (options_.duplicates || !options_.kept.empty())) {
      return fail(options_.output, std::string(format.name) + " has no place for " +
                                       (options_.duplicates ? "what is known of duplicates" : "members of the input"));
    }
    if (options_.output.ends_with(".parquet")) {
      return fail(options_.output,
                  "Parquet is written by the Python package, by this very command where pyarrow is; here JSONL is, and "
                  "DuckDB makes Parquet of it: duckdb -c \"COPY (FROM 'out.jsonl') TO 'out.parquet'\"");
    }
    for (const std::string& input : inputs_)
      if (input != "-" && ::access(input.c_str(), R_OK) != 0) return fail(input, std::strerror(errno));
    if (options_.keep_dirs && !open_tree()) return false;
    if (options_.shard_pages > 0 && !open_shards()) return false;
    direct_ = !is_folder() && (options_.output.empty() || corpus::is_stream(options_.output));
    output_path_ = direct_   ? options_.output
                   : tree_   ? tree_->folder()
                   : shards_ ? shards_->folder()
                             : target_of(options_.output);
    std::error_code ignored;
    if (!is_folder() && std::filesystem::is_directory(output_path_, ignored)) {
      return fail(options_.output,
                  "is a directory; --keep-dirs writes a file for each page into it, --shard-size N one for N pages");
    }
    for (const std::string& input : inputs_)
      if (!direct_ && std::filesystem::equivalent(input, output_path_, ignored))
        return fail(options_.output, "is also an input");
    if (direct_ && options_.existing == Existing::resume)
      return fail(options_.output, "only a regular file can be resumed");

    if (!recall_sites()) return false;
    if (!options_.store.empty()) {
      Result<StoreOutput> store = StoreOutput::open(options_.store, options_.keep_pages);
      if (!store) return fail_whole(store.error());
      store_ = *std::move(store);
    }
    part_ = direct_ || is_folder() ? output_path_ : output_path_ + ".part";
    manifest_ = output_path_ + ".resume";
    texts_path_ = output_path_ + ".texts";
    bad_path_ = bad_file_of(output_path_, shards_.has_value());
    safe_.run = describe_run(extractor_, options_);
    if (!direct_ && !find_start()) return false;

    if (is_folder()) {
      if (const Error error = corpus::replace_file(manifest_, to_json(safe_))) return fail(manifest_, error);
    }
    now_ = safe_;
    if (shards_) {
      if (const Error error = shards_->go_back(safe_)) return fail_whole(error);
      if (safe_.output_bytes > 0 && !open_shard(safe_.output_bytes)) return false;
    } else if (!tree_ && !options_.output.empty() &&
               !open_output(part_, corpus::compression_for(options_.output), safe_.output_bytes)) {
      return false;
    }
    if (safe_.bad_bytes > 0) {
      if (!open_bad()) return false;
    } else if (!direct_) {
      std::remove(bad_path_.c_str());  // of an earlier run
    }
    if (compares_texts() && !direct_ && !open_texts()) return false;
    if (!recall_run()) return false;
    result_.progress.counts = now_.counts;
    result_.progress.resumed_pages = now_.counts.pages;
    result_.progress.resumed_html_bytes = now_.counts.html_bytes;
    for (const std::string& input : inputs_) {
      const std::uint64_t size = options_.lists.empty() ? corpus::total_of(input) : 0;
      result_.progress.total = size == 0 ? 0 : result_.progress.total + size;
      if (size == 0) break;
    }
    return true;
  }

  bool open_tree() {
    if (options_.output == "-") return fail("standard output", "is no directory, as --keep-dirs needs");
    std::string folder = options_.output;
    while (folder.size() > 1 && folder.ends_with('/')) folder.pop_back();
    Result<TreeOutput> tree = TreeOutput::open(folder, inputs_, options_.format);
    if (!tree) {
      return fail_whole(tree.error());
    }
    tree_ = *std::move(tree);
    return true;
  }

  bool open_shards() {
    if (options_.keep_dirs) return fail(options_.output, "--keep-dirs and --shard-size exclude each other");
    if (corpus::is_stream(options_.output)) return fail(options_.output, "is no directory, as --shard-size needs");
    Result<Shards> shards = Shards::open(extractor_, options_);
    if (!shards) return fail_whole(shards.error());
    shards_ = *std::move(shards);
    return true;
  }

  /// The output is a folder of files.
  [[nodiscard]] bool is_folder() const noexcept { return tree_ || shards_; }
  [[nodiscard]] bool has_output() const {
    return tree_ ? tree_->has_content() : shards_ ? shards_->has_content() : has_content(output_path_);
  }

  bool open_output(const std::string& path, corpus::Compression compression, std::uint64_t keep) {
    Result<std::unique_ptr<OutputFile>> output = OutputFile::open(path, compression, keep);
    if (!output) return fail(path, output.error());
    output_ = *std::move(output);
    const rendering::FormatInfo& format = rendering::info_of(options_.format);
    if (format.append_header == nullptr || keep > 0) return true;
    std::string header;
    format.append_header(true, header, options_.members);
    output_->append(header);
    return true;
  }
  bool open_shard(std::uint64_t keep) {
    part_ = shards_->part_of(now_.shard);
    return open_output(part_, shards_->compression(), keep);
  }

  /// A link stays one: what it leads to is written.
  static std::string target_of(const std::string& path) {
    namespace fs = std::filesystem;
    std::error_code failure;
    if (!fs::is_symlink(path, failure)) return path;
    const fs::path target = fs::canonical(path, failure);
    if (!failure) return target.string();
    const fs::path missing = fs::read_symlink(path, failure);  // it is to be made
    return failure ? path : (fs::path(path).parent_path() / missing).string();
  }

  /// Locks the output, and sets `safe_` to where an interrupted run got to or throws away what it left. False: nothing
  /// to run; all is as it was.
  bool find_start() {
    Result<corpus::FileLock> lock = corpus::FileLock::take(part_);
    if (!lock) return fail(options_.output, lock.error());
    lock_ = *std::move(lock);
    if (choose_start()) return true;
    if (lock_.has_made()) std::remove(part_.c_str());
    return false;
  }

  bool choose_start() {
    std::ifstream file(manifest_, std::ios::binary);
    const std::string json{std::istreambuf_iterator<char>(file), {}};
    const bool unfinished = !lock_.has_made() && (!json.empty() || (!is_folder() && has_content(part_)));
    const bool finished = !(is_folder() && unfinished) && has_output();
    const Existing existing = options_.existing;
    if (unfinished && existing == Existing::refuse) {
      return fail(options_.output, "a run that was interrupted has left " + (is_folder() ? manifest_ : part_) +
                                       ": --resume goes on with it, --restart throws it away and starts anew");
    }
    if (finished && !unfinished && existing == Existing::resume) {
      std::remove(manifest_.c_str());  // left by a run that was ended just before
      result_.end = BatchEnd::complete;
      return false;
    }
    if (finished && (existing == Existing::refuse || existing == Existing::restart))
      return fail(options_.output, "exists already; --force overwrites it");
    if (!unfinished || json.empty() || existing != Existing::resume) {
      std::remove(manifest_.c_str());
      return true;
    }
    Checkpoint found;
    if (!from_json(json, found)) return fail(manifest_, "is damaged; --restart throws it away and starts anew");
    if (found.run != safe_.run)
      return fail(options_.output,
                  "the interrupted run was another one; --restart throws it away and starts anew\n  it was:  " +
                      found.run + "\n  this is: " + safe_.run);
    safe_ = std::move(found);
    return true;
  }

  static bool has_content(const std::string& path) {
    std::error_code failure;
    const std::uintmax_t size = std::filesystem::file_size(path, failure);
    return !failure && size > 0;
  }

  /// Whether pages are held against the texts of those before them.
  [[nodiscard]] bool compares_texts() const noexcept {
    return options_.duplicates || options_.selection.compares_texts();
  }

  /// The texts that an interrupted run had seen are known again, and those to come written behind them.
  bool open_texts() {
    if (safe_.text_bytes > 0) {
      std::ifstream file(texts_path_, std::ios::binary);
      std::string written(safe_.text_bytes, '\0');
      if (!file.read(written.data(), static_cast<std::streamsize>(written.size())) || !seen_.recall(written))
        return fail(texts_path_, "is damaged; --restart throws the interrupted run away and starts anew");
    }
    Result<std::unique_ptr<OutputFile>> opened =
        OutputFile::open(texts_path_, corpus::Compression::none, safe_.text_bytes);
    if (!opened) return fail(texts_path_, opened.error());
    texts_ = *std::move(opened);
    return true;
  }

  bool recall_sites() {
    if (!learns_ && (options_.site_passes > 1 || !options_.site_memory.empty()))
      return fail(options_.site_memory.empty() ? options_.output : options_.site_memory, memory_.error());
    if (options_.site_passes > 1) {
      for (const std::string& input : inputs_)
        if (corpus::is_stream(input)) return fail(input, "can be read only once, two passes need it twice");
      if (!options_.lists.empty()) return fail(options_.lists.front(), "pages that are fetched are not fetched twice");
    }
    if (options_.site_memory.empty()) return true;
    Result<std::unique_ptr<corpus::SiteStore>> opened =
        corpus::SiteStore::open(options_.site_memory, memory_.method(), corpus::DatabaseUse::create);
    if (!opened) return fail(options_.site_memory, opened.error());
    sites_ = *std::move(opened);
    memory_.impl().sites->keep_in(*sites_, options_.site_memory_bytes);
    return true;
  }

  /// The memory of sites becomes what it was where the run goes on: the store takes back what came after, and where
  /// there is none it must see again what the interrupted run had seen.
  bool recall_run() {
    const bool once = options_.site_passes < 2;
    (learns_ && once && sites_ == nullptr ? replay_ : skip_) = safe_.records;
    next_turn_ = skip_;
    if (!learns_) return true;
    const std::uint64_t start = once ? skip_ : 0;
    memory_.impl().sites->start(start);
    if (sites_ == nullptr) return true;
    // What goes to a stream is never gone on with.
    const std::string own =
        direct_ ? std::to_string(::getpid()) + " " + std::to_string(Clock::now().time_since_epoch().count())
                : std::filesystem::absolute(output_path_).string();
    const Error error = sites_->begin_run(own, start);
    return !error || fail(options_.site_memory, error);
  }

  /// Of two passes the first: all pages are seen, nothing is written.
  bool learn_first() {
    if (options_.site_passes < 2) return true;
    const std::uint64_t skip = std::exchange(skip_, 0), turn = std::exchange(next_turn_, 0);
    only_learns_ = true;
    memory_.impl().sites->judge_alone(true);
    std::vector<std::thread> threads;
    threads.emplace_back([this] { read(); });
    for (unsigned i = 0; i < jobs_; ++i) threads.emplace_back([this] { work(); });
    std::vector<std::unique_ptr<Item>> done;
    for (bool over = false; !over && !stop_.load();) {
      queue_->collect(done, over);
      result_.progress.consumed = consumed_.load(std::memory_order_relaxed) / 2;
      if (listener_.progress) listener_.progress(result_.progress);
    }
    queue_->stop();
    for (std::thread& thread : threads) thread.join();
    only_learns_ = false;
    queue_ = std::make_unique<Queue>(options_.queue_bytes * jobs_, kRecordsPerJob * jobs_);
    skip_ = skip;
    next_turn_ = turn;
    memory_.impl().sites->judge_alone(false);
    memory_.impl().sites->freeze(true);
    memory_.impl().sites->start(turn);
    if (!stop_.load()) return true;
    result_.end = BatchEnd::interrupted;
    close();
    return false;
  }

  bool open_bad() {
    Result<std::unique_ptr<OutputFile>> opened =
        OutputFile::open(bad_path_, corpus::Compression::none, safe_.bad_bytes);
    if (!opened) return fail(bad_path_, opened.error());
    bad_ = *std::move(opened);
    return true;
  }

  void write() {
    std::vector<std::unique_ptr<Item>> done;
    for (bool over = false; !over;) {
      queue_->collect(done, over);
      for (const std::unique_ptr<Item>& item : done)
        if (!write(*item)) return;
      // Nobody waits for a segment to fill who reads along.
      if (direct_ && output_ != nullptr && (done.empty() || over) && !end_segment_of(*output_, part_)) return;
      if ((done.empty() || over) && (!keep_visits() || !commit_store())) return;
      result_.progress.counts = now_.counts;
      if (store_) result_.progress.stored = store_->counts();
      result_.progress.consumed = consumed_.load(std::memory_order_relaxed);
      if (listener_.progress) listener_.progress(result_.progress);
      if (stop_.load() && !over) {
        result_.end = BatchEnd::interrupted;
        return;
      }
    }
    if (learns_ && memory_.impl().sites->trouble()) {
      fail(options_.site_memory, memory_.impl().sites->trouble());
      return;
    }
    if (shards_) {
      if (output_ != nullptr && !end_shard()) return;
      if (const Error error = shards_->end(now_.counts)) {
        fail_whole(error);
        return;
      }
    } else if (output_ != nullptr && (!end_segment_of(*output_, part_) || (!direct_ && !sync(*output_, part_)))) {
      return;
    }
    if (tree_ && !sync_tree()) return;
    if (bad_ != nullptr && (!end_segment_of(*bad_, bad_path_) || !sync(*bad_, bad_path_))) return;
    result_.end = BatchEnd::finished;
  }

  bool write(Item& item) {
    const std::string_view input = inputs_[item.record.input];
    if (item.input_failed) {
      ++result_.failed_inputs;
      if (listener_.bad) listener_.bad(input, {}, item.reason);
      return true;
    }
    if (replay_ > 0) {
      --replay_;
      return true;
    }
    std::optional<corpus::SeenTexts::Match> match;
    if (compares_texts() && item.outcome == RecordOutcome::page && item.left_out == LeftOut::no && !item.empty) {
      match = seen_.see(item.id, item.fingerprint);
      item.left_out = left_out(match, options_.selection);
      if (texts_ != nullptr && !(match && match->exact)) {
        seen_line_.clear();
        corpus::append_seen(item.id, item.fingerprint, seen_line_);
        texts_->append(seen_line_);
      }
    }
    ++now_.records;
    switch (item.outcome) {
      case RecordOutcome::page:
        now_.counts.html_bytes += item.html_bytes;
        if (item.left_out != LeftOut::no) {
          ++now_.counts.left_out[static_cast<std::size_t>(item.left_out)];
          break;
        }
        ++now_.counts.pages;
        now_.counts.empty += item.empty;
        if (options_.duplicates && !item.empty) {
          if (match) ++now_.counts.duplicates;
          add_duplicate(item.fingerprint, match, options_.members, item.line);
        }
        if (item.stored && !put(*item.stored)) return false;
        if (options_.output.empty()) break;
        if (!tree_) {
          if (output_ == nullptr && !open_shard(0)) return false;
          output_->append(item.line);
          if (shards_ && ++now_.shard_pages == options_.shard_pages) return end_shard();
        } else if (!item.line.empty()) {
          if (!keep_visits()) return false;
          if (const Error error = tree_->write(item.record, item.line)) return fail_whole(error);
        }
        break;
      case RecordOutcome::skipped:
        ++now_.counts.skipped[static_cast<std::size_t>(item.no_page)];
        break;
      case RecordOutcome::bad:
        ++count_of(item.reason);
        if (!direct_) {
          if (bad_ == nullptr && !open_bad()) return false;
          bad_->append(item.line);
        }
        if (listener_.bad) {
          const std::string place =
              item.record.kind == corpus::RecordKind::file ? item.record.name : place_of(item.record);
          listener_.bad(input, place == input ? std::string_view() : place, item.reason);
        }
        break;
    }
    // Where segments end must follow from the records alone, so that a resumed run makes the same file.
    const std::size_t pending = tree_ ? tree_->pending() : output_ != nullptr ? output_->pending() : 0;
    return (pending < options_.segment_bytes && now_.records % options_.segment_records != 0) || end_segment();
  }

  /// How often there was such a reason; content that does its best to be many kinds is one.
  std::uint64_t& count_of(std::string_view reason) {
    auto& counts = now_.counts.bad;
    const std::string_view kind = kind_of_reason(reason);
    const auto found = counts.find(kind);
    if (found != counts.end()) return found->second;
    return counts[counts.size() < kMostReasons ? std::string(kind) : std::string("other")];
  }

  /// The shard at hand is whole.
  bool end_shard() {
    if (!end_segment_of(*output_, part_) || !sync(*output_, part_)) return false;
    output_.reset();
    if (const Error error = shards_->keep(now_.shard, now_.shard_pages)) return fail_whole(error);
    ++now_.shard;
    now_.shard_pages = 0;
    last_checkpoint_ = {};  // what has been given its name is not gone back to
    return end_segment();
  }

  bool end_segment() {
    if (output_ != nullptr && !end_segment_of(*output_, part_)) return false;
    if (bad_ != nullptr && !end_segment_of(*bad_, bad_path_)) return false;
    if (texts_ != nullptr && !end_segment_of(*texts_, texts_path_)) return false;
    if (direct_) return true;
    ended_ = now_;
    ended_.output_bytes = output_ != nullptr ? output_->size() : 0;
    ended_.bad_bytes = bad_ != nullptr ? bad_->size() : 0;
    ended_.text_bytes = texts_ != nullptr ? texts_->size() : 0;
    ended_.manifest_bytes = shards_ ? shards_->manifest_bytes() : 0;
    if (Clock::now() - last_checkpoint_ < std::chrono::duration<double>(options_.checkpoint_seconds)) return true;
    return checkpoint();
  }

  /// Makes sure of everything up to the last end of a segment, then says so on the disk.
  bool checkpoint() {
    if (ended_.records <= safe_.records) return true;
    if (!commit_store()) return false;
    if (tree_ && !sync_tree()) return false;
    if (output_ != nullptr && !sync(*output_, part_)) return false;
    if (bad_ != nullptr && !sync(*bad_, bad_path_)) return false;
    if (texts_ != nullptr && !sync(*texts_, texts_path_)) return false;
    if (const Error error = corpus::replace_file(manifest_, to_json(ended_))) return fail(manifest_, error);
    safe_ = ended_;
    last_checkpoint_ = Clock::now();
    return true;
  }

  void close() {
    if (result_.end != BatchEnd::failed && keep_visits()) commit_store();
    if (store_) result_.progress.stored = store_->counts();
    result_.progress.counts = now_.counts;
    if (!now_.counts.bad.empty() && !direct_) result_.bad_file = bad_path_;
    result_.shards = now_.shard;
    result_.output_bytes = output_ != nullptr ? output_->size() : 0;
    std::error_code ignored;
    for (std::uint64_t i = 0; i < now_.shard; ++i)
      result_.output_bytes += std::filesystem::file_size(shards_->path_of(i), ignored);
    if (result_.end == BatchEnd::interrupted && !direct_ && !checkpoint()) return;
    if (result_.end != BatchEnd::finished) return;
    if (sites_ != nullptr) {
      if (const Error error = sites_->end_run(*memory_.impl().sites)) {
        fail(options_.site_memory, error);
        return;
      }
    }
    if (direct_) return;
    if (const Error error = is_folder() ? Error() : corpus::rename_file(part_, output_path_)) {
      fail(options_.output, error);
      return;
    }
    if (texts_ != nullptr) std::remove(texts_path_.c_str());
    std::remove(manifest_.c_str());
  }

  bool fail(const std::string& file, const std::string& reason) {
    result_.end = BatchEnd::failed;
    result_.error = file + ": " + reason;
    return false;
  }
  /// An error that names its file.
  bool fail_whole(const Error& error) {
    result_.end = BatchEnd::failed;
    result_.error = error.message;
    return false;
  }
  bool fail(const std::string& file, const Error& error) { return fail(file, error.message); }
  bool end_segment_of(OutputFile& file, const std::string& path) {
    if (!keep_visits()) return false;
    const Error error = file.end_segment();
    if (!error) return true;
    fail(corpus::descriptor_named(path) == STDOUT_FILENO ? "standard output" : path, error);
    if (file.reader_gone()) result_.end = BatchEnd::reader_gone;
    return false;
  }
  /// What pages have taught of their sites is safe before what came of them is handed on: a run that is killed has
  /// forgotten nothing that it has said.
  bool keep_visits() {
    if (sites_ == nullptr) return true;
    const Error error = sites_->commit();
    return !error || fail(options_.site_memory, error);
  }
  bool put(const StoredPage& page) {
    if (const Error error = store_->put(page)) return fail(options_.store, error);
    return !store_->is_due() || commit_store();
  }
  bool commit_store() {
    if (!store_) return true;
    if (!keep_visits()) return false;
    const Error error = store_->commit();
    return !error || fail(options_.store, error);
  }
  bool sync_tree() {
    const Error error = tree_->sync();
    return !error || fail_whole(error);
  }
  bool sync(OutputFile& file, const std::string& path) {
    const Error error = file.sync();
    return !error || fail(path, error);
  }

  // --- The reader ---

  void read() {
    const double start = thread_seconds();
    read_all();
    const double taken = thread_seconds() - start;
    const std::lock_guard lock(times_mutex_);
    times_.read += taken;
  }

  void read_all() {
    std::uint64_t before = 0;  // bytes of the inputs already behind
    for (std::uint32_t input = 0; input < inputs_.size(); ++input) {
      auto failure = std::make_unique<Item>();
      failure->record.input = input;
      try {
        failure->reason = read_input(input, before);
      } catch (const std::exception& problem) {
        failure->reason = problem.what();
      }
      failure->input_failed = failure->done = true;
      if (!failure->reason.empty() && !queue_->put(std::move(failure))) return;
      before += corpus::total_of(inputs_[input]);
    }
    queue_->end();
  }

  static std::vector<std::string> all_inputs(const BatchOptions& options) {
    std::vector<std::string> all = options.inputs;
    all.insert(all.end(), options.lists.begin(), options.lists.end());
    return all;
  }

  /// Returns why the input could not be read (to its end), or nothing.
  std::string read_input(std::uint32_t input, std::uint64_t before) {
    const bool is_list = input >= options_.inputs.size();
    const Result<std::unique_ptr<corpus::PageSource>> opened =
        is_list ? corpus::open_addresses(inputs_[input]) : corpus::open_pages(inputs_[input]);
    if (!opened) return opened.error().message;
    corpus::PageSource& source = **opened;
    skip_ -= source.skip(skip_);
    for (;;) {
      auto item = std::make_unique<Item>();
      item->record.input = input;
      const bool more = source.next(item->record);
      consumed_.store(before + source.consumed(), std::memory_order_relaxed);
      if (!more) return source.failure();
      item->turn = next_turn_++;
      if (!queue_->put(std::move(item))) return {};
    }
  }

  // --- The workers ---

  void work() {
    Workspace workspace;
    workspace.impl().rules = options_.rules;
    corpus::RecordParser parser(kept_members(), {options_.fetching, &turns_}, {}, options_.verify_digests,
                                store_.has_value());
    BatchTimes times;
    while (Item* item = queue_->take()) {
      corpus::PageRecord page;
      const double start = thread_seconds();
      double parsed = start;
      try {
        item->outcome = parser.parse(item->record, page, item->reason);
        item->no_page = page.no_page;
        parsed = thread_seconds();
        if (item->outcome == RecordOutcome::page) {
          Article article = page.article != nullptr ? *page.article : extract(page, item->turn, workspace);
          item->empty = article.bodies.empty();
          item->html_bytes = page.html.size();
          item->left_out = left_out(article, options_.selection);
          if (item->left_out == LeftOut::no && !only_learns_) {
            if (!options_.output.empty() || compares_texts()) write_line(page, article, *item);
            if (store_) item->stored = stored_page(page, std::move(article), inputs_[item->record.input]);
          }
        }
      } catch (const std::exception& problem) {  // out of memory, above all: the others go on
        item->outcome = RecordOutcome::bad;
        item->reason = problem.what();
        item->line.clear();
      }
      if (learns_) memory_.pass(item->turn);  // where it was no page
      if (item->outcome == RecordOutcome::bad)
        append_bad(inputs_[item->record.input], item->record, page.id, item->reason, item->line);
      if (item->record.kind != corpus::RecordKind::file) item->record.bytes = {};
      times.parse += parsed - start;
      times.extract += thread_seconds() - parsed;
      queue_->finish(*item);
    }
    const std::lock_guard lock(times_mutex_);
    times_.parse += times.parse;
    times_.extract += times.extract;
  }

  Article extract(const corpus::PageRecord& page, std::uint64_t turn, Workspace& workspace) {
    return extractor_.extract(page.html,
                              {.url = page.url,
                               .charset = page.charset,
                               .fetched = page.fetched,
                               .content_type = page.content_type,
                               .site = page.site,
                               .memory = learns_ ? &memory_ : nullptr,
                               .turn = turn},
                              workspace);
  }

  [[nodiscard]] std::unique_ptr<StoredPage> stored_page(const corpus::PageRecord& page, Article article,
                                                        const std::string& input) const {
    auto stored = std::make_unique<StoredPage>();
    stored->article = std::move(article);
    stored->id = page.id;
    stored->input = input;
    stored->fetched = text::seconds_of(page.fetched);
    if (options_.keep_pages) stored->page = page.html;
    std::string members = "{}\n";
    if (page.article == nullptr) add_robots(robots_of(page), members);
    add_members(page.members, members);
    stored->members = members.substr(1, members.size() - 3);
    stored->fingerprint = corpus::fingerprint_of(text_of(stored->article));
    return stored;
  }

  static std::vector<std::string_view> robots_of(const corpus::PageRecord& page) {
    return corpus::robots_of(page.html, page.robots, page.reservation);
  }

  void write_line(const corpus::PageRecord& page, const Article& article, Item& item) const {
    const rendering::FormatInfo& format = rendering::info_of(options_.format);
    if (tree_ && format.append_header != nullptr) format.append_header(true, item.line, options_.members);
    if (!tree_ || format.append_record != nullptr) {
      append_result(page.id, article, style_, item.line);
    } else if (format.framed || !article.bodies.empty()) {
      item.line = render(article, options_.format, options_.rendering, style_.limits);
    }
    if (is_object_) {
      if (options_.members.has(kRobotsMember)) add_robots(robots_of(page), item.line);
      if (item.record.kind == corpus::RecordKind::warc)
        add_place({inputs_[item.record.input], page.fetched, item.record.place}, options_.members, item.line);
      add_members(page.members, item.line);
    }
    if (compares_texts()) {
      item.id = page.id;
      item.fingerprint = corpus::fingerprint_of(text_of(article));
      if (!options_.duplicates && !options_.selection.drop_near_duplicates)
        item.fingerprint.similar = 0;  // nobody asks what is nearly the same
    }
  }

  [[nodiscard]] corpus::KeptMembers kept_members() const {
    corpus::KeptMembers kept{.names = options_.kept, .all = options_.kept == std::vector<std::string>{"all"}};
    for (std::string& name : member_names(options_.format, true))
      if (options_.members.has(name)) kept.taken.push_back(std::move(name));
    return kept;
  }

  const Extractor& extractor_;
  const BatchOptions& options_;
  const std::vector<std::string> inputs_;  // the lists behind the others
  fetch::Turns turns_;
  const BatchListener& listener_;
  const std::atomic<bool>& stop_;
  const RecordStyle style_;
  const bool is_object_;  // records are objects, not rows
  SiteMemory memory_;
  const bool learns_;  // each page is judged by those before it
  const unsigned jobs_;
  std::unique_ptr<Queue> queue_;
  std::unique_ptr<corpus::SiteStore> sites_;  // where the memory lies
  bool only_learns_ = false;                  // the first of two passes
  std::uint64_t next_turn_ = 0;
  std::atomic<std::uint64_t> consumed_ = 0;
  std::uint64_t skip_ = 0;
  std::uint64_t replay_ = 0;  // records whose results an earlier run has written

  bool direct_ = false;  // straight to the output: no part file, nothing to resume
  std::string output_path_, part_, manifest_, bad_path_, texts_path_;
  corpus::FileLock lock_;  // on the part file, which becomes the output
  std::unique_ptr<OutputFile> output_, bad_, texts_;
  std::optional<TreeOutput> tree_;  // in place of output_
  std::optional<Shards> shards_;    // output_ is the one at hand
  std::optional<StoreOutput> store_;
  corpus::SeenTexts seen_;
  std::string seen_line_;
  std::mutex times_mutex_;
  BatchTimes times_;
  Checkpoint now_, ended_, safe_;  // now; at the last end of a segment; what the manifest says
  Clock::time_point last_checkpoint_;
  BatchResult result_;
};

}  // namespace

std::string bad_file_of(const std::string& output, bool has_shards) {
  return output + (has_shards ? "/quarantine.jsonl" : ".bad.jsonl");
}

BatchResult run(const Extractor& extractor, const BatchOptions& options, const BatchListener& listener,
                const std::atomic<bool>& stop) {
  return Run(extractor, options, listener, stop).go();
}

}  // namespace pith::batch
