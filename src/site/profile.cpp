#include "site/profile.hpp"

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "filter/hosts.hpp"
#include "site/sites.hpp"
#include "site/visit.hpp"
#include "text/ascii.hpp"
#include "text/hash.hpp"
#include "text/number.hpp"
#include "text/url.hpp"
#include "text/utf8.hpp"

namespace pith::site {

namespace {

constexpr std::string_view kHeader = "pith-profile 1\n";
constexpr char kVisitVersion = 2;
constexpr char kFirstVisitVersion = 3;  // the same, told when no other page was known
constexpr float kMostOdds = 16, kOddsUnit = 64;
constexpr std::size_t kBeginning = 80;      // bytes of a text that are kept for people
constexpr std::size_t kMostPatterns = 256;  // of addresses
constexpr std::size_t kMostTails = 64;      // of titles
constexpr std::size_t kLongestTitle = 400;  // bytes of it that are compared
constexpr std::uint32_t kBlocksNear = 3;    // on each side

constexpr std::array kNames = {
#define PITH_X(name, meaning) std::string_view(#name),
    PITH_SITE_FEATURES(PITH_X)
#undef PITH_X
};

std::int64_t in_units(float odds) noexcept { return std::lround(std::clamp(odds, -kMostOdds, kMostOdds) * kOddsUnit); }
float mean_odds(std::int64_t sum, std::uint32_t count) noexcept {
  return static_cast<float>(sum) / (kOddsUnit * static_cast<float>(count));
}
float share(std::uint64_t part, std::uint64_t whole) noexcept {
  return static_cast<float>(part) / static_cast<float>(whole);
}

std::uint64_t digest_of(std::span<const Sight> blocks) noexcept {
  std::uint64_t digest = text::kFnv64Start;
  for (const Sight& block : blocks) digest = text::mix64(text::fnv64_step(digest, block.text));
  return digest;
}

/// The beginning of a text, as far as whole characters go.
std::string_view beginning_of(std::string_view text) noexcept {
  text = text.substr(0, text.substr(0, kBeginning).find('\n'));
  std::size_t size = std::min(text.size(), kBeginning);
  while (size > 0 && size < text.size() && (static_cast<unsigned char>(text[size]) & 0xC0) == 0x80) --size;
  return text.substr(0, size);
}

/// What may part a title from the name of its site.
bool is_separator(std::string_view text) noexcept {
  for (const std::string_view separator : {" - ", " | ", " – ", " — ", " · ", " • ", " » ", " « ", " : ", ": ", " / ",
                                           "_", "|", "-", "—", "–", "·", "»", "｜"}) {
    if (text.starts_with(separator)) return text.size() > separator.size();
  }
  return false;
}

template <class Take>
void each_of_path(const PageGroups& page, std::uint32_t first, const Take& take) {
  for (std::uint32_t b = first; b != PageGroups::kNone; b = page.next(b)) take(b);
}

void append_hex(std::uint64_t number, std::string& out) {
  char digits[17];
  out.append(digits, std::to_chars(digits, digits + sizeof digits, number, 16).ptr);
}

/// Words of a line, one after the other; what is left is the rest.
class LineReader {
 public:
  explicit LineReader(std::string_view line) : rest_(line) {}
  template <class Number>
  Number number(int base = 10) {
    const std::optional<Number> taken = text::take_number<Number>(rest_, base);
    if (!taken) good_ = false;
    skip_space();
    return taken.value_or(Number{});
  }
  std::string_view word() {
    const std::string_view taken = rest_.substr(0, rest_.find(' '));
    rest_.remove_prefix(taken.size());
    skip_space();
    return taken;
  }
  [[nodiscard]] std::string_view rest() const noexcept { return rest_; }
  [[nodiscard]] bool good() const noexcept { return good_; }

