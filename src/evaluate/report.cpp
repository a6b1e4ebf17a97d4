#include "evaluate/report.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "evaluate/alignment.hpp"
#include "evaluate/written_page.hpp"
#include "text/json_writer.hpp"
#include "text/utf8.hpp"

namespace pith::evaluate {
namespace {

using text::JsonWriter;

// Enough to recognise a block; the texts that were kept or should have been are given more.
constexpr std::size_t kTextShown = 1200, kDroppedTextShown = 120, kDroppedShown = 250;
constexpr double kWanted = 0.5;  // share of a block's phrases that makes it part of the main text

/// The first `bytes` of a text, not cut within a character.
std::string shortened(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return std::string(text);
  while (bytes > 0 && text::continues_character(text[bytes])) --bytes;
  return std::string(text.substr(0, bytes)) + "…";
}

double rounded(double value) { return std::round(value * 1e4) / 1e4; }

/// Texts that occur many times on a page (reasons, paths, blocks seen by several methods), by number.
class StringTable {
 public:
  std::size_t number(std::string text) {
    const auto [it, added] = numbers_.try_emplace(std::move(text), strings_.size());
    if (added) strings_.push_back(it->first);
    return it->second;
  }
  void write(JsonWriter& json) const {
    json.begin_array();
    for (const std::string& text : strings_) json.string(text);
    json.end_array();
  }

