// pith harvest: the articles of sites, each from one link, into a corpus store.

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "cli/command.hpp"
#include "cli/fetching.hpp"
#include "cli/interrupts.hpp"
#include "cli/status_line.hpp"
#include "cli/terminal.hpp"
#include "corpus/address_list.hpp"
#include "corpus/store.hpp"
#include "harvest/addresses.hpp"
#include "harvest/harvest.hpp"
#include "harvest/state.hpp"
#include "text/date.hpp"
#include "text/json_writer.hpp"
#include "text/number.hpp"

namespace pith::cli {
namespace {

using Clock = std::chrono::steady_clock;
using harvest::SiteReport;

constexpr double kMegabyte = 1e6;

/// "30m", "2h", "1d", "90s": seconds; 0: it is none of these.
double seconds_of(std::string text) {
  double unit = 1;
  constexpr double kMinute = 60, kHour = 3600, kDay = 86400;
  if (!text.empty()) {
    const char last = text.back();
    unit = last == 'm' ? kMinute : last == 'h' ? kHour : last == 'd' ? kDay : 1;
    if (unit > 1 || last == 's') text.pop_back();
  }
  return std::max(0.0, text::parse_number<double>(text).value_or(0) * unit);
}

std::string clock_time(std::time_t when) {
  std::tm local{};
  localtime_r(&when, &local);
  return fmt::format("{:02}:{:02}:{:02}", local.tm_hour, local.tm_min, local.tm_sec);
}

void append_json(const SiteReport& report, text::JsonWriter& json) {
  json.begin_object();
  json.member("site", report.site);
  if (!report.problem.empty()) json.member("problem", report.problem);
  const auto number = [&](std::string_view name, std::uint64_t value) { json.member(name, value); };
  number("articles", report.articles);
  number("known_articles", report.known_articles);
  number("lists", report.lists);
  number("duplicates", report.duplicates);
  number("old", report.old);
  number("others", report.others);
  number("unchanged", report.unchanged);
  number("forbidden", report.forbidden);
  number("failed", report.failed);
  number("waiting", report.waiting);
  number("requests", report.requests);
  number("bytes", report.bytes);
  number("feed_entries", report.feed_entries);
  number("sitemap_entries", report.sitemap_entries);
  number("checked_with_feed", report.checked);
  number("agreed_with_feed", report.agreed);
  const auto list = [&](std::string_view name, const std::vector<std::string>& values) {
    json.key(name);
    json.begin_array();
    for (const std::string& value : values) json.string(value);
    json.end_array();
  };
  list("feeds", report.feeds);
  list("sitemaps", report.sitemaps);
  json.key("problems");
  json.begin_object();
  for (const auto& [why, count] : report.problems) number(why, count);
  json.end_object();
  json.end_object();
}

/// "12 new articles (40 in all), 5 lists, 2 failed".
std::string words_of(const SiteReport& report) {
  if (!report.problem.empty()) return report.problem;
  std::string words = fmt::format("{} new {} ({} in all)", grouped(report.articles),
                                  report.articles == 1 ? "article" : "articles", grouped(report.known_articles));
  const auto add = [&](std::uint64_t count, std::string_view what) {
    if (count > 0) words += fmt::format(", {} {}", grouped(count), what);
  };
  add(report.duplicates, "duplicates");
  add(report.old, "old");
  add(report.forbidden, "forbidden by robots.txt");
  add(report.failed, "failed");
  add(report.waiting, "not fetched yet");
  return words + fmt::format("; {} requests, {:.1f} MB", grouped(report.requests),
                             static_cast<double>(report.bytes) / kMegabyte);
}

struct HarvestCommand {
  std::vector<std::string> inputs;
  std::string store, every;
  bool json = false, forget = false;
  harvest::HarvestOptions options;
  Options extraction;

  int run();

