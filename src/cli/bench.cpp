// pith bench: how long each step takes, on pages held in memory, by one thread.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "cli/allocation_counter.hpp"
#include "cli/command.hpp"
#include "cli/terminal.hpp"
#include "corpus/page_source.hpp"
#include "filter/settings.hpp"
#include "method/catalogue.hpp"
#include "pith/methods.hpp"
#include "workspace.hpp"

namespace pith::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::array<std::string_view, 8> kSteps = {"decode", "parse",  "measure", "filter",
                                                    "survey", "choose", "compose", "render"};
constexpr std::size_t kFilterStep = 3;  // left out where there are no filters
constexpr std::size_t kTotal = kSteps.size();
constexpr auto kLeastTime = std::chrono::milliseconds(300);

struct HeldPage {
  std::string html, url, charset;
};

struct Cost {
  double seconds = 0;
  std::uint64_t allocations = 0;
};
/// Of each step and, at the end, of all.
using Costs = std::array<Cost, kSteps.size() + 1>;

struct Bench {
  std::vector<std::string> inputs;
  unsigned repeat = 3;
  bool json = false;
  Options options;

  int run() const;
  bool load(std::vector<HeldPage>& pages) const;
};

bool Bench::load(std::vector<HeldPage>& pages) const {
  bool good = true;
  corpus::RecordParser parser;
  for (const std::string& input : inputs) {
    const Result<std::unique_ptr<corpus::PageSource>> opened = corpus::open_pages(input);
    if (!opened) {
      complain(input, opened.error().message);
      good = false;
      continue;
    }
    corpus::PageSource& source = **opened;
    corpus::RawRecord record;
    while (source.next(record)) {
      corpus::PageRecord page;
      std::string reason;
      const corpus::RecordOutcome outcome = parser.parse(record, page, reason);
      if (outcome == corpus::RecordOutcome::page) {
        pages.push_back({std::string(page.html), std::string(page.url), std::string(page.charset)});
      } else if (outcome == corpus::RecordOutcome::bad) {
        complain(input, place_of(record) + ": " + reason);
      }
    }
    if (!source.failure().empty()) {
      complain(input, source.failure());
      good = false;
    }
  }
  return good;
}

/// Takes all pages through the steps once.
Costs measure_pass(const std::vector<HeldPage>& pages, const method::Method& method, const Options& options,
                   const method::Settings& settings, const filter::Pipeline* filters, Workspace::Impl& work) {
  Costs costs;
  for (const HeldPage& page : pages) {
    Article article;
    std::uint64_t allocations = allocations_of_thread();
    Clock::time_point time = Clock::now();
    const auto lap = [&](std::size_t step) {
      const Clock::time_point now = Clock::now();
      const std::uint64_t count = allocations_of_thread();
      costs[step].seconds += std::chrono::duration<double>(now - time).count();
      costs[step].allocations += count - allocations;
      time = now;
      allocations = count;
    };
    work.decode(page.html, page.charset, options.limits);
    lap(0);
    work.parse(options.limits);
    lap(1);
    work.measure();
    lap(2);
    work.apply_filters(filters);
    lap(kFilterStep);
    work.read_survey();
    lap(4);
    work.choose(method, {.favor = options.favor, .settings = &settings, .url = page.url});
    lap(5);
    work.compose(method, {.url = page.url, .charset = page.charset}, article);
    lap(6);
    work.render(options.limits, article);
    lap(7);
  }
  for (std::size_t step = 0; step < kTotal; ++step) {
    costs[kTotal].seconds += costs[step].seconds;
    costs[kTotal].allocations += costs[step].allocations;
  }
  return costs;
}

/// What the documents of all pages take, each built alone.
std::size_t document_bytes(const std::vector<HeldPage>& pages, const Limits& limits) {
  std::size_t bytes = 0;
  std::string buffer;
  html::ParseOptions options;
  options.limits = limits;
  for (const HeldPage& page : pages) {
    const text::Text text = text::decode(page.html, {.charset = page.charset, .limits = limits}, buffer);
    bytes += html::parse(text.utf8, options).memory_bytes();
  }
  return bytes;
}