 private:
  std::map<std::string, std::size_t> numbers_;
  std::vector<std::string> strings_;
};

void write_group(JsonWriter& json, const Group& group) {
  json.begin_object();
  json.member("name", group.name);
  json.member("pages", group.methods.empty() ? std::size_t{0} : group.methods.front().pages);
  json.key("figures");  // by method, then figure: [value, low, high]
  json.begin_array();
  for (const Summary& summary : group.methods) {
    json.begin_array();
    for (std::size_t i = 0; i < kFigures; ++i) {
      json.begin_array();
      for (const double value : {summary.value[i], summary.interval[i].low, summary.interval[i].high})
        json.number(rounded(value));
      json.end_array();
    }
    json.end_array();
  }
  json.end_array();
  json.end_object();
}

/// [id, group, type, [[f1, p, r, ms, judged type] of each method]]
void write_page(JsonWriter& json, const EvaluatedPage& page) {
  json.begin_array();
  json.string(page.id);
  json.string(page.group);
  json.string(page.page_type);
  json.begin_array();
  for (std::size_t m = 0; m < page.scores.size(); ++m) {
    const PageScore& score = page.scores[m];
    json.begin_array();
    for (const double value : {score.f1, score.p, score.r, score.milliseconds}) json.number(rounded(value));
    json.string(page.predicted_types[m]);
    json.end_array();
  }
  json.end_array();
  json.end_array();
}

/// [text, path, reason, score, kind, kept, wanted] for each block; numbers of texts.
void write_blocks(JsonWriter& json, StringTable& strings, const std::vector<BlockReport>& blocks, Phrases gold) {
  // In two rounds: what was kept claims its part of the gold first, and what is left was missed.
  std::vector<bool> wanted(blocks.size());
  for (const bool kept : {true, false}) {
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      if (blocks[i].kept != kept) continue;
      wanted[i] = gold.share(blocks[i].text) >= kWanted;
      if (wanted[i]) gold.claim(blocks[i].text);
    }
  }
  std::size_t dropped = 0;
  json.begin_array();
  for (std::size_t i = 0; i < blocks.size(); ++i) {
    const BlockReport& block = blocks[i];
    const bool rest = !block.kept && !wanted[i];
    if (rest && ++dropped > kDroppedShown) continue;
    json.begin_array();
    json.number(strings.number(shortened(block.text, rest ? kDroppedTextShown : kTextShown)));
    json.number(strings.number(block.path));
    json.number(strings.number(block.reason));
    json.number(rounded(static_cast<double>(block.score)));
    json.number(strings.number(block.kind));
    json.number(block.kept ? 1 : 0);
    json.number(wanted[i] ? 1 : 0);
    json.end_array();
  }
  json.end_array();
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (text.find_first_not_of(" \t\r") < end) lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

void write_explained(JsonWriter& json, const ExplainedPage& page) {
  const std::vector<std::string> gold = lines_of(page.gold.value_or(""));
  const Phrases phrases(page.gold.value_or(""));
  StringTable strings;
  json.begin_object();
  json.member("set", page.set);
  json.member("page", page.page);
  json.member("url", page.url);
  json.key("gold");
  json.begin_array();
  for (const std::string& line : gold) json.string(shortened(line, kTextShown));
  json.end_array();
  json.key("blocks");  // of each method
  json.begin_array();
  for (const std::vector<BlockReport>& blocks : page.blocks) write_blocks(json, strings, blocks, phrases);
  json.end_array();
  json.key("cuts");
  json.begin_array();
  for (const float cut : page.cuts) json.number(rounded(static_cast<double>(cut)));
  json.end_array();
  json.key("found");  // by method, then line of the gold: the share that was kept
  json.begin_array();
  for (const std::vector<BlockReport>& blocks : page.blocks) {
    std::string output;
    for (const BlockReport& block : blocks)
      if (block.kept) output.append(block.text).append("\n");
    const Phrases kept(output);
    json.begin_array();
    for (const std::string& line : gold) json.number(std::round(kept.share(line) * 100) / 100);
    json.end_array();
  }
  json.end_array();
  json.key("strings");
  strings.write(json);
  json.end_object();
}

/// Two thirds the worst pages, one third spread evenly over the set.
std::vector<PagePlace> places_shown(const Evaluation& evaluation, std::size_t count) {
  std::vector<PagePlace> places;
  for (std::size_t s = 0; s < evaluation.sets.size(); ++s) {
    const EvaluatedSet& set = evaluation.sets[s];
    if (set.pages.empty() || evaluation.methods.empty()) continue;
    std::set<std::size_t> chosen;
    for (const std::size_t page : worst_pages(set, 0, (count * 2 + 2) / 3)) chosen.insert(page);
    const std::size_t spread = std::min(count / 3, set.pages.size());
    for (std::size_t i = 0; i < spread; ++i) chosen.insert(i * set.pages.size() / spread);
    for (const std::size_t page : chosen) places.push_back({s, page});
  }
  return places;
}

}  // namespace

Result<std::string> report(const EvaluationOptions& options, const Evaluation& evaluation,
                           const std::vector<std::vector<Group>>& groups, std::size_t pages_shown) {
  const Result<std::vector<ExplainedPage>> explained =
      explain(options, evaluation, places_shown(evaluation, pages_shown));
  if (!explained) return explained.error();

  std::string data;
  JsonWriter json(data);
  json.begin_object();
  json.member("version", version());
  json.member("by", options.by);
  json.key("methods");
  json.begin_array();
  for (const std::string& method : evaluation.methods) json.string(method);
  json.end_array();
  json.key("figures");
  json.begin_array();
  for (std::size_t i = 0; i < kFigures; ++i) json.string(name_of(static_cast<Figure>(i)));
  json.end_array();
  json.key("sets");
  json.begin_array();
  for (std::size_t s = 0; s < evaluation.sets.size(); ++s) {
    json.begin_object();
    json.member("name", evaluation.sets[s].name);
    json.key("groups");
    json.begin_array();
    for (const Group& group : groups[s]) write_group(json, group);
    json.end_array();
    json.key("trained_on");  // by method
    json.begin_array();
    for (const bool trained_on : evaluation.sets[s].trained_on) json.boolean(trained_on);
    json.end_array();
    json.key("pages");
    json.begin_array();
    for (const EvaluatedPage& page : evaluation.sets[s].pages) write_page(json, page);
    json.end_array();
    json.end_object();
  }
  json.end_array();
  json.key("explained");
  json.begin_array();
  for (const ExplainedPage& page : *explained) write_explained(json, page);
  json.end_array();
  json.end_object();

  return written_page("pith eval", "report", data,
                      "<p>This report needs scripts; nothing is loaded from anywhere.</p>\n");
}

}  // namespace pith::evaluate