 private:
  void skip_space() {
    if (rest_.starts_with(' ')) rest_.remove_prefix(1);
  }
  std::string_view rest_;
  bool good_ = true;
};

/// Of equal ones those go first that stand first.
template <class Map, class Count>
void keep_most(Map& map, std::size_t most, const Count& count) {
  if (map.size() <= most) return;
  std::vector<typename Map::iterator> entries;
  for (auto entry = map.begin(); entry != map.end(); ++entry) entries.push_back(entry);
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const auto& a, const auto& b) { return count(a->second) < count(b->second); });
  entries.resize(entries.size() - most);
  for (const auto entry : entries) map.erase(entry);
}

}  // namespace

std::span<const std::string_view> site_feature_names() noexcept { return kNames; }

void PageGroups::find(std::span<const Sight> blocks) {
  blocks_ = blocks;
  digest_ = digest_of(blocks);
  const auto count = static_cast<std::uint32_t>(blocks.size());
  lines_.clear();
  for (const Sight& block : blocks) lines_.push_back({block.text, block.characters, 0});
  const std::size_t mask = std::bit_ceil(std::size_t{2} * count + 1) - 1;
  // The first block with the same key as this one.
  const auto first_like = [&](std::uint32_t block, std::uint64_t Sight::*key) {
    for (std::size_t at = keyed_hash(blocks[block].*key) & mask;; at = (at + 1) & mask) {
      if (slots_[at] == kNone) slots_[at] = block;
      if (blocks[slots_[at]].*key == blocks[block].*key) return slots_[at];
    }
  };
  first_.resize(count);
  slots_.assign(mask + 1, kNone);
  for (std::uint32_t b = 0; b < count; ++b) first_[b] = first_like(b, &Sight::text);
  previous_.assign(count, kNone);
  next_.assign(count, kNone);
  last_.resize(count);
  paths_.clear();
  slots_.assign(mask + 1, kNone);
  for (std::uint32_t b = 0; b < count; ++b) {
    const std::uint32_t head = first_like(b, &Sight::path);
    if (head == b) {
      paths_.push_back(b);
    } else {
      previous_[b] = last_[head];
      next_[last_[head]] = b;
    }
    last_[head] = b;
  }
}

std::string url_pattern(std::string_view url) {
  const text::Address parts = text::split_address(url);
  std::string pattern;
  std::string_view path = parts.path;
  while (!path.empty()) {
    path.remove_prefix(path.starts_with('/') ? 1 : 0);
    const std::size_t end = std::min(path.find('/'), path.size());
    std::string_view segment = path.substr(0, end);
    path.remove_prefix(end);
    pattern += '/';
    const bool is_last = path.empty();
    std::string_view ending;
    if (const std::size_t dot = segment.rfind('.'); is_last && dot != std::string_view::npos && dot > 0) {
      ending = segment.substr(dot);
      segment = segment.substr(0, dot);
    }
    constexpr std::size_t kName = 12;  // bytes of a segment that may name a part of the site
    const auto digits = static_cast<std::size_t>(std::count_if(segment.begin(), segment.end(), text::is_ascii_digit));
    if (segment.empty()) {
    } else if (digits == segment.size()) {
      pattern += '#';
    } else if (is_last || digits > 0 || segment.size() > kName || segment.find('%') != std::string_view::npos) {
      pattern += '*';
    } else {
      pattern += segment;
    }
    pattern += ending;
  }
  if (pattern.empty()) pattern = "/";
  std::string_view query = parts.query;
  if (!query.empty()) query.remove_prefix(1);
  for (char mark = '?'; !query.empty(); mark = '&') {
    const std::string_view member = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(member.size() + 1, query.size()));
    pattern.append(1, mark).append(member.substr(0, member.find('='))).append("=");
  }
  return pattern;
}

std::uint32_t Profile::only_page_of(std::uint64_t text) const noexcept {
  const TextRecord* const record = texts_.find(text);
  return record != nullptr && record->pages == 1 ? record->page : 0;
}

