#include "cli/interrupts.hpp"

#include <csignal>

namespace pith::cli {
namespace {

// Set by the signal handler, which can reach nothing else.
std::atomic<bool> g_stop = false;
std::atomic<int> g_signal = 0;
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

}  // namespace

const std::atomic<bool>& stop_on_signals() {
  struct sigaction action {};
  action.sa_handler = [](int number) {
    g_signal = number;
    g_stop = true;
  };
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  ::sigaction(SIGINT, &action, nullptr);
  ::sigaction(SIGTERM, &action, nullptr);
  return g_stop;
}

void end_by_signal() {
  std::signal(g_signal, SIG_DFL);
  std::raise(g_signal);
}

}  // namespace pith::cli
