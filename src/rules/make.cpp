#include "rules/make.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "page/traits.hpp"
#include "rules/apply.hpp"
#include "rules/values.hpp"
#include "statements/source.hpp"
#include "text/ascii.hpp"
#include "text/characters.hpp"
#include "text/date.hpp"
#include "text/url.hpp"
#include "text/utf8.hpp"

namespace pith::rules {

using html::kNoNode;
using html::Node;
using html::NodeId;
using html::Tag;

namespace {

constexpr std::size_t kMostCandidates = 12;  // ways that are kept for a field
constexpr std::size_t kMostPlaces = 24;      // where the text is found
constexpr std::size_t kMostTried = 600;      // selectors run for a field
constexpr std::size_t kLongText = 300;       // bytes: above it a text is held against others by its words
constexpr std::size_t kLongestDate = 60;     // bytes: what is longer is no date, but may hold one
constexpr double kLeastLikeness = 0.5;
constexpr double kAsGood = 0.02, kSecondBest = 0.2;  // so much less like the text
constexpr double kHolds = 0.8;                       // a field that says a text so much like the wanted one says it
constexpr double kParagraphs = 0.05;                 // so much more like it must the paragraphs alone be

// What a path is worth, by what it leans on: names that say what a thing is last longest, places go first.
constexpr double kDeclared = 1, kId = 2, kClass = 2.5, kAttribute = 3, kTelling = 3, kPlain = 7, kPlace = 8;
constexpr double kSeveral = 1.5, kBelow = 0.5, kTail = 2;

// Elements of which a page has one, or few, each for its purpose.
constexpr std::array kTellingTags = {Tag::h1,    Tag::article, Tag::main,  Tag::time,
                                     Tag::title, Tag::address, Tag::header};
constexpr std::array<std::string_view, 4> kDeclaring = {"itemprop", "property", "rel", "role"};
constexpr std::array<std::string_view, 6> kNaming = {"name",      "data-testid", "data-qa",
                                                     "data-role", "data-type",   "data-component"};

bool is_telling(Tag tag) { return std::find(kTellingTags.begin(), kTellingTags.end(), tag) != kTellingTags.end(); }

/// Names that programs count up or draw by lot ("post-4711", "css-1q2w3e") are other ones on the next page.
bool is_lasting(std::string_view name) {
  return name.size() >= 2 && name.size() <= 40 && std::count_if(name.begin(), name.end(), text::is_ascii_digit) < 2;
}

std::string escaped(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool is_plain =
        text::is_ascii_alphanumeric(c) || c == '_' || c == '-' || static_cast<unsigned char>(c) >= 0x80;
    if (i == 0 && (text::is_ascii_digit(c) || c == '-')) return {};
    if (!is_plain) out += '\\';
    out += c;
  }
  return out;
}

std::string quoted(std::string_view value) {
  std::string out = "\"";
  for (const char c : value) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out += '"';
}

std::vector<std::string_view> words_of(std::string_view value) {
  std::vector<std::string_view> words;
  for (std::size_t at = 0; at < value.size();) {
    while (at < value.size() && text::is_ascii_space(value[at])) ++at;
    std::size_t end = at;
    while (end < value.size() && !text::is_ascii_space(value[end])) ++end;
    if (end > at) words.push_back(value.substr(at, end - at));
    at = end;
  }
  return words;
}

/// A text without white space, in lower case: what is the same for a reader.
std::string key_of(std::string_view text) {
  std::string key;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view character = text::beginning_of(text.substr(at), 1);
    if (!text::is_space(text::first_character(character)))
      key += character.size() == 1 ? std::string(1, text::ascii_lower(character[0])) : std::string(character);
    at += character.size();
  }
  return key;
}

