#pragma once

#include <atomic>
#include <cstddef>
#include <utility>

namespace pith::serve {

/// What bodies on their way in and out may take together. A bound that is kept by those who ask first.
class MemoryBudget {
 public:
  explicit MemoryBudget(std::size_t bytes) noexcept : most_(bytes) {}

  [[nodiscard]] std::size_t used() const noexcept { return used_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::size_t most() const noexcept { return most_; }

 private:
  friend class Charge;

  const std::size_t most_;
  std::atomic<std::size_t> used_ = 0;
};

/// A share of a budget, given back by itself.
class Charge {
 public:
  Charge() = default;
  explicit Charge(MemoryBudget& budget) noexcept : budget_(&budget) {}
  ~Charge() { release(); }
  Charge(Charge&& other) noexcept
      : budget_(std::exchange(other.budget_, nullptr)), bytes_(std::exchange(other.bytes_, 0)) {}
  Charge& operator=(Charge&& other) noexcept {
    if (this != &other) {
      release();
      budget_ = std::exchange(other.budget_, nullptr);
      bytes_ = std::exchange(other.bytes_, 0);
    }
    return *this;
  }

  /// Takes what is missing to so many bytes. False: it is not to be had, and nothing has changed.
  bool grow_to(std::size_t bytes) noexcept {
    if (bytes <= bytes_) return true;
    const std::size_t more = bytes - bytes_;
    if (budget_->used_.fetch_add(more) + more > budget_->most_) {
      budget_->used_ -= more;
      return false;
    }
    bytes_ = bytes;
    return true;
  }
  /// The same, had or not: of what is there already.
  void force_to(std::size_t bytes) noexcept {
    budget_->used_ += bytes;
    budget_->used_ -= bytes_;
    bytes_ = bytes;
  }
  void release() noexcept {
    if (budget_ != nullptr) budget_->used_ -= bytes_;
    bytes_ = 0;
  }

 private:
  MemoryBudget* budget_ = nullptr;
  std::size_t bytes_ = 0;
};

}  // namespace pith::serve
