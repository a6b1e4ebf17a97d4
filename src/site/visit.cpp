#include "site/visit.hpp"

namespace pith::site {

namespace {

constexpr char kVersion = 2;

}  // namespace

void write_visit(const LineVisit& visit, std::string& out) {
  VisitWriter writer(out, kVersion);
  writer.text(visit.url).number(visit.time).count(visit.lines.size());
  for (const Line& line : visit.lines) writer.number(line.digest).count(line.characters).count(line.spared);
}

bool read_visit(std::string_view in, LineVisit& visit, std::vector<Line>& lines) {
  VisitReader reader(in, kVersion);
  visit.url = reader.text();
  visit.time = reader.number<std::int64_t>();
  lines.clear();
  for (auto left = reader.count<std::uint32_t>(); left > 0 && reader.good(); --left) {
    Line line;
    line.digest = reader.number<std::uint64_t>();
    line.characters = reader.count<std::uint32_t>();
    line.spared = reader.count<std::uint32_t>();
    lines.push_back(line);
  }
  visit.lines = lines;
  return reader.good() && reader.at_end();
}

}  // namespace pith::site
