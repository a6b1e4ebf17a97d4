// pith batch: many pages, on all cores.

#include <fmt/format.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <csignal>
#include <memory>
#include <string>
#include <vector>

#include "batch/batch.hpp"
#include "batch/statistics.hpp"
#include "cli/command.hpp"
#include "cli/fetching.hpp"
#include "cli/interrupts.hpp"
#include "cli/selecting.hpp"
#include "cli/status_line.hpp"
#include "cli/terminal.hpp"
#include "corpus/output_file.hpp"

namespace pith::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kBadReported = 10;
constexpr double kMegabyte = 1e6;
constexpr std::size_t kReasonsSaid = 3;

std::string duration(double seconds) {
  const auto s = static_cast<std::uint64_t>(std::llround(seconds));
  return s >= 3600 ? fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60)
                   : fmt::format("{}:{:02}", s / 60, s % 60);
}

/// "12 damaged gzip data, 3 not valid JSON, ...": the most frequent reasons.
std::string say_most(const std::map<std::string, std::uint64_t, std::less<>>& reasons) {
  std::vector<std::pair<std::uint64_t, std::string_view>> order;
  order.reserve(reasons.size());
  for (const auto& [reason, count] : reasons) order.emplace_back(count, reason);
  std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string said;
  for (std::size_t i = 0; i < std::min(order.size(), kReasonsSaid); ++i)
    said += fmt::format("{}{} {}", said.empty() ? "" : ", ", grouped(order[i].first), order[i].second);
  return order.size() > kReasonsSaid ? said + ", ..." : said;
}

void show_progress(const batch::BatchProgress& progress, StatusLine& status) {
  if (!status.is_due()) return;
  const double seconds = status.seconds();
  const batch::BatchCounts& counts = progress.counts;
  std::string line;
  if (progress.total > 0)
    line = progress_bar(static_cast<double>(progress.consumed) / static_cast<double>(progress.total));
  line += fmt::format(
      "{} pages, {}/s, {:.0f} MB/s", grouped(counts.pages),
      grouped(static_cast<std::uint64_t>(static_cast<double>(counts.pages - progress.resumed_pages) / seconds)),
      static_cast<double>(counts.html_bytes - progress.resumed_html_bytes) / kMegabyte / seconds);
  if (!counts.bad.empty()) line += fmt::format(", {} bad ({})", grouped(counts.all_bad()), say_most(counts.bad));
  // What an earlier run did was passed over much faster; an estimate from it would be wrong at first, so it is left
  // out.
  if (progress.total > 0 && progress.consumed > 0 && progress.resumed_pages == 0) {
    const double left = static_cast<double>(progress.total - std::min(progress.total, progress.consumed)) /
                        static_cast<double>(progress.consumed) * seconds;
    line += ", " + duration(left) + " left";
  }
  status.show(line);
}

/// What is large goes back to the system when it is let go. glibc would otherwise learn from the first large page to
/// take such memory out of its arenas, and the holes that pages of all sizes leave there grow for some hundred thousand
/// pages.
void give_large_memory_back() {
#if defined(__GLIBC__)
  constexpr int kLarge = 4 << 20;
  ::mallopt(M_MMAP_THRESHOLD, kLarge);
#endif
}

struct Batch {
  batch::BatchOptions batch;
  std::string format = "text";
  std::string statistics;  // file
  Options options;
  MemberOptions members;

  int run();
  int finish(const batch::BatchResult& result, double seconds) const;
};

