#pragma once

// The model of the default extractor: three files that train/train.py makes (docs/formats.md), and sites.txt by
// train/sites.py. The one that ships is
// part of the library.

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "method/feature_digest.hpp"
#include "method/page_kind.hpp"
#include "models/forest.hpp"
#include "models/word_weights.hpp"
#include "result.hpp"

namespace pith::method {

struct PithModel {
  models::WordWeights names;                     ///< what elements are called → main content or not
  models::Forest blocks;                         ///< features of a block and the verdict of `names` → the same
  std::array<models::Forest, kPageKinds> kinds;  ///< features of a page → its kind, one forest a kind
  models::Forest sites;                          ///< what other pages of the site tell of a block → log odds to add

  /// Reads the contents of words.txt, blocks.txt and kinds.txt, which must all be made with features of this digest.
  /// An error names the file and the line.
  Error load(std::string_view words_file, std::string_view blocks_file, std::string_view kinds_file,
             std::string_view digest = kFeatureDigest);
  /// Reads the contents of sites.txt.
  Error load_sites(std::string_view file);
};

/// Features of the forest `sites`: those of site/profile.hpp, then what the page alone says of the block.
enum class SiteColumn : std::uint8_t { log_odds, words, link_density, count };
std::span<const std::string> site_columns();

/// The model in a folder; empty: the one that ships. `sites`: a file in place of sites.txt, which a folder need not
/// have: then the one that ships stands in.
Result<std::shared_ptr<const PithModel>> read_pith_model(const std::string& folder, const std::string& sites = {});
/// The model that ships, read once; lives as long as the program. An error when it does not fit the features.
const Result<std::shared_ptr<const PithModel>>& shipped_pith_model();
/// The contents of its files, for whoever wants to tell it from others.
std::array<std::string_view, 4> shipped_model_files() noexcept;

}  // namespace pith::method
