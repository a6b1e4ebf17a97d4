#include "method/choice.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "method/catalogue.hpp"
#include "method/scratch.hpp"
#include "pith/methods.hpp"

namespace pith::method {
namespace {

TEST(Choice, HoldsSeveralBodies) {
  Choice choice;
  choice.reset(6);
  choice.begin_body();
  choice.keep(0);
  choice.keep(2);
  choice.begin_body();
  choice.begin_body();
  choice.keep(5);
  ASSERT_EQ(choice.bodies(), 2u);
  EXPECT_EQ(std::vector<BlockId>(choice.body(0).begin(), choice.body(0).end()), (std::vector<BlockId>{0, 2}));
  EXPECT_EQ(std::vector<BlockId>(choice.body(1).begin(), choice.body(1).end()), (std::vector<BlockId>{5}));
  EXPECT_EQ(choice.body_of(2), 0);
  EXPECT_EQ(choice.body_of(3), -1);
  EXPECT_EQ(choice.body_of(5), 1);
  EXPECT_EQ(choice.empty(), Empty::none);
}

TEST(Choice, ForgetsTheLastPage) {
  Choice choice;
  choice.reset(2);
  choice.keep(1);
  choice.judge(1, 3, 4);
  choice.set_threshold(2);
  choice.reset(3);
  EXPECT_EQ(choice.bodies(), 0u);
  EXPECT_EQ(choice.body_of(1), -1);
  EXPECT_EQ(choice.score(1), 0);
  EXPECT_EQ(choice.reason(1), 0);
  EXPECT_EQ(choice.threshold(), 0);
  EXPECT_EQ(choice.empty(), Empty::nothing);
  EXPECT_FALSE(describe(choice.empty()).empty());
}

TEST(Registry, IsInOrderAndFindsEachMethod) {
  std::string_view last;
  for (const Method* method : all_methods().methods()) {
    EXPECT_LT(last, method->id);
    EXPECT_FALSE(method->summary.empty());
    EXPECT_FALSE(method->source.empty());
    EXPECT_EQ(all_methods().find(method->id), method);
    last = method->id;
  }
  EXPECT_EQ(all_methods().find("no such method"), nullptr);
  EXPECT_EQ(all_methods().find(""), nullptr);
}

TEST(Scratch, GivesZeroedArraysThatDoNotOverlap) {
  Scratch scratch;
  for (int round = 0; round < 3; ++round) {
    scratch.reset();
    std::vector<std::span<std::uint32_t>> arrays;
    for (std::size_t size : {1u, 1000u, 100'000u, 3u, 500'000u}) {
      arrays.push_back(scratch.take<std::uint32_t>(size));
      for (std::uint32_t& value : arrays.back()) {
        ASSERT_EQ(value, 0u);
        value = static_cast<std::uint32_t>(arrays.size());
      }
    }
    for (std::size_t i = 0; i < arrays.size(); ++i) {
      for (const std::uint32_t value : arrays[i]) ASSERT_EQ(value, i + 1);
    }
  }
}

TEST(Scratch, KeepsItsMemory) {
  Scratch scratch;
  (void)scratch.take<char>(100'000);
  (void)scratch.take<char>(300'000);
  scratch.reset();
  const char* first = scratch.take<char>(100'000).data();
  (void)scratch.take<char>(300'000);
  scratch.reset();
  EXPECT_EQ(scratch.take<char>(100'000).data(), first);
}

}  // namespace
}  // namespace pith::method
