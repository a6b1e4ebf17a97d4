#include "article/embedded.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <tuple>

#include "text/ascii.hpp"
#include "text/characters.hpp"

namespace pith::article {

namespace {

using html::NodeId;
using statements::contains_ignoring_case;
using statements::JsonObject;
using statements::JsonReader;
using statements::JsonValue;

// A page that shows as many words has its main text in sight.
constexpr double kEnoughShown = 60;
constexpr std::size_t kBeginning = 2048;  // bytes of a text that nearly always hold as many
// Words of data that are a text, and how much more than the page shows they must be.
constexpr double kLeastWords = 80, kTimesShown = 4;
constexpr std::uint32_t kLeastStops = 4;
// A text has a mark for every six characters at the most: JSON within JSON has one for three.
constexpr std::uint32_t kCharactersPerMark = 6;
constexpr std::size_t kMostStateBytes = 4u << 20;

#include "article/page_state.inc"

template <std::size_t N>
bool is_one_of(std::string_view key, const std::array<std::string_view, N>& words) {
  return std::any_of(words.begin(), words.end(),
                     [key](std::string_view word) { return text::equals_ignoring_case(key, word); });
}

bool names_parts(std::string_view key) {
  return std::any_of(kPartKeys.begin(), kPartKeys.end(),
                     [key](std::string_view word) { return contains_ignoring_case(key, word); });
}

bool is_markup(std::string_view text) {
  return text.find("</p>") != std::string_view::npos || text.find("<p>") != std::string_view::npos ||
         text.find("<br") != std::string_view::npos || text.find("</div>") != std::string_view::npos;
}

// As paragraphs: a line each where it is no HTML.
void append_paragraphs(std::string_view text, std::string& html) {
  if (is_markup(text)) {
    html.append("<div>").append(text) += "</div>\n";
    return;
  }
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.empty()) continue;
    html += "<p>";
    for (const char c : line) {
      if (c == '<') {
        html += "&lt;";
      } else {
        html += c;  // references are undone, as everywhere in JSON-LD
      }
    }
    html += "</p>\n";
  }
}

// Of what is no tag.
text::TextCounts count_prose(std::string_view text) {
  text::TextCounts counts;
  while (!text.empty()) {
    const std::string_view run = text.substr(0, text.find('<'));
    counts += text::count(run);
    text.remove_prefix(run.size());
    text.remove_prefix(std::min(text.find('>'), text.size() - (text.empty() ? 0 : 1)) + (text.empty() ? 0 : 1));
  }
  return counts;
}

class Search {
 public:
  explicit Search(double shown_words) : least_(std::max(kLeastWords, kTimesShown * shown_words)) {}

  // Texts of JSON-LD. A list of articles is not the page's own text.
  void read_linked_data(const JsonReader& json) {
    std::string_view longest;
    int texts = 0;
    for (const JsonValue& value : json.values()) {
      if (value.key != "articleBody") continue;
      ++texts;
      if (value.value.size() > longest.size()) longest = value.value;
    }
    if (texts == 0 || texts > 2 || !is_text(count_prose(longest))) return;
    append_paragraphs(longest, found_.html);
    found_.source = "JSON-LD articleBody";
  }

  // The state of an application: the member, or the list of parts, with most text.
  void read_state(std::string_view script) {
    JsonReader json;
    json.clear(script.size());
    json.read(script);
    using Place = std::tuple<std::int32_t, std::string_view, std::string_view>;
    std::map<Place, std::size_t> sizes;
    const auto place_of = [&json](const JsonValue& value) -> Place {
      const JsonObject& object = json.objects()[static_cast<std::size_t>(value.object)];
      if (names_parts(object.key)) return {object.parent, object.key, value.key};
      return {value.object, {}, value.key};
    };
    Place best;
    std::size_t most = 0;
    for (const JsonValue& value : json.values()) {
      if (!is_one_of(value.key, kTextKeys)) continue;
      const Place place = place_of(value);
      std::size_t& size = sizes[place];
      size += value.value.size();
      if (size > most) most = size, best = place;
    }
    if (most == 0) return;
    std::string html;
    for (const JsonValue& value : json.values()) {
      if (is_one_of(value.key, kTextKeys) && place_of(value) == best) append_paragraphs(value.value, html);
    }
    if (html.size() <= found_.html.size() || !is_text(count_prose(html))) return;
    found_.html = std::move(html);
    found_.source = "state of a script";
  }

  [[nodiscard]] bool done() const noexcept { return !found_.html.empty(); }
  Embedded take() { return std::move(found_); }

 private:
  [[nodiscard]] bool is_text(const text::TextCounts& counts) const {
    return counts.words() >= least_ && counts.sentence_stops >= kLeastStops &&
           counts.ascii_punctuation * kCharactersPerMark <= counts.chars;
  }

  Embedded found_;
  double least_;
};

// The JSON of a script: all of it, or the object that `window.__STATE__ = {…}` assigns. Empty: it has none.
std::string_view state_in(const html::Document& document, NodeId script) {
  const std::string_view text = document.text(script + 1);
  const std::string_view type = document.attribute(script, html::Attr::type);
  if (contains_ignoring_case(type, "json")) return text;
  const std::string_view head = text.substr(0, 200);
  const std::size_t name = head.find("__"), assigned = head.find('=', name == std::string_view::npos ? 0 : name);
  if (name == std::string_view::npos || assigned == std::string_view::npos) return {};
  const std::size_t begin = text.find_first_not_of(" \t\n\r", assigned + 1);
  return begin != std::string_view::npos && text[begin] == '{' ? text.substr(begin) : std::string_view();
}

}  // namespace

Embedded find_embedded(const page::Page& page, const statements::Survey& survey, std::span<const Body> shown) {
  const auto words_of = [shown](std::size_t most_bytes) {
    text::TextCounts counts;
    for (const Body& body : shown) counts += text::count(std::string_view(body.text).substr(0, most_bytes));
    return counts.words();
  };
  // What is cut off in the middle may count as one more.
  if (words_of(kBeginning) >= kEnoughShown + static_cast<double>(shown.size())) return {};
  const double shown_words = words_of(std::string_view::npos);
  if (shown_words >= kEnoughShown) return {};
  Search search(shown_words);
  search.read_linked_data(survey.json);
  if (search.done()) return search.take();
  const html::Document& document = page.document();
  std::size_t left = kMostStateBytes;
  for (const NodeId id : survey.scripts) {
    const std::string_view state = state_in(document, id);
    if (state.size() < 400 || state.size() > left) continue;
    left -= state.size();
    search.read_state(state);
  }
  return search.take();
}

}  // namespace pith::article
