#include "serve/reading.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "fetch/fetch.hpp"
#include "filter/hidden.hpp"
#include "filter/settings.hpp"
#include "html/edits.hpp"
#include "html/parser.hpp"
#include "html/serialize.hpp"
#include "page/block_text.hpp"
#include "rules/selectors.hpp"
#include "serve/scratch.hpp"
#include "text/content_type.hpp"
#include "text/decode.hpp"
#include "text/url.hpp"

namespace pith::serve {
namespace {

using html::Attr;
using html::NodeId;
using html::Tag;

/// The tree of a page, on which selectors work.
class CutPage {
 public:
  CutPage(std::string_view bytes, std::string_view charset, const Limits& limits) {
    text_ = text::decode(bytes, {.charset = charset, .limits = limits}, decoded_);
    html::ParseOptions options;
    options.limits = limits;
    document_ = html::parse(text_.utf8, options);
  }
  CutPage(const CutPage&) = delete;
  CutPage& operator=(const CutPage&) = delete;

  /// Leaves nothing but these elements, and the head of the page. False: there is none of them.
  bool keep_only(const rules::Selectors& wanted);
  void take_out(const rules::Selectors& unwanted);
  void take_out_hidden();

  [[nodiscard]] std::string as_html() const {
    std::string out;
    html::append_html(document_, out);
    return out;
  }
  void collect_links(std::string_view url, Reading& reading) const;
  [[nodiscard]] std::string title() const;

 private:
  void apply(const html::Edits& edits) {
    if (edits.empty()) return;
    html::copy_edited(document_, edits, next_, origins_);
    std::swap(document_, next_);
  }