/// Words, and characters of scripts without spaces, each with how often it stands there.
using Bag = std::unordered_map<std::string, int>;
Bag bag_of(std::string_view text, std::size_t& size) {
  Bag bag;
  std::string word;
  size = 0;
  const auto end_word = [&] {
    if (word.empty()) return;
    ++bag[word];
    ++size;
    word.clear();
  };
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view character = text::beginning_of(text.substr(at), 1);
    const char32_t code = text::first_character(character);
    const bool is_own = text::is_cjk(code);
    if (text::is_space(code) || is_own) end_word();
    if (is_own) {
      ++bag[std::string(character)];
      ++size;
    } else if (!text::is_space(code)) {
      word += character;
    }
    at += character.size();
  }
  end_word();
  return bag;
}

/// F1 of the words.
class Likeness {
 public:
  explicit Likeness(std::string_view wanted) : wanted_(bag_of(wanted, size_)) {}

  [[nodiscard]] double of(std::string_view text) const {
    std::size_t size = 0, common = 0;
    for (const auto& [word, count] : bag_of(text, size)) {
      const auto it = wanted_.find(word);
      if (it != wanted_.end()) common += static_cast<std::size_t>(std::min(count, it->second));
    }
    return size + size_ == 0 ? 0 : 2.0 * static_cast<double>(common) / static_cast<double>(size + size_);
  }

 private:
  std::size_t size_ = 0;
  Bag wanted_;
};

/// "2024-05-03"; empty: it says no day.
std::string day_in(std::string_view text) {
  text::Date date;
  if (!text::parse_date(text, date)) date = text::find_date(text).date;
  if (!date.has_day()) return {};
  date.hour = -1;
  date.second = -1;
  date.zone = text::Date::kNoZone;
  std::string iso;
  text::append_iso(date, iso);
  return iso;
}

/// A text that is wanted, and how like it others are.
class Target {
 public:
  explicit Target(std::string_view text)
      : text_(text),
        day_(text.size() <= kLongestDate ? day_in(text) : std::string()),
        key_(key_of(text)),
        words_(text) {}

  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  [[nodiscard]] bool is_long() const noexcept { return text_.size() > kLongText; }
  [[nodiscard]] FieldType type() const noexcept { return day_.empty() ? FieldType::text : FieldType::date; }

  [[nodiscard]] double likeness(std::string_view text) const {
    if (!day_.empty()) return text.find("://") == std::string_view::npos && day_in(text) == day_ ? 1 : 0;
    if (is_long()) return words_.of(text);
    const std::string key = key_of(text);
    if (key == key_) return 1;
    // "Title - Site" and the like: found, but worse than the title alone.
    const std::size_t longer = std::max(key.size(), key_.size()), shorter = std::min(key.size(), key_.size());
    const bool is_inside = key.find(key_) != std::string::npos || key_.find(key) != std::string::npos;
    return is_inside && longer > 0 ? static_cast<double>(shorter) / static_cast<double>(longer) : 0;
  }
  /// Less, where the paragraphs of an element stand for it.
  [[nodiscard]] double likeness(std::string_view text, Take take) const {
    return likeness(text) - (take == Take::join ? kParagraphs : 0);
  }

 private:
  std::string text_, day_, key_;
  Likeness words_;
};

/// A place on the page that says the text: an element by itself, or one of its attributes, or all its paragraphs.
struct Place {
  NodeId node = kNoNode;
  std::string attribute{};
  double likeness = 0;
  Take take = Take::first;
};

/// A compound that the element fits, and what it leans on.
struct Name {
  std::string css;
  double cost = 0;
};

/// The closest to the text first, and of those as close the cheapest.
void sort_ways(std::vector<Candidate>& ways) {
  double best = 0;
  for (const Candidate& way : ways) best = std::max(best, way.likeness);
  for (Candidate& way : ways) way.is_close = way.likeness >= best - kAsGood;
  std::stable_sort(ways.begin(), ways.end(), [](const Candidate& a, const Candidate& b) {
    return std::tuple(!a.is_close, a.cost, a.field.paths[0].text.size()) <
           std::tuple(!b.is_close, b.cost, b.field.paths[0].text.size());
  });
}

