#include "site/visit.hpp"

namespace pith::site {

namespace {

constexpr char kVersion = 1;

}  // namespace

void write_visit(const LineVisit& visit, std::string& out) {
  VisitWriter writer(out, kVersion);
  writer.text(visit.url).number(visit.time).number(static_cast<std::uint32_t>(visit.lines.size()));
  for (const Line& line : visit.lines) writer.number(line.digest).number(line.characters).number(line.spared);
}

bool read_visit(std::string_view in, LineVisit& visit, std::vector<Line>& lines) {
  VisitReader reader(in, kVersion);
  visit.url = reader.text();
  visit.time = reader.number<std::int64_t>();
  lines.clear();
  for (auto left = reader.number<std::uint32_t>(); left > 0 && reader.good(); --left) {
    Line line;
    line.digest = reader.number<std::uint64_t>();
    line.characters = reader.number<std::uint32_t>();
    line.spared = reader.number<std::uint32_t>();
    lines.push_back(line);
  }
  visit.lines = lines;
  return reader.good() && reader.at_end();
}

}  // namespace pith::site
