#pragma once

#include <atomic>

namespace pith::cli {

/// From now on SIGINT and SIGTERM set the flag that is returned, once; a second one ends the program at once.
const std::atomic<bool>& stop_on_signals();

/// Ends the program by the signal that set the flag, as shells and scripts expect of one that was interrupted.
void end_by_signal();

}  // namespace pith::cli
