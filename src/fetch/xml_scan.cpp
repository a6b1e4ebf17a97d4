#include "fetch/xml_scan.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "html/char_reference.hpp"
#include "statements/statements.hpp"
#include "text/ascii.hpp"

namespace pith::fetch {
namespace {

struct Namespace {
  std::string_view address, prefix;
};

constexpr std::array kNamespaces = {
    Namespace{"http://www.w3.org/2005/atom", "atom"},
    Namespace{"http://purl.org/atom/ns#", "atom"},  // 0.3
    Namespace{"http://purl.org/rss/1.0/modules/content/", "content"},
    Namespace{"http://purl.org/dc/elements/1.1/", "dc"},
    Namespace{"http://purl.org/dc/terms/", "dcterms"},
    Namespace{"http://www.w3.org/1999/02/22-rdf-syntax-ns#", "rdf"},
    Namespace{"http://www.google.com/schemas/sitemap-news/0.9", "news"},
    Namespace{"http://rssnamespace.org/feedburner/ext/1.0", "feedburner"},
    Namespace{"http://www.w3.org/1999/xhtml", "xhtml"},
};

constexpr std::size_t kMostAttributes = 64, kMostPrefixes = 64;

/// Where a tag ends that begins at the front, behind its ">"; npos: nowhere. Quotation marks hide it, but for one that
/// nothing closes before the next tag.
std::size_t end_of_tag(std::string_view xml) {
  const std::string_view tag = xml.substr(0, xml.find('<', 1));
  char quote = 0;
  for (std::size_t i = 1; i < tag.size(); ++i) {
    if (quote != 0) {
      if (tag[i] == quote) quote = 0;
    } else if (tag[i] == '"' || tag[i] == '\'') {
      quote = tag[i];
    } else if (tag[i] == '>') {
      return i + 1;
    }
  }
  const std::size_t close = tag.find('>');
  return close == std::string_view::npos ? close : close + 1;
}

/// Behind a declaration of the document type, which may hold others between brackets.
std::size_t end_of_doctype(std::string_view xml) {
  const std::size_t close = xml.find('>'), bracket = xml.find('[');
  if (bracket > close) return close == std::string_view::npos ? xml.size() : close + 1;
  const std::size_t end = xml.find(']', bracket);
  const std::size_t behind = end == std::string_view::npos ? end : xml.find('>', end);
  return behind == std::string_view::npos ? xml.size() : behind + 1;
}

}  // namespace

void append_unescaped(std::string_view raw, std::string& out) {
  for (;;) {
    const std::size_t at = raw.find('&');
    out.append(raw.substr(0, at));
    if (at == std::string_view::npos) return;
    raw.remove_prefix(at + 1);
    const html::CharReference reference = html::read_char_reference(raw.data(), raw.data() + raw.size(), false);
    if (reference.consumed == 0) {
      out += '&';
    } else {
      out.append(reference.utf8, reference.length);
      raw.remove_prefix(reference.consumed);
    }
  }
}

std::string text_of_html(std::string_view html) {
  std::string plain;
  for (std::size_t at = 0; at < html.size();) {
    const std::size_t open = html.find('<', at);
    plain.append(html.substr(at, open - at));
    if (open == std::string_view::npos) break;
    const char next = open + 1 < html.size() ? html[open + 1] : ' ';
    if (!text::is_ascii_letter(next) && next != '/' && next != '!') {
      plain += '<';
      at = open + 1;
      continue;
    }
    const std::size_t close = html.find('>', open);
    plain += ' ';
    if (close == std::string_view::npos) break;
    at = close + 1;
  }
  std::string line;
  statements::append_clean(plain, line);
  if (line.find('&') != std::string::npos) {  // escaped twice
    plain.clear();
    statements::append_clean(line, plain);
    line.swap(plain);
  }
  return line;
}

bool XmlScan::next() {
  if (closes_) {
    closes_ = false;
    raw_ = {};
    kind_ = Kind::end;
    return true;
  }
  while (!rest_.empty()) {
    if (rest_.front() != '<') {
      const std::size_t end = std::min(rest_.find('<'), rest_.size());
      take_text(rest_.substr(0, end), false);
      rest_.remove_prefix(end);
      return true;
    }
    std::size_t end = 0;
    if (rest_.starts_with("<![CDATA[")) {
      constexpr std::size_t kOpen = 9, kClose = 3;
      end = rest_.find("]]>", kOpen);
      take_text(rest_.substr(kOpen, end == std::string_view::npos ? end : end - kOpen), true);
      rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + kClose);
      return true;
    }
    if (rest_.starts_with("<!--")) {
      end = rest_.find("-->", 4);
      end = end == std::string_view::npos ? end : end + 3;
    } else if (rest_.starts_with("<?")) {
      end = rest_.find('>');  // not "?>": some forget the mark
      end = end == std::string_view::npos ? end : end + 1;
    } else if (rest_.starts_with("<!")) {
      end = end_of_doctype(rest_);
    } else {
      if (take_tag()) return true;
      take_text(rest_.substr(0, 1), true);  // it stands for itself
      rest_.remove_prefix(1);
      return true;
    }
    rest_.remove_prefix(std::min(end, rest_.size()));
  }
  kind_ = Kind::stop;
  return false;
}

