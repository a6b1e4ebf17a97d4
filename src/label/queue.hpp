#pragma once

// Which pages are worth labelling next: those that the extractor is least sure of.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <pith/pith.hpp>

#include "label/store.hpp"

namespace pith::label {

/// What F1 the extractor expects to lose on a page that Extractor::explain has looked at, by its own probabilities: for
/// each block the words that are wrong if it is decided the likely way, and the page's kind. 0 to 1.
double doubt_of(const Article& article);

/// There is something to read: a block of more than a few words.
bool is_legible(const Article& article);

/// A page that may be chosen.
struct Candidate {
  std::string site;  ///< whose page it is, or its id
  std::string kind;  ///< as the extractor thinks; may be empty
  double doubt = 0;
};

struct ChoosingOptions {
  std::size_t count = 40;    ///< of all kinds together
  std::size_t per_site = 2;  ///< of one site at most
};

/// The most doubtful of each kind in turn, so that none is forgotten; their places, the first to be labelled first.
std::vector<std::size_t> choose(const std::vector<Candidate>& candidates, const ChoosingOptions& options);

struct QueueOptions {
  std::string annotator{};  ///< pages that this one has not labelled; empty: that nobody has
  std::string kind{};       ///< only those that the extractor takes to be of this kind; empty: all
  std::uint64_t seed = 0;   ///< other than 0: drawn by chance rather than by doubt, the same for the same seed
  ChoosingOptions choosing{};
};
/// The pages of a store to label next, the first first.
std::vector<const PageEntry*> queue_of(const std::vector<PageEntry>& pages, const QueueOptions& options);

/// "www.example.org" and the like of a record that names its site, else of its address, else the id.
std::string site_of(std::string_view site, std::string_view url, std::string_view id);

}  // namespace pith::label
