#include "workspace.hpp"

#include <algorithm>
#include <limits>

#include "article/compose.hpp"
#include "article/embedded.hpp"
#include "html/path.hpp"
#include "method/catalogue.hpp"
#include "page/block_text.hpp"
#include "page/records.hpp"
#include "render/members.hpp"
#include "render/text.hpp"
#include "text/characters.hpp"

namespace pith {

namespace {

/// The lowest element that holds all of the blocks; kNoNode when none does.
html::NodeId element_around(const page::Page& page, std::span<const page::BlockId> blocks) {
  html::NodeId begin = html::kNoNode, end = 0;
  for (const page::BlockId id : blocks) {
    begin = std::min(begin, page.block(id).begin);
    end = std::max(end, page.block(id).end);
  }
  html::NodeId node = page.block(blocks.front()).container;
  while (node != html::kNoNode && (node > begin || page.document()[node].end < end))
    node = page.document()[node].parent;
  return node;
}

enum : method::Reason { kOutside, kInside, kOutOfSight };

void choose_nothing(const page::Page&, const method::MethodOptions&, method::Scratch&, method::Choice&) {}

void describe_ruled(const page::Page&, const method::Choice& choice, page::BlockId block, std::string& out) {
  const method::Reason reason = choice.reason(block);
  out += reason == kInside    ? "inside what a rule names"
         : reason == kOutside ? "outside of what a rule names"
                              : "hidden";
}

}  // namespace

const method::Method kRuled{"rules", "rules of the user", "rules of the user", choose_nothing, describe_ruled};

Workspace::Workspace() : impl_(std::make_unique<Impl>()) {}
Workspace::~Workspace() = default;
Workspace::Workspace(Workspace&&) noexcept = default;
Workspace& Workspace::operator=(Workspace&&) noexcept = default;

void Workspace::Impl::decode(std::string_view bytes, std::string_view charset, const Limits& limits) {
  text = text::decode(bytes, {.charset = charset, .limits = limits}, decoded);
}

void Workspace::Impl::parse(const Limits& limits) {
  html::ParseOptions options;
  options.limits = limits;
  parser.parse(text.utf8, options, document);
}

void Workspace::Impl::measure() { page.measure(document); }

void Workspace::Impl::apply_filters(const filter::Pipeline* pipeline) {
  if (pipeline == nullptr) {
    filtered.reset();
    return;
  }
  if (filtered == nullptr) filtered = std::make_unique<filter::FilteredPage>();
  filtered->run(page, *pipeline);
  if (!filtered->is_changed()) return;
  std::swap(document, filtered->document());
  measure();
}

void Workspace::Impl::say_undone(const filter::Pipeline& pipeline, Article& article) const {
  for (std::size_t i = 0; i < filtered->outcomes().size(); ++i) {
    if (!filtered->outcomes()[i].undone) continue;
    if (!article.reason.empty()) article.reason += "; ";
    article.reason.append("filter ")
        .append(std::to_string(i + 1))
        .append(", ")
        .append(filter::name_of(pipeline.filters[i].kind))
        .append(", was undone: it would take out nearly all text");
  }
}

void Workspace::Impl::read_survey() { survey.read(page); }

void Workspace::Impl::choose(const method::Method& method, const method::MethodOptions& options) {
  method::MethodOptions complete = options;
  complete.survey = &survey;
  method::choose(method, page, complete, scratch, choice);
}

bool Workspace::Impl::choose_inside(const std::vector<html::NodeId>& nodes) {
  choice.reset(page.blocks().size());
  scratch.reset();
  auto node = nodes.begin();
  html::NodeId end = 0;  // of the nodes up to `node`
  for (page::BlockId id = 0; id < page.blocks().size(); ++id) {
    const page::Block& block = page.block(id);
    for (; node != nodes.end() && *node <= block.begin; ++node) end = std::max(end, document[*node].end);
    if (block.begin >= end) {
      choice.judge(id, 0, kOutside);
    } else if (block.has(page.invisible())) {
      choice.judge(id, 0, kOutOfSight);
    } else {
      choice.judge(id, 1, kInside);
      choice.keep(id);
    }
  }
  return choice.bodies() != 0;
}

void Workspace::Impl::compose(const method::Method& method, const PageInfo& info, Article& article,
                              site::Memory* memory) {
  article.url = info.url;
  article.encoding = text::name_of(text.encoding);
  article.encoding_source = text::name_of(text.source);
  article.truncated |= text.truncated | document.truncated();
  article::compose(page, survey, method, choice, info, composing, article, memory);
}

void Workspace::Impl::render(const Limits& limits, Article& article) {
  std::size_t left = limits.output_bytes;
  constexpr std::size_t kMarks = 64u << 10, kMost = (std::numeric_limits<std::size_t>::max() - kMarks) / 2;
  structure.begin(page, article.url.empty() ? article.canonical : article.url);
  const auto write = [&](std::span<const page::BlockId> blocks, Body& body) {
    content.clear();
    // What marks the structure is no part of the output.
    article.truncated |= structure.append(blocks, limits, left < kMost ? 2 * left + kMarks : left, content);
    body.content = content;
    rendered.clear();
    article.truncated |= rendering::append_text(content, left, rendered);
    left -= rendered.size();
    body.text = rendered;
  };
  for (std::size_t i = 0; i < article.bodies.size(); ++i) write(choice.body(i), article.bodies[i]);
  if (article.bodies.size() > 1) {
    const bool changed = filtered != nullptr && filtered->is_changed();
    const html::Paths paths(changed ? filtered->document() : document);
    for (std::size_t i = 0; i < article.bodies.size(); ++i) {
      const html::NodeId node = element_around(page, choice.body(i));
      paths.append(changed && node != html::kNoNode ? filtered->origins()[node] : node, article.bodies[i].path);
    }
  }
  for (std::size_t i = 0; i < article.comments.size(); ++i) write(composing.comments.of(i), article.comments[i]);
}

void Workspace::Impl::embed(const Limits& limits, Article& article) {
  article::Embedded found = article::find_embedded(page, survey, article.bodies);
  if (found.html.empty()) return;
  if (inner == nullptr) inner = std::make_unique<Impl>();
  inner->decoded = std::move(found.html);
  inner->text = {};
  inner->text.utf8 = inner->decoded;
  inner->parse(limits);
  inner->measure();
  inner->read_survey();
  inner->choose(method::kAll, {});
  Article hidden;
  hidden.url = article.url.empty() ? article.canonical : article.url;
  hidden.bodies.resize(inner->choice.bodies());
  inner->render(limits, hidden);
  if (hidden.bodies.empty()) return;
  article.bodies = std::move(hidden.bodies);
  article.truncated |= hidden.truncated;
  article.embedded = found.source;
  article.reason.clear();
}

void Workspace::Impl::take_over(RuledPage ruled, Article& article) {
  for (auto& [name, values] : ruled.fields) {
    for (const rendering::Member& member : rendering::kMembers) {
      if (member.name != name || !member.is_metadata() || name == "url" || name == "page_type") continue;
      if (member.list != nullptr)
        article.*member.list = values;
      else
        article.*member.text = values.front();
    }
    if (name == "author") article.authors = values;
    if (name == "author" || name == "authors") {
      article.author.clear();
      for (const std::string& author : values) article.author.append(article.author.empty() ? "" : ", ").append(author);
    }
  }
  if (!ruled.body_text.empty()) {
    article.bodies.assign(1, Body{.text = std::move(ruled.body_text)});
    if (article.bodies[0].text.back() != '\n') article.bodies[0].text += '\n';
    article.method = kRuled.id;
    article.reason.clear();
  }
  if (!ruled.reason.empty()) article.reason = std::move(ruled.reason);
}

void Workspace::Impl::report(const method::Method& method, const Limits& limits, Article& article) {
  article::report_fields(article, composing.statements, article.fields);
  article.cut = choice.bodies() == 0 ? 0 : choice.threshold();
  const html::Paths paths(document);
  page::Records records;
  records.find(page);
  std::size_t bytes = 0;
  for (page::BlockId id = 0; id < page.blocks().size(); ++id) {
    BlockReport report;
    paths.append(page.block(id).container, report.path);
    page::append_text(page, page.block(id), report.text);
    bytes += report.path.size() + report.text.size();
    if (bytes > limits.output_bytes) {
      article.truncated |= Truncation::output;
      return;
    }
    report.score = choice.score(id);
    report.body = choice.body_of(id);
    report.kept = report.body >= 0;
    report.post = page.posts().post_of(id);
    report.comment = page.posts().in_comments(id);
    report.kind = page::name_of(records.role_of(page, id));
    const page::BlockId first = records.first_of(id);
    const bool is_shared = first != id || (id + 1 < page.blocks().size() && records.first_of(id + 1) == id);
    if (is_shared) report.record = static_cast<std::int32_t>(first);
    method.describe(page, choice, id, report.reason);
    article.blocks.push_back(std::move(report));
  }
}

void Workspace::Impl::report_filtered(const filter::Pipeline& pipeline, const Limits& limits, Article& article) {
  if (!filtered->is_changed()) return;
  const html::Document& whole = filtered->document();
  page::Page all;
  all.measure(whole);
  std::vector<bool> is_left(whole.size());
  for (const html::NodeId id : page.texts()) is_left[filtered->origins()[id]] = true;
  std::vector<const filter::Removal*> removal_of(whole.size());
  for (const filter::Removal& removal : filtered->removals())
    for (html::NodeId id = removal.node; id < whole[removal.node].end; ++id)
      if (removal_of[id] == nullptr) removal_of[id] = &removal;

  const html::Paths paths(whole);
  std::vector<BlockReport> left;
  left.swap(article.blocks);
  std::size_t bytes = 0, next = 0;
  // Those that are left, up to a place on the page as it was.
  const auto add_left = [&](html::NodeId end) {
    for (; next < left.size(); ++next) {
      const page::Block& block = page.block(static_cast<page::BlockId>(next));
      if (filtered->origins()[block.begin] >= end) return;
      left[next].path.clear();
      if (block.container != html::kNoNode) paths.append(filtered->origins()[block.container], left[next].path);
      article.blocks.push_back(std::move(left[next]));
    }
  };
  for (const page::Block& block : all.blocks()) {
    const auto texts = all.texts().subspan(block.text_begin, block.text_end - block.text_begin);
    const filter::Removal* const removal = removal_of[block.begin];
    if (removal == nullptr || std::any_of(texts.begin(), texts.end(), [&](html::NodeId id) { return is_left[id]; }))
      continue;
    add_left(block.begin);
    BlockReport report;
    paths.append(block.container, report.path);
    page::append_text(all, block, report.text);
    report.reason = "taken out by " + filter::describe(pipeline, *removal);
    bytes += report.path.size() + report.text.size();
    if (bytes > limits.output_bytes) {
      article.truncated |= Truncation::output;
      break;
    }
    article.blocks.push_back(std::move(report));
  }
  add_left(whole.size());
}

}  // namespace pith
