#include "batches.hpp"

#include <exception>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <utility>

#include "corpus/fingerprint.hpp"
#include "corpus/measures.hpp"
#include "corpus/minhash.hpp"
#include "corpus/page_source.hpp"
#include "corpus/robots.hpp"
#include "filter/hosts.hpp"
#include "site_memory.hpp"

namespace nb = nanobind;

namespace pith::python {
namespace {

using Kind = Column::Kind;

/// Pages of a record batch.
class PageRows {
 public:
  explicit PageRows(nb::handle batch)
      : batch_(batch),
        html_(batch_.column("html")),
        url_(batch_.column("url")),
        charset_(batch_.column("charset")),
        content_type_(batch_.column("content_type")),
        fetched_(batch_.column("fetched")),
        site_(batch_.column("site")) {}

  [[nodiscard]] const InBatch& batch() const noexcept { return batch_; }
  [[nodiscard]] std::string_view html(std::int64_t row) const noexcept { return html_[row]; }
  [[nodiscard]] PageInfo info(std::int64_t row) const noexcept {
    return {.url = url_[row],
            .charset = html_.is_text() ? std::string_view("utf-8") : charset_[row],
            .fetched = fetched_[row],
            .content_type = content_type_[row],
            .site = site_[row]};
  }
  [[nodiscard]] std::string host(std::int64_t row) const {
    return url_[row].empty() ? std::string(site_[row]) : filter::host_of(url_[row]);
  }