 private:
  Error read_sites();
  int run_once(const Extractor& extractor, corpus::Store* opened, const std::atomic<bool>& stop);
  int forget_sites(corpus::Store& opened) const;
};

Error HarvestCommand::read_sites() {
  for (const std::string& input : inputs) {
    std::error_code ignored;
    if (input == "-" || (!fetch::is_url(input) && std::filesystem::exists(input, ignored))) {
      const Result<std::vector<corpus::ListedAddress>> listed = corpus::read_addresses(input);
      if (!listed) return within(input, listed.error());
      for (const corpus::ListedAddress& each : *listed) {
        if (const std::string wrong = fetch::wrong_address(each.address); !wrong.empty())
          return {ErrorCode::bad_option, fmt::format("{}: line {}: {}", input, each.line, wrong)};
        options.sites.push_back(each.address);
      }
    } else if (std::string wrong = fetch::wrong_address(input); !wrong.empty()) {
      return {ErrorCode::bad_option, std::move(wrong)};
    } else {
      options.sites.push_back(input);
    }
  }
  return {};
}

int HarvestCommand::forget_sites(corpus::Store& opened) const {
  Result<harvest::State> state = harvest::State::open(opened.database());
  if (!state) {
    complain(store, state.error().message);
    return kBad;
  }
  int status = kDone;
  for (const std::string& site : options.sites) {
    const Result<bool> known = state->forget(harvest::site_address(site));
    if (!known || !*known) {
      complain(site, known ? "is not known" : known.error().message);
      status = kBad;
    }
  }
  return status;
}

int HarvestCommand::run_once(const Extractor& extractor, corpus::Store* opened, const std::atomic<bool>& stop) {
  StatusLine line;
  harvest::HarvestListener listener;
  bool writes = true;
  listener.progress = [&](const harvest::HarvestProgress& progress) {
    if (!line.is_due()) return;
    std::string text;
    if (progress.sites > 0)
      text = progress_bar(static_cast<double>(progress.sites_done) / static_cast<double>(progress.sites));
    text += fmt::format("{} of {} sites, {} new articles, {} requests, {:.1f} MB", progress.sites_done, progress.sites,
                        grouped(progress.articles), grouped(progress.requests),
                        static_cast<double>(progress.bytes) / kMegabyte);
    if (progress.failed > 0) text += fmt::format(", {} failed", grouped(progress.failed));
    line.show(text);
  };
  listener.site = [&](const SiteReport& report) {
    line.clear();
    if (!report.problem.empty()) {
      complain(report.site, report.problem);
    } else if (!json && !options.dry_run) {
      writes = print(harmless(report.site) + ": " + words_of(report) + "\n") && writes;
    }
  };
  listener.would_fetch = [&](std::string_view site, std::string_view url, std::string_view lead) {
    line.clear();
    std::string out;
    if (json) {
      text::JsonWriter writer(out);
      writer.begin_object();
      writer.member("site", site);
      writer.member("url", url);
      writer.member("found_by", lead);
      writer.end_object();
      out += '\n';
    } else {
      out = harmless(url) + "\t" + harmless(lead) + "\n";
    }
    writes = print(out) && writes;
  };
  const Result<std::vector<SiteReport>> reports = harvest::harvest(extractor, opened, options, listener, stop);
  line.clear();
  if (!reports) {
    complain(store, reports.error().message);
    return kBad;
  }
  std::uint64_t articles = 0, known = 0;
  bool has_problem = false;
  for (const SiteReport& report : *reports) {
    articles += report.articles;
    known += report.known_articles;
    has_problem = has_problem || !report.problem.empty();
  }
  if (json && !options.dry_run) {
    std::string out;
    text::JsonWriter writer(out);
    writer.begin_object();
    writer.member("finished", corpus::time_of(std::time(nullptr)));
    writer.member("articles", articles);
    writer.key("sites");
    writer.begin_array();
    for (const SiteReport& report : *reports) append_json(report, writer);
    writer.end_array();
    writer.end_object();
    writes = print(out + "\n") && writes;
  } else if (!options.dry_run && reports->size() > 1) {
    complain({}, fmt::format("{} sites, {} new articles", grouped(reports->size()), grouped(articles)));
  }
  if (!writes || has_problem) return kBad;
  return known > 0 || options.dry_run ? kDone : kNothing;
}

int HarvestCommand::run() {
  const Extractor extractor(extraction);
  const auto bad = [](std::string_view what, const std::string& why) {
    complain(what, why);
    return kBad;
  };
  if (extractor.error()) return bad({}, with_hint(extractor.error().message, extraction));
  if (const Error error = read_sites()) return bad({}, error.message);
  if (!options.since.empty()) {
    text::Date date;
    if (!text::parse_date(options.since, date))
      return bad({}, "--since: `" + options.since + "` is no date such as 2024-05-03");
    options.since.clear();
    text::append_iso(date, options.since);
  }
  const double pause = every.empty() ? 0 : seconds_of(every);
  if (!every.empty() && pause <= 0) return bad({}, "--every: `" + every + "` is no time such as 30m, 2h or 1d");
  std::error_code ignored;
  std::optional<corpus::Store> opened;
  if (!options.dry_run || std::filesystem::exists(store, ignored)) {
    // Without sites it is about those that are known.
    const bool is_new = !options.sites.empty() && !forget;
    Result<corpus::Store> result =
        corpus::Store::open(store, {.use = is_new ? corpus::DatabaseUse::create : corpus::DatabaseUse::existing,
                                    .keep_pages = options.keep_pages});
    if (!result) return bad(store, result.error().message);
    opened.emplace(*std::move(result));
  } else if (options.sites.empty()) {
    return bad({}, "URL or FILE is required, where the store knows no sites");
  }
  corpus::Store* const to = opened ? &*opened : nullptr;
  if (forget) return forget_sites(*opened);
  const std::atomic<bool>& stop = stop_on_signals();
  for (;;) {
    const Clock::time_point start = Clock::now();
    const int status = run_once(extractor, to, stop);
    if (pause <= 0) {
      if (stop) {
        complain({}, "interrupted; the same command goes on");
        end_by_signal();
      }
      return status;
    }
    const Clock::time_point next =
        start + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(pause));
    StatusLine line;
    const std::time_t when =
        std::time(nullptr) + std::llround(std::chrono::duration<double>(next - Clock::now()).count());
    while (!stop && Clock::now() < next) {
      if (line.is_due()) line.show("next run at " + clock_time(when) + "; Ctrl-C ends");
      constexpr auto kNap = std::chrono::milliseconds(100);
      std::this_thread::sleep_for(kNap);
    }
    line.clear();
    if (stop) return kDone;
  }
}

}  // namespace

