#pragma once

// The fields that a page states, and where pages state them, one line each: how far a statement is trusted that stands
// there, and of what it is. To read a meta element, a member of JSON-LD or a property of markup that is not here yet,
// add its line; the readers find it. statements/source.hpp makes an enumeration and a table of this.

// clang-format off

// Fields: id, name as in docs/formats.md.
#define PITH_FIELDS(X) \
  X(title, "title") \
  X(author, "author") \
  X(published, "date") \
  X(modified, "modified") \
  X(site, "site") \
  X(source, "source") \
  X(editor, "editor") \
  X(description, "description") \
  X(language, "language") \
  X(licence, "licence") \
  X(image, "image") \
  X(canonical, "canonical") \
  X(next_page, "next_page") \
  X(tag, "tags") \
  X(category, "categories")

// Meta elements: id, name in lower case, field, trust.
#define PITH_META_SOURCES(X) \
  X(og_title, "og:title", title, 0.85F) \
  X(twitter_title, "twitter:title", title, 0.7F) \
  X(dc_title, "dc.title", title, 0.7F) \
  X(dcterms_title, "dcterms.title", title, 0.7F) \
  X(sailthru_title, "sailthru.title", title, 0.8F) \
  X(parsely_title, "parsely-title", title, 0.8F) \
  X(citation_title, "citation_title", title, 0.9F) \
  X(articletitle, "articletitle", title, 0.9F) \
  X(headline, "headline", title, 0.8F) \
  X(author, "author", author, 0.8F) \
  X(article_author, "article:author", author, 0.76F) \
  X(article_author_name, "article:author_name", author, 0.78F) \
  X(og_article_author, "og:article:author", author, 0.76F) \
  X(og_author, "og:author", author, 0.76F) \
  X(dc_creator, "dc.creator", author, 0.75F) \
  X(dcterms_creator, "dcterms.creator", author, 0.75F) \
  X(dc_author, "dc.author", author, 0.75F) \
  X(sailthru_author, "sailthru.author", author, 0.82F) \
  X(parsely_author, "parsely-author", author, 0.82F) \
  X(citation_author, "citation_author", author, 0.88F) \
  X(byl, "byl", author, 0.8F) \
  X(byline, "byline", author, 0.8F) \
  X(authors, "authors", author, 0.78F) \
  X(dotted_article_author, "article.author", author, 0.78F) \
  X(shareaholic_article_author_name, "shareaholic:article_author_name", author, 0.8F) \
  X(cxenseparse_author, "cxenseparse:author", author, 0.8F) \
  X(rbauthors, "rbauthors", author, 0.78F) \
  X(article_published_time, "article:published_time", published, 0.92F) \
  X(og_article_published_time, "og:article:published_time", published, 0.9F) \
  X(og_published_time, "og:published_time", published, 0.88F) \
  X(datepublished, "datepublished", published, 0.88F) \
  X(date, "date", published, 0.66F) \
  X(pubdate, "pubdate", published, 0.86F) \
  X(og_pubdate, "og:pubdate", published, 0.86F) \
  X(publishdate, "publishdate", published, 0.86F) \
  X(publish_date, "publish_date", published, 0.86F) \
  X(hyphened_publish_date, "publish-date", published, 0.86F) \
  X(publish_time, "publish_time", published, 0.86F) \
  X(publishtime, "publishtime", published, 0.86F) \
  X(published_time, "published_time", published, 0.86F) \
  X(published_at, "published_at", published, 0.86F) \
  X(published, "published", published, 0.84F) \
  X(publication_date, "publication_date", published, 0.86F) \
  X(publicationdate, "publicationdate", published, 0.86F) \
  X(dc_date, "dc.date", published, 0.66F) \
  X(dc_date_issued, "dc.date.issued", published, 0.86F) \
  X(dc_date_created, "dc.date.created", published, 0.78F) \
  X(dc_created, "dc.created", published, 0.76F) \
  X(dc_issued, "dc.issued", published, 0.8F) \
  X(dcterms_date, "dcterms.date", published, 0.66F) \
  X(dcterms_created, "dcterms.created", published, 0.78F) \
  X(dcterms_issued, "dcterms.issued", published, 0.84F) \
  X(citation_publication_date, "citation_publication_date", published, 0.8F) \
  X(citation_date, "citation_date", published, 0.78F) \
  X(citation_online_date, "citation_online_date", published, 0.8F) \
  X(parsely_pub_date, "parsely-pub-date", published, 0.88F) \
  X(sailthru_date, "sailthru.date", published, 0.86F) \
  X(article_published, "article.published", published, 0.88F) \
  X(article_created, "article.created", published, 0.8F) \
  X(colon_article_published, "article:published", published, 0.88F) \
  X(article_date_original, "article_date_original", published, 0.88F) \
  X(displaydate, "displaydate", published, 0.8F) \
  X(originalpublicationdate, "originalpublicationdate", published, 0.9F) \
  X(cxenseparse_recs_publishtime, "cxenseparse:recs:publishtime", published, 0.86F) \
  X(cxenseparse_publishtime, "cxenseparse:publishtime", published, 0.86F) \
  X(rnews_datepublished, "rnews:datepublished", published, 0.88F) \
  X(bt_pubdate, "bt:pubdate", published, 0.86F) \
  X(dcsext_articlefirstpublished, "dcsext.articlefirstpublished", published, 0.88F) \
  X(shareaholic_article_published_time, "shareaholic:article_published_time", published, 0.86F) \
  X(weibo_article_create_at, "weibo:article:create_at", published, 0.86F) \
  X(release_date, "release_date", published, 0.7F) \
  X(created, "created", published, 0.7F) \
  X(date_created, "date.created", published, 0.74F) \
  X(datecreated, "datecreated", published, 0.74F) \
  X(underscored_date_created, "date_created", published, 0.74F) \
  X(creation_date, "creation_date", published, 0.74F) \
  X(time, "time", published, 0.6F) \
  X(vr_published_time, "vr:published_time", published, 0.84F) \
  X(article_modified_time, "article:modified_time", modified, 0.9F) \
  X(og_article_modified_time, "og:article:modified_time", modified, 0.9F) \
  X(og_updated_time, "og:updated_time", modified, 0.75F) \
  X(datemodified, "datemodified", modified, 0.88F) \
  X(dc_date_modified, "dc.date.modified", modified, 0.8F) \
  X(dc_modified, "dc.modified", modified, 0.8F) \
  X(dcterms_modified, "dcterms.modified", modified, 0.8F) \
  X(lastmod, "lastmod", modified, 0.7F) \
  X(last_modified, "last-modified", modified, 0.6F) \
  X(revised, "revised", modified, 0.6F) \
  X(updated_time, "updated_time", modified, 0.75F) \
  X(article_updated, "article.updated", modified, 0.8F) \
  X(weibo_article_update_at, "weibo:article:update_at", modified, 0.8F) \
  X(og_site_name, "og:site_name", site, 0.9F) \
  X(sitename, "sitename", site, 0.9F) \
  X(application_name, "application-name", site, 0.6F) \
  X(dc_publisher, "dc.publisher", site, 0.5F) \
  X(citation_journal_title, "citation_journal_title", site, 0.6F) \
  X(apple_mobile_web_app_title, "apple-mobile-web-app-title", site, 0.45F) \
  X(publisher, "publisher", site, 0.4F) \
  X(contentsource, "contentsource", source, 0.9F) \
  X(mediaid, "mediaid", source, 0.7F) \
  X(source, "source", source, 0.6F) \
  X(editor, "editor", editor, 0.8F) \
  X(description, "description", description, 0.8F) \
  X(og_description, "og:description", description, 0.78F) \
  X(twitter_description, "twitter:description", description, 0.7F) \
  X(dc_description, "dc.description", description, 0.7F) \
  X(og_image, "og:image", image, 0.9F) \
  X(og_image_url, "og:image:url", image, 0.88F) \
  X(og_image_secure_url, "og:image:secure_url", image, 0.85F) \
  X(twitter_image, "twitter:image", image, 0.75F) \
  X(twitter_image_src, "twitter:image:src", image, 0.75F) \
  X(parsely_image_url, "parsely-image-url", image, 0.7F) \
  X(thumbnail, "thumbnail", image, 0.5F) \
  X(og_url, "og:url", canonical, 0.75F) \
  X(og_locale, "og:locale", language, 0.6F) \
  X(content_language, "content-language", language, 0.6F) \
  X(dc_language, "dc.language", language, 0.6F) \
  X(language, "language", language, 0.5F) \
  X(dcterms_license, "dcterms.license", licence, 0.8F) \
  X(dc_rights, "dc.rights", licence, 0.5F) \
  X(dcterms_rights, "dcterms.rights", licence, 0.5F) \
  X(article_tag, "article:tag", tag, 0.9F) \
  X(og_article_tag, "og:article:tag", tag, 0.9F) \
  X(news_keywords, "news_keywords", tag, 0.8F) \
  X(parsely_tags, "parsely-tags", tag, 0.8F) \
  X(sailthru_tags, "sailthru.tags", tag, 0.7F) \
  X(keywords, "keywords", tag, 0.6F) \
  X(dc_subject, "dc.subject", tag, 0.6F) \
  X(article_section, "article:section", category, 0.9F) \
  X(og_article_section, "og:article:section", category, 0.9F) \
  X(parsely_section, "parsely-section", category, 0.8F) \
  X(columnname, "columnname", category, 0.8F) \
  X(category, "category", category, 0.6F)

