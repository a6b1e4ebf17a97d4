#include "learn/kmeans.hpp"

#include <gtest/gtest.h>

namespace pith::learn {
namespace {

using Numbers = std::vector<std::uint32_t>;

TEST(KMeans, FindsTheMeansOfTwoGroups) {
  const std::vector<Point> points = {{0, 0}, {0, 2}, {10, 0}, {10, 2}};
  const Clusters clusters = kmeans(points, {{1, 1}, {2, 1}});
  EXPECT_EQ(clusters.of, (Numbers{0, 0, 1, 1}));
  EXPECT_EQ(clusters.centroids, (std::vector<Point>{{0, 1}, {10, 1}}));
}

TEST(KMeans, AnEmptyClusterStaysAndTiesGoToTheFirst) {
  const std::vector<Point> points = {{1, 0}, {3, 0}};
  const Clusters clusters = kmeans(points, {{2, 0}, {2, 0}, {50, 50}});
  EXPECT_EQ(clusters.of, (Numbers{0, 0}));
  EXPECT_EQ(clusters.centroids, (std::vector<Point>{{2, 0}, {2, 0}, {50, 50}}));
}

TEST(KMeans, PinsTheCentroidNearestToTheOrigin) {
  const std::vector<Point> points = {{1, 1}, {1, 2}, {9, 9}, {9, 8}};
  const Clusters clusters = kmeans(points, {{9, 9}, {1, 1}}, {.pin_origin = true});
  EXPECT_EQ(clusters.centroids, (std::vector<Point>{{9, 8.5}, {0, 0}}));
}

TEST(KMeans, StopsAtTheRoundsGiven) {
  const std::vector<Point> points = {{0, 0}, {4, 0}, {5, 0}, {6, 0}};
  const Clusters one = kmeans(points, {{0, 0}, {6, 0}}, {.rounds = 1});
  EXPECT_EQ(one.centroids[1], (Point{5, 0}));
  EXPECT_TRUE(kmeans({}, {{1, 1}}).of.empty());
}

TEST(KMeans, StartsFarApart) {
  const std::vector<Point> points = {{1, 0}, {8, 1}, {8, 9}, {2, 20}};
  EXPECT_EQ(spread_centroids(points, 3), (std::vector<Point>{{0, 0}, {8, 1}, {2, 20}}));
}

}  // namespace
}  // namespace pith::learn
