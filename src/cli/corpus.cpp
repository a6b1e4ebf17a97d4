// pith corpus: a store of articles, filled, looked into and kept tidy. `find`, `show` and `export` have files of their
// own.

#include "cli/corpus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "cli/batch_run.hpp"
#include "cli/fetching.hpp"
#include "cli/selecting.hpp"
#include "cli/terminal.hpp"
#include "text/characters.hpp"
#include "text/json_writer.hpp"

namespace pith::cli {
namespace {

constexpr std::size_t kPieceBytes = 64u << 10;  // of standard output
constexpr std::size_t kMostShown = 12;          // lines of a table for people

struct Add {
  BatchRun batch;
};

struct Stats {
  std::string store;
  bool json = false;

  [[nodiscard]] int run() const;
};

struct Dedupe {
  std::string store;
  bool near = false, remove = false, json = false;

  [[nodiscard]] int run() const;
};

void append_counts(std::string_view name, const corpus::StoreStatistics::Counts& counts, text::JsonWriter& json) {
  json.key(name);
  json.begin_object();
  for (const auto& [value, count] : counts) json.member(value, count);
  json.end_object();
}

std::string as_json(const corpus::StoreStatistics& statistics) {
  std::string out;
  text::JsonWriter json(out);
  const auto number = [&json](std::string_view name, std::uint64_t value) { json.member(name, value); };
  json.begin_object();
  number("records", statistics.records);
  number("revisions", statistics.revisions);
  number("empty", statistics.empty);
  number("duplicates", statistics.copies);
  number("near_duplicates", statistics.near_copies);
  number("characters", statistics.characters);
  json.key("bytes");
  json.begin_object();
  number("file", statistics.file_bytes);
  number("articles", statistics.article_bytes);
  number("search", statistics.search_bytes);
  number("pages", statistics.page_bytes);
  json.end_object();
  append_counts("sites", statistics.sites, json);
  append_counts("languages", statistics.languages, json);
  append_counts("page_types", statistics.page_types, json);
  append_counts("months", statistics.months, json);
  json.end_object();
  return out += '\n';
}

std::string megabytes(std::uint64_t bytes) { return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6); }

/// The most frequent, or the last of months, a line each.
std::string table_of(std::string_view title, corpus::StoreStatistics::Counts counts, bool last) {
  if (counts.empty()) return {};
  std::string out =
      fmt::format("\n{}{}\n", title, counts.size() > kMostShown ? fmt::format(" ({})", grouped(counts.size())) : "");
  if (counts.size() > kMostShown && last) counts.erase(counts.begin(), counts.end() - kMostShown);
  for (std::size_t i = 0; i < std::min(counts.size(), kMostShown); ++i)
    out += fmt::format("{:>12}  {}\n", grouped(counts[i].second),
                       counts[i].first.empty() ? "(not known)" : harmless(counts[i].first));
  return counts.size() > kMostShown ? out + "         ...\n" : out;
}

int Stats::run() const {
  std::optional<corpus::Store> opened = open_store(store);
  if (!opened) return kBad;
  const Result<corpus::StoreStatistics> read = opened->statistics();
  if (!read) {
    complain(store, read.error().message);
    return kBad;
  }
  const corpus::StoreStatistics& statistics = *read;
  if (json) return print(as_json(statistics)) ? kDone : kBad;
  std::string out = fmt::format("{:>12}  records, {} revisions of them\n", grouped(statistics.records),
                                grouped(statistics.revisions));
  const auto line = [&out](std::uint64_t number, std::string_view what) {
    if (number > 0) out += fmt::format("{:>12}  {}\n", grouped(number), what);
  };
  line(statistics.empty, "without main content");
  line(statistics.copies, "with the text of an earlier one");
  line(statistics.near_copies, "with nearly the text of an earlier one");
  line(statistics.characters, "characters");
  out += fmt::format("{:>12}  articles {}, search {}, pages {}\n", megabytes(statistics.file_bytes),
                     megabytes(statistics.article_bytes), megabytes(statistics.search_bytes),
                     megabytes(statistics.page_bytes));
  out += table_of("Sites", statistics.sites, false) + table_of("Languages", statistics.languages, false) +
         table_of("Types of pages", statistics.page_types, false) + table_of("Months", statistics.months, true);
  return print(out) ? kDone : kBad;
}

int Dedupe::run() const {
  std::optional<corpus::Store> opened = open_store(store);
  if (!opened) return kBad;
  Lines lines;
  std::vector<std::int64_t> copies;
  std::int64_t first = 0;
  bool goes_on = true;
  const Error error = opened->copies(near, [&](const corpus::Copy& copy) {
    copies.push_back(copy.record);
    if (!goes_on) return remove;  // nobody reads along, but they are to be removed
    std::string line;
    if (json) {
      text::JsonWriter writer(line);
      writer.begin_object();
      writer.member("address", copy.address);
      writer.member(copy.is_near ? "near_duplicate_of" : "duplicate_of", copy.first_address);
      writer.end_object();
      line += '\n';
    } else {
      if (copy.first != first) line = harmless(copy.first_address) + '\n';
      line += (copy.is_near ? "  near  " : "  same  ") + harmless(copy.address) + '\n';
      first = copy.first;
    }
    goes_on = lines.write(line);
    return goes_on || remove;
  });
  if (error) {
    complain(store, error.message);
    return kBad;
  }
  const int status = lines.end(copies.empty() ? kNothing : kDone);
  if (remove) {
    if (const Error failure = opened->drop(copies)) {
      complain(store, failure.message);
      return kBad;
    }
  }
  complain(store, fmt::format("{} {} the text of an earlier one{}", grouped(copies.size()),
                              copies.size() == 1 ? "record has" : "records have",
                              copies.empty() ? ""
                              : remove       ? ": removed; their addresses stay known"
                                             : "; --remove drops what is kept of them"));
  return status;
}

/// A date as far as it says: 2024, 2024-05, 2024-05-03, 2024-05-03T15:47.
std::string wrong_date(const std::string& given) {
  constexpr std::string_view kShape = "dddd-dd-ddTdd:dd:dd";
  bool fits = given.size() >= 4 && given.size() <= kShape.size();
  for (std::size_t i = 0; fits && i < given.size(); ++i)
    fits = kShape[i] == 'd' ? text::is_digit(static_cast<unsigned char>(given[i])) : given[i] == kShape[i];
  return fits && given.size() != 5 && given.size() != 6 && given.size() != 8 && given.size() != 9
             ? std::string()
             : "`" + given + "` is no date such as 2024, 2024-05 or 2024-05-03";
}

}  // namespace

