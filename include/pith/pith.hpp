#pragma once

// pith: the main content of a web page, whole and clean, with the reasons for each choice.
//
//   #include <pith/pith.hpp>
//
//   pith::Extractor extractor;                          // once; shared by all threads
//   pith::Workspace workspace;                          // one a thread; reused page after page
//   pith::Article article = extractor.extract(bytes, {.url = url}, workspace);
//   std::string out = pith::render(article, pith::Format::text);
//
// The library never prints, never aborts, never throws for what a page holds, and keeps no globals
// that change. Strings are UTF-8. Same input, same output, on any number of threads.
//
// Memory: whatever allocates throws std::bad_alloc where there is none left, and nothing else is ever thrown. What the
// call was given is as good as before, a Workspace for the next page and an Extractor for all; only a SiteMemory may
// hold a part of the page.
//
// Binary compatibility: this header promises none between versions. Programs are built with the header of the library
// that they run with, or use pith.h, which does promise it.

#if __cplusplus < 202002L
#error "pith.hpp is C++20: compile with -std=c++20, or link pith::pith in CMake, which asks for it. C has pith.h."
#endif

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pith/error.hpp"
#include "pith/limits.hpp"

#define PITH_API __attribute__((visibility("default")))

namespace pith {

/// Library version, "major.minor.patch".
PITH_API std::string_view version() noexcept;

/// How an article is written; docs/formats.md describes each.
enum class Format : std::uint8_t {
  text,      ///< plain, legible without markup
  json,      ///< one object a line
  markdown,  ///< CommonMark with the tables, strikethrough and footnotes of GitHub
  html,      ///< a page that is safe to show: no scripts, no styles, absolute links
  xml,       ///< the elements of TEI in a simple document
  tei,       ///< TEI P5, valid
  csv,       ///< one row
  cards,     ///< a page of cards for a small screen, with links between them, as safe as `html`
  wml,       ///< the same as a deck of WML 1.1
};
/// "markdown" → the format; false when there is no such format.
PITH_API bool parse_format(std::string_view name, Format& format) noexcept;
PITH_API std::string_view name_of(Format format) noexcept;

/// Shifts the choice: `precision` keeps less, `recall` keeps more.
enum class Favor : std::uint8_t { balanced, precision, recall };

/// A setting of a method and the value it gets, as written: {"lambda", "0.8"}.
struct Setting {
  std::string name, value;
};

/// What stands between the posts of a thread, and comments, in text and Markdown.
enum class PostStyle : std::uint8_t {
  plain,   ///< an empty line
  headed,  ///< who wrote the post, and when; Markdown: as a heading
};

/// What of an article is written, where the format can tell it apart.
struct RenderOptions {
  bool links = true;      ///< false: their text alone
  bool images = true;     ///< false: neither images nor what only comes with them
  bool tables = true;     ///< false: without tables and what they hold; tables that only lay out a page are none
  bool headings = true;   ///< false: without headings
  bool captions = true;   ///< false: without captions of figures and tables
  bool comments = false;  ///< true: what readers wrote, after the bodies
  bool metadata = false;  ///< text and Markdown: what is known of the page, before the bodies; others always have it
  bool strict = false;    ///< text only: nothing but sentences, for speech and summaries
  bool title = true;      ///< Markdown and HTML: the headline, authors and date first
  PostStyle posts = PostStyle::headed;  ///< text and Markdown; the text of records (JSON, CSV) is always plain
  bool alternatives = false;            ///< true: instead of each image its alternative text
  std::uint32_t card_bytes = 1400;      ///< `cards` and `wml`: bytes of text on a card, at most
};

/// Which methods there are to choose from. Immutable.
class Catalogue;

struct Options {
  std::string method = "pith";  ///< id of the extraction method; see methods()
  Favor favor = Favor::balanced;
  Limits limits{};
  std::vector<Setting> settings{};  ///< of the method; see MethodInfo::settings
  /// Where the method is looked for: nullptr: among those of this library, else all_methods() of pith/methods.hpp. It
  /// outlives the extractor.
  const Catalogue* catalogue = nullptr;
};

class SiteMemory;
inline constexpr std::uint64_t kNoTurn = ~std::uint64_t{0};

/// What is known of a page besides its bytes. What is not known is empty.
struct PageInfo {
  std::string_view url{};
  std::string_view charset{};  ///< label that is known from elsewhere ("gbk"); goes before that of `content_type`
  /// When it was fetched, as ISO 8601 or in seconds since 1970: completes "3 hours ago"; no date lies behind it. What
  /// `url-tree` remembers ages by it.
  std::string_view fetched{};
  /// The HTTP field Content-Type as it was sent: "text/html; charset=GBK". Its charset is the label from the transport.
  /// Of a type that is no web page (an image, application/pdf) nothing is extracted, and the reason says so; XML, plain
  /// text and what is no valid type are tried all the same.
  std::string_view content_type{};
  std::string_view site{};  ///< whose page it is, where the URL does not say: "example.org"; for `memory` alone
  /// What the pages before have taught; learns from this one, too. nullptr: the page is judged alone. One of another
  /// method is an error: an article without bodies, whose reason says so.
  SiteMemory* memory = nullptr;
  /// Threads may share `memory` where each page has its turn there, 0, 1, 2, ...: what it says of a page depends on
  /// those before it, whichever is done first. A page waits for them. Each turn is extracted or passed over
  /// (SiteMemory::pass), in an order in which no thread waits for its own. kNoTurn: one page at a time.
  std::uint64_t turn = kNoTurn;
};

/// One block: the paragraph as a reader sees it. Only filled by Extractor::explain.
struct BlockReport {
  std::string path;  ///< "html/body/div[2]/p[1]", 1-based among siblings of the same tag
  std::string text;  ///< white space folded
  float score = 0;   ///< the method's own scale
  bool kept = false;
  std::int32_t body = -1;  ///< index in Article::bodies, or -1
  std::string reason;      ///< in words a person understands
  std::int32_t post = -1;  ///< which post or comment of the page it belongs to, or -1
  bool comment = false;    ///< it lies in a part for comments of readers
  std::string kind;        ///< "paragraph", "heading", "item", "cell", "term", "definition", "quote", "caption", "code"
  std::int32_t record = -1;  ///< the same number for the cells of a row, a term and its definitions, a label and what
                             ///< it is one of: half of them says nothing; -1: the block stands for itself
};

/// One body of a page: an article has one, a thread one a post.
struct Body {
  std::string text{};    ///< plain text: blocks end with \n, lists and tables legible
  std::string author{};  ///< of a post or comment, as the page names them
  std::string date{};  ///< of a post or comment: ISO 8601 as far as it is known, else as the page says ("3 hours ago")
  std::string content{};  ///< `text` with its structure, in a form of the library's own that render() reads;
                          ///< empty: the lines of `text` are its paragraphs
  std::string path{};     ///< "html/body/div[2]": the element that holds all of it; only of pages with several bodies
};

/// One statement about a field of an article. Only filled by Extractor::explain.
struct FieldReport {
  std::string field;     ///< "title", "author", "date", ...: the members of docs/formats.md
  std::string value;     ///< as it was stated, white space folded
  std::string source;    ///< where: "JSON-LD headline", "og:title", "h1", "URL", "text beside the title"
  float confidence = 0;  ///< 0 to 1
  bool chosen = false;   ///< the article's field comes from here
};

/// What pith found on a page. Owns all its strings. What is not known is empty.
struct Article {
  std::string url, title;
  std::string author;  ///< all authors, ", " between them
  std::string
      date;  ///< of publication: ISO 8601 as precise as the page says: "2024-05-03", "2024-05-03T15:47:42+02:00"
  std::string
      language;  ///< BCP 47: "zh-CN", "en"; declared, or detected where nothing is or the text is in another script
  std::string page_type;            ///< "article", "forum", "none"; empty where the method does not judge it
  float page_type_probability = 0;  ///< 0..1; means nothing without a page type
  std::vector<std::string> authors;
  std::string modified;     ///< when the page was changed last, as `date`
  std::string site;         ///< name of the site
  std::string source;       ///< who the page says it took the text from (来源)
  std::string editor;       ///< 责任编辑
  std::string description;  ///< as the page describes itself
  std::string licence;      ///< URL or words
  std::string image;        ///< lead image: absolute URL
  std::string canonical;    ///< absolute URL the page names as its own
  std::string next_page;    ///< absolute URL of the next part, where the text goes on
  std::vector<std::string> tags, categories;
  /// Where the bodies stood when a reader of the page does not see them: "JSON-LD articleBody", "noscript",
  /// "state of a script"; empty: the bodies are what the page shows.
  std::string embedded;
  std::vector<Body> bodies;     ///< empty: no main content
  std::vector<Body> comments;   ///< of readers, kept apart from the bodies
  std::string encoding;         ///< "GBK"
  std::string encoding_source;  ///< "bom", "content", "transport", "meta", "mojibake", "statistics", "fallback"
  std::string method;           ///< id of the method that chose
  std::string reason;           ///< why there is no body; empty when there is one
  Truncation truncated = Truncation::none;
  std::vector<BlockReport> blocks;  ///< filled by Extractor::explain, else empty
  std::vector<FieldReport> fields;  ///< likewise; field by field, the most trusted statement first
  float cut = 0;  ///< filled by Extractor::explain: what scores were held against; 0 where the method has no such bound
};

/// All bodies as one text, blank line between bodies.
PITH_API std::string text_of(const Article& article);
/// The article in a format, as far as Limits::output_bytes goes; formats with markup close what is open beyond it.
/// O(output).
PITH_API std::string render(const Article& article, Format format, const Limits& limits = {});
PITH_API std::string render(const Article& article, Format format, const RenderOptions& options,
                            const Limits& limits = {});
/// The names of the limits in the set, comma-separated: "depth,work"; empty when none.
PITH_API std::string describe(Truncation set);

/// Scratch memory of one thread, kept from page to page; that of pages above 1 MiB is given back.
class PITH_API Workspace {
 public:
  Workspace();
  ~Workspace();
  Workspace(Workspace&&) noexcept;
  Workspace& operator=(Workspace&&) noexcept;

