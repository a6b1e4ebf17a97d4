// When a page was published: what text around the title, `time` elements and the address say.

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "article/subject.hpp"
#include "page/block_text.hpp"
#include "page/tables.hpp"
#include "statements/addresses.hpp"
#include "text/ascii.hpp"
#include "text/search.hpp"

namespace pith::article {

namespace {

using enum Field;
using html::Attr;
using html::NodeId;
using statements::host_of;

// Characters of a block that may be a date line.
constexpr std::uint32_t kLongestLine = 160;
// Blocks around the title, and before and behind the body, that are read for dates.
constexpr page::BlockId kBlocksBeforeTitle = 12, kBlocksBehindTitle = 14, kBlocksBehindBody = 6, kBlocksOfHead = 5;

// A member of JSON and how far its date is trusted.
struct StateKey {
  std::string_view name;
  float trust;
};
#include "article/dates.inc"
static_assert(std::all_of(kStateKeys.begin(), kStateKeys.end(),
                          [](const StateKey& key) { return key.trust <= trust_of(Source::script_state); }));

enum class Said : std::uint8_t { nothing, published, first_published, modified, other };

// Of a line and the names around it, as much as may be one.
constexpr std::size_t kLongestSaid = 512;  // bytes

Said said_by(std::string_view text) noexcept {
  std::array<char, kLongestSaid> lower;
  text = text.substr(0, lower.size());
  std::transform(text.begin(), text.end(), lower.begin(), text::ascii_lower);
  const std::string_view said(lower.data(), text.size());
  const auto says = [said](auto& words) {
    return std::any_of(std::begin(words), std::end(words),
                       [said](std::string_view word) { return said.find(word) != std::string_view::npos; });
  };
  if (says(kOtherWords)) return Said::other;
  if (says(kFirstPublishedWords)) return Said::first_published;
  const bool published_said = says(kPublishedWords);
  if (says(kModifiedWords)) return published_said ? Said::published : Said::modified;
  return published_said ? Said::published : Said::nothing;
}

// Whether `a` is of an earlier day.
bool day_before(const text::Date& a, const text::Date& b) noexcept { return text::day_number(a) < text::day_number(b); }

bool plausible(const Subject& subject, const text::Date& date) {
  if (!date.has_day() || date.year < 1992) return false;
  return !subject.fetched.has_day() || text::day_number(date) <= text::day_number(subject.fetched) + 2;
}

// Day and month in the order of the country.
text::DateOptions options_of(const Subject& subject) {
  text::DateOptions options;
  options.reference = subject.fetched;
  const std::string_view host = host_of(subject.url);
  options.month_first = text::writes_month_first(subject.language) ||
                        ((subject.language.empty() || subject.language == "en") &&
                         (host.ends_with(".com") || host.ends_with(".org") || host.ends_with(".net") ||
                          host.ends_with(".us") || host.ends_with(".gov") || host.ends_with(".edu")));
  return options;
}

void read_url(const Subject& subject, Statements& statements) {
  const std::string_view url = subject.url;
  const auto digit = [url](std::size_t i) { return i < url.size() && text::is_ascii_digit(url[i]); };
  const auto number = [&](std::size_t i, std::size_t count) {
    int value = 0;
    for (std::size_t k = 0; k < count; ++k) value = digit(i + k) ? value * 10 + (url[i + k] - '0') : -100000;
    return value;
  };
  const auto add = [&](int year, int month, int day, Source source) {
    if (year < 1995 || year > 2099 || month < 1 || month > 12 || day < 1 || day > 31) return false;
    text::Date date;
    date.year = static_cast<std::int16_t>(year);
    date.month = static_cast<std::uint8_t>(month);
    date.day = static_cast<std::uint8_t>(day);
    if (!plausible(subject, date)) return false;
    statements.add_date(source, date, trust_of(source));
    return true;
  };
  std::size_t start = url.find('/', 8);
  // An archive's address says when the page was copied; behind it stands the page's own.
  if (const std::size_t copied = url.find("/http", 8);
      copied != std::string_view::npos && host_of(url).ends_with("archive.org")) {
    start = url.find('/', copied + 10);
  }
  for (std::size_t i = start; i < url.size(); ++i) {
    if (!digit(i) || digit(i - 1)) continue;
    std::size_t run = 0;
    while (digit(i + run)) ++run;
    const char separator = i + 4 < url.size() ? url[i + 4] : '\0';
    if (run == 4 && (separator == '/' || separator == '-' || separator == '_')) {
      const int year = number(i, 4);
      // 2024/05/03, 2024-5-3, 2024/0503, 2024-05/03
      std::size_t month_digits = digit(i + 6) ? 2 : 1;
      std::size_t at = i + 5 + month_digits;
      if (digit(i + 5) && digit(i + 6) && digit(i + 7) && digit(i + 8) && !digit(i + 9)) {
        if (add(year, number(i + 5, 2), number(i + 7, 2), Source::url)) return;
      }
      if (at < url.size() && (url[at] == '/' || url[at] == '-' || url[at] == '_') && digit(at + 1)) {
        const std::size_t day_digits = digit(at + 2) ? 2 : 1;
        if (!digit(at + 1 + day_digits) &&
            add(year, number(i + 5, month_digits), number(at + 1, day_digits), Source::url))
          return;
      }
    } else if (run == 2 && i + 10 <= url.size() && url[i + 2] == '-' && url[i + 5] == '-' && digit(i + 3) &&
               digit(i + 4) && digit(i + 6) && digit(i + 9) && !digit(i + 10)) {  // 03-05-2024
      if (add(number(i + 6, 4), number(i + 3, 2), number(i, 2), Source::url_day_first)) return;
    } else if (run == 6 && separator != '\0' && i + 6 < url.size() && (url[i + 6] == '/' || url[i + 6] == '-') &&
               digit(i + 7) && digit(i + 8) && !digit(i + 9)) {  // 202405/03
      if (add(number(i, 4), number(i + 4, 2), number(i + 7, 2), Source::url)) return;
    } else if (run == 6 && i >= 8 && url[i - 1] == '/' && url[i - 4] == '/' && number(i - 8, 4) / 100 == 20 &&
               number(i - 6, 2) == number(i, 2) && number(i - 3, 2) == number(i + 2, 2)) {  // 2015/08/150803
      if (add(number(i - 8, 4), number(i + 2, 2), number(i + 4, 2), Source::url)) return;
    } else if (run == 8 || (run > 8 && run <= 18)) {  // 20240503, t20240503_, 2024050315474212
      if (add(number(i, 4), number(i + 4, 2), number(i + 6, 2),
              run == 8 ? Source::url_digits : Source::url_long_number))
        return;
    }
    i += run - 1;
  }
}

// How much less a statement is trusted for where it stands: best right below the title.
float distance_from_title(const Subject& subject, page::BlockId block) noexcept {
  const page::BlockId title = subject.title_block;
  return 0.012F * static_cast<float>(block < title ? title - block + 2 : block - title);
}

// How far it is trusted with the words beside it; readers are told less surely than machines.
float trust_with(Said said, float trust) noexcept {
  if (said == Said::first_published) return std::min(trust + 0.3F, 0.88F);
  return said == Said::published ? trust + 0.08F : trust;
}

// What is quoted, such as a message of a network, has its own dates.
bool is_quoted(const html::Document& document, NodeId id) noexcept {
  constexpr int kHighest = 12;  // ancestors looked at
  for (int level = 0; level < kHighest && id != html::kNoNode; ++level, id = document[id].parent) {
    if (document[id].is(html::Tag::blockquote)) return true;
  }
  return false;
}

void read_times(const Subject& subject, const text::DateOptions& options, Statements& statements) {
  const html::Document& document = subject.document();
  std::string &value = subject.buffers.text, &around = subject.buffers.around;
  int seen = 0;
  for (const NodeId id : subject.survey.times) {
    if (seen >= 12) break;
    const page::BlockId block = subject.block_at(id);
    if (subject.foreign(block) || is_quoted(document, id)) continue;
    text::Date date, shown;
    value.clear();
    if (document[id].end - id <= 16) page::append_text_inside(document, id, value);
    const bool reads_shown = text::parse_date(value, shown, options) && shown.has_day();
    if (!text::parse_date(document.attribute(id, Attr::datetime), date, options) || !date.has_day()) date = shown;
    if (!plausible(subject, date)) continue;
    ++seen;
    around.assign(document.attribute(id, Attr::class_));
    around.append(" ").append(document.attribute(id, Attr::itemprop)).append(" ").append(value);
    const NodeId parent = document[id].parent;
    if (parent != html::kNoNode) around.append(" ").append(document.attribute(parent, Attr::class_));
    // "Updated" may stand right before, in the same block.
    if (block < subject.page.blocks().size() &&
        subject.page.text_of(subject.page.block(block)).characters < kLongestLine) {
      around += ' ';
      page::append_text(subject.page, subject.page.block(block), around);
    }
    const Said said = said_by(around);
    if (said == Said::other) continue;
    const bool near = block + kBlocksBeforeTitle >= subject.title_block && block <= subject.body_end + 3;
    constexpr float kTrust = trust_of(Source::time_element), kFar = 0.24F, kLeastNear = 0.6F;
    float trust = near ? std::max(kLeastNear, kTrust - 0.3F * distance_from_title(subject, block)) : kTrust - kFar;
    trust = trust_with(said, trust) - 0.001F * static_cast<float>(seen);
    if (said != Said::published && document.find(id, Attr::pubdate) != nullptr) trust += 0.06F;
    const Field field = said == Said::modified ? modified : published;
    statements.add_date(field, Source::time_element, date, trust, id);
    // Machines are told when the page was made anew, readers in words on which day it was published.
    if (said == Said::published && said_by(value) == Said::published) {
      const text::Date told = reads_shown ? shown : text::find_date(value, options).date;
      if (plausible(subject, told) && day_before(told, date))
        statements.add_date(Source::time_element, told, trust + 0.01F);
    }
    // Machines are told UTC here, readers the time of the place.
    if (reads_shown && shown.has_time() && date.zone == 0 && shown.zone != text::Date::kNoZone)
      statements.add_date(field, Source::time_element, shown, trust - 0.01F);
  }
}

// Styles may part what nothing parts in the markup ("Ann Miller|May 3, 2024|57 shares"): the first of the block's texts
// that has a date by itself, which replaces `line`.
text::DateMatch find_text_with_date(const page::Page& page, const page::Block& block, const text::DateOptions& options,
                                    std::string& line) {
  constexpr std::uint32_t kMostTexts = 8;
  text::DateMatch match;
  const std::uint32_t end = std::min(block.text_end, block.text_begin + kMostTexts);
  if (block.text_end - block.text_begin < 2) return match;
  for (std::uint32_t i = block.text_begin; i < end && !match.date.has_day(); ++i) {
    if (page.text_at(i).digits < 3) continue;
    line.assign(page.document().text(page.texts()[i]));
    match = text::find_date(line, options);
  }
  return match;
}

// Whether a block stands in the rows of a table of data, and not in one of labels and values.
bool in_data(const page::Page& page, const page::Block& block) noexcept {
  constexpr std::uint32_t kLeastRows = 4, kLeastCells = 3;
  const NodeId table = page::table_of(page, block);
  if (table == html::kNoNode || !page::is_data_table(page, table)) return false;
  const html::Document& document = page.document();
  std::uint32_t cells = 0, rows = 0;
  for (NodeId id = block.row + 1; id < document[block.row].end; ++id) {
    cells += document[id].is(html::Tag::td) || document[id].is(html::Tag::th) ? 1 : 0;
  }
  for (NodeId id = table + 1; cells >= kLeastCells && id < document[table].end && rows < kLeastRows; ++id)
    rows += document[id].is(html::Tag::tr) ? 1 : 0;
  return rows >= kLeastRows;
}

// The block, where it is one with a date.
void read_block(const Subject& subject, page::BlockId id, const text::DateOptions& options, Source source, float trust,
                Statements& statements) {
  const page::Page& page = subject.page;
  const page::Block& block = page.block(id);
  const page::TextSums sums = page.text_of(block);
  // Listings and what programs print are full of dates.
  if (sums.digits == 0 || sums.characters > kLongestLine || block.has(page.invisible() | page::kPreformatted)) return;
  // Between title and body nothing is a comment, whatever it is named.
  const bool heads = id > subject.title_block && id < subject.body_begin && id <= subject.title_block + kBlocksOfHead;
  if (!heads && subject.foreign(id)) return;
  std::string& line = subject.buffers.text;
  line.clear();
  page::append_text(page, block, line);
  text::DateMatch match = text::find_date(line, options);
  const bool below_title = id > subject.title_block && id <= subject.title_block + kBlocksOfHead;
  if (!match.date.has_day() && below_title) match = find_text_with_date(page, block, options, line);
  if (!match.date.has_day()) return;
  const std::string_view before = std::string_view(line).substr(0, match.begin);
  Said said = said_by(before.substr(before.size() > 40 ? before.size() - 40 : 0));
  if (said == Said::nothing && before.size() < 3 && id > 0 && page.text_of(page.block(id - 1)).characters < 20) {
    std::string& label = subject.buffers.around;  // in a cell or a line of its own
    label.clear();
    page::append_text(page, page.block(id - 1), label);
    said = said_by(label);
  }
  // Nor do the rows of data say when the page was published.
  if (said == Said::nothing && in_data(page, block)) return;
  // A sentence that mentions a day is no date line.
  const bool short_line = (match.end - match.begin) * 2 >= line.size() || match.begin <= 30;
  if (said == Said::nothing && (!short_line || sums.sentence_stops > 2)) trust -= 0.25F;
  trust = trust_with(said, trust);
  if (match.date.has_time()) trust += 0.03F;
  if (!match.worded && match.ambiguous) trust -= 0.03F;
  if (said != Said::other && plausible(subject, match.date)) {
    statements.add_date(said == Said::modified ? modified : published, source, match.date, trust, block.container);
  }
  // "Published … Updated …", "Updated … Published …" in one line.
  const text::DateMatch second = text::find_date(std::string_view(line).substr(match.end), options);
  if (!second.date.has_day() || !plausible(subject, second.date)) return;
  const Said next = said_by(std::string_view(line).substr(match.end, second.begin));
  if (next == Said::modified) statements.add_date(modified, source, second.date, trust);
  if (next == Said::published && said == Said::modified) statements.add_date(source, second.date, trust + 0.05F);
}

void read_blocks(const Subject& subject, const text::DateOptions& options, Statements& statements) {
  const auto blocks = static_cast<page::BlockId>(subject.page.blocks().size());
  const page::BlockId title = subject.title_block;
  const page::BlockId first = title > kBlocksBeforeTitle ? title - kBlocksBeforeTitle : 0;
  const page::BlockId last = std::min(blocks, title + kBlocksBehindTitle);
  for (page::BlockId id = first; id < last; ++id) {
    read_block(subject, id, options, Source::date_line, trust_of(Source::date_line) - distance_from_title(subject, id),
               statements);
  }
  for (page::BlockId id = std::max(last, subject.body_end); id < std::min(blocks, subject.body_end + kBlocksBehindBody);
       ++id) {
    read_block(subject, id, options, Source::date_behind_body, trust_of(Source::date_behind_body), statements);
  }
  int read = 0;
  for (const NodeId id : subject.survey.named_date) {
    const page::BlockId block = subject.block_at(id);
    if (block >= first && block < last) continue;  // read already
    if (block >= blocks || ++read > 12) continue;
    read_block(subject, block, options, Source::named_date,
               trust_of(Source::named_date) - 0.01F * static_cast<float>(read), statements);
  }
}

// The sentence that blogs put below an article: "This entry was posted on Friday, May 3rd, 2024 at 3:47 pm and is filed
// under …", "Dieser Artikel wurde am 3. Mai 2024 von …". The participle may follow the date.
void read_footer(const Subject& subject, const text::DateOptions& options, Statements& statements) {
  constexpr std::size_t kBeginning = 160;  // bytes
  constexpr page::BlockId kBlocks = 40;
  const auto blocks = static_cast<page::BlockId>(subject.page.blocks().size());
  std::string& line = subject.buffers.text;
  for (page::BlockId id = subject.title_block; id < std::min(blocks, subject.body_end + kBlocks); ++id) {
    const page::TextSums sums = subject.page.text_of(subject.page.block(id));
    if (sums.digits == 0 || sums.characters < 40 || subject.foreign(id)) continue;
    line.clear();
    page::append_beginning(subject.page, subject.page.block(id), kBeginning, line);
    std::string_view text = std::string_view(line).substr(0, kBeginning);
    const text::DateMatch match = text::find_date(text, options);
    if (!match.date.has_day() || match.begin > 60 || !plausible(subject, match.date)) continue;
    const std::string before = text::ascii_lowered(text.substr(0, match.begin));
    if (std::none_of(kFooterPhrases.begin(), kFooterPhrases.end(),
                     [&](std::string_view phrase) { return before.find(phrase) != std::string::npos; })) {
      continue;
    }
    const Said said = said_by(text);
    if (said != Said::published && said != Said::nothing) continue;
    statements.add_date(Source::footer, match.date, trust_of(Source::footer));
    return;
  }
}

// A long paragraph at the beginning of the body that begins with a date, as press releases do.
void read_lead(const Subject& subject, const text::DateOptions& options, Statements& statements) {
  constexpr std::size_t kLead = 100;  // bytes
  std::string& lead = subject.buffers.text;
  int read = 0;
  for (page::BlockId id = subject.body_begin; id < subject.body_end && read < 3; ++id) {
    const page::TextSums sums = subject.page.text_of(subject.page.block(id));
    if (sums.digits == 0 || sums.characters <= kLongestLine || subject.foreign(id) ||
        subject.page.block(id).has(page::kPreformatted))
      continue;
    ++read;
    lead.clear();
    page::append_beginning(subject.page, subject.page.block(id), kLead, lead);
    const text::DateMatch match = text::find_date(std::string_view(lead).substr(0, kLead), options);
    if (!match.date.has_day() || match.begin > 30 || !plausible(subject, match.date)) continue;
    if (said_by(std::string_view(lead).substr(0, match.begin)) == Said::other) continue;
    statements.add_date(Source::lead, match.date, trust_of(Source::lead) - (match.begin == 0 ? 0 : 0.1F));
    return;
  }
}

// What the names of kStateKeys have in common, so that two searches find all of them.
constexpr std::array<std::string_view, 2> kStateStems = {"ublish", "reated"};
static_assert(std::all_of(kStateKeys.begin(), kStateKeys.end(), [](const StateKey& key) {
  return std::any_of(kStateStems.begin(), kStateStems.end(),
                     [&](std::string_view stem) { return key.name.find(stem) != std::string_view::npos; });
}));

using StatePlaces = std::array<std::size_t, kStateKeys.size()>;

// Where each of kStateKeys stands first; npos where it does not.
StatePlaces find_state_keys(std::string_view input) {
  StatePlaces places;
  places.fill(std::string_view::npos);
  for (const std::string_view stem : kStateStems) {
    text::for_each_occurrence(input, stem, [&](std::size_t at) {
      for (std::size_t k = 0; k < places.size(); ++k) {
        const std::size_t before = kStateKeys[k].name.find(stem);
        if (places[k] == std::string_view::npos && before <= at &&
            input.substr(at - before).starts_with(kStateKeys[k].name))
          places[k] = at - before;
      }
    });
  }
  return places;
}

// The date that JSON says under a name that stands at the beginning: "key":"2024-05-03T…", also with its quotation
// marks escaped.
text::Date date_of_member(std::string_view member, std::string_view name) {
  std::string_view value = member.substr(name.size(), 48);
  const std::size_t digit = value.find_first_of("0123456789");
  if (digit > 14) return {};  // also npos
  value.remove_prefix(digit);
  value = value.substr(0, value.find_first_not_of("0123456789-:.TZ+"));
  text::Date date;
  return value.size() >= 10 && text::parse_date(value, date) ? date : text::Date();
}

// What the state of applications says under such names, in scripts or attributes: a listing on the page may say the
// same.
void read_state(const Subject& subject, Statements& statements) {
  const html::Document& document = subject.document();
  const Survey& survey = subject.survey;
  const StatePlaces places = find_state_keys(document.input());
  for (std::size_t k = 0; k < kStateKeys.size(); ++k) {
    if (places[k] == std::string_view::npos) continue;
    const StateKey& key = kStateKeys[k];
    const auto read = [&](std::string_view input, std::size_t at) {
      const text::Date date = at == std::string_view::npos ? text::Date() : date_of_member(input.substr(at), key.name);
      if (!plausible(subject, date)) return false;
      statements.add_date(Source::script_state, date, key.trust);
      return true;
    };
    const auto read_first = [&](std::string_view script) { return read(script, script.find(key.name)); };
    if (std::any_of(survey.linked_data.begin(), survey.linked_data.end(),
                    [&](const Survey::LinkedDataScript& script) { return read_first(script.text); }) ||
        std::any_of(survey.scripts.begin(), survey.scripts.end(),
                    [&](NodeId script) { return read_first(document.text(script + 1)); })) {
      return;
    }
    // In an attribute, where the tag has not ended before it.
    const std::string_view input = document.input();
    const std::size_t mark = input.find_last_of("<>", places[k]);
    if (mark != std::string_view::npos && input[mark] == '<' && read(input, places[k])) return;
  }
}

// Where nothing else is said: the first date of the page, as archives show it, or the first that is said to be its own.
void read_rest(const Subject& subject, const text::DateOptions& options, Statements& statements) {
  int read = 0;
  for (page::BlockId id = 0; id < subject.page.blocks().size() && read < 40; ++id) {
    if (subject.page.text_of(subject.page.block(id)).digits == 0) continue;
    read_block(subject, id, options, Source::first_date,
               trust_of(Source::first_date) - 0.001F * static_cast<float>(read), statements);
    ++read;
  }
}

// A thread was opened with its first post.
void read_thread(const Subject& subject, Statements& statements) {
  const auto posts = subject.page.posts().list();
  if (posts.size() < 2 || posts[0].kind != page::PostKind::post || !plausible(subject, posts[0].date)) return;
  if (is_quoted(subject.document(), posts[0].element)) return;
  statements.add_date(Source::thread_start, posts[0].date, trust_of(Source::thread_start));
}

// Where nothing else is said: a thread was there when its first post was, a list of articles when its newest was.
void read_list(const Subject& subject, Statements& statements) {
  const std::string_view type = subject.choice.page_type();
  const bool posts_are_the_page = type == "listing" || type == "forum" || type == "collection";
  for (const page::Post& post : subject.page.posts().list()) {
    if ((post.kind == page::PostKind::comment && !posts_are_the_page) || !plausible(subject, post.date)) continue;
    statements.add_date(Source::newest_post, post.date, trust_of(Source::newest_post));
    return;
  }
}

// Whether machines are told a day that nothing else of the page could better. Templates that give the last change for
// the publication, too, give it to the second.
bool is_certain(const Statement* said, const Statement* changed) noexcept {
  if (said == nullptr || said->trust < 0.9F) return false;
  return changed == nullptr || (said->date != changed->date && !day_before(changed->date, said->date));
}

}  // namespace

void add_dates(const Subject& subject, Statements& statements) {
  const text::DateOptions options = options_of(subject);
  read_url(subject, statements);
  read_times(subject, options, statements);
  if (is_certain(statements.best(published), statements.best(modified))) return;
  read_blocks(subject, options, statements);
  read_thread(subject, statements);
  if (const Statement* said = statements.best(published); said == nullptr || said->trust < trust_of(Source::footer))
    read_footer(subject, options, statements);
  if (statements.best(published) == nullptr) read_lead(subject, options, statements);
  if (statements.best(published) == nullptr) read_state(subject, statements);
  if (statements.best(published) == nullptr) read_rest(subject, options, statements);
  if (statements.best(published) == nullptr) read_list(subject, statements);
}

namespace {

// From where on what is shown, and what is not machines' at all, is trusted.
constexpr float kShownForSame = 0.66F, kShownForSameDay = 0.69F, kShownForLater = 0.745F, kWeak = 0.52F;

bool is_address(Source source) noexcept {
  return source == Source::url || source == Source::url_digits || source == Source::url_day_first ||
         source == Source::url_long_number;
}

// Whether a statement that is told in UTC and another one mean the same moment, and the other the day that it was where
// the page is from: the address, or the same time to the second, hours apart.
bool is_day_of_place(const Statement& utc, const Statement& other) {
  const std::int32_t apart = text::day_number(other.date) - text::day_number(utc.date);
  if (apart != 1 && apart != -1) return false;
  // West of Greenwich the day before lasts until the morning there, east of it the next begins before noon.
  if (apart < 0 ? utc.date.hour > 8 : utc.date.hour < 10) return false;
  if (is_address(other.source)) return true;
  if (!other.date.has_time() || other.trust < 0.6F) return false;
  const int later = apart * 24 * 60 + (other.date.hour - utc.date.hour) * 60 + other.date.minute - utc.date.minute;
  if (other.date.zone != text::Date::kNoZone && other.date.zone != 0) return later == other.date.zone;
  return utc.date.second >= 0 && other.date.second == utc.date.second && later % 30 == 0;
}

const Statement* best_shown(const Statements& statements) noexcept {
  const Statement* best = nullptr;
  for (const Statement& statement : statements.all()) {
    if (statement.field != published || !info(statement.source).shown) continue;
    if (best == nullptr || statement.trust > best->trust) best = &statement;
  }
  return best;
}

const Statement* best_published(const Statements& statements) noexcept {
  const Statement* const best = statements.best(published);
  const Statement* changed = statements.best(modified);
  if (best == nullptr) {  // it was there when it was changed for the first time
    for (const Statement& statement : statements.all()) {
      if (statement.field == modified && day_before(statement.date, changed->date)) changed = &statement;
    }
    return changed;
  }
  if (changed == nullptr || changed->trust < 0.7F) return best;
  // Templates may give the last change for the publication, too; then what readers are shown is earlier.
  const bool same_moment = best->date == changed->date;
  const bool later = day_before(changed->date, best->date);
  if (same_moment || later) {
    const Statement* const shown = best_shown(statements);
    const float enough = !same_moment ? kShownForLater : best->date.has_time() ? kShownForSame : kShownForSameDay;
    if (shown != nullptr && shown->trust >= enough && day_before(shown->date, changed->date)) return shown;
  }
  // Dates far from the title are rather those of other articles, those of scripts and texts those of anything.
  return best->trust < kWeak && (later || info(best->source).shown) ? changed : best;
}

}  // namespace

const Statement* settle_date(const Statements& statements, Field field) {
  const Statement* best = field == published ? best_published(statements) : statements.best(field);
  if (best == nullptr) return nullptr;
  // Machines may be told in UTC; what else is said on the day before or after then names the day of the place.
  if (best->date.zone == 0 && best->date.has_time()) {
    for (const Statement& statement : statements.all()) {
      if (statement.field == field && is_day_of_place(*best, statement)) return &statement;
    }
  }
  // A statement about the same day that knows the time as well.
  for (const Statement& statement : statements.all()) {
    if (statement.field == field && statement.date.has_time() && !best->date.has_time() &&
        statement.date.year == best->date.year && statement.date.month == best->date.month &&
        statement.date.day == best->date.day && statement.trust > 0.5F) {
      return &statement;
    }
  }
  return best;
}

}  // namespace pith::article
