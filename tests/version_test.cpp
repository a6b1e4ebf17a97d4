#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "pith/pith.hpp"

namespace pith {
namespace {

TEST(Version, IsTheOneOfTheVersionFile) {
  std::ifstream file(PITH_SOURCE_DIR "/VERSION");
  std::string line;
  ASSERT_TRUE(std::getline(file, line));
  EXPECT_EQ(version(), line);
}

}  // namespace
}  // namespace pith