bool XmlScan::take_tag() {
  const bool closing = rest_.starts_with("</");
  const std::size_t begin = closing ? 2 : 1;
  if (begin >= rest_.size() || (!text::is_ascii_letter(rest_[begin]) && rest_[begin] != '_')) return false;
  const std::size_t end = end_of_tag(rest_);
  if (end == std::string_view::npos) return false;
  raw_ = rest_.substr(0, end);
  rest_.remove_prefix(end);
  std::string_view tag = raw_.substr(begin, raw_.size() - begin - 1);
  kind_ = closing ? Kind::end : Kind::begin;
  closes_ = !closing && tag.ends_with('/');
  if (closes_) tag.remove_suffix(1);
  std::size_t length = 0;
  while (length < tag.size() && !text::is_ascii_space(tag[length]) && tag[length] != '/') ++length;
  attributes_.clear();
  if (!closing) take_attributes(tag.substr(length));
  name_ = prefixed(tag.substr(0, length));
  return true;
}

void XmlScan::take_text(std::string_view raw, bool is_literal) {
  kind_ = Kind::text;
  raw_ = raw;
  text_.clear();
  if (is_literal) {
    text_ = raw;
  } else {
    append_unescaped(raw, text_);
  }
}

void XmlScan::take_attributes(std::string_view tag) {
  while (attributes_.size() < kMostAttributes) {
    tag = text::trim_ascii(tag);
    std::size_t end = 0;
    while (end < tag.size() && tag[end] != '=' && !text::is_ascii_space(tag[end])) ++end;
    if (end == 0 && tag.empty()) return;
    const std::string name = text::ascii_lowered(tag.substr(0, end));
    tag = text::trim_ascii(tag.substr(end));
    std::string value;
    if (tag.starts_with('=')) {
      tag = text::trim_ascii(tag.substr(1));
      const char quote = tag.empty() ? '\0' : tag.front();
      const bool quoted = quote == '"' || quote == '\'';
      if (quoted) tag.remove_prefix(1);
      std::size_t close = 0;
      while (close < tag.size() && (quoted ? tag[close] != quote : !text::is_ascii_space(tag[close]))) ++close;
      append_unescaped(tag.substr(0, close), value);
      tag.remove_prefix(std::min(close + (quoted ? 1 : 0), tag.size()));
    }
    if (name.starts_with("xmlns") && prefixes_.size() < kMostPrefixes) {
      const std::string address = text::ascii_lowered(value);
      const auto* const known = std::find_if(kNamespaces.begin(), kNamespaces.end(),
                                             [&](const Namespace& each) { return each.address == address; });
      if (known != kNamespaces.end() && name.size() > 6) prefixes_.emplace_back(name.substr(6), known->prefix);
    }
    attributes_.emplace_back(name, std::move(value));
  }
}

std::string XmlScan::prefixed(std::string_view name) const {
  std::string lower = text::ascii_lowered(name);
  const std::size_t colon = lower.find(':');
  if (colon == std::string::npos) return lower;
  for (const auto& [as_written, known] : prefixes_)
    if (lower.compare(0, colon, as_written) == 0) return known + lower.substr(colon);
  return lower;
}

std::string_view XmlScan::attribute(std::string_view name) const noexcept {
  for (const auto& [key, value] : attributes_)
    if (key == name) return value;
  return {};
}

std::string XmlScan::inside() {
  std::string html;
  const std::string name = name_;
  std::size_t same = 1, within = 0;  // open elements of this name; of any other
  while (next()) {
    if (kind_ == Kind::text) {
      html += within == 0 ? std::string_view(text_) : raw_;  // between tags a text is as escaped as they are not
      continue;
    }
    const bool begins = kind_ == Kind::begin;
    if (name_ == name) {
      same += begins ? 1 : -1;
      if (same == 0) break;
    } else if (begins) {
      ++within;
    } else if (within > 0) {
      --within;
    }
    html += raw_;
  }
  return html;
}

void XmlScan::skip() {
  const std::string name = name_;
  for (std::size_t depth = 1; depth > 0 && next();) {
    if (kind_ == Kind::begin && name_ == name) ++depth;
    if (kind_ == Kind::end && name_ == name) --depth;
  }
}

}  // namespace pith::fetch
