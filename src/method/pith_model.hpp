#pragma once

// The model of the default extractor: three files that train/train.py makes (docs/formats.md). The one that ships is
// part of the library.

#include <array>
#include <memory>
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

  /// Reads the contents of words.txt, blocks.txt and kinds.txt, which must all be made with features of this digest.
  /// An error names the file and the line.
  Error load(std::string_view words_file, std::string_view blocks_file, std::string_view kinds_file,
             std::string_view digest = kFeatureDigest);
};

/// The model in a folder.
Result<std::shared_ptr<const PithModel>> read_pith_model(const std::string& folder);
/// The model that ships, read once; lives as long as the program. An error when it does not fit the features.
const Result<std::shared_ptr<const PithModel>>& shipped_pith_model();
/// The contents of its files, for whoever wants to tell it from others.
std::array<std::string_view, 3> shipped_model_files() noexcept;

}  // namespace pith::method