// --- What the commands share ---

CLI::Option* add_store(CLI::App& command, batch::BatchOptions& batch, const std::string& help) {
  CLI::Option* option = command.add_option("--store", batch.store, help)->type_name("FILE");
  command.add_flag("--keep-pages", batch.keep_pages, "Store: the pages themselves, too, compressed site by site")
      ->needs(option);
  return option;
}

void add_store(CLI::App& command, std::string& store) {
  command.add_option("--store", store, "The store")->required()->type_name("FILE");
}

std::optional<corpus::Store> open_store(const std::string& path) {
  Result<corpus::Store> store = corpus::Store::open(path);
  if (store) return *std::move(store);
  complain(path, store.error().message);
  return std::nullopt;
}

void add_filter(CLI::App& command, corpus::StoreFilter& filter) {
  command.add_option("--site", filter.site, "Only of this host, or below it")->type_name("HOST");
  command
      .add_option("--since", filter.since,
                  "Only from this year, month or day on, by the date of the page, else when it was fetched")
      ->check(wrong_date)
      ->type_name("DATE");
  command.add_option("--until", filter.until, "Only up to the end of this year, month or day")
      ->check(wrong_date)
      ->type_name("DATE");
  command.add_option("--source", filter.source, "Only with this in the source that the page names")->type_name("TEXT");
  add_languages(command, filter.languages);
  add_page_types(command, filter.page_types);
  command.add_flag("--all-revisions", filter.all_revisions, "Earlier texts of pages, too");
  command.add_flag("--first-copies", filter.first_copies, "Of records with the same or nearly the same text the first");
}

bool Lines::flush() {
  const Error error = out_->end_segment();
  if (!error) return true;
  has_ended_ = true;
  if (out_->reader_gone()) return false;
  failed_ = true;
  complain("standard output", error.message);
  return false;
}

