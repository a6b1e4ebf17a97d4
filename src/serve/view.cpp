#include "serve/view.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "corpus/base64.hpp"
#include "evaluate/align.hpp"
#include "evaluate/labels.hpp"
#include "evaluate/metrics.hpp"
#include "filter/settings.hpp"
#include "html/parser.hpp"
#include "method/page_kind.hpp"
#include "method/pith_steps.hpp"
#include "serve/arguments.hpp"
#include "serve/filter_settings.hpp"
#include "serve/page_frame.hpp"
#include "serve/scratch.hpp"
#include "text/content_type.hpp"
#include "text/decode.hpp"
#include "text/json_writer.hpp"
#include "workspace.hpp"

namespace pith::serve {
namespace {

constexpr std::array<std::string_view, 3> kFavors = {"balanced", "precision", "recall"};
constexpr std::array<std::string_view, 3> kFrames = {"none", "styles", "plain"};

/// The page that is asked about; what views point to.
struct AskedPage {
  std::string bytes, url, charset, content_type, fetched;
  corpus::RawRecord record;
  corpus::PageRecord page;
  evaluate::Gold gold;
  PageInfo info;
  std::string_view html;
};

void read_of_set(Arguments& arguments, const PageSets& sets, Scratch& scratch, AskedPage& asked) {
  const std::string_view name = arguments.text("set");
  const PageSet* const set = sets.find(name);
  if (set == nullptr) return arguments.fail(422, "there is no set of this name: /v1/workbench lists them");
  if (set->pages.empty()) return arguments.fail(422, "the set holds no pages");
  const auto last = static_cast<std::int64_t>(set->pages.size()) - 1;
  const std::int64_t place = arguments.whole("record", 0, last, 0);
  if (arguments.problem()) return;
  std::string reason, group;
  if (const Error error = sets.load(*set, static_cast<std::size_t>(place), asked.record))
    return arguments.fail(500, error.message);
  if (scratch.records.parse(asked.record, asked.page, reason) != corpus::RecordOutcome::page)
    return arguments.fail(422, "the record holds no page: " + reason);
  if (asked.record.kind == corpus::RecordKind::json)
    evaluate::GoldReader({}, {}).read(asked.record.bytes, asked.gold, group, reason);
  asked.html = asked.page.html;
  asked.info = {.url = asked.page.url,
                .charset = asked.page.charset,
                .fetched = asked.page.fetched,
                .content_type = asked.page.content_type};
}

void fetch_page(Arguments& arguments, Engine& engine, const Request& request, AskedPage& asked) {
  if (!engine.fetches())
    return arguments.fail(403, "this service fetches no pages (it was started without --fetch): send `html`");
  fetch::FetchResult fetched = engine.fetch({.url = asked.url, .stop = request.stop});
  if (!fetched.error.empty()) return arguments.fail(422, asked.url + ": " + fetched.error);
  asked.bytes = std::move(fetched.body);
  asked.url = std::move(fetched.url);
  asked.content_type = std::move(fetched.content_type);
}

void read_page(Arguments& arguments, Engine& engine, const Request& request, const PageSets& sets, Scratch& scratch,
               AskedPage& asked) {
  if (arguments.has("set")) return read_of_set(arguments, sets, scratch, asked);
  asked.url = arguments.text("url");
  asked.charset = arguments.text("charset");
  if (arguments.has("html")) {
    asked.bytes = arguments.text("html");
    // It came as UTF-8, whatever it says of itself.
    if (asked.charset.empty()) asked.charset = "utf-8";
  } else if (arguments.has("html_b64")) {
    if (!corpus::decode_base64(arguments.text("html_b64"), asked.bytes))
      return arguments.fail(422, "`html_b64` is no base64");
  } else if (!asked.url.empty()) {
    fetch_page(arguments, engine, request, asked);
    if (arguments.problem()) return;
  } else {
    return arguments.fail(422, "a page is wanted: `html`, `html_b64`, `url`, or `set` and `record`");
  }
  asked.html = asked.bytes;
  asked.info = {.url = asked.url, .charset = asked.charset, .content_type = asked.content_type};
}

Options read_options(Arguments& arguments, const Engine& engine) {
  Options options = engine.options().extraction;
  if (arguments.has("method")) options.method = arguments.text("method");
  const std::string_view favor = arguments.choice("favor", kFavors);
  options.favor = favor == kFavors[1] ? Favor::precision : favor == kFavors[2] ? Favor::recall : Favor::balanced;
  for (Setting& setting : arguments.settings("settings")) {
    // Settings that are texts name files, and those of filters have a member of their own.
    for (const MethodInfo& method : methods(*options.catalogue))
      for (const SettingInfo& info : method.settings)
        if (method.id == options.method && info.name == setting.name && info.type == SettingType::text)
          arguments.fail(422, "the setting `" + setting.name + "` cannot be set by a request");
    if (setting.name.starts_with(filter::kPipelineSetting))
      arguments.fail(422, "filters are given as `filters`: their TOML");
    options.settings.push_back(std::move(setting));
  }
  if (arguments.has("filters")) {
    Result<std::string> filters = filters_of_request(arguments.text("filters"));
    if (filters)
      options.settings.push_back({std::string(filter::kPipelineSetting), *std::move(filters)});
    else
      arguments.fail(422, filters.error().message);
  }
  return options;
}

/// Four digits: what is shown of a score, and a third of the bytes.
double rounded(float value) {
  const double wide = value;
  return std::abs(wide) < 1e12 ? std::round(1e4 * wide) / 1e4 : wide;
}

void write_bodies(text::JsonWriter& json, std::string_view name, const std::vector<Body>& bodies) {
  json.key(name);
  json.begin_array();
  for (const Body& body : bodies) {
    json.begin_object();
    json.member("text", body.text);
    json.member("author", body.author);
    json.member("date", body.date);
    json.member("path", body.path);
    json.end_object();
  }
  json.end_array();
}

/// The page once more, as the extractor has read it, for what its report does not say: what filters did, and where each
/// block begins.
class MeasuredPage {
 public:
  MeasuredPage(std::string_view bytes, const PageInfo& info, const Options& options) {
    const text::ContentType type = text::parse_content_type(info.content_type);
    const std::string_view charset = info.charset.empty() ? std::string_view(type.charset) : info.charset;
    document_ = html::parse(text::decode(bytes, {.charset = charset, .limits = options.limits}, decoded_).utf8,
                            {.limits = options.limits});
    page_.measure(document_);
    const auto pipeline = filter::pipeline_of(options.settings);
    if (!pipeline || *pipeline == nullptr) return;
    pipeline_ = *pipeline;
    filtered_.run(page_, *pipeline_);
  }
  MeasuredPage(const MeasuredPage&) = delete;
  MeasuredPage& operator=(const MeasuredPage&) = delete;

