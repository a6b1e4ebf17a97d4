// `knn`: the survey's lazy learner (methods.md §1.14). No method wins on all sites, so the nearest known pages choose
// the site whose best method is run. Similarity, ties and the bound below which a page is far are ours. O(nodes), and
// O(samples) for up to 2000 samples, beyond that by MinHash.

#include "literature/knn.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <string>

#include "literature/method.hpp"
#include "literature/model.hpp"
#include "method/catalogue.hpp"
#include "models/model_text.hpp"
#include "pith/methods.hpp"

namespace pith::literature {

learn::Sample sample_of(const page::Page& page) {
  const html::Document& document = page.document();
  learn::Sample sample;
  double elements = 0, paragraphs = 0, tables = 0, divisions = 0;
  for (page::NodeId id = 1; id < document.size(); ++id) {
    const html::Node& node = document[id];
    if (page.is_skipped(id)) {
      id = node.end - 1;
      continue;
    }
    if (!node.is_element()) continue;
    elements += 1;
    paragraphs += node.is(html::Tag::p);
    tables += node.is(html::Tag::table);
    divisions += node.is(html::Tag::div);
    const html::Node& parent = document[node.parent];
    if (parent.parent == html::kNoNode) continue;
    // Names of one document alone count as one.
    const auto tag_of = [](const html::Node& n) {
      return static_cast<std::uint32_t>(std::min(n.tag, html::Tag::known_count));
    };
    sample.shingles.push_back((tag_of(document[parent.parent]) << 20) | (tag_of(parent) << 10) | tag_of(node));
  }
  std::sort(sample.shingles.begin(), sample.shingles.end());
  sample.shingles.erase(std::unique(sample.shingles.begin(), sample.shingles.end()), sample.shingles.end());
  const page::TextSums& all = page.total();
  const auto share = [](double part, double whole) { return whole > 0 ? static_cast<float>(part / whole) : 0.0F; };
  sample.profile = {static_cast<float>(std::log1p(static_cast<double>(all.characters))),
                    share(all.link_characters, all.characters), share(paragraphs, elements), share(tables, elements),
                    share(divisions, elements)};
  return sample;
}

std::size_t best_of(std::span<const double> scores) noexcept {
  return static_cast<std::size_t>(std::max_element(scores.begin(), scores.end()) - scores.begin());
}

namespace {

enum : std::size_t { kModel, kCount, kLeast };
constexpr SettingInfo kSettings[] = {
    {"model", SettingType::text, "", "file made by `pith train knn`"},
    {"k", SettingType::integer, "7", "nearest pages that vote", 1, 1000},
    {"least", SettingType::number, "0.3",
     "similarity below which a page does not vote; without any the best method of all", 0, 1},
};

// A method that needs no model, as it is without settings of the user's.
struct Voted {
  const Method* method = nullptr;
  Settings settings{{}};
};

struct Model final : Prepared {
  std::vector<Voted> best;  // by site
  Voted otherwise;
  learn::Neighbours neighbours;
};

// default METHOD
// sites N
// site NAME PAGES METHOD F1 METHOD F1 ...   best method first
// samples ...
Error read_model(models::ModelReader& in, Model& model) {
  const auto next_method = [&in](Voted& voted) {
    voted.method = all_methods().find(in.word());
    if (voted.method == nullptr || voted.method->trainer != nullptr) return false;
    voted.settings = default_settings(*voted.method);
    return true;
  };
  std::uint32_t sites = 0, pages = 0;
  if (!in.expect("default") || !next_method(model.otherwise))
    return in.wrong("expected `default` and a method that needs no model");
  if (!in.expect("sites") || !in.number(sites)) return in.wrong("expected `sites` and their number");
  std::string name;
  for (std::uint32_t i = 0; i < sites; ++i) {
    if (!in.expect("site") || !in.name(name) || !in.number(pages))
      return in.wrong("expected `site`, its name and its pages");
    if (!next_method(model.best.emplace_back())) return in.wrong("expected a method that needs no model");
  }
  Result<learn::Neighbours> neighbours = learn::Neighbours::read(in, sites);
  if (!neighbours) return std::move(neighbours).error();
  model.neighbours = *std::move(neighbours);
  return {};
}

Result<std::shared_ptr<const Prepared>> prepare(const Settings& settings) {
  return prepare_model<Model>("knn", settings, read_model);
}

void run(const page::Page& page, const MethodOptions& options, Scratch& scratch, Choice& choice) {
  const auto* model = static_cast<const Model*>(options.settings->prepared());
  if (model == nullptr) return choice.set_empty(Empty::nothing);
  const auto near = model->neighbours.nearest(sample_of(page), options.settings->integer(kCount));
  const auto site = learn::vote(near, model->neighbours.samples(), options.settings->number(kLeast));
  const Voted& voted = site ? model->best[*site] : model->otherwise;
  MethodOptions of_method = options;
  of_method.settings = &voted.settings;
  voted.method->run(page, of_method, scratch, choice);
  choice.set_chosen_by(voted.method);
}

void describe(const page::Page& page, const Choice& choice, BlockId block, std::string& out) {
  if (choice.chosen_by() == nullptr) return;
  out.append("by ").append(choice.chosen_by()->id).append(": ");
  choice.chosen_by()->describe(page, choice, block, out);
}

struct PageLesson final : Lesson {
  learn::Sample sample;
  std::string site;
  std::vector<std::string_view> methods;
  std::vector<double> scores;
};

std::unique_ptr<const Lesson> study(const LabelledPage& labelled, const Settings&) {
  auto lesson = std::make_unique<PageLesson>();
  lesson->sample = sample_of(labelled.page);
  lesson->site = labelled.site;
  lesson->methods.assign(labelled.methods.begin(), labelled.methods.end());
  lesson->scores.assign(labelled.scores.begin(), labelled.scores.end());
  return lesson;
}

Result<std::string> train(std::span<const Lesson* const> lessons, const Settings&, std::uint64_t) {
  struct Site {
    std::uint32_t number = 0;
    double pages = 0;
    std::vector<double> sums;
  };
  std::map<std::string_view, Site> sites;
  std::vector<std::string_view> methods;
  std::vector<double> total;
  for (const Lesson* lesson : lessons) {
    const auto& page = static_cast<const PageLesson&>(*lesson);
    methods = page.methods;
    Site& site = sites[page.site];
    site.pages += 1;
    site.sums.resize(methods.size());
    total.resize(methods.size());
    for (std::size_t m = 0; m < methods.size(); ++m) {
      site.sums[m] += page.scores[m];
      total[m] += page.scores[m];
    }
  }
  if (sites.empty() || methods.empty()) return Error{ErrorCode::bad_data, "no labelled page"};
  models::ModelWriter out;
  out.line("default").word(methods[best_of(total)]);
  out.line("sites").number(std::uint64_t{sites.size()});
  std::uint32_t number = 0;
  for (auto& [name, site] : sites) {
    site.number = number++;
    out.line("site").name(name).number(site.pages);
    std::vector<std::size_t> order(methods.size());
    for (std::size_t m = 0; m < order.size(); ++m) order[m] = m;
    std::stable_sort(order.begin(), order.end(),
                     [&sums = site.sums](std::size_t a, std::size_t b) { return sums[a] > sums[b]; });
    for (const std::size_t m : order) out.word(methods[m]).number(std::round(site.sums[m] / site.pages * 1e4) / 1e4);
  }
  learn::Neighbours neighbours;
  for (const Lesson* lesson : lessons) {
    const auto& page = static_cast<const PageLesson&>(*lesson);
    learn::Sample sample = page.sample;
    sample.group = sites[page.site].number;
    neighbours.add(std::move(sample));
  }
  neighbours.write(out);
  return out.take();
}

constexpr Trainer kTrainer{study, train, true};

}  // namespace

extern const Method kKnn;
const Method kKnn{"knn",
                  "the best method of the known site that the page looks most like",
                  "the survey's lazy learner; similarity ours",
                  run,
                  describe,
                  kSettings,
                  prepare,
                  nullptr,
                  &kTrainer};

}  // namespace pith::literature