bool Profile::recall(PageGroups& page, std::span<float> columns, std::size_t stride) {
  const std::span<const Sight> blocks = page.blocks();
  const bool learnt = knows(page.digest());
  const std::uint32_t others = pages_ - (learnt ? 1 : 0);
  if (others == 0) return false;
  if (!learnt && copies_.looks_copied(page.lines(), [this](std::uint64_t text) { return only_page_of(text); }))
    return false;
  const auto set = [&](SiteFeature feature, std::size_t block, float value) {
    columns[static_cast<std::size_t>(feature) * stride + block] = value;
  };
  using enum SiteFeature;
  page.known.assign(blocks.size(), 0);
  std::uint64_t all = 0, known = 0;
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    all += blocks[b].characters;
    set(pages, b, static_cast<float>(others));
    if (const std::uint32_t first = page.first(b); first != b) {
      for (const SiteFeature feature : {text_share, text_pages, text_odds})
        set(feature, b, columns[static_cast<std::size_t>(feature) * stride + first]);
      if (page.known[first] == 0) continue;
    } else {
      TextRecord record;
      if (const TextRecord* const found = texts_.find(blocks[b].text)) record = *found;
      if (learnt && record.pages > 0) {
        --record.pages;
        record.odds -= in_units(blocks[b].log_odds);
      }
      set(text_share, b, share(record.pages, others));
      set(text_pages, b, static_cast<float>(record.pages));
      set(text_odds, b, record.pages > 0 ? mean_odds(record.odds, record.pages) : kUnknown);
      if (record.pages == 0) continue;
    }
    page.known[b] = blocks[b].characters;
    known += blocks[b].characters;
  }
  for (const std::uint32_t path : page.paths()) {
    PathRecord record;
    if (const PathRecord* const found = paths_.find(blocks[path].path)) record = *found;
    std::uint32_t here = 0;
    std::uint64_t characters = 0, known_here = 0;
    std::int64_t odds = 0;
    each_of_path(page, path, [&](std::uint32_t b) {
      ++here;
      characters += blocks[b].characters;
      known_here += page.known[b];
      odds += in_units(blocks[b].log_odds);
    });
    if (learnt && record.pages > 0) {
      --record.pages;
      record.blocks -= std::min(record.blocks, here);
      record.odds -= odds;
    }
    const bool seen = record.pages > 0 && record.blocks > 0;
    const std::pair<SiteFeature, float> of_path[] = {
        {path_share, share(record.pages, others)},
        {path_blocks, seen ? share(record.blocks, record.pages) : kUnknown},
        {path_changes, record.pages > 1 ? std::min(1.0F, share(record.changes, record.pages - 1)) : kUnknown},
        {path_repeats, seen ? std::min(1.0F, share(record.repeats, record.blocks)) : kUnknown},
        {path_odds, seen ? mean_odds(record.odds, record.blocks) : kUnknown}};
    each_of_path(page, path, [&](std::uint32_t b) {
      for (const auto& [feature, value] : of_path) set(feature, b, value);
      const std::uint64_t beside = characters - blocks[b].characters;
      set(path_known, b, beside > 0 ? share(known_here - page.known[b], beside) : kUnknown);
    });
  }
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    std::uint64_t characters = 0, known_here = 0;
    const std::size_t begin = b > kBlocksNear ? b - kBlocksNear : 0, end = std::min(blocks.size(), b + kBlocksNear + 1);
    for (std::size_t n = begin; n < end; ++n) {
      if (n == b) continue;
      characters += blocks[n].characters;
      known_here += page.known[n];
    }
    set(near_known, b, characters > 0 ? share(known_here, characters) : kUnknown);
    set(page_known, b, all > 0 ? share(known, all) : kUnknown);
  }
  return true;
}

