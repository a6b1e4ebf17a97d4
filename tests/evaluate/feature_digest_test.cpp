#include "evaluate/feature_digest.hpp"

#include <gtest/gtest.h>

#include <string>

#include "method/feature_digest.hpp"
#include "support/must.hpp"

namespace pith::evaluate {
namespace {

std::string digest_of(std::string_view html) {
  FeatureDigest digest;
  digest.add(html);
  return digest.hex();
}

// What a model has learnt holds for features that give what they gave. When this fails, a feature gives other values:
// `make feature-digest` renews the constant, and the shipped model is made again by `make train`.
TEST(FeatureDigest, TheConstantIsThatOfTheExamplePages) {
  EXPECT_EQ(testing::must(digest_features(PITH_SOURCE_DIR "/examples/pages")), method::kFeatureDigest)
      << "a feature gives other values on examples/pages than it did: `make feature-digest`, then `make train`";
}

TEST(FeatureDigest, SaysWhyThereIsNone) {
  EXPECT_EQ(digest_features(PITH_SOURCE_DIR "/examples/no-such-pages").error().code, ErrorCode::io);
}

TEST(FeatureDigest, ChangesWithEachKindOfFeature) {
  const std::string page = "<title>A bridge</title><body><div class=story><p>One two three.</p><p>Four</p></div>";
  const std::string digest = digest_of(page);
  EXPECT_EQ(digest.size(), 16u);
  EXPECT_EQ(digest_of(page), digest);
  for (const char* other : {
           "<title>A bridge</title><body><div class=story><p>One two three,</p><p>Four</p></div>",  // a mark
           "<title>One two</title><body><div class=story><p>One two three.</p><p>Four</p></div>",   // the title
           "<title>A bridge</title><body><div class=stroy><p>One two three.</p><p>Four</p></div>",  // a name
           "<title>A bridge</title><body><main class=story><p>One two three.</p><p>Four</p></main>",
           "<title>A bridge</title><body><div class=story><p>Four</p><p>One two three.</p></div>",  // the order
       })
    EXPECT_NE(digest_of(other), digest) << other;
}

}  // namespace
}  // namespace pith::evaluate
