#include "literature/two_layer.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include "html/path.hpp"
#include "learn/c45.hpp"
#include "literature/method.hpp"
#include "literature/model.hpp"
#include "literature/notice_words.hpp"
#include "literature/sun.hpp"
#include "models/model_text.hpp"
#include "page/block_text.hpp"
#include "text/characters.hpp"
#include "text/utf8.hpp"

namespace pith::literature {

namespace {

using html::Attr;
using html::kNoNode;
using html::Node;
using html::Tag;
using learn::Schema;
using learn::Table;

constexpr std::uint32_t kNone = 0xFFFF'FFFF;

// Whether the authors list the element among those that part paragraphs.
bool is_listed_break(const Node& node) noexcept {
  switch (node.tag) {
    case Tag::p:
    case Tag::br:
    case Tag::h1:
    case Tag::h2:
    case Tag::h3:
    case Tag::h4:
    case Tag::h5:
    case Tag::h6:
    case Tag::table:
    case Tag::tr:
    case Tag::hr:
    case Tag::div:
    case Tag::center:
      return true;
    default:
      return false;
  }
}

// Whether such an element begins or ends between two blocks.
bool are_parted(const html::Document& document, const page::Block& before, const page::Block& behind) noexcept {
  for (NodeId id = before.end; id < behind.begin; ++id)
    if (document[id].is_element() && is_listed_break(document[id])) return true;
  for (NodeId id = document[before.end - 1].parent; id != kNoNode && document[id].end <= behind.begin;
       id = document[id].parent)
    if (is_listed_break(document[id])) return true;
  return false;
}

// The lowest node that holds both.
NodeId common_home(const html::Document& document, NodeId a, NodeId b) noexcept {
  while (a > b || document[a].end <= b) a = document[a].parent;
  return a;
}

std::uint8_t bit_of(const Node& node) noexcept {
  if (node.is(Tag::table)) return 1;
  if (node.is(Tag::div)) return 2;
  if (node.is(Tag::tr)) return 4;
  if (node.is(Tag::td)) return 8;
  return 0;
}

// Values of the paragraph's tag; 0 is "other".
enum Mark : std::uint8_t { kOther, kP, kBr, kH1, kLi = kH1 + 6 };

std::uint8_t mark_of(const Node& node) noexcept {
  if (node.is(Tag::p)) return kP;
  if (node.is(Tag::li)) return kLi;
  for (int level = 0; level < 6; ++level)
    if (node.is(static_cast<Tag>(static_cast<int>(Tag::h1) + level))) return static_cast<std::uint8_t>(kH1 + level);
  return kOther;
}

bool holds_centre(std::string_view value) {
  return value.size() >= 6 &&
         (value.find("center") != std::string_view::npos || value.find("CENTER") != std::string_view::npos ||
          value.find("Center") != std::string_view::npos);
}

// Whether the element says how its text is aligned, and then whether centred.
bool says_alignment(const html::Document& document, NodeId id, bool& centred) {
  const Node& node = document[id];
  if (node.is(Tag::center)) return centred = true, true;
  if (node.attribute_count == 0) return false;
  if (const html::Attribute* align = document.find(id, Attr::align)) {
    centred = holds_centre(document.value(*align));
    return true;
  }
  const std::string_view style = document.attribute(id, Attr::style);
  if (const std::size_t at = style.find("text-align"); at != std::string_view::npos) {
    centred = holds_centre(style.substr(at, style.find(';', at) - at));
    return true;
  }
  return false;
}

// 讯 or 电, with which news agencies open, among the first 16 characters; white space is none.
bool has_agency_mark(std::string_view text) {
  int characters = 0;
  for (const char *p = text.data(), *end = p + text.size(); p != end && characters < 16;) {
    const text::CodePoint c = text::read_utf8(p, end);
    if (c.value == U'讯' || c.value == U'电') return true;
    characters += !text::is_space(c.value);
    p += c.length;
  }
  return false;
}

// Of each node: elements in it that hold paragraphs, and paragraphs that stand directly in it, which are those of
// `homes`.
std::vector<std::uint32_t> count_children(const html::Document& document, NodeId root, std::span<const NodeId> homes) {
  std::vector<std::uint32_t> children(document.size(), 0);
  std::vector<bool> reached(document.size(), false);
  reached[root] = true;
  for (NodeId node : homes) {
    ++children[node];
    for (; !reached[node]; node = document[node].parent) {
      reached[node] = true;
      ++children[document[node].parent];
    }
  }
  return children;
}

const std::vector<std::string> kNoYes = {"no", "yes"};

}  // namespace

float Paragraphs::share(std::uint32_t part, std::uint32_t whole) const noexcept {
  if (whole == 0) return reading_.undefined_is_unknown ? learn::kUnknown : 0.0F;
  return static_cast<float>(part) / static_cast<float>(whole);
}

Paragraphs::Paragraphs(const page::Page& page, const ParagraphReading& reading) : page_(page), reading_(reading) {
  const html::Document& document = page.document();
  inherit_properties();
  const NodeId root = document.body() != kNoNode ? document.body() : 0;
  const std::vector<NodeId> homes = gather_paragraphs(root);
  plain_total_ = characters_.back() - links_.back();
  find_candidates(root, homes);
}

// From the root down.
void Paragraphs::inherit_properties() {
  const html::Document& document = page_.document();
  mark_.assign(document.size(), kOther);
  centred_.assign(document.size(), false);
  in_table_.assign(document.size(), false);
  for (NodeId id = 1; id < document.size(); ++id) {
    const Node& node = document[id];
    if (!node.is_element()) continue;
    const std::uint8_t own = mark_of(node);
    mark_[id] = own != kOther ? own : mark_[node.parent];
    bool centred = centred_[node.parent];
    says_alignment(document, id, centred);
    centred_[id] = centred;
    in_table_[id] = in_table_[node.parent] || document[node.parent].is(Tag::table);
  }
}

std::vector<NodeId> Paragraphs::gather_paragraphs(NodeId root) {
  const html::Document& document = page_.document();
  const page::Flags noscript = page_.noscript_is_content() ? page::Flags{0} : page::kNoscript;
  const auto is_one_with = [&](BlockId last, const page::Block& block) {
    const page::Block& before = page_.block(last);
    return before.has(page::kHidden) == block.has(page::kHidden) && !are_parted(document, before, block);
  };
  characters_.push_back(0);
  links_.push_back(0);
  std::vector<NodeId> homes;
  for (BlockId id = 0; id < page_.blocks().size(); ++id) {
    const page::Block& block = page_.block(id);
    if (block.has(static_cast<page::Flags>(noscript | page::kOption))) continue;
    const page::TextSums text = page_.text_of(block);
    const NodeId home = block.container == kNoNode || block.container < root ? root : block.container;
    if (reading_.strict_breaks && !blocks_.empty() && last_blocks_.back() + 1 == id &&
        is_one_with(last_blocks_.back(), block)) {
      last_blocks_.back() = id;
      characters_.back() += text.characters;
      links_.back() += text.link_characters;
      homes.back() = common_home(document, homes.back(), home);
      continue;
    }
    blocks_.push_back(id);
    last_blocks_.push_back(id);
    characters_.push_back(characters_.back() + text.characters);
    links_.push_back(links_.back() + text.link_characters);
    homes.push_back(home);
  }
  return homes;
}

void Paragraphs::find_candidates(NodeId root, std::span<const NodeId> homes) {
  const html::Document& document = page_.document();
  const std::vector<std::uint32_t> children = count_children(document, root, homes);
  std::vector<std::uint32_t> candidate_of(document.size(), kNone);  // by node; of nodes, not of paragraphs
  std::uint32_t next = 0;                                           // paragraph
  const auto add_paragraphs_before = [&](NodeId end) {
    for (; next < blocks_.size() && page_.block(blocks_[next]).begin < end; ++next) {
      const NodeId home = homes[next];
      add_candidate({.node = home,
                     .is_paragraph = true,
                     .first = next,
                     .last = next + 1,
                     .depth = static_cast<std::uint16_t>(document[home].depth + 1),
                     .in_table = in_table_[home] || document[home].is(Tag::table)},
                    root, candidate_of);
    }
  };
  for (NodeId id = root; id < document.size(); ++id) {
    if (children[id] < 2) continue;
    add_paragraphs_before(id);
    const NodeId end = document[id].end;
    const auto last = std::lower_bound(blocks_.begin() + next, blocks_.end(), end,
                                       [&](BlockId b, NodeId node) { return page_.block(b).begin < node; });
    const ScopeCandidate candidate{.node = id,
                                   .first = next,
                                   .last = static_cast<std::uint32_t>(last - blocks_.begin()),
                                   .children = children[id],
                                   .depth = document[id].depth,
                                   .in_table = in_table_[id]};
    if (candidate.first == candidate.last) continue;
    add_candidate(candidate, root, candidate_of);
    candidate_of[id] = static_cast<std::uint32_t>(candidates_.size() - 1);
  }
  add_paragraphs_before(kNoNode);
}

// With the next candidate above its node, and the tags on the way up to that.
void Paragraphs::add_candidate(ScopeCandidate candidate, NodeId root, std::span<const std::uint32_t> candidate_of) {
  const html::Document& document = page_.document();
  candidate.above = static_cast<std::uint32_t>(candidates_.size());
  for (NodeId id = candidate.node; id >= root && id != kNoNode; id = document[id].parent) {
    if (candidate_of[id] != kNone) {
      candidate.above = candidate_of[id];
      break;
    }
    candidate.tags |= bit_of(document[id]);
    if (id == root) break;
  }
  candidates_.push_back(candidate);
}

std::size_t Paragraphs::governing(const std::vector<bool>& belongs) const {
  const auto first = static_cast<std::size_t>(std::find(belongs.begin(), belongs.end(), true) - belongs.begin());
  std::size_t last = belongs.size();
  while (last > first && !belongs[last - 1]) --last;
  std::size_t best = candidates_.size();
  for (std::size_t c = 0; c < candidates_.size() && first < last; ++c) {
    const ScopeCandidate& candidate = candidates_[c];
    if (candidate.first > first || candidate.last < last) continue;
    if (best == candidates_.size() ||
        candidate.last - candidate.first <= candidates_[best].last - candidates_[best].first)
      best = c;
  }
  return best;
}

const Schema& Paragraphs::scope_schema() {
  static const Schema schema{{{"plain_characters"},
                              {"plain_share_of_page"},
                              {"link_characters"},
                              {"link_share"},
                              {"plain_share_of_above"},
                              {"children"},
                              {"table_above", kNoYes},
                              {"div_above", kNoYes},
                              {"tr_above", kNoYes},
                              {"td_above", kNoYes},
                              {"p_inside"},
                              {"p_share_of_page"},
                              {"br_inside"},
                              {"br_share_of_page"},
                              {"links_around"},
                              {"link_share_around"},
                              {"in_table", kNoYes}},
                             kNoYes};
  return schema;
}

const Schema& Paragraphs::content_schema() {
  static const Schema schema{{{"tag", {"other", "p", "br", "h1", "h2", "h3", "h4", "h5", "h6", "li"}},
                              {"link_share"},
                              {"plain_characters"},
                              {"link_characters"},
                              {"with_image", kNoYes},
                              {"centred", kNoYes},
                              {"agency_mark", kNoYes},
                              {"feature_word", kNoYes},
                              {"hidden", kNoYes}},
                             kNoYes};
  return schema;
}

void Paragraphs::describe_candidate(std::size_t candidate, std::vector<float>& row) const {
  const ScopeCandidate& c = candidates_[candidate];
  const ScopeCandidate& above = candidates_[c.above];
  // Without a candidate above, the root: all paragraphs.
  const ScopeCandidate whole{.first = 0, .last = static_cast<std::uint32_t>(blocks_.size())};
  const ScopeCandidate& u = c.above == candidate ? whole : above;
  const page::NodeSums all = page_.before(page_.document().size());
  page::NodeSums inside;
  if (c.is_paragraph) {
    inside = page_.before(page_.block(last_blocks_[c.first]).end) - page_.before(page_.block(blocks_[c.first]).begin);
  } else {
    inside = page_.nodes_in(c.node);
  }
  const std::uint32_t plain = plain_characters(c), links = link_characters(c);
  const std::uint32_t links_around = link_characters(u) - links;
  const auto has = [&](unsigned bit) { return static_cast<float>((c.tags >> bit) & 1); };
  row.assign({static_cast<float>(plain), share(plain, plain_total_), static_cast<float>(links),
              share(links, characters(c)), share(plain, plain_characters(u)), static_cast<float>(c.children), has(0),
              has(1), has(2), has(3), static_cast<float>(inside.paragraphs), share(inside.paragraphs, all.paragraphs),
              static_cast<float>(inside.line_breaks), share(inside.line_breaks, all.line_breaks),
              static_cast<float>(links_around), share(links_around, characters(u) - characters(c)),
              c.in_table ? 1.0F : 0.0F});
}

void Paragraphs::describe_paragraph(std::size_t paragraph, std::vector<float>& row) const {
  const BlockId id = blocks_[paragraph];
  const page::Block& block = page_.block(id);
  const std::uint32_t characters = characters_[paragraph + 1] - characters_[paragraph];
  const std::uint32_t links = links_[paragraph + 1] - links_[paragraph];
  std::uint8_t tag = block.container == kNoNode ? std::uint8_t{kOther} : mark_[block.container];
  if (id > 0 && page_.block(id - 1).container == block.container &&
      page_.before(block.begin).line_breaks > page_.before(page_.block(id - 1).end).line_breaks)
    tag = kBr;
  // Our reading of "under IMG": a picture in the same cell, or in an element that holds little else.
  bool image = false;
  const html::Document& document = page_.document();
  const NodeId around = block.container == kNoNode ? kNoNode : document[block.container].parent;
  for (const NodeId home : {block.container, around, block.cell}) {
    if (home == kNoNode || home == document.body()) continue;
    const page::NodeSums sums = page_.nodes_in(home);
    image |= sums.images > 0 && sums.blocks <= 2;
  }
  std::string words;
  for (BlockId part = id; part <= last_blocks_[paragraph]; ++part) page::append_text(page_, page_.block(part), words);
  const bool featured = reading_.feature_words.empty()
                            ? has_feature_word(words)
                            : std::any_of(reading_.feature_words.begin(), reading_.feature_words.end(),
                                          [&](const std::string& word) { return words.find(word) != words.npos; });
  const bool hidden = block.has(page::kHidden) && !page_.hidden_is_content();
  const auto yes = [](bool value) { return value ? 1.0F : 0.0F; };
  row.assign({static_cast<float>(tag), share(links, characters), static_cast<float>(characters - links),
              static_cast<float>(links), yes(image), yes(block.container != kNoNode && centred_[block.container]),
              yes(has_agency_mark(words)), yes(featured), yes(hidden)});
}

namespace {

enum : std::size_t { kModel, kScope, kContent, kThreshold, kLaplace, kStrictBreaks, kUndefined, kWordList };
enum ScopeWay : std::uint32_t { kByTree, kWholePage, kBySun };
constexpr SettingInfo kSettings[] = {
    {"model", SettingType::text, "", "file made by `pith train two-layer`"},
    {"scope", SettingType::choice, "tree",
     "governing node by the first tree, the whole page, or the table that `sun` finds", 0, 0, "tree,none,sun"},
    {"content", SettingType::choice, "tree", "paragraphs below it by the second tree, or all", 0, 0, "tree,none"},
    {"threshold", SettingType::number, "0.5", "probability above which a paragraph is kept", 0, 1},
    {"laplace", SettingType::flag, "on", "training: leaf probabilities (k+1)/(n+2), which break ties (ours)"},
    {"strict_breaks", SettingType::flag, "off",
     "training: only the tags that the authors list part paragraphs, not li, td or those of HTML5"},
    {"undefined", SettingType::choice, "zero", "training: what a share of nothing is", 0, 0, "zero,unknown"},
    {"feature_words", SettingType::text, kFeatureWordsJoined,
     "training: words that tell noise, separated by commas (the first five are the authors')"},
};

// How pages are read, with the list of words that it looks into. A model says how its pages were read, and others are
// read likewise.
struct Reading {
  bool strict_breaks = false, undefined_is_unknown = false;
  std::vector<std::string> words;  // empty: the default ones, which are found faster