bool Profile::learn(PageGroups& page, const Told& of, std::string& told) {
  told.clear();
  const std::span<const Sight> blocks = page.blocks();
  if (blocks.empty() || knows(page.digest()) ||
      copies_.is_copy(page.lines(), [this](std::uint64_t text) { return only_page_of(text); }))
    return false;
  const bool first = pages_ == 0;
  count(page, of);
  VisitWriter writer(told, first ? kFirstVisitVersion : kVisitVersion);
  writer.text(of.url).text(of.kind).text(of.title.substr(0, kLongestTitle));
  writer.count(blocks.size());
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    const Sight& block = blocks[b];
    writer.number(block.text);
    // A path once, then how far back the last block with it is.
    if (const std::uint32_t previous = page.previous(b); previous != PageGroups::kNone)
      writer.count(b - previous);
    else
      writer.count(0).number(block.path);
    writer.count(block.characters).number(static_cast<std::int16_t>(in_units(block.log_odds)));
    const bool recurs = page.known[b] == 1;  // seen for the second time
    writer.text(recurs ? beginning_of(block.beginning) : std::string_view());
  }
  writer.count(of.places.size());
  for (const FieldPlace& place : of.places)
    writer.number(place.field).number(static_cast<char>(place.right ? 1 : 0)).number(place.path).text(place.label);
  return true;
}

bool Profile::replay(std::string_view told) {
  const bool first = told.starts_with(kFirstVisitVersion);
  VisitReader reader(told, first ? kFirstVisitVersion : kVisitVersion);
  Told page;
  page.url = reader.text();
  page.kind = reader.text();
  page.title = reader.text();
  std::vector<Sight> blocks;
  for (auto left = reader.count<std::uint32_t>(); left > 0 && reader.good(); --left) {
    Sight block;
    block.text = reader.number<std::uint64_t>();
    const auto back = reader.count<std::size_t>();
    if (back > blocks.size()) return false;
    block.path = back == 0 ? reader.number<std::uint64_t>() : blocks[blocks.size() - back].path;
    block.characters = reader.count<std::uint32_t>();
    block.log_odds = static_cast<float>(reader.number<std::int16_t>()) / kOddsUnit;
    block.beginning = reader.text();
    blocks.push_back(block);
  }
  std::vector<FieldPlace> places;
  for (auto left = reader.count<std::uint32_t>(); left > 0 && reader.good(); --left) {
    FieldPlace place;
    place.field = reader.number<char>();
    place.right = reader.number<char>() != 0;
    place.path = reader.number<std::uint64_t>();
    place.label = reader.text();
    places.push_back(std::move(place));
  }
  page.places = places;
  if (!reader.good() || !reader.at_end()) return false;
  // Another process may have told the same page. What was told was no copy of those before it when it was learnt; but
  // when there were none, as where each page is visited alone, nobody has looked.
  PageGroups groups;
  groups.find(blocks);
  if (blocks.empty() || knows(groups.digest())) return true;
  if (!first)
    copies_.pass();
  else if (copies_.is_copy(groups.lines(), [this](std::uint64_t text) { return only_page_of(text); }))
    return true;
  count(groups, page);
  return true;
}

void Profile::count(PageGroups& page, const Told& of) {
  const std::span<const Sight> blocks = page.blocks();
  ++pages_;
  page_numbers_[page.digest()] = pages_;
  forget_old_pages();
  page.texts.resize(blocks.size());
  page.known.assign(blocks.size(), 0);
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    const std::uint32_t first = page.first(b);
    page.texts[b] = first == b ? texts_.insert(blocks[b].text) : page.texts[first];
    page.known[b] = texts_.at(page.texts[b]).pages;
  }
  for (const std::uint32_t path : page.paths()) {
    PathRecord& record = paths_[blocks[path].path];
    std::uint64_t text = text::kFnv64Start;
    each_of_path(page, path, [&](std::uint32_t b) {
      text = text::mix64(text::fnv64_step(text, blocks[b].text));
      ++record.blocks;
      record.odds += in_units(blocks[b].log_odds);
      record.repeats += page.known[b] > 0 ? 1 : 0;
    });
    if (record.pages > 0 && record.last != text) ++record.changes;
    record.last = text;
    ++record.pages;
  }
  for (std::uint32_t b = 0; b < blocks.size(); ++b) {
    if (page.first(b) != b) continue;
    TextRecord& record = texts_.at(page.texts[b]);
    ++record.pages;
    record.page = pages_;
    record.odds += in_units(blocks[b].log_odds);
    if (record.pages == 2) beginnings_.try_emplace(blocks[b].text, beginning_of(blocks[b].beginning));
  }
  if (!of.url.empty()) {
    UrlRecord& record = urls_[url_pattern(of.url)];
    ++record.pages;
    if (!of.kind.empty()) ++record.kinds.try_emplace(std::string(of.kind), 0).first->second;
  }
  count_title(of.title.substr(0, kLongestTitle));
  for (const FieldPlace& place : of.places) {
    Standing& standing = places_[{place.field, place.path}];
    ++(place.right ? standing.right : standing.wrong);
    if (standing.label.empty()) standing.label = place.label;
  }
  if (pages_ % options_.prune_every == 0) prune();
}