int Bench::run() const {
  std::vector<HeldPage> pages;
  if (!load(pages)) return kBad;
  if (pages.empty()) {
    complain(inputs.front(), "has no pages");
    return kNothing;
  }
  const method::Method& method = *all_methods().find(options.method);
  const Result<method::Settings> settings = method::read_settings(method, options.settings);
  if (!settings) {
    complain({}, with_hint(settings.error().message, options));
    return kBad;
  }
  const Result<std::shared_ptr<const filter::Pipeline>> filters = filter::pipeline_of(options.settings);
  if (!filters) {
    complain({}, filters.error().message);
    return kBad;
  }
  Workspace workspace;
  measure_pass(pages, method, options, *settings, filters->get(), workspace.impl());  // memory grows to its final size
  Costs best;
  unsigned passes = 0;
  const Clock::time_point start = Clock::now();
  // A few small pages are done in no time: then more passes than asked for.
  while (passes < repeat || Clock::now() - start < kLeastTime) {
    const Costs costs = measure_pass(pages, method, options, *settings, filters->get(), workspace.impl());
    // Whatever else runs on the machine only ever adds time: the least is nearest to the truth.
    for (std::size_t step = 0; step <= kTotal; ++step)
      if (passes == 0 || costs[step].seconds < best[step].seconds) best[step] = costs[step];
    ++passes;
  }

  std::size_t bytes = 0;
  for (const HeldPage& page : pages) bytes += page.html.size();
  const double megabytes = static_cast<double>(bytes) / 1e6;
  const double count = static_cast<double>(pages.size());
  const double memory =
      static_cast<double>(document_bytes(pages, options.limits)) / static_cast<double>(std::max<std::size_t>(bytes, 1));
  const auto rate = [&](const Cost& cost) { return cost.seconds > 0 ? megabytes / cost.seconds : 0; };
  const auto is_shown = [&](std::size_t step) { return step != kFilterStep || *filters != nullptr; };
  const auto per_page = [&](const Cost& cost) { return cost.seconds * 1e6 / count; };

  std::string out;
  if (json) {
    const auto object = [&](const Cost& cost) {
      return fmt::format(R"({{"mb_per_s": {:.2f}, "us_per_page": {:.3f}, "allocations_per_page": {:.3f}}})", rate(cost),
                         per_page(cost), static_cast<double>(cost.allocations) / count);
    };
    out = fmt::format(R"({{"pages": {}, "bytes": {}, "steps": {{)", pages.size(), bytes);
    for (std::size_t step = 0; step < kTotal; ++step)
      if (is_shown(step)) out += fmt::format(R"({}"{}": {})", step > 0 ? ", " : "", kSteps[step], object(best[step]));
    out += fmt::format(R"(}}, "total": {}, "method": "{}", "passes": {}, "document_bytes_per_byte": {:.3f}}})",
                       object(best[kTotal]), options.method, passes, memory);
    out += '\n';
  } else {
    out = fmt::format("{} pages, {:.1f} MB of HTML, {:.0f} KB a page; one thread, method {}, best of {} passes\n\n",
                      pages.size(), megabytes, megabytes * 1e3 / count, options.method, passes);
    out += fmt::format("{:<8} {:>10} {:>10} {:>7} {:>12}\n", "step", "MB/s", "us/page", "share", "allocs/page");
    for (std::size_t step = 0; step <= kTotal; ++step) {
      if (!is_shown(step)) continue;
      out += fmt::format("{:<8} {:>10.0f} {:>10.2f} {:>6.1f}% {:>12.2f}\n", step < kTotal ? kSteps[step] : "total",
                         rate(best[step]), per_page(best[step]),
                         100 * best[step].seconds / std::max(best[kTotal].seconds, 1e-12),
                         static_cast<double>(best[step].allocations) / count);
    }
    out += fmt::format("\nmemory of a document: {:.2f} bytes per byte of HTML\n", memory);
  }
  return print(out) ? kDone : kBad;
}

}  // namespace

void add_bench(Program& program) {
  const auto self = std::make_shared<Bench>();
  CLI::App* command = add_command(program, "bench", "Measure how long each step takes", [self] { return self->run(); });
  command->add_option("INPUT", self->inputs, "Pages, as for `pith batch`; held in memory")
      ->required()
      ->type_name("FILE|DIR|-");
  command->add_flag("--json", self->json, "One JSON object instead of a table");
  add_method_and_favor(program, *command, self->options);
  add_filters(*command, self->options.settings);
  command->add_option("--repeat", self->repeat, "Passes over all pages; of each step the quickest counts")
      ->check(CLI::Range(1, 1000))
      ->type_name("N")
      ->capture_default_str();
  command->footer(
      R"(A first pass that is not counted warms up. MB are 10^6 bytes of HTML; allocations are calls of operator
new once all memory has its size. Reading and decompressing the input is not part of the figures.

Examples:
  pith bench pages.jsonl.zst
  pith bench --json --repeat 10 pages/ | jq .total.mb_per_s

Exit status: 0 done, 1 no pages, 2 bad use or bad input.)");
}

}  // namespace pith::cli
