#include "render/cards.hpp"

#include <algorithm>
#include <utility>

#include "render/content.hpp"
#include "render/html.hpp"
#include "render/markup.hpp"
#include "render/text.hpp"
#include "text/utf8.hpp"

namespace pith::rendering {

namespace {

constexpr std::size_t kTitleBytes = 40;
constexpr std::size_t kEntryBytes = kTitleBytes + 8;  // of a list, with what stands around the title

// Where a text that is too long is best cut: at most `most` bytes, at least one character.
std::size_t place_to_cut(std::string_view text, std::size_t most) noexcept {
  const std::size_t longest = std::max<std::size_t>(cut_length(text, most), 1);
  for (std::size_t end = longest; end > longest / 4; --end) {
    const std::string_view head = text.substr(0, end);
    if (head.ends_with("。") || head.ends_with("！") || head.ends_with("？")) return end;
    const bool stop = head.back() == '.' || head.back() == '!' || head.back() == '?';
    if (stop && end < text.size() && text[end] == ' ') return end;
  }
  const std::size_t space = text.substr(0, longest).rfind(' ');
  if (space != std::string_view::npos && space > 0) return space;
  return text::beginning_of(text, longest).size();
}

// Cuts a stream into parts.
class Splitter {
 public:
  explicit Splitter(std::size_t bytes) : limit_(std::max<std::size_t>(bytes, 1)) {}

  std::vector<std::string> split(std::string_view stream) {
    ContentReader reader(stream);
    Event event;
    while (reader.next(event)) {
      if (event.type == Event::Type::text) {
        append(event.text);
      } else if (event.type == Event::Type::begin) {
        begin(event, reader);
      } else if (!open_.empty()) {
        ContentWriter(part_).end(event.kind);
        open_.pop_back();
      }
    }
    cut();
    return std::move(parts_);
  }

 private:
  void begin(const Event& event, const ContentReader& rest) {
    if (is_leaf(event.kind) && size_ > 0 && size_ + size_of_leaf(rest) > limit_) cut();
    ContentWriter(part_).begin(event);
    if (is_atom(event.kind)) {
      if (event.kind == Kind::formula) size_ += event.attributes[0].size();
    } else {
      open_.push_back(event);
    }
  }

  static std::size_t size_of_leaf(ContentReader rest) {
    std::size_t bytes = 0;
    Event event;
    while (rest.next(event)) {
      if (event.type == Event::Type::text) bytes += event.text.size();
      if (event.begins(Kind::formula)) bytes += event.attributes[0].size();
      if (event.type == Event::Type::end && is_leaf(event.kind)) break;
    }
    return bytes;
  }

  void append(std::string_view text) {
    while (size_ + text.size() > limit_) {
      if (size_ >= limit_) {
        cut();
        continue;
      }
      const std::size_t end = place_to_cut(text, limit_ - size_);
      part_ += text.substr(0, end);
      size_ += end;
      text.remove_prefix(end);
      if (text.empty()) return;
      cut();
      text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    }
    part_ += text;
    size_ += text.size();
  }

  // Ends the part, if there is anything on it, and begins the next with what was open.
  void cut() {
    if (size_ == 0) return;
    ContentWriter ending(part_);
    for (auto it = open_.rbegin(); it != open_.rend(); ++it) ending.end(it->kind);
    parts_.push_back(std::exchange(part_, {}));
    size_ = 0;
    ContentWriter beginning(part_);
    for (const Event& event : open_) beginning.begin(event);
  }