  std::string decoded_;
  text::Text text_;
  html::Document document_, next_;
  std::vector<NodeId> origins_;
};

bool CutPage::keep_only(const rules::Selectors& wanted) {
  std::vector<NodeId> matched;
  wanted.select(document_, matched);
  if (matched.empty()) return false;
  // What is in a wanted element stays, and what such an element is in.
  std::vector<bool> stays(document_.size());
  for (const NodeId id : matched) {
    for (NodeId inside = id; inside < document_[id].end && !stays[inside]; ++inside) stays[inside] = true;
    for (NodeId around = document_[id].parent; around != html::kNoNode && !stays[around];
         around = document_[around].parent)
      stays[around] = true;
  }
  html::Edits edits;
  const NodeId head = document_.head();
  for (NodeId id = 1; id < document_.size(); ++id) {
    if (id == head) {
      id = document_[id].end - 1;
    } else if (!stays[id] && document_[id].kind != html::NodeKind::doctype) {
      edits.take_out(id);
      id = document_[id].end - 1;
    }
  }
  apply(edits);
  return true;
}

void CutPage::take_out(const rules::Selectors& unwanted) {
  std::vector<NodeId> matched;
  unwanted.select(document_, matched);
  html::Edits edits;
  for (const NodeId id : matched)
    if (id != document_.html() && id != document_.body()) edits.take_out(id);
  apply(edits);
}

void CutPage::take_out_hidden() {
  html::Edits edits;
  for (const filter::Hidden& hidden : filter::find_hidden(document_)) edits.take_out(hidden.node);
  apply(edits);
}

std::string CutPage::title() const {
  std::string out;
  for (NodeId id = 1; id < document_.size() && out.empty(); ++id)
    if (document_[id].is(Tag::title)) page::append_text_inside(document_, id, out);
  return out;
}

void CutPage::collect_links(std::string_view url, Reading& reading) const {
  text::AddressResolver resolver;
  resolver.set_base(url);
  std::unordered_set<std::string> known_links, known_images;
  const auto add = [&](std::string_view address, std::vector<PageLink>& list, std::unordered_set<std::string>& known,
                       auto&& text_of) {
    std::string absolute;
    if (!resolver.append(address, absolute) || !known.insert(absolute).second) return;
    list.push_back({text_of(), std::move(absolute)});
  };
  bool has_base = false;
  for (NodeId id = 1; id < document_.size(); ++id) {
    const html::Node& node = document_[id];
    if (node.is(Tag::base) && !has_base && document_.find(id, Attr::href) != nullptr) {
      std::string base;
      has_base = resolver.append(document_.attribute(id, Attr::href), base);
      if (has_base) resolver.set_base(base);
    } else if (node.is(Tag::a) || node.is(Tag::area)) {
      add(document_.attribute(id, Attr::href), reading.links, known_links, [&] {
        std::string text;
        page::append_text_inside(document_, id, text);
        return text;
      });
    } else if (node.is(Tag::img)) {
      add(document_.attribute(id, Attr::src), reading.images, known_images, [&] {
        std::string text;
        page::append_folded(document_.attribute(id, Attr::alt), text);
        return text;
      });
    }
  }
}

Reading failed(int status, std::string detail) {
  Reading reading;
  reading.problem = status;
  reading.detail = std::move(detail);
  return reading;
}

/// Fetches the page of an order. False: there is none, and the reading says why.
bool fetch_page(const ReadingOrder& order, Engine& engine, Reading& reading) {
  if (const std::string wrong = fetch::wrong_address(order.page.url); !wrong.empty()) {
    reading = failed(422, "url: " + wrong);
    return false;
  }
  if (!engine.fetches()) {
    reading =
        failed(403, "this service does not fetch pages (pith serve --fetch lets it): send the page itself as `html`");
    return false;
  }
  reading.answer = engine.fetch(order.page);
  const fetch::FetchResult& answer = reading.answer;
  if (answer.error.empty() || (order.errors && answer.status >= 400 && !answer.forbidden)) return true;
  if (answer.refused || answer.forbidden) {
    reading = failed(403, answer.error);
  } else {
    reading = failed(answer.error == "no answer in time" ? 504 : 502, "the page could not be fetched: " + answer.error);
  }
  return false;
}

Result<std::optional<rules::Selectors>> selectors_of(const std::string& css, std::string_view name) {
  if (css.empty()) return std::optional<rules::Selectors>();
  Result<rules::Selectors> read = rules::Selectors::parse(css);
  if (!read) return within(std::string(name), read.error());
  return std::optional<rules::Selectors>(*std::move(read));
}

}  // namespace

Result<std::vector<Setting>> without_hidden(std::vector<Setting> settings) {
  const Result<std::shared_ptr<const filter::Pipeline>> given = filter::pipeline_of(settings);
  if (!given) return given.error();
  filter::PipelineFile file;
  file.pipeline.filters = {filter::Filter::of(filter::Kind::hidden)};
  if (*given != nullptr) {
    file.pipeline.undo = (*given)->undo;
    file.pipeline.filters.insert(file.pipeline.filters.end(), (*given)->filters.begin(), (*given)->filters.end());
  }
  std::erase_if(settings, [](const Setting& setting) {
    return setting.name == filter::kPipelineSetting || setting.name == filter::kProfileSetting;
  });
  settings.push_back({std::string(filter::kPipelineSetting), filter::to_toml(file)});
  return settings;
}

Reading read_page(const ReadingOrder& order, Engine& engine) {
  Reading reading;
  const auto target = selectors_of(order.target, "the selector of what is wanted");
  const auto remove = selectors_of(order.remove, "the selector of what is not wanted");
  if (!target) return failed(422, target.error().message);
  if (!remove) return failed(422, remove.error().message);
  if (!order.is_given && !fetch_page(order, engine, reading)) return reading;

  Options options = engine.options().extraction;
  options.favor = order.favor;
  if (!order.method.empty()) {
    if (order.method != options.method) options.settings.clear();  // those of another method
    options.method = order.method;
  } else if (order.whole || *target) {
    options.method = "all";
    options.settings.clear();
  }
  if (!order.hidden) {
    Result<std::vector<Setting>> settings = without_hidden(std::move(options.settings));
    if (!settings) return failed(422, settings.error().message);
    options.settings = *std::move(settings);
  }
  const Result<std::shared_ptr<const Extractor>> extractor = engine.extractor(options);
  if (!extractor) return failed(422, extractor.error().message);

  const std::string& bytes = order.is_given ? order.html : reading.answer.body;
  const std::string url = order.is_given || reading.answer.url.empty() ? order.page.url : reading.answer.url;
  const std::string_view content_type = reading.answer.content_type;
  const text::ContentType type = text::parse_content_type(content_type);
  if (!type.may_be_page()) return failed(415, "the page is " + type.essence + ", which is no web page");
  const Engine::Lease scratch = engine.scratch();
  PageInfo info{.url = url, .charset = order.charset.empty() ? type.charset : order.charset};
  std::string cut;
  std::string_view page = bytes;
  if (*target || *remove || order.links || order.html_wanted) {
    CutPage tree(bytes, info.charset, options.limits);
    if (!order.hidden) tree.take_out_hidden();
    if (*remove) tree.take_out(**remove);
    if (*target && !tree.keep_only(**target)) return failed(422, "nothing on the page matches `" + order.target + "`");
    if (order.links) tree.collect_links(url, reading);
    cut = tree.as_html();
    reading.title = tree.title();
    if (*target || *remove) {
      page = cut;
      info.charset = "utf-8";
    }
  }
  reading.article = order.explain ? (*extractor)->explain(page, info, scratch->workspace)
                                  : (*extractor)->extract(page, info, scratch->workspace);
  if (!reading.article.title.empty()) reading.title = reading.article.title;
  if (order.html_wanted) reading.html = std::move(cut);
  return reading;
}

namespace {

/// Calls `visit(bytes, tokens)` for each token, or part of a word: the bytes that have been read and the tokens so far.
template <typename Visit>
void count_tokens(std::string_view text, Visit&& visit) {
  constexpr std::size_t kLettersOfToken = 5;
  std::size_t tokens = 0, letters = 0;
  for (std::size_t at = 0; at < text.size();) {
    const auto lead = static_cast<unsigned char>(text[at]);
    const std::size_t length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    at = std::min(at + length, text.size());
    const bool is_space = lead <= ' ';
    // Letters of alphabets come in words; from U+0800 on a character is a token, about.
    const bool is_letter =
        (lead < 0x80 && (std::string_view("_'").find(static_cast<char>(lead)) != std::string_view::npos ||
                         (lead | 0x20u) - 'a' < 26u)) ||
        length == 2;
    if (is_letter && letters > 0 && letters < kLettersOfToken) {
      ++letters;
    } else if (is_letter) {
      letters = 1;
      ++tokens;
    } else {
      letters = 0;
      if (!is_space) ++tokens;
    }
    if (!visit(at, tokens)) return;
  }
}

}  // namespace

std::size_t estimated_tokens(std::string_view text) {
  std::size_t count = 0;
  count_tokens(text, [&](std::size_t, std::size_t tokens) {
    count = tokens;
    return true;
  });
  return count;
}

std::string_view within_tokens(std::string_view text, std::size_t tokens) {
  std::size_t fits = 0;
  count_tokens(text, [&](std::size_t bytes, std::size_t count) {
    if (count > tokens) return false;
    fits = bytes;
    return true;
  });
  if (fits == text.size()) return text;
  const std::size_t line = text.substr(0, fits).rfind('\n');
  return text.substr(0, line != std::string_view::npos && line > fits / 2 ? line : fits);
}

}  // namespace pith::serve