int Batch::run() {
  parse_format(format, batch.format);
  const Extractor extractor(options);
  if (batch.inputs.empty() && batch.lists.empty()) {
    complain({}, "FILE, DIR or - is required, or --urls FILE");
    return kBad;
  }
  Result<rendering::MemberChoice> choice = members.choice(batch.format, true);
  if (extractor.error() || !choice) {
    complain({}, extractor.error() ? with_hint(extractor.error().message, options) : choice.error().message);
    return kBad;
  }
  batch.members = *std::move(choice);
  const std::atomic<bool>& stop = stop_on_signals();
  std::signal(SIGXFSZ, SIG_IGN);  // a limit of the size of files is an error of writing like a full disk

  give_large_memory_back();
  const Clock::time_point start = Clock::now();
  StatusLine line;
  std::uint64_t reported = 0;
  const bool is_stream = corpus::is_stream(batch.output);
  batch::BatchListener listener;
  listener.progress = [&](const batch::BatchProgress& progress) { show_progress(progress, line); };
  listener.bad = [&](std::string_view input, std::string_view place, std::string_view reason) {
    const bool kept_aside = !place.empty() && !is_stream;
    if (kept_aside && ++reported > kBadReported + 1) return;
    line.clear();
    if (kept_aside && reported == kBadReported + 1) {
      complain({}, "further bad records: see " + batch::bad_file_of(batch.output, batch.shard_pages > 0));
    } else {
      complain(input, place.empty() ? std::string(reason) : fmt::format("{}: {}", place, reason));
    }
  };
  const batch::BatchResult result = batch::run(extractor, batch, listener, stop);
  line.clear();
  const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
  if (!statistics.empty()) {
    if (const Error error = corpus::replace_file(statistics, batch::statistics_of(result, batch, seconds))) {
      complain(statistics, error.message);
      return kBad;
    }
  }
  return finish(result, seconds);
}

int Batch::finish(const batch::BatchResult& result, double seconds) const {
  const batch::BatchCounts& counts = result.progress.counts;
  switch (result.end) {
    case batch::BatchEnd::failed:
      complain({}, result.error);
      return kBad;
    case batch::BatchEnd::reader_gone:
      return kDone;
    case batch::BatchEnd::complete:
      complain(batch.output, "is whole already, there is nothing left to do (--force makes it anew)");
      return kDone;
    case batch::BatchEnd::interrupted:
    case batch::BatchEnd::finished:
      break;
  }
  std::string summary = grouped(counts.pages) + (counts.pages == 1 ? " page" : " pages");
  if (counts.empty > 0) summary += fmt::format(", {} without main content", grouped(counts.empty));
  summary += say_left_out(counts.left_out);
  if (counts.duplicates > 0) summary += fmt::format(", {} duplicates", grouped(counts.duplicates));
  if (counts.all_skipped() > 0)
    summary += fmt::format(", {} records skipped that are no pages", grouped(counts.all_skipped()));
  if (!counts.bad.empty()) {
    summary += fmt::format(", {} bad", grouped(counts.all_bad()));
    if (!result.bad_file.empty()) summary += " (" + result.bad_file + ")";
  }
  const double megabytes = static_cast<double>(counts.html_bytes - result.progress.resumed_html_bytes) / kMegabyte;
  summary += fmt::format("; {:.1f} MB of HTML in {:.1f} s, {:.0f} MB/s", megabytes, seconds,
                         megabytes / std::max(seconds, 1e-3));
  if (result.progress.resumed_pages > 0)
    summary += fmt::format(" (after {} pages of an earlier run)", grouped(result.progress.resumed_pages));
  complain({}, summary);
  if (result.end == batch::BatchEnd::interrupted) {
    complain({}, "interrupted; the same command with --resume goes on");
    end_by_signal();
  }
  if (!counts.bad.empty() || result.failed_inputs > 0) return kBad;
  return counts.pages > counts.empty ? kDone : kNothing;
}

}  // namespace

