#include "text/nearest.hpp"

#include <algorithm>
#include <numeric>

#include "text/ascii.hpp"

namespace pith::text {
namespace {

/// Levenshtein distance, case ignored.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replace = diagonal + (ascii_lower(a[i]) != ascii_lower(b[j]));
      diagonal = row[j + 1];
      row[j + 1] = std::min({replace, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  std::string best;
  std::size_t least = word.size() / 3 + 2;  // farther away is another word
  for (const std::string& candidate : known) {
    const bool begins = word.size() >= 3 && candidate.starts_with(word);
    const std::size_t d = begins ? 0 : distance(word, candidate);
    if (d < least) least = d, best = candidate;
  }
  return best;
}

}  // namespace pith::text