  struct Impl;
  [[nodiscard]] Impl& impl() noexcept { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// Options and models, checked once; then immutable and shared by any number of threads.
class PITH_API Extractor {
 public:
  /// With defaults.
  Extractor();
  /// When an option is wrong or a model cannot be read, error() says so and extract() gives articles without bodies.
  explicit Extractor(Options options);
  ~Extractor();
  Extractor(Extractor&&) noexcept;
  Extractor& operator=(Extractor&&) noexcept;

  [[nodiscard]] const Error& error() const noexcept;
  [[nodiscard]] const Options& options() const noexcept;

  /// Main content of a page given as raw bytes. `workspace` may be used by one thread at a time.
  [[nodiscard]] Article extract(std::string_view bytes, const PageInfo& info, Workspace& workspace) const;
  [[nodiscard]] Article extract(std::string_view bytes, const PageInfo& info = {}) const;
  /// The same, with a report on every block.
  [[nodiscard]] Article explain(std::string_view bytes, const PageInfo& info, Workspace& workspace) const;
  [[nodiscard]] Article explain(std::string_view bytes, const PageInfo& info = {}) const;

 private:
  friend class SiteMemory;
  struct Impl;
  std::unique_ptr<const Impl> impl_;
};

/// What a method that learns (MethodInfo::learns_sites) knows of sites from the pages that it has seen: text that comes
/// again and again on the pages of a site is rarely main content. What it says of a page depends on the pages before,
/// in their order. Each site is on its own: that of the page's URL, else PageInfo::site. Not for two threads at once;
/// memories of their own for threads that share out the sites give the same results as one for all.
class PITH_API SiteMemory {
 public:
  /// Empty, for the method and the settings of `extractor`, which it does not keep.
  explicit SiteMemory(const Extractor& extractor);
  ~SiteMemory();
  SiteMemory(SiteMemory&&) noexcept;
  SiteMemory& operator=(SiteMemory&&) noexcept;

  /// Why nothing can be learnt in it: the extractor has an error, or its method judges each page alone. To extract with
  /// it is then as without.
  [[nodiscard]] const Error& error() const noexcept;
  /// Id of the method that learns in it; empty when nothing can be learnt.
  [[nodiscard]] std::string_view method() const noexcept;

  /// There is no page of this turn (PageInfo::turn), or to extract it has thrown: the next need not wait for it.
  void pass(std::uint64_t turn);

  /// All that was learnt, as text (docs/formats.md); the same pages give the same text. O(memory).
  [[nodiscard]] std::string save() const;
  /// Takes what save() has written in place of all that was learnt. When that is damaged or of another method, it says
  /// so and the memory is empty. O(text).
  Error load(std::string_view text);

  struct Impl;
  [[nodiscard]] Impl& impl() noexcept { return *impl_; }

 private:
  friend class Extractor;
  std::unique_ptr<Impl> impl_;
};

enum class SettingType : std::uint8_t { flag, integer, number, choice, text };

/// What can be set on a method: a constant of its paper, a reading of it, a list of words.
struct SettingInfo {
  std::string_view name;  ///< "lambda"
  SettingType type = SettingType::number;
  std::string_view value;         ///< the default, as it would be written
  std::string_view help;          ///< one line
  double least = 0, most = 0;     ///< of an integer or a number
  std::string_view choices = {};  ///< of a choice: "own,subtree"
};
/// "a number from 0 to 1", "one of own,subtree".
PITH_API std::string describe_values(const SettingInfo& info);

struct MethodInfo {
  std::string_view id;       ///< "cetd"
  std::string_view summary;  ///< one line
  std::string_view source;   ///< paper or origin
  std::span<const SettingInfo> settings{};
  bool trained = false;       ///< needs a model of one's own (`pith train`), named by its setting `model`
  bool learns_sites = false;  ///< judges better with a SiteMemory
};
/// The methods of this library, in the order of their ids; lives as long as the program.
PITH_API const std::vector<MethodInfo>& methods();
/// Those of a catalogue; lives as long as it.
PITH_API const std::vector<MethodInfo>& methods(const Catalogue& catalogue) noexcept;

}  // namespace pith