class Search {
 public:
  Search(const html::Document& document, const std::string& url, const WantedText& wanted)
      : document_(document), page_(document, url), field_(wanted.field), at_(wanted.node), wanted_(wanted.text) {
    count_texts();
  }

  std::vector<Candidate> candidates() {
    std::vector<Place> places = find_places();
    std::stable_sort(places.begin(), places.end(),
                     [](const Place& a, const Place& b) { return a.likeness > b.likeness; });
    if (places.size() > kMostPlaces) places.resize(kMostPlaces);
    std::vector<Candidate> found;
    for (const Place& place : places) add_ways(place, found);
    sort_ways(found);
    if (found.size() > kMostCandidates) found.resize(kMostCandidates);
    return found;
  }

 private:
  // --- Where the text stands ---

  void count_texts() {
    bytes_.assign(document_.size() + 1, 0);
    for (NodeId id = 0; id < document_.size(); ++id)
      bytes_[id + 1] = bytes_[id] + (document_[id].is_text() ? document_.text(id).size() : 0);
  }
  [[nodiscard]] std::size_t bytes_in(NodeId id) const { return bytes_[document_[id].end] - bytes_[id]; }

  std::vector<Place> find_places() {
    std::vector<Place> places;
    double best = 0;
    const auto add = [&](Place place) {
      if (place.likeness < std::max(kLeastLikeness, best - kSecondBest) || !is_pointed_at(place.node)) return;
      best = std::max(best, place.likeness);
      places.push_back(std::move(place));
    };
    for (NodeId id = 1; id < document_.size(); ++id) {
      const Node& node = document_[id];
      if (!node.is_element()) continue;
      if (node.is(Tag::script) || node.is(Tag::style) || node.is(Tag::noscript) || node.is(Tag::template_)) {
        id = node.end - 1;
        continue;
      }
      if (node.is(Tag::meta)) {
        add({id, {}, wanted_.likeness(document_.attribute(id, html::Attr::content))});
        continue;
      }
      const std::string_view datetime = document_.attribute(id, html::Attr::datetime);
      if (wanted_.type() == FieldType::date && !datetime.empty()) {
        add({id, {}, wanted_.likeness(datetime)});
        continue;
      }
      if (is_out_of_size(bytes_in(id))) continue;
      const std::string text = text_inside(document_, id);
      add({id, {}, wanted_.likeness(text)});
      if (wanted_.is_long()) add_paragraphs(id, add);
    }
    std::erase_if(places, [best](const Place& place) { return place.likeness < best - kSecondBest; });
    return places;
  }

  /// Of a long text, where an element has more than it: its paragraphs alone.
  template <class Add>
  void add_paragraphs(NodeId id, Add add) {
    std::string text;
    for (NodeId child = document_.first_child(id); child != kNoNode; child = document_.next_sibling(child))
      if (document_[child].is(Tag::p)) text += text_inside(document_, child) + "\n";
    if (text.empty()) return;
    // Only where it is clearly better: what is no paragraph on another page would be lost.
    add({id, {}, wanted_.likeness(text, Take::join), Take::join});
  }

  [[nodiscard]] bool is_pointed_at(NodeId id) const { return at_ == kNoNode || (id <= at_ && at_ < document_[id].end); }

  [[nodiscard]] bool is_out_of_size(std::size_t bytes) const {
    if (wanted_.type() == FieldType::date) return bytes > 200;
    return bytes * 2 < wanted_.text().size() || bytes > 8 * wanted_.text().size() + 200;
  }

  // --- How to say where ---

