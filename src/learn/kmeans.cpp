#include "learn/kmeans.hpp"

#include <algorithm>
#include <limits>

namespace pith::learn {

namespace {

double squared_distance(const Point& a, const Point& b) noexcept {
  const double x = a[0] - b[0], y = a[1] - b[1];
  return x * x + y * y;
}

std::uint32_t nearest(const Point& point, std::span<const Point> centroids) noexcept {
  std::uint32_t best = 0;
  for (std::uint32_t c = 1; c < centroids.size(); ++c)
    if (squared_distance(point, centroids[c]) < squared_distance(point, centroids[best])) best = c;
  return best;
}

}  // namespace

Clusters kmeans(std::span<const Point> points, std::vector<Point> centroids, const KMeansOptions& options) {
  Clusters clusters{std::vector<std::uint32_t>(points.size()), std::move(centroids)};
  std::vector<Point> sums(clusters.centroids.size());
  std::vector<std::size_t> sizes(clusters.centroids.size());
  for (unsigned round = 0; round < options.rounds; ++round) {
    bool moved = round == 0;
    std::fill(sums.begin(), sums.end(), Point{});
    std::fill(sizes.begin(), sizes.end(), 0);
    for (std::size_t i = 0; i < points.size(); ++i) {
      const std::uint32_t c = nearest(points[i], clusters.centroids);
      moved |= c != clusters.of[i];
      clusters.of[i] = c;
      sums[c][0] += points[i][0];
      sums[c][1] += points[i][1];
      ++sizes[c];
    }
    if (!moved) break;
    for (std::size_t c = 0; c < sums.size(); ++c) {
      const auto size = static_cast<double>(sizes[c]);
      if (sizes[c] > 0) clusters.centroids[c] = {sums[c][0] / size, sums[c][1] / size};
    }
    if (options.pin_origin && !clusters.centroids.empty()) clusters.centroids[nearest({}, clusters.centroids)] = {};
  }
  return clusters;
}

std::vector<Point> spread_centroids(std::span<const Point> points, std::size_t count) {
  std::vector<Point> centroids = {{}};
  std::vector<double> distance(points.size(), std::numeric_limits<double>::infinity());
  while (centroids.size() < count) {
    std::size_t best = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      distance[i] = std::min(distance[i], squared_distance(points[i], centroids.back()));
      const bool better = centroids.size() == 1 ? points[i][0] > points[best][0] : distance[i] > distance[best];
      if (better) best = i;
    }
    centroids.push_back(points[best]);
  }
  return centroids;
}

}  // namespace pith::learn