// Ends that a title has in common with the one before, from each separator on.
void Profile::count_title(std::string_view title) {
  if (title.empty()) return;
  const std::string_view last = last_title_;
  if (!last.empty() && last != title) {
    ++titles_;
    std::size_t same = 0;
    while (same < std::min(last.size(), title.size()) && last[last.size() - 1 - same] == title[title.size() - 1 - same])
      ++same;
    const std::string_view end = title.substr(title.size() - same);
    for (std::size_t at = 0; at < end.size(); ++at) {
      if (same - at < title.size() && is_separator(end.substr(at))) {
        ++tails_.try_emplace(std::string(end.substr(at)), 0).first->second;
        if (end[at] == ' ') ++at;  // the separator itself is no other one
      }
    }
    keep_most(tails_, kMostTails, [](std::uint32_t n) { return n; });
    settle_tail();
  }
  last_title_ = title;
}

void Profile::settle_tail() {
  constexpr std::uint32_t kLeast = 3;  // titles, and half of all
  tail_.clear();
  for (const auto& [tail, count] : tails_)
    if (count >= kLeast && 2 * count >= titles_ && tail.size() > tail_.size()) tail_ = tail;
}

void Profile::forget_old_pages() {
  if (page_numbers_.size() <= options_.most_pages) return;
  std::vector<std::uint32_t> numbers;
  numbers.reserve(page_numbers_.size());
  for (const auto& [digest, number] : page_numbers_.entries()) numbers.push_back(number);
  const auto last = numbers.end() - 1 - static_cast<std::ptrdiff_t>(options_.most_pages / 2);
  std::nth_element(numbers.begin(), last, numbers.end());
  page_numbers_.erase_if([last = *last](const auto& entry) { return entry.value <= last; });
}

void Profile::prune() {
  const std::uint32_t least = pages_ / options_.rare;
  texts_.erase_if([least](const auto& entry) { return entry.value.pages <= least; });
  std::erase_if(beginnings_, [this](const auto& entry) { return texts_.find(entry.first) == nullptr; });
  paths_.erase_if([least](const auto& entry) { return entry.value.pages <= least; });
  std::erase_if(places_, [least](const auto& entry) { return entry.second.right + entry.second.wrong <= least; });
  keep_most(urls_, kMostPatterns, [](const UrlRecord& record) { return record.pages; });
  keep_most(tails_, kMostTails, [](std::uint32_t n) { return n; });
}

const Profile::Standing* Profile::standing(char field, std::uint64_t path) const noexcept {
  const auto found = places_.find({field, path});
  return found == places_.end() ? nullptr : &found->second;
}