  /// What the element can be called, the best first.
  const std::vector<Name>& names_of(NodeId id) {
    const auto [it, is_new] = names_.try_emplace(id);
    if (!is_new) return it->second;
    std::vector<Name>& names = it->second;
    const std::string tag = escaped(document_.tag_name(id));
    if (tag.empty()) return names;
    for (const html::Attribute& attribute : document_.attributes(id)) {
      const std::string_view name = document_.name(attribute), value = document_.value(attribute);
      if (attribute.id == html::Attr::id) {
        if (is_lasting(value) && !escaped(value).empty()) names.push_back({"#" + escaped(value), kId});
        continue;
      }
      if (attribute.id == html::Attr::class_) {
        for (const std::string_view one : words_of(value))
          if (is_lasting(one) && !escaped(one).empty())
            names.push_back({tag + "." + escaped(one), kClass - (is_telling(document_[id].tag) ? 0.5 : 0)});
        continue;
      }
      const bool declares = std::find(kDeclaring.begin(), kDeclaring.end(), name) != kDeclaring.end();
      const bool is_name = std::find(kNaming.begin(), kNaming.end(), name) != kNaming.end();
      if ((declares || is_name) && is_lasting(value))
        names.push_back({tag + "[" + std::string(name) + "=" + quoted(value) + "]",
                         declares || document_[id].is(Tag::meta) ? cost_of_declaration(id, value) : kAttribute});
    }
    names.push_back({tag, is_telling(document_[id].tag) ? kTelling : kPlain});
    std::stable_sort(names.begin(), names.end(), [](const Name& a, const Name& b) { return a.cost < b.cost; });
    if (names.size() > 8) names.resize(8);
    return names;
  }

  /// What an attribute that says what an element is for makes of a path. Pages state much in meta elements: what is not
  /// known to state a field may be anything that says the same here, and a day may be that of a change.
  [[nodiscard]] double cost_of_declaration(NodeId id, std::string_view value) const {
    const std::optional<statements::Source> source =
        document_[id].is(Tag::meta) ? statements::find_meta(value) : statements::find_markup(value);
    if (!source) return document_[id].is(Tag::meta) ? kPlain : kAttribute;
    const statements::Field field = statements::info(*source).field;
    const bool is_wanted = wanted_.type() == FieldType::date ? field == statements::Field::published
                                                             : statements::name_of(field) == field_;
    return is_wanted ? kDeclared : kPlain;
  }

  /// "tag:nth-of-type(2)".
  [[nodiscard]] std::string place_among_siblings(NodeId id) const {
    std::size_t place = 1;
    for (NodeId child = document_.first_child(document_[id].parent); child != id; child = document_.next_sibling(child))
      place += document_[child].is_element() && document_[child].tag == document_[id].tag ? 1 : 0;
    return std::string(document_.tag_name(id)) + ":nth-of-type(" + std::to_string(place) + ")";
  }

  void add_ways(const Place& place, std::vector<Candidate>& found) {
    std::vector<Name> paths;
    const std::string behind = place.take == Take::join ? " > p" : "";
    for (const Name& own : names_of(place.node)) paths.push_back({own.css + behind, own.cost});
    std::size_t steps = 0;
    for (NodeId above = document_[place.node].parent; document_[above].is_element() && ++steps <= 10;
         above = document_[above].parent) {
      const double distance = 0.1 * static_cast<double>(steps);
      std::size_t used = 0;
      for (const Name& name : names_of(above)) {
        if (name.cost >= kPlain || ++used > 3) break;
        for (const Name& own : names_of(place.node))
          paths.push_back({name.css + " " + own.css + behind,
                           kBelow + distance + (name.cost + own.cost) / 2 + std::max(name.cost, own.cost) / 4});
        if (steps == 1)
          paths.push_back({name.css + " > " + place_among_siblings(place.node) + behind, kPlace + name.cost});
      }
    }
    std::stable_sort(paths.begin(), paths.end(), [](const Name& a, const Name& b) { return a.cost < b.cost; });
    std::size_t good = 0;
    for (const Name& path : paths) {
      if (good >= 4 || tried_ >= kMostTried) break;
      if (add_way(place, path, found)) ++good;
    }
    if (good == 0) add_way(place, {whole_path(place.node) + behind, 3 * kPlace}, found);
  }

