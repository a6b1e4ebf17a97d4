#include "fetch/feeds.hpp"

#include <simdjson.h>

#include <algorithm>
#include <utility>

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
  written = text::trim_ascii(written);
  if (!text::parse_date(written, date)) {
    const text::DateMatch match = text::find_date(written);  // "2024年5月3日 12:30"
    if (match.kind != text::DateKind::full) return iso;
    date = match.date;
  }
  text::append_iso(date, iso);
  return iso;
}

std::string absolute(std::string_view base, std::string_view reference) {
  std::string url;
  text::append_url(base, text::trim_ascii(reference), url);
  return url;
}

/// An entry of RSS or Atom while it is being read. Of fields that stand there in several ways, the best.
struct XmlEntry {
  FeedEntry entry;
  std::string link, original, guid, updated;

  void take(const std::string& name, XmlScan& scan, const std::string& base);
  FeedEntry finish(const std::string& base);
};

void XmlEntry::take(const std::string& name, XmlScan& scan, const std::string& base) {
  const auto set = [](std::string& field, std::string value) {
    if (field.empty()) field = std::move(value);
  };
  if (name == "title") {
    set(entry.title, text_of_html(scan.inside()));
  } else if (name == "link" || name == "atom:link") {
    const std::string_view rel = scan.attribute("rel"), href = scan.attribute("href");
    const bool is_page = rel.empty() || rel == "alternate";
    std::string target = href.empty() ? std::string() : absolute(base, href);
    std::string text = scan.inside();
    if (target.empty() && name == "link") target = absolute(base, text_of_html(text));
    if (is_page) set(link, std::move(target));
  } else if (name == "feedburner:origlink") {
    set(original, absolute(base, text_of_html(scan.inside())));
  } else if (name == "guid" || name == "id") {
    const bool is_address = scan.attribute("ispermalink") != "false";
    std::string text = text_of_html(scan.inside());
    if (is_address && (text.starts_with("http://") || text.starts_with("https://"))) set(guid, std::move(text));
  } else if (name == "pubdate" || name == "published" || name == "issued" || name == "dc:date" ||
             name == "dcterms:issued" || name == "created") {
    set(entry.date, iso_of(text_of_html(scan.inside())));
  } else if (name == "updated" || name == "modified" || name == "dcterms:modified") {
    set(updated, iso_of(text_of_html(scan.inside())));
  } else if (name == "author" || name == "dc:creator") {
    std::string author;
    const std::string end = scan.name();
    while (scan.next() && !(scan.kind() == XmlScan::Kind::end && scan.name() == end)) {
      // Atom has elements in it, of which one is the name.
      if (scan.kind() == XmlScan::Kind::text) author += scan.text();
      if (scan.kind() != XmlScan::Kind::begin) continue;
      if (scan.name() == "name" || scan.name() == "atom:name") {
        author = scan.inside();
        continue;
      }
      scan.skip();
    }
    set(entry.author, text_of_html(author));
  } else if (name == "description" || name == "summary" || name == "content" || name == "content:encoded" ||
             name == "xhtml:body" || name == "body") {
    std::string html = scan.inside();
    if (html.size() > entry.content.size()) entry.content = std::move(html);
  } else {
    scan.skip();  // also of the feed that an entry was taken from, which has a title of its own
  }
}

FeedEntry XmlEntry::finish(const std::string& base) {
  entry.url = !original.empty() ? original : !link.empty() ? link : absolute(base, guid);
  if (entry.date.empty()) entry.date = updated;
  return std::move(entry);
}

bool parse_xml(std::string_view xml, const std::string& base, Feed& feed) {
  XmlScan scan(xml);
  bool is_feed = false;
  std::string prefix;  // of all elements of Atom
  while (scan.next()) {
    if (scan.kind() != XmlScan::Kind::begin) continue;
    std::string name = scan.name();
    if (!is_feed) {
      if (name == "atom:feed") prefix = "atom:";
      is_feed = name == "rss" || name == "rdf:rdf" || name == "feed" || name == "atom:feed" || name == "channel";
      if (!is_feed) return false;
      continue;
    }
    if (name.starts_with(prefix)) name.erase(0, prefix.size());
    if (name == "item" || name == "entry") {
      const std::string end = scan.name();
      XmlEntry entry;
      while (scan.next() && !(scan.kind() == XmlScan::Kind::end && scan.name() == end)) {
        if (scan.kind() != XmlScan::Kind::begin) continue;
        std::string field = scan.name();
        if (field.starts_with(prefix)) field.erase(0, prefix.size());
        entry.take(field, scan, base);
      }
      FeedEntry done = entry.finish(base);
      if (!done.url.empty()) feed.entries.push_back(std::move(done));
    } else if (name == "title" && feed.title.empty()) {
      feed.title = text_of_html(scan.inside());
    } else if ((name == "link" || name == "atom:link") && scan.attribute("rel") == "next") {
      feed.next = absolute(base, scan.attribute("href"));
    } else if (name == "image" || name == "textinput" || name == "author") {
      scan.skip();  // with titles of their own
    }
  }
  return is_feed;
}

std::string_view string_of(const simdjson::dom::object& object, std::string_view key) {
  std::string_view value;
  return object[key].get(value) == simdjson::SUCCESS ? value : std::string_view();
}

bool parse_json(std::string_view json, const std::string& base, Feed& feed) {
  simdjson::dom::parser parser;
  simdjson::dom::object root, author;
  simdjson::dom::array items, authors;
  if (parser.parse(simdjson::padded_string(json)).get(root) != simdjson::SUCCESS) return false;
  if (string_of(root, "version").find("jsonfeed.org") == std::string_view::npos) return false;
  if (root["items"].get(items) != simdjson::SUCCESS) return false;
  feed.title = string_of(root, "title");
  if (const std::string_view next = string_of(root, "next_url"); !next.empty()) feed.next = absolute(base, next);
  for (const simdjson::dom::element item : items) {
    simdjson::dom::object fields;
    if (item.get(fields) != simdjson::SUCCESS) continue;
    FeedEntry entry;
    std::string_view url = string_of(fields, "url");
    if (url.empty() && string_of(fields, "id").starts_with("http")) url = string_of(fields, "id");
    entry.url = absolute(base, url);
    if (entry.url.empty()) continue;
    entry.title = text_of_html(string_of(fields, "title"));
    entry.date = iso_of(string_of(fields, "date_published"));
    if (entry.date.empty()) entry.date = iso_of(string_of(fields, "date_modified"));
    if (fields["author"].get(author) == simdjson::SUCCESS) entry.author = string_of(author, "name");
    if (fields["authors"].get(authors) == simdjson::SUCCESS)
      for (const simdjson::dom::element each : authors)
        if (each.get(author) == simdjson::SUCCESS && entry.author.empty()) entry.author = string_of(author, "name");
    for (const char* key : {"content_html", "content_text", "summary"}) {
      if (!entry.content.empty()) break;
      entry.content = string_of(fields, key);
    }
    feed.entries.push_back(std::move(entry));
  }
  return true;
}

}  // namespace

bool parse_feed(std::string_view bytes, std::string_view url, std::string_view charset, Feed& feed) {
  feed = {};
  std::string buffer;
  const std::string_view text = text::decode(bytes, {.charset = charset}, buffer).utf8;
  const std::string_view start = text::trim_ascii(text.substr(0, 1024));
  const std::string base(url);
  if (start.starts_with('{')) return parse_json(text, base, feed);
  return start.starts_with('<') && parse_xml(text, base, feed);
}

}  // namespace pith::fetch
