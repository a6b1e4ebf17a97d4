#pragma once

#include <cstdint>

namespace pith::cli {

/// How often this thread has called operator new so far. Counted in the command line program only, for
/// `pith bench`; the library's allocations are not touched.
std::uint64_t allocations_of_thread() noexcept;

}  // namespace pith::cli
