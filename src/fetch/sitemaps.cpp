#include "fetch/sitemaps.hpp"

#include <utility>

#include "fetch/feeds.hpp"
#include "fetch/http_message.hpp"
#include "fetch/xml_scan.hpp"
#include "text/ascii.hpp"
#include "text/date.hpp"
#include "text/decode.hpp"
#include "text/url.hpp"

namespace pith::fetch {
namespace {

std::string iso_of(std::string_view written) {
  text::Date date;
  std::string iso;
  if (text::parse_date(text::trim_ascii(written), date)) text::append_iso(date, iso);
  return iso;
}

void add(std::string_view base, SitemapEntry entry, std::vector<SitemapEntry>& entries) {
  std::string url;
  if (entries.size() == kSitemapAddresses || !text::append_url(base, text::trim_ascii(entry.url), url)) return;
  entry.url = std::move(url);
  entries.push_back(std::move(entry));
}

bool parse_xml(std::string_view xml, std::string_view base, Sitemap& sitemap) {
  XmlScan scan(xml);
  bool is_sitemap = false;
  SitemapEntry entry;
  const auto local = [&] { return scan.name().substr(scan.name().find(':') + 1); };
  while (scan.next()) {
    if (scan.kind() == XmlScan::Kind::text) continue;
    const std::string name = scan.name().starts_with("image:") || scan.name().starts_with("video:") ? "" : local();
    if (scan.kind() == XmlScan::Kind::end) {
      if (name == "url") add(base, std::exchange(entry, {}), sitemap.pages);
      if (name == "sitemap") add(base, std::exchange(entry, {}), sitemap.sitemaps);
      continue;
    }
    if (!is_sitemap) {
      is_sitemap = name == "urlset" || name == "sitemapindex";
      if (!is_sitemap) return false;
    } else if (name == "loc") {
      entry.url = text_of_html(scan.inside());
    } else if (name == "lastmod") {
      entry.modified = iso_of(text_of_html(scan.inside()));
    } else if (name == "publication_date") {
      entry.date = iso_of(text_of_html(scan.inside()));
    } else if (name == "title") {
      entry.title = text_of_html(scan.inside());
    }
  }
  return is_sitemap;
}

bool parse_lines(std::string_view text, std::string_view base, Sitemap& sitemap) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of("\r\n"), text.size());
    const std::string_view line = text::trim_ascii(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    const bool is_address =
        text::starts_with_ignoring_case(line, "http://") || text::starts_with_ignoring_case(line, "https://");
    if (!is_address) return false;
    SitemapEntry entry;
    entry.url = line;
    add(base, std::move(entry), sitemap.pages);
  }
  return !sitemap.pages.empty();
}

}  // namespace

bool parse_sitemap(std::string_view bytes, std::string_view url, std::string_view charset, Sitemap& sitemap) {
  sitemap = {};
  std::string plain, buffer;
  if (bytes.starts_with("\x1F\x8B")) {
    const DecompressionLimits limits{.bytes = kSitemapBytes, .free_bytes = 4u << 20};
    if (const Decoding decoding = decode_content("gzip", bytes, limits, plain); plain.empty()) {
      return decoding == Decoding::done;
    }
    bytes = plain;
  }
  const std::string_view text =
      text::trim_ascii(text::decode(bytes.substr(0, kSitemapBytes), {.charset = charset}, buffer).utf8);
  if (!text.starts_with('<')) return parse_lines(text, url, sitemap);
  if (parse_xml(text, url, sitemap)) return true;
  Feed feed;
  if (!parse_feed(bytes, url, charset, feed)) return false;
  for (FeedEntry& entry : feed.entries)
    sitemap.pages.push_back({std::move(entry.url), {}, std::move(entry.title), std::move(entry.date)});
  return true;
}

}  // namespace pith::fetch