void add_harvest(Program& program) {
  const auto self = std::make_shared<HarvestCommand>();
  CLI::App* command = add_command(program, "harvest", "Keep the articles of sites in a store, each site from one link",
                                  [self] { return self->run(); });
  fetch::ClientOptions& client = self->options.client;
  command
      ->add_option("SITE", self->inputs,
                   "URLs that sites begin with, or files with such, one a line (default: all sites of the store)")
      ->type_name("URL|FILE|-");
  command->add_option("--store", self->store, "The corpus store; is made where there is none")
      ->required()
      ->type_name("FILE");
  command->add_option("--every", self->every, "Run again and again, so often: 30m, 2h, 1d; ends at SIGINT or SIGTERM")
      ->type_name("TIME");
  command->add_flag("--dry-run", self->options.dry_run,
                    "Keep nothing: print the addresses that feeds, sitemaps and the first page lead to");
  command->add_flag("--json", self->json, "Report as JSON, one object a run");
  command->add_option("--since", self->options.since, "Leave out articles from before this day")->type_name("DATE");
  command->add_option("--max-pages", self->options.max_pages, "Pages of each site in a run; 0: no bound")
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--depth", self->options.depth, "Links from where a site begins; 0: no bound")
      ->type_name("N")
      ->capture_default_str();
  command->add_flag("--join-pages", self->options.join_pages, "The pages of one article or thread as one record");
  command->add_flag("--keep-pages", self->options.keep_pages, "Keep the pages themselves, too");
  command->add_flag("--forget", self->forget, "Do not visit these sites any more; their articles stay");
  command->add_option("--delay", client.delay, "Seconds between two requests to one host; Crawl-delay makes it longer")
      ->check(CLI::NonNegativeNumber)
      ->type_name("SECONDS")
      ->capture_default_str();
  command->add_option("--connections", client.connections, "Sites at the same time")
      ->check(CLI::Range(1, 1024))
      ->type_name("N")
      ->capture_default_str();
  command->add_option("--retries", client.retries, "How often a request is made again after an error of the server")
      ->type_name("N")
      ->capture_default_str();
  command
      ->add_option("--user-agent", client.fetching.user_agent,
                   "Its first word is what robots.txt calls this program (default: pith/VERSION)")
      ->type_name("NAME");
  add_method_and_favor(program, *command, self->extraction);
  add_filters(*command, self->extraction.settings);
  add_fetching(*command, client.fetching);
  command->footer(R"(A site begins with one link. robots.txt is obeyed (RFC 9309); feeds, sitemaps and lists of
articles lead to its articles, which are told from other pages by their kind and by what has come of addresses
of the same pattern. A further run fetches only what is new: feeds and lists are asked whether they have changed,
articles that are known are never fetched again.

Examples:
  pith harvest https://example.org/blog/ --store news.pith
  pith harvest sites.txt --store news.pith --every 30m
  pith harvest https://example.org/ --store news.pith --dry-run
  pith harvest sites.txt --store news.pith --since 2024-01-01 --max-pages 200
  pith harvest --store news.pith --json > report.json
  pith corpus find --store news.pith "flood warning" --json

Exit status: 0 done, 1 no article was found, 2 bad use or a site that could not be read (all others were).)");
}

}  // namespace pith::cli