  [[nodiscard]] ParagraphReading paragraphs() const noexcept { return {strict_breaks, undefined_is_unknown, words}; }
};

Reading reading_of(const Settings& settings) {
  Reading reading{settings.flag(kStrictBreaks), settings.choice(kUndefined) == 1, {}};
  const std::string& written = settings.text(kWordList);
  if (written == kSettings[kWordList].value) return reading;
  for (std::string_view rest = written; !rest.empty();) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    if (end > 0) reading.words.emplace_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  // No word at all is a list, too, and none that a page could hold.
  if (reading.words.empty()) reading.words.emplace_back("\n");
  return reading;
}

struct Model final : Prepared {
  Reading reading;
  std::unique_ptr<learn::Classifier> scope, content;
};

constexpr std::string_view kReading = "paragraphs";

void write(const Reading& reading, models::ModelWriter& out) {
  out.line(kReading).word(reading.strict_breaks ? "strict" : "blocks");
  out.word(reading.undefined_is_unknown ? "unknown" : "zero");
  for (const std::string& word : reading.words) out.name(word);
}

// False when the line is there and wrong; models of earlier versions have none.
bool read(models::ModelReader& in, Reading& reading) {
  if (!in.accept(kReading)) return true;
  const std::string_view breaks = in.word(), undefined = in.word();
  if ((breaks != "strict" && breaks != "blocks") || (undefined != "unknown" && undefined != "zero")) return false;
  reading.strict_breaks = breaks == "strict";
  reading.undefined_is_unknown = undefined == "unknown";
  for (std::string word; in.name(word);) reading.words.push_back(word);
  return true;
}

Result<std::shared_ptr<const Prepared>> prepare(const Settings& settings) {
  return prepare_model<Model>("two-layer", settings, [](models::ModelReader& in, Model& model) -> Error {
    if (!read(in, model.reading)) return in.wrong("expected `paragraphs`, then blocks or strict, then zero or unknown");
    Result<std::unique_ptr<learn::Classifier>> scope = learn::read_classifier(in, Paragraphs::scope_schema());
    if (!scope) return std::move(scope).error();
    Result<std::unique_ptr<learn::Classifier>> content = learn::read_classifier(in, Paragraphs::content_schema());
    if (!content) return std::move(content).error();
    model.scope = *std::move(scope);
    model.content = *std::move(content);
    return {};
  });
}

enum : Reason { kNotParagraph, kOutside, kKept, kRejected, kInvisible };

// Highest probability; of equals more plain text, then the deeper one.
std::size_t best_candidate(const Paragraphs& paragraphs, const learn::Classifier& tree, double& probability) {
  std::size_t best = paragraphs.candidates().size();
  std::vector<float> row;
  for (std::size_t c = 0; c < paragraphs.candidates().size(); ++c) {
    paragraphs.describe_candidate(c, row);
    const double p = tree.probability_of_second(row);
    const auto better = [&] {
      if (best == paragraphs.candidates().size() || p != probability) return p > probability;
      const ScopeCandidate &a = paragraphs.candidates()[c], &b = paragraphs.candidates()[best];
      const std::uint32_t plain_a = paragraphs.plain_characters(a), plain_b = paragraphs.plain_characters(b);
      return plain_a != plain_b ? plain_a > plain_b : a.depth > b.depth;
    };
    if (best != paragraphs.candidates().size() && !better()) continue;
    best = c;
    probability = p;
  }
  return best;
}

// The paragraphs [first, last) in which the body is looked for.
struct Scope {
  std::uint32_t first, last;
  NodeId governing = kNoNode;  // by the tree alone
  double probability = 0;
};

Scope scope_of(const page::Page& page, const Paragraphs& paragraphs, ScopeWay way, const learn::Classifier& tree,
               Scratch& scratch) {
  const std::span<const BlockId> blocks = paragraphs.blocks();
  Scope scope{0, static_cast<std::uint32_t>(blocks.size())};
  if (way == kByTree) {
    double probability = 0;
    const ScopeCandidate& governing = paragraphs.candidates()[best_candidate(paragraphs, tree, probability)];
    scope = {governing.first, governing.last, governing.node, probability};
  } else if (way == kBySun) {
    const Visible visible(page, scratch);
    const Containers tables(page, kTableContainers, scratch);
    const NodeId table = tables[descend_into_tables(tables, visible, kSunShare, kSunCharacters)].node;
    if (table == root_of(page)) return scope;
    const auto inside = [&](BlockId id) { return lies_in(page.block(id), table, page.document()); };
    while (scope.first < scope.last && !inside(blocks[scope.first])) ++scope.first;
    while (scope.last > scope.first && !inside(blocks[scope.last - 1])) --scope.last;
  }
  return scope;
}

void run(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice) {
  const auto* model = static_cast<const Model*>(options.settings->prepared());
  if (model == nullptr) return choice.set_empty(Empty::nothing);
  const Settings& settings = *options.settings;
  const Paragraphs paragraphs(page, model->reading.paragraphs());
  if (paragraphs.blocks().empty()) return choice.set_empty(Empty::nothing);
  const auto [first, last, governing, governs] =
      scope_of(page, paragraphs, static_cast<ScopeWay>(settings.choice(kScope)), *model->scope, scratch);
  if (options.explain && governing != kNoNode && first < last) {
    std::string words = "; the governing node is ";
    html::Paths(page.document()).append(governing, words);
    append_probability(governs, words);
    choice.note(paragraphs.blocks()[first], std::move(words));
  }
  const double threshold = shifted(settings.number(kThreshold), options.favor);
  choice.set_threshold(static_cast<float>(threshold));
  const bool all = settings.choice(kContent) != 0;
  std::vector<float> row;
  for (std::uint32_t i = 0; i < paragraphs.blocks().size(); ++i) {
    const bool inside = i >= first && i < last;
    double p = inside ? 1 : 0;
    if (inside && !all) {
      paragraphs.describe_paragraph(i, row);
      p = model->content->probability_of_second(row);
    }
    for (BlockId id = paragraphs.blocks()[i]; id <= paragraphs.last_block(i); ++id) {
      const bool visible = !page.block(id).has(page.invisible());
      choice.judge(id, static_cast<float>(p),
                   !inside         ? kOutside
                   : !visible      ? kInvisible
                   : p > threshold ? kKept
                                   : kRejected);
      if (inside && visible && p > threshold) choice.keep(id);
    }
  }
}

void describe(const page::Page&, const Choice& choice, BlockId block, std::string& out) {
  switch (choice.reason(block)) {
    case kNotParagraph:
      out += "no paragraph: an option of a list, or for readers without scripts";
      return;
    case kOutside:
      out += "outside the governing node";
      return;
    case kInvisible:
      out += "not visible";
      return;
    default:
      break;
  }
  out += choice.reason(block) == kKept ? "under the governing node, main content" : "under the governing node, noise";
  append_probability(choice.score(block), out);
  out += choice.note_of(block);
}

struct PageLesson final : Lesson {
  Table scope{Paragraphs::scope_schema()};
  Table content{Paragraphs::content_schema()};
};

// Whether at least half of a paragraph's text is main text.
bool is_labelled(const LabelledPage& labelled, const Paragraphs& paragraphs, std::size_t paragraph) {
  const BlockId first = paragraphs.blocks()[paragraph], last = paragraphs.last_block(paragraph);
  if (first == last) return labelled.share[first] >= kBelongs;
  double all = 0, inside = 0;
  for (BlockId id = first; id <= last; ++id) {
    const double characters = labelled.page.text_of(labelled.page.block(id)).characters;
    all += characters;
    inside += characters * static_cast<double>(labelled.share[id]);
  }
  return inside >= all * static_cast<double>(kBelongs);
}

std::unique_ptr<const Lesson> study(const LabelledPage& labelled, const Settings& settings) {
  const Reading reading = reading_of(settings);
  const Paragraphs paragraphs(labelled.page, reading.paragraphs());
  std::vector<bool> belongs(paragraphs.blocks().size());
  for (std::size_t i = 0; i < belongs.size(); ++i) belongs[i] = is_labelled(labelled, paragraphs, i);
  const std::size_t governing = paragraphs.governing(belongs);
  // As in the paper, only pages that have a body teach.
  if (governing == paragraphs.candidates().size()) return nullptr;
  auto lesson = std::make_unique<PageLesson>();
  std::vector<float> row;
  for (std::size_t c = 0; c < paragraphs.candidates().size(); ++c) {
    paragraphs.describe_candidate(c, row);
    lesson->scope.add(row, c == governing ? 1 : 0);
  }
  const bool whole = settings.choice(kScope) == kWholePage;
  const ScopeCandidate& scope = paragraphs.candidates()[governing];
  for (std::size_t i = whole ? 0 : scope.first; i < (whole ? paragraphs.blocks().size() : scope.last); ++i) {
    paragraphs.describe_paragraph(i, row);
    lesson->content.add(row, belongs[i] ? 1 : 0);
  }
  return lesson;
}

Result<std::string> train(std::span<const Lesson* const> lessons, const Settings& settings, std::uint64_t) {
  Table scope(Paragraphs::scope_schema()), content(Paragraphs::content_schema());
  for (const Lesson* lesson : lessons) {
    scope.append(static_cast<const PageLesson*>(lesson)->scope);
    content.append(static_cast<const PageLesson*>(lesson)->content);
  }
  if (scope.empty()) return Error{ErrorCode::bad_data, "no page with a labelled main text"};
  const learn::C45Options options{.laplace = settings.flag(kLaplace)};
  models::ModelWriter out;
  write(reading_of(settings), out);
  learn::write(*learn::C45::train(scope, options), out);
  learn::write(*learn::C45::train(content, options), out);
  return out.take();
}

constexpr Trainer kTrainer{study, train};

}  // namespace

extern const Method kTwoLayer;
const Method kTwoLayer{"two-layer",
                       "a governing node by one decision tree, its paragraphs by another",
                       "Hu, Zhang, Wang 2006, precise body extraction by decisions of two layers",
                       run,
                       describe,
                       kSettings,
                       prepare,
                       nullptr,
                       &kTrainer};

}  // namespace pith::literature