// Members of an object of JSON-LD that is about the page: name, field, trust.
#define PITH_JSON_SOURCES(X) \
  X(headline, title, 0.9F) \
  X(name, title, 0.6F) \
  X(datePublished, published, 0.95F) \
  X(dateCreated, published, 0.85F) \
  X(uploadDate, published, 0.8F) \
  X(pubDate, published, 0.9F) \
  X(dateModified, modified, 0.95F) \
  X(description, description, 0.75F) \
  X(inLanguage, language, 0.7F) \
  X(license, licence, 0.85F) \
  X(articleSection, category, 0.85F) \
  X(keywords, tag, 0.8F) \
  X(author, author, 0.9F) \
  X(creator, author, 0.84F) \
  X(image, image, 0.8F) \
  X(thumbnailUrl, image, 0.6F) \
  X(url, canonical, 0.5F) \
  X(mainEntityOfPage, canonical, 0.55F)

// Properties of microdata and RDFa: name, field, trust.
#define PITH_MARKUP_SOURCES(X) \
  X(headline, title, 0.85F) \
  X(datePublished, published, 0.9F) \
  X(dateCreated, published, 0.8F) \
  X(dateModified, modified, 0.88F) \
  X(author, author, 0.82F) \
  X(creator, author, 0.74F) \
  X(articleSection, category, 0.75F) \
  X(keywords, tag, 0.7F) \
  X(license, licence, 0.8F) \
  X(inLanguage, language, 0.6F)

