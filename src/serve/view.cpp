#include "serve/view.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "evaluate/align.hpp"
#include "evaluate/labels.hpp"
#include "evaluate/metrics.hpp"
#include "filter/filtering.hpp"
#include "filter/settings.hpp"
#include "html/parser.hpp"
#include "method/page_kind.hpp"
#include "method/pith_steps.hpp"
#include "render/explanation.hpp"
#include "serve/arguments.hpp"
#include "serve/extraction.hpp"
#include "serve/page_frame.hpp"
#include "serve/scratch.hpp"
#include "text/content_type.hpp"
#include "text/decode.hpp"
#include "text/json_writer.hpp"
#include "workspace.hpp"

namespace pith::serve {
namespace {

constexpr std::array<std::string_view, 3> kFrames = {"none", "styles", "plain"};
constexpr std::int64_t kMostParts = 1000;

/// What a labelled page is known to hold; nothing for one that is not labelled.
evaluate::Gold gold_of(const corpus::RawRecord& record) {
  evaluate::Gold gold;
  std::string reason, group;
  if (record.kind == corpus::RecordKind::json) evaluate::GoldReader({}, {}).read(record.bytes, gold, group, reason);
  return gold;
}

/// Four digits: what is shown of a score, and a third of the bytes.
float rounded(float value) {
  const double wide = value;
  return std::abs(wide) < 1e12 ? static_cast<float>(std::round(1e4 * wide) / 1e4) : value;
}

void round_scores(Article& article) {
  article.page_type_probability = rounded(article.page_type_probability);
  article.cut = rounded(article.cut);
  for (FieldReport& field : article.fields) field.confidence = rounded(field.confidence);
  for (BlockReport& block : article.blocks) block.score = rounded(block.score);
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
      json.member("probability", rounded(kinds[kind]));
      json.end_object();
    }
  }
  json.end_array();
}

/// Blocks share reasons, all of a very large page one or two: a third of its view were these.
void write_blocks(text::JsonWriter& json, const Article& article, const std::vector<html::NodeId>& nodes) {
  std::vector<std::string_view> reasons;
  std::unordered_map<std::string_view, std::size_t> places;
  json.key("blocks");
  json.begin_array();
  for (std::size_t b = 0; b < article.blocks.size() && b < nodes.size(); ++b) {
    const BlockReport& block = article.blocks[b];
    const auto [place, is_new] = places.try_emplace(block.reason, reasons.size());
    if (is_new) reasons.push_back(block.reason);
    json.begin_object();
    json.member("node", nodes[b]);
    rendering::write_members(json, block, place->second);
    json.end_object();
  }
  json.end_array();
  json.key("reasons");
  json.begin_array();
  for (const std::string_view reason : reasons) json.string(reason);
  json.end_array();
}

void write_filters(text::JsonWriter& json, const MeasuredPage& measured) {
  json.key("filters");
  json.begin_array();
  for (std::size_t i = 0; measured.pipeline() != nullptr && i < measured.pipeline()->filters.size(); ++i) {
    json.begin_object();
    filter::write_members(json, measured.pipeline()->filters[i], measured.filtered().outcomes()[i]);
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
  for (const auto& [name, value] : {std::pair("f1", score.f1), std::pair("p", score.p), std::pair("r", score.r)})
    json.member(name, value);
  json.end_object();
}

}  // namespace

std::string view_of(Article article, std::string_view html, const PageInfo& info, const Options& extraction,
                    Workspace& workspace, const ViewOptions& options) {
  std::string out = "{\"record\":" + render(article, Format::json, extraction.limits);
  while (out.ends_with('\n')) out.pop_back();
  out += '}';
  text::JsonWriter json(out);
  json.reopen_object();
  round_scores(article);
  rendering::write_head(json, article);
  json.member("milliseconds", std::round(options.milliseconds * 100) / 100);
  json.member("text", render(article, Format::text, extraction.limits));
  json.member("markdown", render(article, Format::markdown, extraction.limits));
  json.member("html", render(article, Format::html, extraction.limits));
  write_bodies(json, "bodies", article.bodies);
  write_bodies(json, "comments", article.comments);
  // Of large pages the extractor keeps nothing.
  constexpr std::size_t kKept = 1U << 20;
  write_page_types(json, article, workspace, html.size() <= kKept);
  const MeasuredPage measured(html, info, extraction);
  const std::vector<html::NodeId> nodes = measured.nodes();
  rendering::write_fields(json, article);
  write_blocks(json, article, nodes);
  write_filters(json, measured);
  if (options.frame) {
    std::string page;
    append_page_frame(measured.page(), {.styles = options.styles, .parts = options.parts}, page);
    json.member("frame", page);
  }
  if (options.gold != nullptr && options.gold->text) write_gold(json, article, nodes, *options.gold);
  json.end_object();
  return out;
}

Response view(const Request& request, Engine& engine, const PageSets& sets) {
  const Engine::Lease scratch = engine.scratch();
  Arguments arguments(request, scratch->json);
  const std::shared_ptr<const Extractor> extractor = read_extractor(arguments, engine);
  const std::string_view frame = arguments.choice("frame", kFrames);
  const auto parts = static_cast<std::size_t>(arguments.whole("frame_parts", 1, kMostParts, 1));
  GivenPage given;
  PageOfSet own;
  const bool is_own = arguments.has("set");
  if (is_own)
    own.read(arguments, sets, *scratch);
  else
    given.read(arguments, request, engine, *scratch);
  if (arguments.problem()) return *arguments.problem();
  const std::string_view html = is_own ? own.record().html : given.record().html;
  const PageInfo info = is_own ? info_of(own.record()) : given.info();
  const Options& options = extractor->options();

  const auto begin = Clock::now();
  Article article = extractor->explain(html, info, scratch->workspace);
  const std::chrono::duration<double, std::milli> taken = Clock::now() - begin;

  const evaluate::Gold gold = is_own ? gold_of(own.raw()) : evaluate::Gold();
  return json_response(view_of(std::move(article), html, info, options, scratch->workspace,
                               {.frame = frame != kFrames[0],
                                .styles = frame == kFrames[1],
                                .parts = parts,
                                .milliseconds = taken.count(),
                                .gold = &gold}));
}

}  // namespace pith::serve