  /// By places alone, from the root or the next element with an id.
  [[nodiscard]] std::string whole_path(NodeId id) const {
    std::string path;
    for (; document_[id].is_element(); id = document_[id].parent) {
      const std::string id_name = escaped(document_.attribute(id, html::Attr::id));
      const bool is_named = !id_name.empty() && is_lasting(id_name);
      path.insert(0, (is_named ? "#" + id_name : place_among_siblings(id)) + (path.empty() ? "" : " > "));
      if (is_named) break;
    }
    return path;
  }

  /// "Title | Site": what sites put behind all their titles is cut off.
  void cut_tail(Candidate& way) const {
    const std::string wanted = cleaned(wanted_.text(), {});
    if (wanted_.type() != FieldType::text || wanted_.is_long() || !way.value.starts_with(wanted)) return;
    const std::string tail = way.value.substr(wanted.size());
    std::string_view mark = tail;
    while (!mark.empty() && text::is_space(text::first_character(mark)))
      mark.remove_prefix(text::beginning_of(mark, 1).size());
    const bool is_parted = mark.size() < tail.size() && !mark.empty() &&
                           std::string_view("|-–—·:»").find(text::beginning_of(mark, 1)) != std::string_view::npos;
    if (!is_parted) return;
    way.field.cleaning.push_back({CleaningStep::Kind::cut_after, tail, {}});
    way.value = wanted;
    way.cost += kTail;
  }

  /// Keeps a path whose value is the text; false: it is not.
  bool add_way(const Place& place, const Name& path, std::vector<Candidate>& found) {
    ++tried_;
    Result<Selectors> selectors = Selectors::parse(path.css);
    if (!selectors) return false;
    std::vector<NodeId> matched;
    selectors->select(document_, matched);
    if (matched.empty()) return false;
    Candidate way;
    way.field.name = field_;
    way.field.attribute = place.attribute;
    way.field.type = wanted_.type();
    way.field.take = place.take;
    std::vector<std::string> texts;
    for (const NodeId node : matched) {
      std::optional<std::string> value = page_.typed(cleaned(page_.raw({node, {}}, way.field), {}), way.field.type);
      if (value) texts.push_back(*std::move(value));
      if (!texts.empty() && place.take == Take::first) break;
    }
    for (const std::string& text : texts) way.value += (way.value.empty() ? "" : way.field.join) + text;
    cut_tail(way);
    way.likeness = wanted_.likeness(way.value, place.take);
    way.node = matched.front();
    if (way.likeness < place.likeness - kAsGood) return false;
    // What is less like the text is worse, and so is a path that finds more than it.
    way.cost = path.cost + 10 * (1 - way.likeness);
    if (place.take == Take::first && matched.size() > 1) way.cost += kSeveral;
    if (std::any_of(found.begin(), found.end(), [&](const Candidate& one) {
          return one.field.paths[0].text == path.css && one.field.take == way.field.take;
        }))
      return true;
    way.field.paths.push_back({path.css, *std::move(selectors)});
    found.push_back(std::move(way));
    return true;
  }

  const html::Document& document_;
  RulePage page_;
  std::string field_;
  NodeId at_;
  Target wanted_;
  std::vector<std::size_t> bytes_;  // of text before each node
  std::map<NodeId, std::vector<Name>> names_;
  std::size_t tried_ = 0;
};

std::string value_on(const FieldRule& field, const html::Document& document, std::string_view url) {
  Rule rule;
  rule.fields.push_back(field);
  const AppliedPage applied = apply_to_page(rule, document, url, {});
  return applied.row.empty() || applied.row[0].texts.empty() ? std::string() : applied.row[0].texts[0];
}

}  // namespace