// Other places, each read by code that names it: id, label in reports, field, trust, and whether readers are shown the
// field there: as a heading, a title or a date line. Where a place is trusted more or less by what stands around it,
// this is what it is trusted at the best place or, for lines with words that say so, by the best word.
#define PITH_OTHER_SOURCES(X) \
  X(title_element, "title", title, 0.5F, true) \
  X(h1, "h1", title, 0.55F, true) \
  X(further_h1, "h1", title, 0.35F, true) \
  X(h2, "h2", title, 0.2F, true) \
  X(json_organization, "JSON-LD author", author, 0.55F, false) \
  X(twitter_data, "meta twitter:data", author, 0.78F, false) \
  X(rel_author, "rel author", author, 0.74F, false) \
  X(named_author, "element named for an author", author, 0.66F, false) \
  X(thread_opener, "first post", author, 0.72F, false) \
  X(byline, "text beside the title", author, 0.64F, false) \
  X(author_link, "link to an author's page", author, 0.62F, false) \
  X(signature, "text behind the body", author, 0.48F, false) \
  X(author_line, "author line", author, 0.86F, false) \
  X(name_below_title, "name below the title", author, 0.5F, false) \
  X(name_behind_body, "name behind the body", author, 0.5F, false) \
  X(only_editor, "editor line", author, 0.3F, false) \
  X(source_line, "source line", source, 0.9F, false) \
  X(editor_line, "editor line", editor, 0.9F, false) \
  X(url, "URL", published, 0.8F, false) \
  X(url_digits, "URL", published, 0.78F, false) \
  X(url_day_first, "URL", published, 0.7F, false) \
  X(url_long_number, "URL", published, 0.55F, false) \
  X(time_element, "time", published, 0.74F, true) \
  X(date_line, "text beside the title", published, 0.73F, true) \
  X(date_behind_body, "text behind the body", published, 0.5F, true) \
  X(named_date, "element named for a date", published, 0.52F, true) \
  X(thread_start, "first post", published, 0.7F, false) \
  X(footer, "sentence below the body", published, 0.66F, false) \
  X(lead, "beginning of the body", published, 0.5F, false) \
  X(script_state, "state of a script", published, 0.45F, false) \
  X(first_date, "first date of the page", published, 0.36F, false) \
  X(newest_post, "first of the posts", published, 0.2F, false) \
  X(json_website, "JSON-LD WebSite", site, 0.8F, false) \
  X(json_organization_name, "JSON-LD Organization", site, 0.65F, false) \
  X(json_publisher, "JSON-LD publisher", site, 0.8F, false) \
  X(json_publisher_id, "JSON-LD publisher", site, 0.75F, false) \
  X(json_part_of, "JSON-LD isPartOf", site, 0.8F, false) \
  X(html_lang, "html lang", language, 0.8F, false) \
  X(detected, "detected", language, 1.0F, false) \
  X(link_canonical, "link canonical", canonical, 0.9F, false) \
  X(link_image, "link image_src", image, 0.7F, false) \
  X(rel_license, "rel license", licence, 0.9F, false) \
  X(creative_commons, "link to Creative Commons", licence, 0.6F, false) \
  X(link_next, "rel next", next_page, 0.9F, false) \
  X(rel_next, "rel next", next_page, 0.8F, false) \
  X(next_text, "link text", next_page, 0.6F, false)

// clang-format on
