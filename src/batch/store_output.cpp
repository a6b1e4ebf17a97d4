#include "batch/store_output.hpp"

#include <utility>

namespace pith::batch {
namespace {

using Clock = std::chrono::steady_clock;

// So much is lost by a death; and for so long others that would write wait.
constexpr std::uint64_t kMostPending = 1000;
constexpr auto kLongest = std::chrono::milliseconds(500);

}  // namespace

Result<StoreOutput> StoreOutput::open(const std::string& path, bool keep_pages) {
  Result<corpus::Store> store =
      corpus::Store::open(path, {.use = corpus::DatabaseUse::create, .keep_pages = keep_pages});
  if (!store) return within(path, store.error());
  return StoreOutput(*std::move(store));
}

Error StoreOutput::put(const StoredPage& page) {
  if (pending_ == 0) {
    if (Error error = store_.begin()) return error;
    begun_ = Clock::now();
  }
  ++pending_;
  const Result<corpus::Added> added = store_.add({.article = page.article,
                                                  .id = page.id,
                                                  .input = page.input,
                                                  .fetched = page.fetched,
                                                  .page = page.page,
                                                  .members = page.members,
                                                  .fingerprint = page.fingerprint});
  if (!added) return added.error();
  switch (added->outcome) {
    case corpus::AddOutcome::added:
      ++counts_.added;
      break;
    case corpus::AddOutcome::revised:
      ++counts_.revised;
      break;
    case corpus::AddOutcome::refreshed:
      ++counts_.refreshed;
      break;
    case corpus::AddOutcome::unchanged:
      ++counts_.unchanged;
      break;
  }
  if (added->copy_of != 0) ++(added->is_near ? counts_.near_copies : counts_.copies);
  return {};
}

bool StoreOutput::is_due() const noexcept {
  return pending_ > 0 && (pending_ >= kMostPending || Clock::now() - begun_ >= kLongest);
}

Error StoreOutput::commit() {
  if (pending_ == 0) return {};
  pending_ = 0;
  return store_.commit();
}

}  // namespace pith::batch