Error RuleMaker::look_for(const WantedText& wanted, const html::Document& document, const std::string& url,
                          std::vector<Candidate>& ways) const {
  WantedText all = wanted;
  if (all.text.empty() && all.node < document.size()) {
    const NodeId element = document[all.node].is_text() ? document[all.node].parent : all.node;
    all.text = text_inside(document, element);
  }
  if (key_of(all.text).empty()) return {ErrorCode::bad_option, "the text wanted as `" + all.field + "` is empty"};
  ways = Search(document, url, all).candidates();
  if (ways.empty()) return {ErrorCode::bad_data, "nothing on the page is like the text wanted as `" + all.field + "`"};
  return {};
}

Error RuleMaker::want(const WantedText& wanted) {
  Wanted one{.field = wanted.field, .is_chosen = false, .ways = {}, .text = {}, .on = {}};
  if (Error error = look_for(wanted, document_, url_, one.ways)) return error;
  one.text = wanted.text.empty() ? one.ways.front().value : wanted.text;
  wanted_.push_back(std::move(one));
  return {};
}

Error RuleMaker::want(FieldRule field) {
  Candidate way;
  way.field = std::move(field);
  way.value = value_on(way.field, document_, url_);
  way.likeness = 1;
  if (way.value.empty())
    return {ErrorCode::bad_data,
            "`" + way.field.paths.front().text + "`, the path of `" + way.field.name + "`, finds nothing on the page"};
  Wanted one{.field = way.field.name, .is_chosen = true, .ways = {}, .text = way.value, .on = {}};
  // What else leads there, to be chosen instead.
  static_cast<void>(look_for({one.field, one.text, kNoNode}, document_, url_, one.ways));
  std::erase_if(one.ways, [&](const Candidate& other) {
    return other.field.paths.front().text == way.field.paths.front().text && other.field.take == way.field.take;
  });
  one.ways.insert(one.ways.begin(), std::move(way));
  wanted_.push_back(std::move(one));
  return {};
}

Error RuleMaker::add_example(const std::string& id, const html::Document& document, std::string_view url,
                             const std::vector<WantedText>& wanted) {
  const std::string address(url);
  // First all that may fail.
  std::vector<std::vector<Candidate>> found(wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if (Error error = look_for(wanted[i], document, address, found[i])) return within(id, std::move(error));
  for (const WantedText& one : wanted)
    if (std::none_of(wanted_.begin(), wanted_.end(), [&](const Wanted& known) { return known.field == one.field; }))
      wanted_.push_back({.field = one.field,
                         .is_chosen = false,
                         .ways = {},
                         .text = {},
                         .on = std::vector<std::optional<std::string>>(pages_.size())});
  try_page(id, document, url);
  pages_.back().document = &document;
  pages_.back().url = address;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    Wanted& field = *std::find_if(wanted_.begin(), wanted_.end(),
                                  [&](const Wanted& known) { return known.field == wanted[i].field; });
    field.on.back() = wanted[i].text.empty() ? found[i].front().value : wanted[i].text;
    for (Candidate& way : found[i]) {
      const bool is_known = std::any_of(field.ways.begin(), field.ways.end(), [&](const Candidate& known) {
        return known.field.paths.front().text == way.field.paths.front().text && known.field.take == way.field.take &&
               known.field.cleaning == way.field.cleaning;
      });
      if (is_known) continue;
      way.node = kNoNode;
      way.value = value_on(way.field, document_, url_);
      for (const Page& page : pages_)
        way.said.push_back(page.document == nullptr ? "" : value_on(way.field, *page.document, page.url));
      field.ways.push_back(std::move(way));
    }
    rank(field);
    if (field.ways.size() > 2 * kMostCandidates) field.ways.resize(2 * kMostCandidates);
  }
  return {};
}