  [[nodiscard]] const page::Page& page() const noexcept { return page_; }
  [[nodiscard]] const filter::Pipeline* pipeline() const noexcept { return pipeline_.get(); }
  [[nodiscard]] const filter::FilteredPage& filtered() const noexcept { return filtered_; }

  /// The first text of each block, in the order of the report on the page: those that are left, and between them those
  /// that filters took out. The same block has the same number, whatever the method and the filters.
  [[nodiscard]] std::vector<html::NodeId> nodes() const {
    std::vector<html::NodeId> nodes;
    if (pipeline_ == nullptr || !filtered_.is_changed()) {
      for (const page::Block& block : page_.blocks()) nodes.push_back(block.begin);
      return nodes;
    }
    const std::vector<html::NodeId>& origins = filtered_.origins();
    std::vector<bool> is_left(document_.size());
    for (const html::NodeId id : filtered_.page().texts()) is_left[origins[id]] = true;
    for (const page::Block& block : filtered_.page().blocks()) nodes.push_back(origins[block.begin]);
    for (const page::Block& block : page_.blocks()) {
      const auto texts = page_.texts().subspan(block.text_begin, block.text_end - block.text_begin);
      if (std::none_of(texts.begin(), texts.end(), [&](html::NodeId id) { return is_left[id]; }))
        nodes.push_back(block.begin);
    }
    std::sort(nodes.begin(), nodes.end());
    return nodes;
  }

 private:
  std::string decoded_;
  html::Document document_;
  page::Page page_;
  std::shared_ptr<const filter::Pipeline> pipeline_;
  filter::FilteredPage filtered_;
};

/// How likely each kind of page is, the likeliest first: what the default method has left in its memory.
void write_page_types(text::JsonWriter& json, const Article& article, Workspace& workspace, bool is_kept) {
  using method::PageKind;
  json.key("page_types");
  json.begin_array();
  if (is_kept && !article.page_type.empty() && article.method == Options{}.method) {
    std::array<float, method::kPageKinds> kinds = workspace.impl().scratch.own<method::learned::ExtractionState>().kind;
    // Told to callers as a listing.
    kinds[static_cast<std::size_t>(PageKind::listing)] +=
        std::exchange(kinds[static_cast<std::size_t>(PageKind::index)], 0.0F);
    std::array<std::size_t, method::kPageKinds> order;
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return kinds[a] > kinds[b]; });
    for (const std::size_t kind : order) {
      if (static_cast<PageKind>(kind) == PageKind::index) continue;
      json.begin_object();
      json.member("type", method::name_of(static_cast<PageKind>(kind)));
      json.key("probability");
      json.number(rounded(kinds[kind]));
      json.end_object();
    }
  }
  json.end_array();
}

void write_report(text::JsonWriter& json, const Article& article, const std::vector<html::NodeId>& nodes) {
  json.key("fields");
  json.begin_array();
  for (const FieldReport& field : article.fields) {
    json.begin_object();
    json.member("field", field.field);
    json.key("chosen");
    json.boolean(field.chosen);
    json.key("confidence");
    json.number(rounded(field.confidence));
    json.member("source", field.source);
    json.member("value", field.value);
    json.end_object();
  }
  json.end_array();
  json.key("blocks");
  json.begin_array();
  for (std::size_t b = 0; b < article.blocks.size() && b < nodes.size(); ++b) {
    const BlockReport& block = article.blocks[b];
    json.begin_object();
    json.key("node");
    json.number(nodes[b]);
    json.member("path", block.path);
    json.key("kept");
    json.boolean(block.kept);
    json.key("body");
    json.number(block.body);
    json.key("score");
    json.number(rounded(block.score));
    json.member("reason", block.reason);
    json.key("post");
    json.number(block.post);
    json.key("comment");
    json.boolean(block.comment);
    json.member("kind", block.kind);
    json.member("text", block.text);
    json.end_object();
  }
  json.end_array();
}

