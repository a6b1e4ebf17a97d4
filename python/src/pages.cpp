#include "pages.hpp"

#include <algorithm>
#include <exception>
#include <stdexcept>
#include <thread>
#include <utility>

namespace pith::python {
namespace {

constexpr std::size_t kChunkBytes = 64u << 20;  // of records
constexpr std::size_t kProblemsKept = 1000;

}  // namespace

Pages::Pages(std::shared_ptr<const Engine> engine, std::vector<std::string> paths, batch::Selection selection,
             bool verify_digests, unsigned threads, std::size_t chunk_pages)
    : engine_(std::move(engine)),
      paths_(std::move(paths)),
      selection_(std::move(selection)),
      verify_digests_(verify_digests),
      threads_(threads > 0 ? threads : std::max(1u, std::thread::hardware_concurrency())),
      chunk_pages_(std::max<std::size_t>(1, chunk_pages)) {
  if (paths_.empty()) return;
  Result<std::unique_ptr<corpus::PageSource>> opened = corpus::open_pages(paths_.front());
  if (!opened) throw std::runtime_error(paths_.front() + ": " + opened.error().message);
  source_ = *std::move(opened);
}

bool Pages::read(corpus::RawRecord& record) {
  const auto tell = [&](const std::string& reason) {
    if (problems_.size() < kProblemsKept) problems_.push_back(paths_[input_] + ": " + reason);
  };
  for (; input_ < paths_.size(); ++input_, source_.reset()) {
    if (source_ == nullptr) {
      Result<std::unique_ptr<corpus::PageSource>> opened = corpus::open_pages(paths_[input_]);
      if (!opened) {
        tell(opened.error().message);
        continue;
      }
      source_ = *std::move(opened);
    }
    record.input = static_cast<std::uint32_t>(input_);
    if (source_->next(record)) return true;
    if (!source_->failure().empty()) tell(source_->failure());
  }
  return false;
}

/// Records are taken in their order, each gets the next place in `pages`.
void Pages::work(std::vector<ReadPage>& pages, std::size_t& taken, std::size_t& bytes) {
  corpus::RecordParser parser({}, {}, {}, verify_digests_);
  corpus::RawRecord record;
  for (;;) {
    std::size_t place = 0;
    {
      const std::lock_guard lock(mutex_);
      if (taken == pages.size() || bytes >= kChunkBytes || !read(record)) return;
      place = taken++;
      bytes += record.bytes.size();
    }
    corpus::PageRecord page;
    std::string reason;
    corpus::RecordOutcome outcome = corpus::RecordOutcome::bad;
    ReadPage& read = pages[place];
    try {
      outcome = parser.parse(record, page, reason);
      if (outcome == corpus::RecordOutcome::page) {
        read.article = engine_->extract(page.html,
                                        {.url = page.url,
                                         .charset = page.charset,
                                         .fetched = page.fetched,
                                         .content_type = page.content_type,
                                         .site = page.site},
                                        false);
        read.left_out = batch::left_out(read.article, selection_);
        if (selection_.compares_texts() && read.left_out == batch::LeftOut::no && !read.article.bodies.empty()) {
          read.fingerprint = corpus::fingerprint_of(text_of(read.article));
          if (!selection_.drop_near_duplicates) read.fingerprint.similar = 0;
        }
        read.id = page.id;
        read.is_page = true;
      }
    } catch (const std::exception& problem) {  // out of memory, above all: the others go on
      outcome = corpus::RecordOutcome::bad;
      reason = problem.what();
    }
    const std::lock_guard lock(mutex_);
    switch (outcome) {
      case corpus::RecordOutcome::page:  // counted in its turn
        break;
      case corpus::RecordOutcome::skipped:
        ++counts_.skipped;
        break;
      case corpus::RecordOutcome::bad:
        ++counts_.bad;
        if (problems_.size() < kProblemsKept)
          problems_.push_back(paths_[record.input] + ": " + place_of(record) + ": " + reason);
        break;
    }
  }
}

/// Each in its turn: whether it is wanted depends on those before it.
void Pages::judge(ReadPage& page) {
  const bool is_empty = page.article.bodies.empty();
  if (selection_.compares_texts() && page.left_out == batch::LeftOut::no && !is_empty)
    page.left_out = batch::left_out(seen_.see(page.id, page.fingerprint), selection_);
  const std::lock_guard lock(mutex_);
  if (page.left_out != batch::LeftOut::no) {
    ++counts_.left_out[static_cast<std::size_t>(page.left_out)];
    page.is_page = false;
  } else {
    ++counts_.pages;
    counts_.empty += is_empty ? 1 : 0;
  }
}

std::vector<ReadPage> Pages::next() {
  const std::lock_guard calls(calls_);
  // Chunks of nothing but pictures are no end.
  for (;;) {
    std::vector<ReadPage> pages(chunk_pages_);
    std::size_t taken = 0, bytes = 0;
    std::vector<std::thread> threads;
    for (unsigned i = 1; i < threads_; ++i) threads.emplace_back([&] { work(pages, taken, bytes); });
    work(pages, taken, bytes);
    for (std::thread& thread : threads) thread.join();
    if (taken == 0) return {};
    pages.resize(taken);
    for (ReadPage& page : pages)
      if (page.is_page) judge(page);
    std::erase_if(pages, [](const ReadPage& page) { return !page.is_page; });
    if (!pages.empty()) return pages;
  }
}

PageCounts Pages::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

std::vector<std::string> Pages::problems() const {
  const std::lock_guard lock(mutex_);
  return problems_;
}

}  // namespace pith::python