/// By what the ways say on all pages whose texts are known.
void RuleMaker::rank(Wanted& wanted) const {
  if (wanted.is_chosen) return;
  std::vector<double> sums(wanted.ways.size());
  double known = 0;
  const auto add = [&](const std::string& text, const auto& said_by) {
    const Target target(text);
    for (std::size_t i = 0; i < wanted.ways.size(); ++i)
      sums[i] += target.likeness(said_by(wanted.ways[i]), wanted.ways[i].field.take);
    ++known;
  };
  if (!wanted.text.empty()) add(wanted.text, [](const Candidate& way) { return way.value; });
  for (std::size_t page = 0; page < pages_.size(); ++page)
    if (wanted.on[page]) add(*wanted.on[page], [page](const Candidate& way) { return way.said[page]; });
  for (std::size_t i = 0; i < wanted.ways.size(); ++i) wanted.ways[i].likeness = sums[i] / known;
  sort_ways(wanted.ways);
}

void RuleMaker::try_page(const std::string& id, const html::Document& document, std::string_view url) {
  pages_.push_back({id, nullptr, {}});
  for (Wanted& wanted : wanted_) {
    wanted.on.emplace_back();
    for (Candidate& way : wanted.ways) way.said.push_back(value_on(way.field, document, url));
  }
}

/// Why a way does not hold on a further page; empty: it does.
std::string RuleMaker::reason(const Wanted& wanted, const Candidate& way, std::size_t page) const {
  const std::string& said = way.said[page];
  if (said.empty()) return "nothing found";
  if (wanted.on[page])
    return Target(*wanted.on[page]).likeness(said) >= kHolds ? "" : "another text than the one that is wanted";
  // Several articles may be of one day.
  if (said == way.value && way.field.type != FieldType::date) return "the same text as on the page it was made of";
  return {};
}

std::size_t RuleMaker::pages_held(const Wanted& wanted, const Candidate& way) const {
  const bool holds_here =
      way.node != kNoNode || wanted.text.empty() || Target(wanted.text).likeness(way.value) >= kHolds;
  std::size_t held = holds_here ? 1 : 0;
  for (std::size_t page = 0; page < way.said.size(); ++page) held += reason(wanted, way, page).empty() ? 1 : 0;
  return held;
}

namespace {

/// The way with another's path for the pages where it finds nothing itself.
Candidate with_second(Candidate way, const Candidate& second) {
  way.field.paths.push_back(second.field.paths[0]);
  if (way.value.empty()) {
    way.value = second.value;
    way.node = second.node;
  }
  for (std::size_t page = 0; page < way.said.size(); ++page)
    if (way.said[page].empty()) way.said[page] = second.said[page];
  return way;
}

/// Whether a path that leads elsewhere may stand behind a field's.
bool may_be_second(const Candidate& first, const Candidate& way) {
  const bool is_other = &way != &first && (way.node != first.node || way.node == kNoNode);
  return is_other && way.field.take == first.field.take && way.field.type == first.field.type &&
         way.field.cleaning.empty() && first.field.cleaning.empty();
}

}  // namespace

Candidate RuleMaker::with_best_second(const Wanted& wanted, const Candidate& first) const {
  Candidate chosen = first;
  for (const Candidate& way : wanted.ways) {
    if (!may_be_second(first, way) || way.cost >= kPlain) continue;
    // On pages that nobody has shown the next best will do; on those that were shown it must be better than nothing.
    Candidate both = with_second(first, way);
    if (pages_.empty()) return both;
    if (pages_held(wanted, both) > pages_held(wanted, chosen)) chosen = std::move(both);
  }
  return chosen;
}