 private:
  InBatch batch_;
  TextColumn html_, url_, charset_, content_type_, fetched_, site_;
};

/// Remembers what the last visit told; has nothing to tell itself.
class LastVisit : public site::Store {
 public:
  Error load(std::string_view, std::string&, std::vector<std::string>&) override { return {}; }
  Error add(std::string_view site, std::string_view visit, std::uint64_t) override {
    host = site;
    told = visit;
    return {};
  }
  std::string host, told;
};

/// One site and its visits, to be learnt.
class Visits : public site::Store {
 public:
  Error load(std::string_view, std::string& table, std::vector<std::string>& visits) override {
    table = saved;
    visits.swap(told);
    return {};
  }
  Error add(std::string_view, std::string_view, std::uint64_t) override { return {}; }
  std::string saved;
  std::vector<std::string> told;
};

}  // namespace

SiteOnTheWay::SiteOnTheWay(const Engine& engine) : memory_(engine.extractor()) {
  if (memory_.error()) throw std::runtime_error(memory_.error().message);
}

void SiteOnTheWay::arrive(std::string_view host, std::string_view saved) {
  if (Error error = memory_.load(saved)) throw std::runtime_error(std::string(host) + ": " + error.message);
  memory_.impl().sites->freeze(true);  // no page is judged by whether it comes before another
  host_ = host;
}

OutBatch articles_of(const Engine& engine, nb::handle pages, const Writing& writing, SiteOnTheWay* sites,
                     BatchCounts& counts) {
  const PageRows rows(pages);
  const InBatch& in = rows.batch();
  const TextColumn ids = in.column("id"), hosts = in.column("host"), saved = in.column("saved");
  const nb::gil_scoped_release released;
  Column batch = article_columns();
  for (std::int64_t row = 0; row < in.rows(); ++row) {
    if (sites != nullptr && !saved[row].empty()) {
      sites->arrive(hosts[row], saved[row]);
      continue;
    }
    Article article;
    try {
      PageInfo info = rows.info(row);
      if (sites != nullptr) info.memory = sites->memory_of(hosts[row]);
      article = engine.extract(rows.html(row), info, false);
    } catch (const std::bad_alloc&) {  // the others go on
      article = {};
      ++counts.bad;
    }
    ++counts.pages;
    counts.empty += article.bodies.empty() ? 1 : 0;
    counts.truncated += describe(article.truncated).empty() ? 0 : 1;
    add_article(ids[row], article, writing, engine.limits(), batch);
  }
  return OutBatch(std::move(batch));
}

OutBatch visits_of(const Engine& engine, nb::handle pages) {
  const PageRows rows(pages);
  const nb::gil_scoped_release released;
  std::vector<Column> columns;
  columns.emplace_back("host", Kind::text);
  columns.emplace_back("visit", Kind::bytes);
  Column batch = batch_of(std::move(columns));
  LastVisit last;
  SiteMemory memory(engine.extractor());
  if (memory.error()) throw std::runtime_error(memory.error().message);
  site::Memory& sites = *memory.impl().sites;
  sites.keep_in(last, 0);
  for (std::int64_t row = 0; row < rows.batch().rows(); ++row) {
    last.host.clear();
    last.told.clear();
    try {
      PageInfo info = rows.info(row);
      info.memory = &memory;
      engine.extract(rows.html(row), info, false);
    } catch (const std::bad_alloc&) {  // it has nothing to tell
      last.host.clear();
    }
    if (!last.host.empty()) sites.drop(last.host);  // the next page is judged alone, too
    batch.children[0].add_known(last.host);
    batch.children[1].add_known(last.host.empty() ? std::string_view() : last.told);
    batch.end();
  }
  return OutBatch(std::move(batch));
}

std::string learn_visits(const Engine& engine, std::string_view host, std::string_view saved, nb::handle visits) {
  const InBatch batch(visits);
  const TextColumn column = batch.column("visit");
  const nb::gil_scoped_release released;
  Visits store;
  std::string_view method;
  std::vector<site::NamedTable> tables;
  SiteMemory memory(engine.extractor());
  if (memory.error()) throw std::runtime_error(memory.error().message);
  if (!saved.empty()) {
    if (!site::read_text(saved, method, tables) || method != memory.method())
      throw std::runtime_error("this is no memory of sites of method " + std::string(memory.method()));
    for (const site::NamedTable& table : tables)
      if (table.site == host) store.saved = table.table;
  }
  for (std::int64_t row = 0; row < batch.rows(); ++row)
    if (!column[row].empty()) store.told.emplace_back(column[row]);
  site::Memory& sites = *memory.impl().sites;
  sites.keep_in(store, 0);
  const Result<std::string> table = sites.table_of(host);
  if (!table) throw std::runtime_error(table.error().message);
  std::string text = site::begin_text(memory.method());
  site::append_site(host, *table, text);
  return text;
}

OutBatch hosts_of(nb::handle pages) {
  const PageRows rows(pages);
  const nb::gil_scoped_release released;
  std::vector<Column> columns;
  columns.emplace_back("host", Kind::text);
  Column batch = batch_of(std::move(columns));
  for (std::int64_t row = 0; row < rows.batch().rows(); ++row) {
    batch.children[0].add_known(rows.host(row));
    batch.end();
  }
  return OutBatch(std::move(batch));
}

OutBatch robots_of(nb::handle pages) {
  const InBatch in(pages);
  const TextColumn html = in.column("html"), field = in.column("x_robots_tag"), reserved = in.column("tdm_reservation");
  const nb::gil_scoped_release released;
  std::vector<Column> columns;
  columns.push_back(list_column("robots", Column("item", Kind::text)));
  Column batch = batch_of(std::move(columns));
  for (std::int64_t row = 0; row < in.rows(); ++row) {
    batch.children[0].add_all(corpus::robots_of(html[row], field[row], reserved[row]));
    batch.end();
  }
  return OutBatch(std::move(batch));
}

OutBatch fingerprints_of(nb::handle texts, std::size_t bands, std::size_t rows) {
  const InBatch in(texts);
  const TextColumn text = in.column("text");
  const nb::gil_scoped_release released;
  std::vector<Column> columns;
  columns.emplace_back("exact", Kind::integer);
  columns.push_back(list_column("bands", Column("item", Kind::integer)));
  Column batch = batch_of(std::move(columns));
  std::vector<std::uint64_t> keys;
  for (std::int64_t row = 0; row < in.rows(); ++row) {
    batch.children[0].add_integer(static_cast<std::int64_t>(corpus::fingerprint_of(text[row]).exact));
    corpus::minhash_keys(text[row], bands, rows, keys);
    for (const std::uint64_t key : keys) batch.children[1].children[0].add_integer(static_cast<std::int64_t>(key));
    batch.children[1].end();
    batch.end();
  }
  return OutBatch(std::move(batch));
}

OutBatch measures_of(nb::handle texts) {
  const InBatch in(texts);
  const TextColumn text = in.column("text");
  const nb::gil_scoped_release released;
  std::vector<Column> columns;
  for (const char* name : {"characters", "words"}) columns.emplace_back(name, Kind::integer);
  for (const char* name : {"word_length", "cjk", "lettered", "symbols", "bullets", "ellipses", "repeated"})
    columns.emplace_back(name, Kind::real);
  Column batch = batch_of(std::move(columns));
  for (std::int64_t row = 0; row < in.rows(); ++row) {
    const corpus::TextMeasures m = corpus::measures_of(text[row]);
    auto column = batch.children.begin();
    for (const std::int64_t number : {m.characters, m.words}) (column++)->add_integer(number);
    for (const float number : {m.word_length, m.cjk, m.lettered, m.symbols, m.bullets, m.ellipses, m.repeated})
      (column++)->add_real(number);
    batch.end();
  }
  return OutBatch(std::move(batch));
}

// --- Pages as they are ---

class RawPages::Reader {
 public:
  Reader(std::string path, std::unique_ptr<corpus::PageSource> source, bool verify_digests, std::size_t batch_pages)
      : path_(std::move(path)),
        source_(std::move(source)),
        parser_({}, {}, {}, verify_digests),
        batch_pages_(batch_pages) {}

