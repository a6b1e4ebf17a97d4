#include "cli/page_serving.hpp"

#include "cli/fetching.hpp"

namespace pith::cli {

std::unique_ptr<serve::PageFetcher> PageServing::make_fetcher() const {
  if (!fetches) return nullptr;
  return std::make_unique<serve::GuardedFetcher>(fetcher);
}

void add_page_serving(CLI::App& command, PageServing& serving) {
  command.add_flag("--fetch", serving.fetches, "Pages may be named by their addresses, too");
  command.add_flag("--fetch-robots", serving.fetcher.obey_robots, "Fetch nothing that robots.txt does not allow");
  command.add_option("--fetch-delay", serving.fetcher.delay, "Seconds between two requests of a host")
      ->check(CLI::Range(0.0, 3600.0))
      ->type_name("SECONDS")
      ->capture_default_str();
  command.add_option("--fetch-cache", serving.fetcher.cache_bytes, "Of pages that are kept for the next request")
      ->transform(CLI::AsSizeValue(false))
      ->check(CLI::Range(std::size_t{0}, std::size_t{1} << 40))
      ->default_str("64MiB")
      ->type_name("SIZE");
  add_fetching(command, serving.fetcher.fetching);
  command
      .add_option("--runs", serving.runs,
                  "Folder of the runs of `pith batch` whose status the tool batch_status tells, and of no others")
      ->type_name("DIR");
}

}  // namespace pith::cli
