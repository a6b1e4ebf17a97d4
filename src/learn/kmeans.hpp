#pragma once

// k-means by Lloyd's iteration, in the plane (methods.md §3.3).

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace pith::learn {

using Point = std::array<double, 2>;

struct KMeansOptions {
  bool pin_origin = false;  ///< after each round the centroid nearest to the origin is put there
  unsigned rounds = 100;    ///< at most
};

struct Clusters {
  std::vector<std::uint32_t> of;  ///< cluster of each point
  std::vector<Point> centroids;
};

/// Clusters points from the given centroids on. Squared Euclidean distance, nothing scaled; of equally near centroids
/// the first takes the point; a cluster without points keeps its centroid. Ends when no point changes its cluster.
/// O(points · centroids · rounds).
Clusters kmeans(std::span<const Point> points, std::vector<Point> centroids, const KMeansOptions& options = {});

/// A start without chance: the origin, the point with the largest first coordinate, and from there on the point
/// farthest from all before; of equals the first. At least one point, `count` at least 1. O(points · count).
std::vector<Point> spread_centroids(std::span<const Point> points, std::size_t count);

}  // namespace pith::learn