bool Lines::write(std::string_view text) {
  if (has_ended_) return false;
  out_->append(text);
  return out_->pending() < kPieceBytes || flush();
}

int Lines::end(int status) {
  if (!has_ended_) flush();
  return failed_ ? kBad : status;
}

// --- The commands ---

namespace {

void add_add(Program& program, CLI::App& group) {
  const auto self = std::make_shared<Add>();
  BatchRun& run = self->batch;
  CLI::App* command =
      add_command(program, group, "add", "Put pages or articles into a store", [self] { return self->batch.run(); });
  command
      ->add_option(
          "INPUT", run.batch.inputs,
          "Pages (JSONL, WARC, also .gz, .zst; directories with HTML files; -), or JSONL that `pith batch` wrote")
      ->type_name("FILE|DIR|-");
  command
      ->add_option("--urls", run.batch.lists, "A list of URLs, one a line, to fetch; from each host one page at a time")
      ->allow_extra_args(false)
      ->type_name("FILE");
  add_store(*command, run.batch, "The store; it is made where there is none")->required();
  command->add_option("-j,--jobs", run.batch.jobs, "Threads (default: all cores)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command->add_option("--keep-members", run.batch.kept, "Keep these members of JSON records of pages, too, or all")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME,NAME|all");
  command->add_flag("--json", run.prints_statistics, "Print what became of the pages as JSON");
  add_method_and_favor(program, *command, run.options);
  add_filters(*command, run.options.settings);
  add_selection(*command, run.batch.selection);
  add_fetching(*command, run.batch.fetching);
  command->footer(
      R"(Pages are extracted; articles that were extracted already are stored as they are, with all members of their
records. A page that is there already, with the same title and text, is not added again: only when it was seen last
is noted. With another text it is one more revision.

The same command may be given again after an interruption. Any number of them may add to one store at once.

Examples:
  pith corpus add --store news.pith crawl/*.warc.gz
  pith corpus add --store news.pith pages.jsonl.zst --language zh --keep-pages
  pith corpus add --store news.pith articles.jsonl
  pith corpus add --store news.pith --urls today.txt

Exit status: 0 done, 1 nothing extracted, 2 bad use or bad records (all others were added).)");
}

void add_stats(Program& program, CLI::App& group) {
  const auto self = std::make_shared<Stats>();
  CLI::App* command = add_command(program, group, "stats", "Say what is in a store", [self] { return self->run(); });
  add_store(*command, self->store);
  command->add_flag("--json", self->json, "As one JSON object");
  command->footer(R"(Records, sites, languages, types and dates of pages, copies, bytes.

Examples:
  pith corpus stats --store news.pith
  pith corpus stats --store news.pith --json | jq .months)");
}

void add_dedupe(Program& program, CLI::App& group) {
  const auto self = std::make_shared<Dedupe>();
  CLI::App* command =
      add_command(program, group, "dedupe", "List records with the same text, or remove all but the first",
                  [self] { return self->run(); });
  add_store(*command, self->store);
  command->add_flag("--near", self->near, "Also those with nearly the same text");
  command->add_flag("--remove", self->remove, "Drop what is kept of them, but not that their addresses are known");
  command->add_flag("--json", self->json, "One JSON object a line");
  command->footer(R"(The first of those that say the same stays. What was removed is not added again as long as its page
stays the same.

Examples:
  pith corpus dedupe --store news.pith --near
  pith corpus dedupe --store news.pith --remove

Exit status: 0 done, 1 there are none, 2 bad use or a bad store.)");
}

}  // namespace

void add_corpus(Program& program) {
  CLI::App& group = add_group(program, "corpus", "Keep articles in a store: search them, follow them, take them out");
  add_add(program, group);
  add_corpus_find(program, group);
  add_corpus_show(program, group);
  add_corpus_export(program, group);
  add_stats(program, group);
  add_dedupe(program, group);
  group.footer(R"(A store is one file (SQLite). docs/corpus.md is its guide.

Examples:
  pith corpus add --store news.pith pages.jsonl.zst
  pith corpus find --store news.pith 北京大学 --since 2024-05
  pith corpus show --store news.pith https://example.org/news/1
  pith corpus export --store news.pith > articles.jsonl)");
}

}  // namespace pith::cli
