// html5lib's encoding cases, where they are (PITH_DATA, else ../shared/data beside the source folder).

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>

#include "conformance/encoding_cases.hpp"

namespace pith::text {
namespace {

TEST(Html5lib, EncodingCases) {
  const char* const variable = std::getenv("PITH_DATA");
  const std::filesystem::path data = variable != nullptr ? variable : PITH_SOURCE_DIR "/../shared/data";
  const std::filesystem::path folder = data / "html5lib-tests" / "encoding";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << "no html5lib-tests in " << data << " (set PITH_DATA)";
  const conformance::CaseCount count = conformance::run_encoding_cases(folder);
  for (const std::string& failure : count.failures) ADD_FAILURE() << failure;
  EXPECT_EQ(count.passed, count.run);
  EXPECT_GE(count.run, 82);
  std::printf("encoding %d/%d\n", count.passed, count.run);
}

}  // namespace
}  // namespace pith::text
