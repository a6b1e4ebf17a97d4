#include "label/agreement.hpp"

#include "evaluate/metrics.hpp"
#include "label/exchange.hpp"

namespace pith::label {

double Agreement::observed() const noexcept {
  const auto count = static_cast<double>(blocks());
  return count == 0 ? 1 : static_cast<double>(both + neither) / count;
}

double Agreement::expected() const noexcept {
  const auto count = static_cast<double>(blocks());
  if (count == 0) return 1;
  const double first = static_cast<double>(both + only_first) / count,
               second = static_cast<double>(both + only_second) / count;
  return first * second + (1 - first) * (1 - second);
}

double Agreement::kappa() const noexcept {
  const double chance = expected();
  return chance >= 1 ? 1 : (observed() - chance) / (1 - chance);
}

Agreement& Agreement::operator+=(const Agreement& other) noexcept {
  both += other.both;
  only_first += other.only_first;
  only_second += other.only_second;
  neither += other.neither;
  return *this;
}

Result<ComparedPage> compare(const Label& first, const Label& second, const std::vector<BlockReport>& blocks) {
  const Result<PlacedLabel> ours = place(first, blocks), theirs = place(second, blocks);
  if (!ours) return ours.error();
  if (!theirs) return theirs.error();
  ComparedPage page;
  const std::vector<std::string> names = names_of(blocks);
  const auto say = [](const PlacedLabel& label, std::size_t b) {
    return label.body_of[b] >= 0 ? "kept" : label.comment_of[b] >= 0 ? "comment" : "";
  };
  // Whether a block goes on with the body of the kept one before it, which says the same of two labels that number
  // their bodies differently.
  std::int32_t before_ours = -1, before_theirs = -1;
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    const std::int32_t a = ours->body_of[b], z = theirs->body_of[b];
    Agreement& counts = page.agreement;
    ++(a >= 0 && z >= 0 ? counts.both : a >= 0 ? counts.only_first : z >= 0 ? counts.only_second : counts.neither);
    const std::string_view one = say(*ours, b), other = say(*theirs, b);
    if (one != other) {
      page.disagreements.push_back({"block", names[b], std::string(one), std::string(other), blocks[b].text});
    } else if (a >= 0 && z >= 0 && before_ours >= 0 && before_theirs >= 0 &&
               (a == before_ours) != (z == before_theirs)) {
      page.disagreements.push_back({"post", names[b], a == before_ours ? "goes on" : "begins",
                                    z == before_theirs ? "goes on" : "begins", blocks[b].text});
    }
    if (a >= 0) before_ours = a;
    if (z >= 0) before_theirs = z;
  }
  const auto field = [&](const char* what, const std::string& a, const std::string& z) {
    if (a != z) page.disagreements.push_back({what, {}, a, z, {}});
  };
  field("page_type", first.page_type, second.page_type);
  field("title", first.title, second.title);
  field("author", first.author, second.author);
  field("date", first.date, second.date);
  page.f1 = evaluate::token_score(text_of(first.bodies, blocks), text_of(second.bodies, blocks)).f1;
  return page;
}

double ComparedPages::mean_kappa() const noexcept {
  double sum = 0;
  for (const auto& [id, page] : pages) sum += page.agreement.kappa();
  return pages.empty() ? 1 : sum / static_cast<double>(pages.size());
}

double ComparedPages::mean_f1() const noexcept {
  double sum = 0;
  for (const auto& [id, page] : pages) sum += page.f1;
  return pages.empty() ? 1 : sum / static_cast<double>(pages.size());
}

Result<ComparedPages> compare_all(Store& store, std::string_view first, std::string_view second, Convention convention,
                                  const Extractor& extractor) {
  const Result<std::vector<PageEntry>> pages = store.pages();
  if (!pages) return pages.error();
  ComparedPages out;
  Workspace workspace;
  for (const PageEntry& entry : *pages) {
    const Result<std::optional<LabelEntry>> one = store.find(entry.id, first, convention),
                                            other = store.find(entry.id, second, convention);
    if (!one) return one.error();
    if (!other) return other.error();
    if (!*one || !*other) continue;
    const Result<StoredPage> page = store.page(entry.id);
    if (!page) return page.error();
    Result<ComparedPage> compared =
        compare((*one)->label, (*other)->label, explain(*page, extractor, workspace).blocks);
    if (!compared) return within(entry.id, std::move(compared).error());
    out.all += compared->agreement;
    out.pages.emplace_back(entry.id, *std::move(compared));
  }
  return out;
}

namespace {

void append_figures(const Agreement& agreement, text::JsonWriter& json) {
  const auto number = [&json](std::string_view name, auto value) { json.member(name, value); };
  number("blocks", agreement.blocks());
  number("both", agreement.both);
  number("only_first", agreement.only_first);
  number("only_second", agreement.only_second);
  number("observed", agreement.observed());
  number("expected", agreement.expected());
  number("kappa", agreement.kappa());
}

}  // namespace

void append_json(const ComparedPage& page, text::JsonWriter& json) {
  json.begin_object();
  append_figures(page.agreement, json);
  json.member("f1", page.f1);
  json.key("disagreements");
  json.begin_array();
  for (const Disagreement& one : page.disagreements) {
    json.begin_object();
    json.member("what", one.what);
    json.member("block", one.block);
    json.member("first", one.first);
    json.member("second", one.second);
    json.member("text", one.text);
    json.end_object();
  }
  json.end_array();
  json.end_object();
}

std::string to_json(const ComparedPages& compared) {
  std::string out;
  text::JsonWriter json(out);
  json.begin_object();
  json.key("all");
  json.begin_object();
  append_figures(compared.all, json);
  json.member("mean_kappa", compared.mean_kappa());
  json.member("mean_f1", compared.mean_f1());
  json.end_object();
  json.key("pages");
  json.begin_array();
  for (const auto& [id, page] : compared.pages) {
    json.begin_object();
    json.member("id", id);
    json.key("comparison");
    append_json(page, json);
    json.end_object();
  }
  json.end_array();
  json.end_object();
  return out;
}

}  // namespace pith::label
