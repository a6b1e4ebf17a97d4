#include "corpus/line_differences.hpp"

#include <algorithm>
#include <cstddef>

#include "text/lines.hpp"

namespace pith::corpus {
namespace {

constexpr std::size_t kMostPairs = 16'000'000;

}  // namespace

std::vector<ComparedLine> line_differences(std::string_view first, std::string_view second) {
  using Kind = ComparedLine::Kind;
  const std::vector<std::string_view> a = text::lines_of(first), b = text::lines_of(second);
  std::size_t begin = 0, a_end = a.size(), b_end = b.size();
  while (begin < a_end && begin < b_end && a[begin] == b[begin]) ++begin;
  while (a_end > begin && b_end > begin && a[a_end - 1] == b[b_end - 1]) --a_end, --b_end;
  std::vector<ComparedLine> compared;
  compared.reserve(a.size() + b.size());
  for (std::size_t i = 0; i < begin; ++i) compared.push_back({Kind::both, a[i]});

  // common[i][j]: how many lines a from i on and b from j on have in common.
  const std::size_t rows = a_end - begin, columns = b_end - begin;
  std::size_t i = 0, j = 0;
  if (rows > 0 && columns > 0 && rows <= kMostPairs / columns) {
    const std::size_t width = columns + 1;
    std::vector<std::uint32_t> common((rows + 1) * width);
    for (std::size_t r = rows; r-- > 0;)
      for (std::size_t c = columns; c-- > 0;)
        common[r * width + c] = a[begin + r] == b[begin + c]
                                    ? common[(r + 1) * width + c + 1] + 1
                                    : std::max(common[(r + 1) * width + c], common[r * width + c + 1]);
    while (i < rows && j < columns) {
      if (a[begin + i] == b[begin + j]) {
        compared.push_back({Kind::both, a[begin + i]});
        ++i, ++j;
      } else if (common[(i + 1) * width + j] >= common[i * width + j + 1]) {
        compared.push_back({Kind::first, a[begin + i++]});
      } else {
        compared.push_back({Kind::second, b[begin + j++]});
      }
    }
  }
  for (; i < rows; ++i) compared.push_back({Kind::first, a[begin + i]});
  for (; j < columns; ++j) compared.push_back({Kind::second, b[begin + j]});
  for (std::size_t k = a_end; k < a.size(); ++k) compared.push_back({Kind::both, a[k]});
  return compared;
}

}  // namespace pith::corpus