std::string Profile::to_text() const {
  std::string out(kHeader);
  const auto append = [&out](auto number) { out.append(" ").append(std::to_string(number)); };
  out += "pages";
  append(pages_);
  append(titles_);
  out += '\n';
  const auto by_digest = [](const auto& map) {
    auto entries = map.entries();
    std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) { return a.digest < b.digest; });
    return entries;
  };
  for (const auto& [digest, number] : by_digest(page_numbers_)) {
    out += "page ";
    append_hex(digest, out);
    append(number);
    out += '\n';
  }
  for (const auto& [key, record] : by_digest(texts_)) {
    out += "text ";
    append_hex(key, out);
    append(record.pages);
    append(record.page);
    append(record.odds);
    if (record.pages > 1) {  // others have none
      if (const auto found = beginnings_.find(key); found != beginnings_.end()) out.append(" ").append(found->second);
    }
    out += '\n';
  }
  for (const auto& [key, record] : by_digest(paths_)) {
    out += "path ";
    append_hex(key, out);
    append(record.pages);
    append(record.blocks);
    append(record.changes);
    append(record.repeats);
    append(record.odds);
    out += ' ';
    append_hex(record.last, out);
    out += '\n';
  }
  for (const auto& [pattern, record] : urls_) {
    out += "url";
    append(record.pages);
    append(record.kinds.size());
    for (const auto& [kind, pages] : record.kinds) {
      out.append(" ").append(kind);
      append(pages);
    }
    out.append(" ").append(pattern).append("\n");
  }
  for (const auto& [tail, count] : tails_) {
    out += "tail";
    append(count);
    out.append(" ").append(tail).append("\n");
  }
  for (const auto& [place, standing] : places_) {
    out.append("place ").append(1, place.first).append(" ");
    append_hex(place.second, out);
    append(standing.right);
    append(standing.wrong);
    out.append(" ").append(standing.label).append("\n");
  }
  if (!last_title_.empty()) out.append("title ").append(last_title_).append("\n");
  return out;
}

bool Profile::from_text(std::string_view text) {
  *this = Profile(options_);
  if (!text.starts_with(kHeader)) return false;
  text.remove_prefix(kHeader.size());
  bool good = true;
  while (good && !text.empty()) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) {
      good = false;
      break;
    }
    LineReader line(text.substr(0, end));
    text.remove_prefix(end + 1);
    const std::string_view keyword = line.word();
    if (keyword == "pages") {
      pages_ = line.number<std::uint32_t>();
      titles_ = line.number<std::uint32_t>();
    } else if (keyword == "page") {
      const auto key = line.number<std::uint64_t>(16);
      page_numbers_[key] = line.number<std::uint32_t>();
    } else if (keyword == "text") {
      const auto key = line.number<std::uint64_t>(16);
      TextRecord& record = texts_[key];
      record.pages = line.number<std::uint32_t>();
      record.page = line.number<std::uint32_t>();
      record.odds = line.number<std::int64_t>();
      if (!line.rest().empty()) beginnings_[key] = line.rest();
    } else if (keyword == "path") {
      const auto key = line.number<std::uint64_t>(16);
      PathRecord& record = paths_[key];
      record.pages = line.number<std::uint32_t>();
      record.blocks = line.number<std::uint32_t>();
      record.changes = line.number<std::uint32_t>();
      record.repeats = line.number<std::uint32_t>();
      record.odds = line.number<std::int64_t>();
      record.last = line.number<std::uint64_t>(16);
    } else if (keyword == "url") {
      UrlRecord record;
      record.pages = line.number<std::uint32_t>();
      for (auto kinds = line.number<std::uint32_t>(); kinds > 0 && line.good(); --kinds) {
        const std::string kind(line.word());
        record.kinds[kind] = line.number<std::uint32_t>();
      }
      urls_[std::string(line.rest())] = std::move(record);
    } else if (keyword == "tail") {
      const auto count = line.number<std::uint32_t>();
      tails_[std::string(line.rest())] = count;
    } else if (keyword == "place") {
      const std::string_view field = line.word();
      const auto path = line.number<std::uint64_t>(16);
      good = field.size() == 1;
      if (!good) break;
      Standing& standing = places_[{field.front(), path}];
      standing.right = line.number<std::uint32_t>();
      standing.wrong = line.number<std::uint32_t>();
      standing.label = line.rest();
    } else if (keyword == "title") {
      last_title_ = line.rest();
    } else {
      good = false;
    }
    good = good && line.good();
  }
  if (!good) *this = Profile(options_);
  settle_tail();
  return good;
}