  static Column columns() {
    std::vector<Column> columns;
    for (const char* name : {"id", "url"}) columns.emplace_back(name, Kind::text);
    columns.emplace_back("html", Kind::bytes);
    for (const char* name : {"charset", "content_type", "fetched", "site"}) columns.emplace_back(name, Kind::text);
    columns.push_back(list_column("robots", Column("item", Kind::text)));
    return batch_of(std::move(columns));
  }

  std::optional<Column> next() {
    constexpr std::size_t kMostBytes = 16u << 20;  // of pages in a batch, and one page
    Column batch = columns();
    std::size_t bytes = 0;
    while (bytes < kMostBytes && static_cast<std::size_t>(batch.length) < batch_pages_ && source_->next(record_)) {
      corpus::PageRecord page;
      std::string reason;
      const corpus::RecordOutcome outcome = parser_.parse(record_, page, reason);
      const std::lock_guard lock(mutex_);
      if (outcome == corpus::RecordOutcome::skipped) {
        ++counts_.skipped;
      } else if (outcome == corpus::RecordOutcome::bad) {
        ++counts_.bad;
        tell(place_of(record_) + ": " + reason);
      } else {
        ++counts_.pages;
        bytes += page.html.size();
        add(page, batch);
      }
    }
    if (batch.length > 0) return batch;
    const std::lock_guard lock(mutex_);
    if (!source_->failure().empty()) tell(source_->failure());
    return std::nullopt;
  }

  Counts counts() const {
    const std::lock_guard lock(mutex_);
    return counts_;
  }
  std::vector<std::string> problems() const {
    const std::lock_guard lock(mutex_);
    return problems_;
  }

 private:
  static void add(const corpus::PageRecord& page, Column& batch) {
    auto column = batch.children.begin();
    (column++)->add(page.id);
    for (const std::string_view text : {page.url, page.html, page.charset, page.content_type, page.fetched, page.site})
      (column++)->add_known(text);
    column->add_all(corpus::robots_of(page.html, page.robots, page.reservation));
    batch.end();
  }
  void tell(const std::string& reason) {
    constexpr std::size_t kKept = 1000;
    if (problems_.size() < kKept) problems_.push_back(path_ + ": " + reason);
  }

  std::string path_;
  std::unique_ptr<corpus::PageSource> source_;
  corpus::RecordParser parser_;
  corpus::RawRecord record_;
  std::size_t batch_pages_;
  mutable std::mutex mutex_;  // of what is below
  Counts counts_;
  std::vector<std::string> problems_;
};

RawPages::RawPages(const std::string& path, bool verify_digests, std::size_t batch_pages) {
  Result<std::unique_ptr<corpus::PageSource>> source = corpus::open_pages(path);
  if (!source) throw std::runtime_error(path + ": " + source.error().message);
  reader_ = std::make_shared<Reader>(path, *std::move(source), verify_digests, batch_pages);
}

RawPages::~RawPages() = default;

RawPages::Counts RawPages::counts() const { return reader_->counts(); }
std::vector<std::string> RawPages::problems() const { return reader_->problems(); }

nb::object RawPages::stream() const {
  return stream_of(Reader::columns(), [reader = reader_] { return reader->next(); });
}

}  // namespace pith::python
