#include "site/line_table.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <vector>

#include "site/visit.hpp"
#include "text/number.hpp"

namespace pith::site {

namespace {

constexpr std::string_view kHeader = "pith-lines 1\n";

// The number at the beginning of `text`, and what ends it, taken off.
template <class Number>
bool take_number(std::string_view& text, int base, char end, Number& number) {
  const std::optional<Number> taken = text::take_number<Number>(text, base);
  if (!taken || !text.starts_with(end)) return false;
  text.remove_prefix(1);
  number = *taken;
  return true;
}

}  // namespace

bool LineTable::visit(std::span<const Line> lines, std::span<bool> keep, bool learn) {
  const std::uint32_t most = limit();
  const auto origin_of = [this](std::uint64_t digest) {
    const auto it = counts_.find(digest);
    return it != counts_.end() && it->second.count == 1 ? it->second.page + 1 : 0;
  };
  const bool copy = options_.spare_copies && copies_.is_copy(lines, origin_of);
  if (copy || !options_.learn || !learn) {
    for (std::size_t i = 0; i < lines.size(); ++i) keep[i] = count(lines[i].digest) <= most + lines[i].spared;
    return false;
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    Record& record = counts_[lines[i].digest];
    if (!options_.once_per_page || record.page != pages_ + 1) ++record.count;
    record.page = pages_ + 1;
    keep[i] = record.count <= most + lines[i].spared;
  }
  ++pages_;
  most_records_ = std::max(most_records_, counts_.size());
  if (pages_ % options_.prune_every != 0) return true;
  const std::uint32_t least = pages_ / options_.rare;
  std::erase_if(counts_, [least](const auto& entry) { return entry.second.count <= least; });
  return true;
}

bool LineTable::replay(std::string_view visit) {
  LineVisit told;
  std::vector<Line> lines;
  if (!read_visit(visit, told, lines)) return false;
  const auto keep = std::make_unique<bool[]>(lines.size());
  this->visit(lines, {keep.get(), lines.size()});
  return true;
}

std::uint32_t LineTable::count(std::uint64_t line) const {
  const auto it = counts_.find(line);
  return it == counts_.end() ? 0 : it->second.count;
}

std::string LineTable::to_text() const {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> records;
  records.reserve(counts_.size());
  for (const auto& [line, record] : counts_) records.emplace_back(line, record.count);
  std::sort(records.begin(), records.end());
  std::string out(kHeader);
  out += std::to_string(pages_) + '\n';
  for (const auto& [line, count] : records) {
    char digest[17];
    const auto end = std::to_chars(digest, digest + sizeof digest, line, 16).ptr;
    out.append(digest, end) += ' ';
    out += std::to_string(count) + '\n';
  }
  return out;
}

bool LineTable::from_text(std::string_view text) {
  *this = LineTable(options_);
  if (!text.starts_with(kHeader)) return false;
  text.remove_prefix(kHeader.size());
  bool good = take_number(text, 10, '\n', pages_);
  while (good && !text.empty()) {
    std::uint64_t line = 0;
    std::uint32_t count = 0;
    good = take_number(text, 16, ' ', line) && take_number(text, 10, '\n', count);
    if (good) counts_[line].count = count;
  }
  if (!good) *this = LineTable(options_);
  most_records_ = counts_.size();
  return good;
}

bool LineTable::add_text(std::string_view text) {
  LineTable other(options_);
  if (!other.from_text(text)) return false;
  pages_ += other.pages_;
  for (const auto& [line, record] : other.counts_) counts_[line].count += record.count;
  most_records_ = std::max(most_records_, counts_.size());
  return true;
}

std::string LineTable::describe() const {
  const auto recurring =
      std::count_if(counts_.begin(), counts_.end(), [this](const auto& entry) { return entry.second.count > limit(); });
  return "pages: " + std::to_string(pages_) + "\nlines known: " + std::to_string(counts_.size()) +
         "\nlines that come again: " + std::to_string(recurring) + '\n';
}

std::size_t LineTable::memory_bytes() const noexcept {
  constexpr std::size_t kOfRecord = 56;  // a node of the table and its share of the buckets
  return sizeof *this + kOfRecord * counts_.size();
}

}  // namespace pith::site
