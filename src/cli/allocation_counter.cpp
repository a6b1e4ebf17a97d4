#include "cli/allocation_counter.hpp"

#include <cstddef>
#include <cstdlib>
#include <new>

// AddressSanitizer brings its own new and delete, which must not be mixed with these; nothing is counted then.
#if defined(__SANITIZE_ADDRESS__)
#define PITH_COUNTS_ALLOCATIONS 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define PITH_COUNTS_ALLOCATIONS 0
#endif
#endif
#ifndef PITH_COUNTS_ALLOCATIONS
#define PITH_COUNTS_ALLOCATIONS 1
#endif

namespace {

constinit thread_local std::uint64_t g_allocations = 0;

}  // namespace

namespace pith::cli {

std::uint64_t allocations_of_thread() noexcept { return g_allocations; }

}  // namespace pith::cli

#if PITH_COUNTS_ALLOCATIONS

namespace {

void* checked(void* memory) {
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

}  // namespace

// All other forms of new and delete end up in these four.

void* operator new(std::size_t size) {
  ++g_allocations;
  return checked(std::malloc(size > 0 ? size : 1));
}

void* operator new(std::size_t size, std::align_val_t alignment) {
  ++g_allocations;
  const auto unit = static_cast<std::size_t>(alignment);
  return checked(std::aligned_alloc(unit, (size + unit - 1) / unit * unit));
}

void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

#endif  // PITH_COUNTS_ALLOCATIONS