bool Profile::add_text(std::string_view text) {
  Profile other(options_);
  if (!other.from_text(text)) return false;
  // Pages that both have seen would count twice: the one that has seen more is kept as it is, where all are known.
  const auto& theirs_of_pages = other.page_numbers_.entries();
  if (!theirs_of_pages.empty() && std::all_of(theirs_of_pages.begin(), theirs_of_pages.end(),
                                              [this](const auto& entry) { return knows(entry.digest); }))
    return true;
  for (const auto& [page, number] : theirs_of_pages)
    if (!knows(page)) page_numbers_[page] = pages_ + number;
  forget_old_pages();
  for (const auto& [key, theirs] : other.texts_.entries()) {
    TextRecord& record = texts_[key];
    record.pages += theirs.pages;
    record.page = pages_ + theirs.page;
    record.odds += theirs.odds;
  }
  beginnings_.insert(other.beginnings_.begin(), other.beginnings_.end());
  for (const auto& [key, theirs] : other.paths_.entries()) {
    PathRecord& record = paths_[key];
    if (record.pages > 0 && record.last != theirs.last) ++record.changes;
    record.pages += theirs.pages;
    record.blocks += theirs.blocks;
    record.changes += theirs.changes;
    record.repeats += theirs.repeats;
    record.odds += theirs.odds;
    record.last = theirs.last;
  }
  for (const auto& [pattern, theirs] : other.urls_) {
    UrlRecord& record = urls_[pattern];
    record.pages += theirs.pages;
    for (const auto& [kind, pages] : theirs.kinds) record.kinds[kind] += pages;
  }
  for (const auto& [tail, count] : other.tails_) tails_[tail] += count;
  for (const auto& [place, theirs] : other.places_) {
    Standing& standing = places_[place];
    standing.right += theirs.right;
    standing.wrong += theirs.wrong;
    if (standing.label.empty()) standing.label = theirs.label;
  }
  const bool is_due = pages_ / options_.prune_every < (pages_ + other.pages_) / options_.prune_every;
  pages_ += other.pages_;
  if (is_due) prune();
  titles_ += other.titles_;
  last_title_ = other.last_title_;
  settle_tail();
  return true;
}

std::string Profile::describe() const {
  std::string out = "pages: " + std::to_string(pages_) + "\ntexts known: " + std::to_string(texts_.size()) +
                    "\nplaces of the template known: " + std::to_string(paths_.size()) + '\n';
  std::vector<std::pair<std::uint64_t, TextRecord>> recurring;
  for (const auto& [key, record] : texts_.entries())
    if (record.pages > 1) recurring.emplace_back(key, record);
  std::sort(recurring.begin(), recurring.end(), [](const auto& a, const auto& b) {
    return a.second.pages != b.second.pages ? a.second.pages > b.second.pages : a.first < b.first;
  });
  out += "texts that come again: " + std::to_string(recurring.size()) + '\n';
  constexpr std::size_t kShown = 10, kPlacesShown = 3;
  for (std::size_t i = 0; i < std::min(kShown, recurring.size()); ++i) {
    const auto beginning = beginnings_.find(recurring[i].first);
    out.append("  ").append(std::to_string(recurring[i].second.pages)).append("  ");
    out.append(beginning != beginnings_.end() ? beginning->second : std::string()).append("\n");
  }
  if (!tail_.empty()) out += "titles end with: \"" + tail_ + "\"\n";
  for (const auto& [field, name] : {std::pair{'d', "date"}, std::pair{'a', "author"}}) {
    std::vector<const Standing*> standings;
    for (const auto& [place, standing] : places_)
      if (place.first == field) standings.push_back(&standing);
    std::stable_sort(standings.begin(), standings.end(),
                     [](const Standing* x, const Standing* y) { return x->right > y->right; });
    for (std::size_t i = 0; i < std::min(kPlacesShown, standings.size()); ++i) {
      const Standing& standing = *standings[i];
      out.append(name).append(" at ").append(standing.label);
      out.append(": right on ").append(std::to_string(standing.right)).append(", wrong on ");
      out.append(std::to_string(standing.wrong)).append("\n");
    }
  }
  std::vector<std::pair<std::string_view, const UrlRecord*>> patterns;
  patterns.reserve(urls_.size());
  for (const auto& [pattern, record] : urls_) patterns.emplace_back(pattern, &record);
  std::stable_sort(patterns.begin(), patterns.end(),
                   [](const auto& a, const auto& b) { return a.second->pages > b.second->pages; });
  out += "addresses: " + std::to_string(patterns.size()) + (patterns.size() == 1 ? " pattern\n" : " patterns\n");
  for (std::size_t i = 0; i < std::min(kShown, patterns.size()); ++i) {
    out.append("  ").append(std::to_string(patterns[i].second->pages)).append("  ").append(patterns[i].first);
    std::string_view before = "  ";
    for (const auto& [kind, pages] : patterns[i].second->kinds) {
      out.append(std::exchange(before, ", ")).append(kind).append(" ").append(std::to_string(pages));
    }
    out += '\n';
  }
  return out;
}