/// One way or two, one behind the other: what says the known texts best; then what holds on most pages; then the best
/// way alone. O(ways^2 * examples).
Candidate RuleMaker::choose_by_examples(const Wanted& wanted) const {
  const std::vector<Candidate>& ways = wanted.ways;
  struct Said {
    double likeness = 0;
    bool is_empty = true;
  };
  std::vector<std::vector<Said>> said(ways.size());  // by way and known text
  const auto hold_against = [&](const std::string& text, const auto& said_by) {
    const Target target(text);
    for (std::size_t i = 0; i < ways.size(); ++i)
      said[i].push_back({target.likeness(said_by(ways[i]), ways[i].field.take), said_by(ways[i]).empty()});
  };
  if (!wanted.text.empty()) hold_against(wanted.text, [](const Candidate& way) { return way.value; });
  for (std::size_t page = 0; page < pages_.size(); ++page)
    if (wanted.on[page]) hold_against(*wanted.on[page], [page](const Candidate& way) { return way.said[page]; });
  // Sums that differ by less than this say the texts as well.
  const double step = kAsGood * static_cast<double>(said.front().size());
  const auto sum_of = [&](std::size_t first, std::size_t second) {
    double sum = 0;
    for (std::size_t i = 0; i < said[first].size(); ++i)
      sum += (said[first][i].is_empty ? said[second] : said[first])[i].likeness;
    return sum;
  };
  double best_sum = sum_of(0, 0);
  Candidate chosen = ways.front();
  std::size_t held = pages_held(wanted, chosen);
  const auto consider = [&](std::size_t first, std::size_t second) {
    const double sum = sum_of(first, second);
    if (sum < best_sum - step) return;
    Candidate way = first == second ? ways[first] : with_second(ways[first], ways[second]);
    const std::size_t holds = pages_held(wanted, way);
    if (sum <= best_sum + step && holds <= held) return;
    best_sum = sum;
    held = holds;
    chosen = std::move(way);
  };
  for (std::size_t i = 1; i < ways.size(); ++i) consider(i, i);
  for (std::size_t i = 0; i < ways.size(); ++i)
    for (std::size_t j = 0; j < ways.size(); ++j)
      if (may_be_second(ways[i], ways[j])) consider(i, j);
  return chosen;
}

Candidate RuleMaker::choose(const Wanted& wanted) const {
  const std::vector<Candidate>& ways = wanted.ways;
  if (wanted.is_chosen) return ways.front();
  if (std::any_of(wanted.on.begin(), wanted.on.end(), [](const auto& text) { return text.has_value(); }))
    return choose_by_examples(wanted);
  std::size_t best = 0;
  for (std::size_t i = 1; i < ways.size() && ways[i].is_close; ++i)
    if (pages_held(wanted, ways[i]) > pages_held(wanted, ways[best])) best = i;
  return with_best_second(wanted, ways[best]);
}

std::vector<Candidate> RuleMaker::chosen() const {
  std::vector<Candidate> all;
  all.reserve(wanted_.size());
  for (const Wanted& wanted : wanted_) all.push_back(choose(wanted));
  return all;
}

Rule RuleMaker::rule(const std::vector<Candidate>& chosen) const {
  Rule rule;
  const std::string host(text::split_address(url_).host);
  if (const Result<UrlPattern> pattern = UrlPattern::parse(host); !host.empty() && pattern)
    rule.urls.push_back(*pattern);
  rule.name = host;
  for (std::size_t field = 0; field < chosen.size(); ++field) {
    const Candidate& way = chosen[field];
    rule.fields.push_back(way.field);
    rule.fields.back().required = !way.value.empty() && pages_held(wanted_[field], way) == 1 + pages_.size();
  }
  return rule;
}

std::vector<Failure> RuleMaker::failures(const std::vector<Candidate>& chosen) const {
  std::vector<Failure> failures;
  for (std::size_t field = 0; field < chosen.size(); ++field) {
    const Wanted& wanted = wanted_[field];
    for (std::size_t page = 0; page < pages_.size(); ++page)
      if (std::string why = reason(wanted, chosen[field], page); !why.empty())
        failures.push_back({pages_[page].id, wanted.field, std::move(why), page});
  }
  return failures;
}

}  // namespace pith::rules