void add_batch(Program& program) {
  const auto self = std::make_shared<Batch>();
  CLI::App* command =
      add_command(program, "batch", "Extract many pages on all cores, as JSONL", [self] { return self->run(); });
  command
      ->add_option("INPUT", self->batch.inputs,
                   "JSONL or WARC files (also .gz, .zst), directories with HTML files, or -")
      ->type_name("FILE|DIR|-");
  command
      ->add_option("--urls", self->batch.lists,
                   "A list of URLs, one a line, to fetch; from each host one page at a time")
      ->allow_extra_args(false)
      ->type_name("FILE");
  command->add_option("-o,--output", self->batch.output, "JSONL file; .gz and .zst compress it; - for standard output")
      ->required()
      ->type_name("FILE");
  command->add_option("-j,--jobs", self->batch.jobs, "Threads (default: all cores)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command
      ->add_option("--shard-size", self->batch.shard_pages,
                   "The output is a folder: part-00000.jsonl.zst and so on with N pages each, and manifest.jsonl")
      ->check(CLI::PositiveNumber)
      ->type_name("N");
  command->add_option("--stats", self->statistics, "Write what became of the run to FILE, as JSON")->type_name("FILE");
  using batch::Existing;
  const auto add_existing = [&](const std::string& name, Existing existing, const std::string& help) {
    return command->add_flag_callback(
        name, [self, existing] { self->batch.existing = existing; }, help);
  };
  CLI::Option* resume = add_existing("--resume", Existing::resume, "Go on with a run that was interrupted");
  CLI::Option* restart = add_existing("--restart", Existing::restart, "Throw such a run away and start anew");
  CLI::Option* force =
      add_existing("--force", Existing::overwrite, "Overwrite what is there, a whole output or an interrupted run");
  resume->excludes(restart)->excludes(force);
  restart->excludes(force);
  command->add_flag("--keep-dirs", self->batch.keep_dirs,
                    "Directories as input: a file for each page, in the same tree below the output, a directory");
  add_method_and_favor(program, *command, self->options);
  add_rendering(program, *command, self->format,
                "Of the field `text`; json is the same as text, csv writes rows instead of objects",
                self->batch.rendering);
  // A file is for readers, who have no other members.
  command->parse_complete_callback([&program, self, command] {
    program.action = [self] { return self->run(); };
    if (!self->batch.keep_dirs) return;
    if (command->count("--title") == 0) self->batch.rendering.title = true;
    if (command->count("--posts") == 0) self->batch.rendering.posts = PostStyle::headed;
  });
  command->add_flag("--duplicates", self->batch.duplicates,
                    "Tell which pages say the same as an earlier one, or nearly so");
  command
      ->add_option("--site-memory", self->batch.site_memory,
                   "What punct-lines or url-tree learns of sites: read before the run, written after it")
      ->type_name("FILE");
  add_selection(*command, self->batch.selection);
  add_members(*command, self->members);
  command->add_option("--keep-members", self->batch.kept, "Hand on these members of JSON records, or all")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("NAME,NAME|all");
  command->add_flag("--verify-digests", self->batch.verify_digests,
                    "Pages of WARC files without the digest that their header names are bad records");
  add_fetching(*command, self->batch.fetching);
  command->footer(
      R"(Writes one JSON object a line and page, in input order whatever the number of threads: id, url, title,
author, date, language, page_type, text, comments, bodies, truncated, error (docs/formats.md).

With --duplicates also fingerprint, similarity, duplicate_of, near_duplicate_of: every page is written, duplicates
too, and says what it repeats. Records from WARC files also have warc_file, warc_offset and warc_date.
With --keep-members the other members of the input's records are handed on; one whose name is among those
above is called input_NAME.

With --shard-size N the output is a folder. Each shard is there as a whole or not at all, and has a line in
manifest.jsonl with its pages and its SHA-256; bad records are in quarantine.jsonl. The files are .jsonl.zst,
or as the folder is called: out.jsonl, out.jsonl.gz.

A record that cannot be read is kept aside in FILE.bad.jsonl with its reason, and the batch goes on. FILE
appears when it is whole; until then FILE.part grows, and after an interruption or a crash the same
command with --resume goes on to the same bytes as if nothing had happened. Nothing that is there is
overwritten unasked: --restart throws an interrupted run away, --force a whole output, too.

Examples:
  pith batch pages.jsonl.zst --output articles.jsonl
  pith batch crawl/*.warc.gz --output articles.jsonl.zst --jobs 8
  pith batch crawl/*.warc.gz --output articles --shard-size 100000 --stats run.json
  pith batch site/ --output - | jq -r .title
  pith batch --urls list.txt --output articles.jsonl --jobs 8
  pith batch site/ --keep-dirs --output texts/ --format markdown
  pith batch pages.jsonl -o articles.jsonl --fields id,url,title,text --keep-members source,label
  pith batch pages.jsonl -o articles.jsonl --language zh --min-length 200 --drop-duplicates --no-bodies
  pith batch today.jsonl --method url-tree --site-memory sites.txt --output today.out.jsonl
  zstdcat pages.jsonl.zst | pith batch - --output articles.jsonl

Exit status: 0 done, 1 nothing extracted, 2 bad use or bad records (all others were extracted).)");
}

}  // namespace pith::cli
