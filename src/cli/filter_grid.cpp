#include "cli/filter_grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace pith::cli {

namespace {

using filter::Kind;
using filter::LinkSettings;
using html::Tag;

/// What counts as a cell.
struct Cells {
  const char* name;
  std::vector<Tag> tags;
};

std::vector<Cells> kinds_of_cells() {
  std::vector<Tag> sections = filter::block_cells();
  sections.insert(sections.end(), {Tag::nav, Tag::aside, Tag::footer, Tag::header, Tag::ol, Tag::p});
  return {{"td", LinkSettings{}.cells}, {"blocks", filter::block_cells()}, {"all blocks", std::move(sections)}};
}

}  // namespace

std::vector<CandidatePipeline> candidate_pipelines() {
  std::vector<CandidatePipeline> candidates;
  candidates.push_back({"the default order", {}});
  struct Threshold {
    LinkSettings::Mode mode;
    double ratio;
  };
  constexpr std::array kThresholds = {
      Threshold{LinkSettings::Mode::links_by_words, 0.1}, Threshold{LinkSettings::Mode::links_by_words, 0.25},
      Threshold{LinkSettings::Mode::links_by_words, 0.5}, Threshold{LinkSettings::Mode::words_by_words, 0.25},
      Threshold{LinkSettings::Mode::words_by_words, 0.5}, Threshold{LinkSettings::Mode::words_by_words, 1}};
  const std::vector<Cells> cells = kinds_of_cells();
  std::array order = {Kind::advertisements, Kind::links, Kind::empty_tables};
  do {
    for (const Cells& cell : cells) {
      for (const Threshold& threshold : kThresholds) {
        CandidatePipeline& candidate = candidates.emplace_back();
        candidate.file.pipeline.filters.clear();
        for (const Kind kind : order) {
          filter::Filter& filter = candidate.file.pipeline.filters.emplace_back(filter::Filter::of(kind));
          if (!candidate.name.empty()) candidate.name += ", ";
          candidate.name += filter::name_of(kind);
          if (kind != Kind::links) continue;
          filter.study.links.cells = cell.tags;
          filter.study.links.mode = threshold.mode;
          filter.study.links.ratio = threshold.ratio;
          candidate.name +=
              fmt::format(" ({}, {} above {})", cell.name,
                          threshold.mode == LinkSettings::Mode::links_by_words ? "links" : "words", threshold.ratio);
        }
      }
    }
  } while (std::next_permutation(order.begin(), order.end()));
  return candidates;
}

}  // namespace pith::cli