std::size_t Profile::memory_bytes() const noexcept {
  constexpr std::size_t kOfPage = 40, kOfText = 56, kOfBeginning = 150, kOfPath = 80, kOfPattern = 200;
  return sizeof *this + kOfPage * page_numbers_.size() + kOfText * texts_.size() + kOfBeginning * beginnings_.size() +
         kOfPath * paths_.size() + kOfPattern * (urls_.size() + tails_.size() + places_.size());
}

namespace {

class Profiles : public Sites<ProfileMemory, Profile, ProfileOptions> {
 public:
  using Sites::Sites;

  bool recall(const Origin& page, std::string_view kind, std::span<const Sight> blocks, std::vector<float>& columns,
              std::size_t stride) override {
    enter(page.turn);
    discard();
    site_ = page.url.empty() ? std::string(page.site) : filter::host_of(page.url);
    if (site_.empty()) return false;  // whose page it is nobody knows
    profile_ = nullptr;
    if (auto* const held = find(site_)) profile_ = &held->table;
    if (profile_ == nullptr) return false;
    is_in_ = true;
    url_ = page.url;
    kind_ = kind;
    blocks_.assign(blocks.begin(), blocks.end());
    page_.find(blocks_);
    columns.resize(kSiteFeatures * stride);
    if (!judges_alone() && profile_->recall(page_, columns, stride)) return true;
    columns.clear();
    return false;
  }

  [[nodiscard]] std::string_view title_tail() const override {
    return is_in_ && !judges_alone() ? profile_->title_tail() : std::string_view();
  }
  [[nodiscard]] float standing(char field, std::uint64_t path) const override {
    if (!is_in_ || judges_alone()) return 0;
    const Profile::Standing* const at = profile_->standing(field, path);
    constexpr std::uint32_t kLeast = 3;  // pages
    if (at == nullptr || at->right + at->wrong < kLeast) return 0;
    const auto right = static_cast<float>(at->right), wrong = static_cast<float>(at->wrong);
    return (right - wrong) / (right + wrong);
  }
  void tell(std::string_view title, std::span<const FieldPlace> places) override {
    title_ = title;
    places_.assign(places.begin(), places.end());
  }

 protected:
  // What blocks begin with lies in the page, which is there until it leaves.
  void learn(std::uint64_t turn) override {
    if (!is_in_) return;
    if (!is_frozen() &&
        profile_->learn(page_, {.url = url_, .kind = kind_, .title = title_, .places = places_}, visit_))
      learnt(site_, visit_, turn);
    discard();
  }
  void discard() override {
    is_in_ = false;
    title_.clear();
    places_.clear();
  }

 private:
  Profile* profile_ = nullptr;  // of the page that was let in, as long as it is in
  std::string site_, url_, kind_, title_, visit_;
  std::vector<Sight> blocks_;
  std::vector<FieldPlace> places_;
  PageGroups page_;  // of blocks_
  bool is_in_ = false;
};

}  // namespace

std::unique_ptr<ProfileMemory> make_profiles(std::string_view method, const ProfileOptions& options) {
  return std::make_unique<Profiles>(method, options);
}

}  // namespace pith::site