void write_filters(text::JsonWriter& json, const MeasuredPage& measured) {
  json.key("filters");
  json.begin_array();
  for (std::size_t i = 0; measured.pipeline() != nullptr && i < measured.pipeline()->filters.size(); ++i) {
    const filter::Filter& filter = measured.pipeline()->filters[i];
    const filter::Outcome& outcome = measured.filtered().outcomes()[i];
    json.begin_object();
    json.member("kind", filter::kKindNames[static_cast<std::size_t>(filter.kind)]);
    json.key("on");
    json.boolean(filter.on);
    json.key("removed");
    json.number(outcome.removed);
    json.key("changed");
    json.number(outcome.changed);
    json.key("characters");
    json.number(outcome.characters);
    json.key("undone");
    json.boolean(outcome.undone);
    json.end_object();
  }
  json.end_array();
}

void write_gold(text::JsonWriter& json, const Article& article, const std::vector<html::NodeId>& nodes,
                const evaluate::Gold& gold) {
  json.member("gold", *gold.text);
  std::vector<evaluate::AlignedBlock> blocks;
  blocks.reserve(article.blocks.size());
  for (const BlockReport& block : article.blocks) blocks.push_back({.text = block.text});
  const evaluate::Coverage coverage = evaluate::cover(blocks, *gold.text);
  constexpr float kCovered = 0.5F;
  json.key("gold_blocks");
  json.begin_array();
  for (std::size_t b = 0; b < blocks.size() && b < nodes.size(); ++b)
    if (coverage.of_blocks[b] > kCovered) json.number(nodes[b]);
  json.end_array();
  const evaluate::PageScore score = evaluate::score(gold, evaluate::prediction_of(article), false);
  json.key("score");
  json.begin_object();
  for (const auto& [name, value] : {std::pair("f1", score.f1), std::pair("p", score.p), std::pair("r", score.r)}) {
    json.key(name);
    json.number(value);
  }
  json.end_object();
}

}  // namespace

Response view(const Request& request, Engine& engine, const PageSets& sets) {
  const Engine::Lease scratch = engine.scratch();
  Arguments arguments(request, scratch->json);
  AskedPage asked;
  if (!arguments.problem()) read_page(arguments, engine, request, sets, *scratch, asked);
  const Options options = read_options(arguments, engine);
  const std::string_view frame = arguments.choice("frame", kFrames);
  arguments.refuse_others();
  if (arguments.problem()) return *arguments.problem();
  const Result<std::shared_ptr<const Extractor>> extractor = engine.extractor(options);
  if (!extractor) return problem(422, extractor.error().message);

  const auto begin = Clock::now();
  const Article article = (*extractor)->explain(asked.html, asked.info, scratch->workspace);
  const std::chrono::duration<double, std::milli> taken = Clock::now() - begin;

  std::string out = "{\"record\":" + render(article, Format::json, options.limits);
  while (out.ends_with('\n')) out.pop_back();
  out += '}';
  text::JsonWriter json(out);
  json.reopen_object();
  json.member("url", article.url);
  json.member("title", article.title);
  json.member("method", article.method);
  json.member("page_type", article.page_type);
  json.key("page_type_probability");
  json.number(rounded(article.page_type_probability));
  json.key("cut");
  json.number(rounded(article.cut));
  json.member("encoding", article.encoding);
  json.member("encoding_source", article.encoding_source);
  json.member("truncated", describe(article.truncated));
  json.member("error", article.reason);
  json.key("milliseconds");
  json.number(std::round(taken.count() * 100) / 100);
  json.member("text", render(article, Format::text, options.limits));
  json.member("markdown", render(article, Format::markdown, options.limits));
  json.member("html", render(article, Format::html, options.limits));
  write_bodies(json, "bodies", article.bodies);
  write_bodies(json, "comments", article.comments);
  // Of large pages the extractor keeps nothing.
  constexpr std::size_t kKept = 1U << 20;
  write_page_types(json, article, scratch->workspace, asked.html.size() <= kKept);
  const MeasuredPage measured(asked.html, asked.info, options);
  const std::vector<html::NodeId> nodes = measured.nodes();
  write_report(json, article, nodes);
  write_filters(json, measured);
  if (frame != kFrames[0]) {
    std::string page;
    append_page_frame(measured.page(), {.styles = frame == kFrames[1]}, page);
    json.member("frame", page);
  }
  if (asked.gold.text) write_gold(json, article, nodes, asked.gold);
  json.end_object();
  return json_response(std::move(out));
}

}  // namespace pith::serve
