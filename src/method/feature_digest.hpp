#pragma once

#include <string_view>

namespace pith::method {

/// What the features of this version give on examples/pages, as one number (evaluate/feature_digest.hpp). Models name
/// the number that they were made with; one made with another has learnt of other features, and is refused. Written by
/// `make feature-digest`, held by a test.
inline constexpr std::string_view kFeatureDigest = "6761b05aefe8f164";

}  // namespace pith::method
