// Feeds, sitemaps and robots.txt, as strangers write them: reading comes to an end, and what comes out is an address
// where one is promised, and never more than what went in.

#include "fetch/feeds.hpp"
#include "fetch/robots_txt.hpp"
#include "fetch/sitemaps.hpp"
#include "fetch/xml_scan.hpp"
#include "support.hpp"
#include "text/url.hpp"

using namespace pith;

namespace {

constexpr std::string_view kUrl = "https://example.org/blog/feed";

bool is_address(std::string_view url) {
  text::Url parsed;
  return parsed.parse(url);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const fuzz::Input input(data, size);
  fetch::Feed feed;
  if (fetch::parse_feed(input.page(), kUrl, {}, feed)) {
    FUZZ_CHECK(feed.entries.size() <= input.page().size());
    for (const fetch::FeedEntry& entry : feed.entries) FUZZ_CHECK(is_address(entry.url));
    FUZZ_CHECK(feed.next.empty() || is_address(feed.next));
  }
  fetch::Sitemap sitemap;
  if (fetch::parse_sitemap(input.page(), kUrl, {}, sitemap)) {
    FUZZ_CHECK(sitemap.pages.size() <= fetch::kSitemapAddresses || sitemap.pages.size() == feed.entries.size());
    for (const fetch::SitemapEntry& entry : sitemap.pages) FUZZ_CHECK(is_address(entry.url));
  }
  std::size_t texts = 0;
  for (fetch::XmlScan scan(input.page()); scan.next();) {
    if (scan.kind() == fetch::XmlScan::Kind::text) ++texts;
    FUZZ_CHECK(scan.kind() != fetch::XmlScan::Kind::stop);
  }
  FUZZ_CHECK(texts <= input.page().size());
  const fetch::RobotsRules rules = fetch::RobotsRules::parse(input.page(), "pith");
  const std::string path = "/" + std::string(input.page().substr(0, 64));
  FUZZ_CHECK(rules.allows(path) == rules.allows("https://example.org" + path) || path.starts_with("//"));
  FUZZ_CHECK(rules.allows("/robots.txt"));
  return 0;
}
