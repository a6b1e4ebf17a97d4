// Statements of meta elements.

#include <algorithm>
#include <array>
#include <string_view>

#include "article/statements.hpp"
#include "text/ascii.hpp"

namespace pith::article {

namespace {

struct MetaName {
  std::string_view name;  // in lower case
  Field field;
  float confidence;
};

using enum Field;

constexpr MetaName kNames[] = {
    {"og:title", title, 0.85F},
    {"twitter:title", title, 0.7F},
    {"dc.title", title, 0.7F},
    {"dcterms.title", title, 0.7F},
    {"sailthru.title", title, 0.8F},
    {"parsely-title", title, 0.8F},
    {"citation_title", title, 0.9F},
    {"articletitle", title, 0.9F},
    {"headline", title, 0.8F},
    {"author", author, 0.8F},
    {"article:author", author, 0.76F},
    {"article:author_name", author, 0.78F},
    {"og:article:author", author, 0.76F},
    {"og:author", author, 0.76F},
    {"dc.creator", author, 0.75F},
    {"dcterms.creator", author, 0.75F},
    {"dc.author", author, 0.75F},
    {"sailthru.author", author, 0.82F},
    {"parsely-author", author, 0.82F},
    {"citation_author", author, 0.88F},
    {"byl", author, 0.8F},
    {"byline", author, 0.8F},
    {"authors", author, 0.78F},
    {"article.author", author, 0.78F},
    {"shareaholic:article_author_name", author, 0.8F},
    {"cxenseparse:author", author, 0.8F},
    {"rbauthors", author, 0.78F},
    {"article:published_time", published, 0.92F},
    {"og:article:published_time", published, 0.9F},
    {"og:published_time", published, 0.88F},
    {"datepublished", published, 0.88F},
    {"date", published, 0.66F},
    {"pubdate", published, 0.86F},
    {"og:pubdate", published, 0.86F},
    {"publishdate", published, 0.86F},
    {"publish_date", published, 0.86F},
    {"publish-date", published, 0.86F},
    {"publish_time", published, 0.86F},
    {"publishtime", published, 0.86F},
    {"published_time", published, 0.86F},
    {"published_at", published, 0.86F},
    {"published", published, 0.84F},
    {"publication_date", published, 0.86F},
    {"publicationdate", published, 0.86F},
    {"dc.date", published, 0.66F},
    {"dc.date.issued", published, 0.86F},
    {"dc.date.created", published, 0.78F},
    {"dc.created", published, 0.76F},
    {"dc.issued", published, 0.8F},
    {"dcterms.date", published, 0.66F},
    {"dcterms.created", published, 0.78F},
    {"dcterms.issued", published, 0.84F},
    {"citation_publication_date", published, 0.8F},
    {"citation_date", published, 0.78F},
    {"citation_online_date", published, 0.8F},
    {"parsely-pub-date", published, 0.88F},
    {"sailthru.date", published, 0.86F},
    {"article.published", published, 0.88F},
    {"article.created", published, 0.8F},
    {"article:published", published, 0.88F},
    {"article_date_original", published, 0.88F},
    {"displaydate", published, 0.8F},
    {"originalpublicationdate", published, 0.9F},
    {"cxenseparse:recs:publishtime", published, 0.86F},
    {"cxenseparse:publishtime", published, 0.86F},
    {"rnews:datepublished", published, 0.88F},
    {"bt:pubdate", published, 0.86F},
    {"dcsext.articlefirstpublished", published, 0.88F},
    {"shareaholic:article_published_time", published, 0.86F},
    {"weibo:article:create_at", published, 0.86F},
    {"release_date", published, 0.7F},
    {"created", published, 0.7F},
    {"date.created", published, 0.74F},
    {"datecreated", published, 0.74F},
    {"date_created", published, 0.74F},
    {"creation_date", published, 0.74F},
    {"time", published, 0.6F},
    {"vr:published_time", published, 0.84F},
    {"article:modified_time", modified, 0.9F},
    {"og:article:modified_time", modified, 0.9F},
    {"og:updated_time", modified, 0.75F},
    {"datemodified", modified, 0.88F},
    {"dc.date.modified", modified, 0.8F},
    {"dc.modified", modified, 0.8F},
    {"dcterms.modified", modified, 0.8F},
    {"lastmod", modified, 0.7F},
    {"last-modified", modified, 0.6F},
    {"revised", modified, 0.6F},
    {"updated_time", modified, 0.75F},
    {"article.updated", modified, 0.8F},
    {"weibo:article:update_at", modified, 0.8F},
    {"og:site_name", site, 0.9F},
    {"sitename", site, 0.9F},
    {"application-name", site, 0.6F},
    {"dc.publisher", site, 0.5F},
    {"citation_journal_title", site, 0.6F},
    {"apple-mobile-web-app-title", site, 0.45F},
    {"publisher", site, 0.4F},
    {"contentsource", source, 0.9F},
    {"mediaid", source, 0.7F},
    {"source", source, 0.6F},
    {"editor", editor, 0.8F},
    {"description", description, 0.8F},
    {"og:description", description, 0.78F},
    {"twitter:description", description, 0.7F},
    {"dc.description", description, 0.7F},
    {"og:image", image, 0.9F},
    {"og:image:url", image, 0.88F},
    {"og:image:secure_url", image, 0.85F},
    {"twitter:image", image, 0.75F},
    {"twitter:image:src", image, 0.75F},
    {"parsely-image-url", image, 0.7F},
    {"thumbnail", image, 0.5F},
    {"og:url", canonical, 0.75F},
    {"og:locale", language, 0.6F},
    {"content-language", language, 0.6F},
    {"dc.language", language, 0.6F},
    {"language", language, 0.5F},
    {"dcterms.license", licence, 0.8F},
    {"dc.rights", licence, 0.5F},
    {"dcterms.rights", licence, 0.5F},
    {"article:tag", tag, 0.9F},
    {"og:article:tag", tag, 0.9F},
    {"news_keywords", tag, 0.8F},
    {"parsely-tags", tag, 0.8F},
    {"sailthru.tags", tag, 0.7F},
    {"keywords", tag, 0.6F},
    {"dc.subject", tag, 0.6F},
    {"article:section", category, 0.9F},
    {"og:article:section", category, 0.9F},
    {"parsely-section", category, 0.8F},
    {"columnname", category, 0.8F},
    {"category", category, 0.6F},
};

constexpr auto kSorted = [] {
  auto names = std::to_array(kNames);
  std::sort(names.begin(), names.end(), [](const MetaName& a, const MetaName& b) { return a.name < b.name; });
  return names;
}();

constexpr std::size_t kLongestName = 48;
static_assert(std::all_of(kSorted.begin(), kSorted.end(),
                          [](const MetaName& known) { return known.name.size() <= kLongestName; }));

const MetaName* find_name(std::string_view name) noexcept {
  std::array<char, kLongestName> lower;
  if (name.size() > lower.size()) return nullptr;
  std::transform(name.begin(), name.end(), lower.begin(), text::ascii_lower);
  const std::string_view wanted(lower.data(), name.size());
  const auto* const known = std::lower_bound(kSorted.begin(), kSorted.end(), wanted,
                                             [](const MetaName& a, std::string_view b) { return a.name < b; });
  return known != kSorted.end() && known->name == wanted ? known : nullptr;
}

}  // namespace

void add_meta_tags(const Subject& subject, Findings& findings) {
  std::string_view label;  // of twitter:label1 and its data
  for (const Survey::Meta& meta : subject.survey.metas) {
    if (meta.name == "twitter:label1" || meta.name == "twitter:label2") label = meta.content;
    if (meta.name == "twitter:data1" || meta.name == "twitter:data2") {
      for (const std::string_view written : {"Written by", "Geschrieben von", "Verfasst von", "Écrit par",
                                             "Escrito por", "Scritto da", "作者", "Автор"}) {
        if (label == written) findings.add(author, meta.content, "meta twitter:data", 0.78F);
      }
      label = {};
    }
    const MetaName* known = find_name(meta.name);
    if (known == nullptr) continue;
    if (known->field == published || known->field == modified) {
      text::Date date;
      if (text::parse_date(meta.content, date) && date.has_day()) {
        findings.add_date(known->field, date, known->name, known->confidence);
      }
    } else {
      findings.add(known->field, meta.content, known->name, known->confidence);
    }
  }
}

}  // namespace pith::article