  const std::size_t limit_;
  std::vector<std::string> parts_;
  std::string part_;
  std::size_t size_ = 0;     // bytes of text on it
  std::vector<Event> open_;  // views of the stream
};

// The first words of a stream: of its first leaf, as far as they fit.
std::string title_of(std::string_view stream) {
  std::string text;
  append_text(stream, 4 * kTitleBytes, text);
  std::string_view title(text);
  title.remove_prefix(std::min(title.find_first_not_of("- \n"), title.size()));
  title = title.substr(0, title.find('\n'));
  if (title.size() <= kTitleBytes) return std::string(title);
  std::size_t end = cut_length(title, kTitleBytes - 3);
  if (const std::size_t space = title.substr(0, end).rfind(' '); space != std::string_view::npos && space > 0)
    end = space;
  return std::string(title.substr(0, end)) + "…";
}

// The tree of elements that hold bodies; leaves are cards with content.
struct Place {
  std::string_view step;              // name of the element in its parent
  std::uint32_t card = kNoCard;       // of a leaf
  std::vector<std::uint32_t> inside;  // places, in order
};

std::vector<std::string_view> steps_of(std::string_view path) {
  std::vector<std::string_view> steps;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    steps.push_back(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return steps;
}

class Dealer {
 public:
  Dealer(const Article& article, const RenderOptions& options)
      : article_(article), options_(options), bytes_(std::max<std::size_t>(options.card_bytes, 1)) {
    options_.images = false;
  }

  std::vector<Card> deal() {
    places_.emplace_back();
    add_bodies(article_.bodies);
    if (options_.comments) add_bodies(article_.comments);
    std::vector<Card> cards;
    if (leaves_.empty()) return cards;
    lay_out(cards);
    std::uint32_t last = kNoCard;
    for (std::uint32_t id = 0; id < cards.size(); ++id) {
      if (cards[id].content.empty()) continue;
      cards[id].before = last;
      if (last != kNoCard) cards[last].after = id;
      last = id;
    }
    return cards;
  }

 private:
  void add_bodies(const std::vector<Body>& bodies) {
    std::string storage;
    for (const Body& body : bodies) {
      for (std::string& part : split_content(content_of(body, options_, storage), bytes_)) {
        std::uint32_t at = 0;
        for (const std::string_view step : steps_of(body.path)) {
          // Only the place before this one can be the same element: cards keep the order of the page.
          if (places_[at].inside.empty() || places_[places_[at].inside.back()].step != step)
            add(at, {step, kNoCard, {}});
          at = places_[at].inside.back();
        }
        const auto leaf = static_cast<std::uint32_t>(leaves_.size());
        std::string title = title_of(part);
        leaves_.push_back({.title = std::move(title), .content = std::move(part)});
        add(at, {{}, leaf, {}});
      }
    }
  }

  void add(std::uint32_t to, Place place) {
    places_[to].inside.push_back(static_cast<std::uint32_t>(places_.size()));
    places_.push_back(std::move(place));
  }

  // The first place below that is a card or has several places inside.
  [[nodiscard]] std::uint32_t essential(std::uint32_t at) const {
    while (places_[at].card == kNoCard && places_[at].inside.size() == 1) at = places_[at].inside.front();
    return at;
  }

  // Puts places that are too many for one list into lists of their own, in order.
  std::vector<std::uint32_t> grouped(std::vector<std::uint32_t> places) {
    const std::size_t most = std::max<std::size_t>(bytes_ / kEntryBytes, 2);
    while (places.size() > most) {
      const std::size_t groups = (places.size() + most - 1) / most, each = (places.size() + groups - 1) / groups;
      std::vector<std::uint32_t> lists;
      for (std::size_t begin = 0; begin < places.size(); begin += each) {
        const std::size_t end = std::min(begin + each, places.size());
        lists.push_back(static_cast<std::uint32_t>(places_.size()));
        places_.push_back(
            {{},
             kNoCard,
             {places.begin() + static_cast<std::ptrdiff_t>(begin), places.begin() + static_cast<std::ptrdiff_t>(end)}});
      }
      places = std::move(lists);
    }
    return places;
  }

  // A card for each essential place, each before those below it.
  void lay_out(std::vector<Card>& cards) {
    struct Open {
      std::uint32_t place, up;
    };
    std::vector<Open> open = {{essential(0), kNoCard}};
    while (!open.empty()) {
      const Open next = open.back();
      open.pop_back();
      const auto id = static_cast<std::uint32_t>(cards.size());
      if (next.up != kNoCard) cards[next.up].below.push_back(id);
      if (const std::uint32_t leaf = places_[next.place].card; leaf != kNoCard) {
        cards.push_back(std::move(leaves_[leaf]));
        cards.back().up = next.up;
        continue;
      }
      cards.emplace_back().up = next.up;
      const std::vector<std::uint32_t> inside = grouped(places_[next.place].inside);
      for (auto it = inside.rbegin(); it != inside.rend(); ++it) open.push_back({essential(*it), id});
    }
    // A list is called after the first card below it, the top after the page. Backward: those below come first.
    for (std::size_t id = cards.size(); id-- > 0;)
      if (cards[id].content.empty()) cards[id].title = cards[cards[id].below.front()].title;
    if (!article_.title.empty() && cards.front().content.empty()) cards.front().title = article_.title;
  }

  const Article& article_;
  RenderOptions options_;
  const std::size_t bytes_;
  std::vector<Place> places_;  // the root first
  std::vector<Card> leaves_;
};

std::string address_of(std::uint32_t card) { return "#card-" + std::to_string(card + 1); }

// --- WML ---

// Text and values may hold variables in WML, which begin with a dollar sign.
void append_wml_escaped(std::string_view text, std::string& out) {
  std::string escaped;
  append_escaped(text, escaped);
  for (const char c : escaped) {
    if (c == '$') out += '$';
    out += c;
  }
}

void append_wml_link(std::string_view address, std::string_view text, std::string& out) {
  out += "<a href=\"";
  append_wml_escaped(address, out);
  out += "\">";
  append_wml_escaped(text, out);
  out += "</a>";
}

// What an inline is in WML; nothing where it has no element for it.
constexpr std::string_view wml_element_of(Kind kind) noexcept {
  switch (kind) {
    case Kind::emphasis:
      return "em";
    case Kind::strong:
      return "strong";
    case Kind::superscript:
    case Kind::subscript:
      return "small";
    case Kind::link:
      return "a";
    default:
      return {};
  }
}

// A paragraph for each leaf, but one for a row of a table.
class WmlWriter {
 public:
  explicit WmlWriter(std::string& out) : out_(out) {}

  void write(std::string_view stream) {
    ContentReader reader(stream);
    Event event;
    while (reader.next(event)) {
      if (event.type == Event::Type::text) {
        append_lines(event.text);
      } else if (event.type == Event::Type::begin) {
        begin(event);
      } else {
        end(event.kind);
      }
    }
  }

 private:
  void begin(const Event& event) {
    switch (event.kind) {
      case Kind::row:
        ++rows_;
        break;
      case Kind::item:
        item_is_new_ = true;
        break;
      case Kind::line_break:
        if (in_paragraph_) out_ += "<br/>";
        break;
      case Kind::formula:
        open_paragraph();
        append_wml_escaped(event.attributes[0], out_);
        break;
      case Kind::note_mark:
        open_paragraph();
        append_wml_escaped("[" + std::string(event.attributes[0]) + "]", out_);
        break;
      case Kind::ruby_text:
        open_paragraph();
        out_ += '(';
        break;
      case Kind::link:
        open_paragraph();
        in_link_ = true;
        out_ += "<a href=\"";
        append_wml_escaped(event.attributes[0], out_);
        out_ += "\">";
        break;
      case Kind::heading:
        heading_ = true;
        break;
      default:
        if (is_leaf(event.kind)) heading_ = false;
        // Links hold nothing but text in WML.
        if (const std::string_view name = wml_element_of(event.kind); !name.empty() && !in_link_) {
          open_paragraph();
          out_.append("<").append(name).append(">");
        }
    }
  }

  void end(Kind kind) {
    if (kind == Kind::row) {
      --rows_;
      close_paragraph();
    } else if (kind == Kind::ruby_text) {
      out_ += ')';
    } else if (is_leaf(kind)) {
      if (rows_ == 0) close_paragraph();
      leaf_ended_ = true;
    } else if (const std::string_view name = wml_element_of(kind); !name.empty() && (!in_link_ || kind == Kind::link)) {
      if (kind == Kind::link) in_link_ = false;
      out_.append("</").append(name).append(">");
    }
  }

  void append_lines(std::string_view text) {
    open_paragraph();
    for (;;) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      append_wml_escaped(text.substr(0, end), out_);
      if (end == text.size()) return;
      out_ += "<br/>";
      text.remove_prefix(end + 1);
    }
  }

  void open_paragraph() {
    if (in_paragraph_) {
      if (rows_ > 0 && leaf_ended_) out_ += " | ";
      leaf_ended_ = false;
      return;
    }
    in_paragraph_ = true;
    leaf_ended_ = false;
    out_ += heading_ ? "<p><b>" : "<p>";
    bold_ = heading_;
    if (item_is_new_) out_ += "- ";
    item_is_new_ = false;
  }

  void close_paragraph() {
    if (!in_paragraph_) return;
    out_ += bold_ ? "</b></p>\n" : "</p>\n";
    in_paragraph_ = false;
  }

  std::string& out_;
  std::size_t rows_ = 0;  // open
  bool in_paragraph_ = false, bold_ = false, heading_ = false;
  bool item_is_new_ = false, leaf_ended_ = false, in_link_ = false;
};

}  // namespace

std::vector<std::string> split_content(std::string_view stream, std::size_t bytes) {
  return Splitter(bytes).split(stream);
}

std::vector<Card> deal(const Article& article, const RenderOptions& options) { return Dealer(article, options).deal(); }

void append_cards_html(const Article& article, const RenderOptions& options, std::size_t limit, std::string& out) {
  const std::size_t most = out.size() + limit;
  append_html_head(article, out);
  const std::vector<Card> cards = deal(article, options);
  for (std::uint32_t id = 0; id < cards.size() && out.size() < most; ++id) {
    const Card& card = cards[id];
    out += "<section class=\"card\" id=\"card-" + std::to_string(id + 1) + "\">\n";
    if (card.content.empty()) {
      out += "<h1>";
      append_escaped(card.title, out);
      out += "</h1>\n<ol>\n";
      for (const std::uint32_t below : card.below) {
        out += "<li><a href=\"" + address_of(below) + "\">";
        append_escaped(cards[below].title, out);
        out += "</a></li>\n";
      }
      out += "</ol>\n";
    } else {
      append_content_html(card.content, most, out);
    }
    out += "<nav>";
    const auto link = [&](std::uint32_t to, std::string_view rel, std::string_view sign) {
      if (to == kNoCard) return;
      out.append("<a rel=\"").append(rel).append("\" href=\"").append(address_of(to)).append("\">");
      out.append(sign).append("</a> ");
    };
    link(card.before, "prev", "←");
    link(card.up, "up", "↑");
    link(card.after, "next", "→");
    out += "</nav>\n</section>\n";
  }
  out += "</body>\n</html>\n";
}

void append_wml(const Article& article, const RenderOptions& options, std::size_t limit, std::string& out) {
  const std::size_t most = out.size() + limit;
  out +=
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!DOCTYPE wml PUBLIC \"-//WAPFORUM//DTD WML 1.1//EN\" "
      "\"http://www.wapforum.org/DTD/wml_1.1.xml\">\n<wml>\n";
  std::vector<Card> cards = deal(article, options);
  if (cards.empty()) cards.push_back({.title = article.title});  // a deck has a card
  for (std::uint32_t id = 0; id < cards.size() && (id == 0 || out.size() < most); ++id) {
    const Card& card = cards[id];
    out += "<card id=\"card-" + std::to_string(id + 1) + "\"";
    std::string title;
    append_wml_escaped(card.title, title);
    if (!title.empty()) out.append(" title=\"").append(title).append("\"");
    out += ">\n";
    for (const std::uint32_t below : card.below) {
      out += "<p>";
      append_wml_link(address_of(below), cards[below].title, out);
      out += "</p>\n";
    }
    WmlWriter(out).write(card.content);
    std::string links;
    const auto link = [&](std::uint32_t to, std::string_view sign) {
      if (to == kNoCard) return;
      if (!links.empty()) links += ' ';
      append_wml_link(address_of(to), sign, links);
    };
    link(card.before, "←");
    link(card.up, "↑");
    link(card.after, "→");
    if (!links.empty() || (card.below.empty() && card.content.empty()))
      out.append("<p>").append(links).append("</p>\n");
    out += "</card>\n";
  }
  out += "</wml>\n";
}

}  // namespace pith::rendering
