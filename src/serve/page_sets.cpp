#include "serve/page_sets.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "corpus/record.hpp"
#include "evaluate/evaluation.hpp"
#include "evaluate/labels.hpp"

namespace pith::serve {

Error PageSets::read(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    Result<std::unique_ptr<corpus::PageSource>> source = corpus::open_pages(path);
    if (!source) return within(path, std::move(source).error());
    PageSet set{.name = evaluate::name_of_file(path), .path = path, .pages = {}};
    if (find(set.name) != nullptr) set.name += '-' + std::to_string(sets_.size() + 1);
    std::vector<Packed> packed;
    corpus::RecordParser parser;
    evaluate::GoldReader labels({}, {});
    corpus::RawRecord record;
    corpus::PageRecord page;
    std::string reason, group;
    while ((*source)->next(record)) {
      if (parser.parse(record, page, reason) != corpus::RecordOutcome::page) continue;
      ListedPage listed{.id = page.id, .url = std::string(page.url), .title = {}, .page_type = {}};
      evaluate::Gold gold;
      if (record.kind == corpus::RecordKind::json && labels.read(record.bytes, gold, group, reason)) {
        listed.title = std::move(gold.title);
        listed.page_type = std::move(gold.page_type);
        listed.labelled = gold.text.has_value();
      }
      Packed entry;
      if (Error error = zstd_.compress(record.bytes, 0, entry.bytes)) return within(path, std::move(error));
      entry.bytes.shrink_to_fit();
      entry.record = record;
      entry.record.bytes.clear();
      entry.record.bytes.shrink_to_fit();
      packed.push_back(std::move(entry));
      set.pages.push_back(std::move(listed));
    }
    if (!(*source)->failure().empty()) return {ErrorCode::io, path + ": " + (*source)->failure()};
    sets_.push_back(std::move(set));
    packed_.push_back(std::move(packed));
  }
  return {};
}

const PageSet* PageSets::find(std::string_view name) const noexcept {
  const auto found = std::find_if(sets_.begin(), sets_.end(), [&](const PageSet& set) { return set.name == name; });
  return found != sets_.end() ? &*found : nullptr;
}

Error PageSets::load(const PageSet& set, std::size_t page, corpus::RawRecord& record) const {
  const Packed& packed = packed_[static_cast<std::size_t>(&set - sets_.data())][page];
  record = packed.record;
  const std::lock_guard lock(unpacking_);
  return zstd_.decompress(packed.bytes, 0, record.bytes);
}

bool PageOfSet::read(Arguments& arguments, const PageSets& sets, Scratch& scratch) {
  const std::string_view set = arguments.text("set");
  const std::int64_t place = arguments.whole("record", 0, INT32_MAX, 0);
  arguments.refuse_others();
  if (arguments.problem()) return false;
  const std::optional<Fault> fault = read(sets, set, place, scratch);
  if (fault) arguments.fail(fault->status, fault->detail);
  return !fault;
}

std::optional<Fault> PageOfSet::read(const PageSets& sets, std::string_view set, std::int64_t place, Scratch& scratch) {
  constexpr int kUnprocessable = 422, kBroken = 500;
  const PageSet* const found = sets.find(set);
  if (found == nullptr) return Fault{kUnprocessable, "`set` is no set of this service: /v1/workbench lists them."};
  if (place < 0 || static_cast<std::size_t>(place) >= found->pages.size())
    return Fault{kUnprocessable, "`record` is none of the " + std::to_string(found->pages.size()) + " of the set."};
  if (const Error error = sets.load(*found, static_cast<std::size_t>(place), raw_))
    return Fault{kBroken, error.message};
  std::string reason;
  if (scratch.records.parse(raw_, page_, reason) != corpus::RecordOutcome::page)
    return Fault{kUnprocessable, "The record " + reason + "."};
  return std::nullopt;
}

}  // namespace pith::serve
