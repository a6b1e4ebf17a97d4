#include "label/queue.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <string_view>

#include "evaluate/python_text.hpp"
#include "evaluate/tokens.hpp"
#include "text/hash.hpp"
#include "text/url.hpp"

namespace pith::label {

double doubt_of(const Article& article) {
  double wrong = 0, likely = 0;
  for (const BlockReport& block : article.blocks) {
    const std::u32string text = evaluate::decode(block.text);
    const auto words = static_cast<double>(evaluate::mixed_tokens(text).size());
    const double score = std::clamp(static_cast<double>(block.score), 0.0, 1.0);
    wrong += words * std::min(score, 1 - score);
    likely += words * score;
  }
  const double of_blocks = likely + wrong > 0 ? wrong / (likely + wrong) : 0;
  if (article.page_type.empty()) return of_blocks;
  return 1 - (1 - of_blocks) * static_cast<double>(article.page_type_probability);
}

bool is_legible(const Article& article) {
  constexpr std::size_t kLeastBytes = 40;
  return std::any_of(article.blocks.begin(), article.blocks.end(),
                     [](const BlockReport& block) { return block.text.size() > kLeastBytes; });
}

std::vector<std::size_t> choose(const std::vector<Candidate>& candidates, const ChoosingOptions& options) {
  std::map<std::string_view, std::vector<std::size_t>> by_kind;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    by_kind[candidates[i].kind.empty() ? std::string_view("none") : std::string_view(candidates[i].kind)].push_back(i);
  std::map<std::string_view, std::deque<std::size_t>> queues;
  for (auto& [kind, places] : by_kind) {
    std::stable_sort(places.begin(), places.end(),
                     [&](std::size_t a, std::size_t b) { return candidates[a].doubt > candidates[b].doubt; });
    queues[kind].assign(places.begin(), places.end());
  }
  std::map<std::string_view, std::size_t> of_site;
  std::vector<std::size_t> chosen;
  for (bool any = true; any && chosen.size() < options.count;) {
    any = false;
    for (auto& [kind, queue] : queues) {
      while (!queue.empty() && chosen.size() < options.count) {
        const std::size_t next = queue.front();
        queue.pop_front();
        if (of_site[candidates[next].site] >= options.per_site) continue;
        ++of_site[candidates[next].site];
        chosen.push_back(next);
        any = true;
        break;
      }
    }
  }
  return chosen;
}

std::vector<const PageEntry*> queue_of(const std::vector<PageEntry>& pages, const QueueOptions& options) {
  std::vector<const PageEntry*> open;
  std::vector<Candidate> candidates;
  for (const PageEntry& page : pages) {
    const auto& who = page.annotators;
    const bool is_done = options.annotator.empty() ? !who.empty() || page.settled
                                                   : std::find(who.begin(), who.end(), options.annotator) != who.end();
    if (is_done || (!options.kind.empty() && page.estimate.kind != options.kind)) continue;
    open.push_back(&page);
    double order = page.estimate.doubt;
    if (options.seed != 0) order = static_cast<double>(text::fnv32(std::to_string(options.seed) + '/' + page.id));
    candidates.push_back({site_of(page.site, page.url, page.id), page.estimate.kind, order});
  }
  std::vector<const PageEntry*> queue;
  for (const std::size_t place : choose(candidates, options.choosing)) queue.push_back(open[place]);
  return queue;
}

std::string site_of(std::string_view site, std::string_view url, std::string_view id) {
  std::string_view host = site.empty() ? text::split_address(url).host : site;
  constexpr std::string_view kUsual = "www.";
  if (host.starts_with(kUsual)) host.remove_prefix(kUsual.size());
  return std::string(host.empty() ? id : host);
}

}  // namespace pith::label
