#pragma once

// The threads that do the work. As many run at a time as there are processors for them; what waits for others
// (a page that is fetched) gives its processor to the next.

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace pith::serve {

class Workers {
 public:
  using Task = std::function<void()>;  ///< throws nothing

  /// `running` tasks at a time, `threads` (at least as many) with those that wait for others, `queued` that wait for
  /// their turn.
  Workers(unsigned running, unsigned threads, std::size_t queued);
  /// Waits for all tasks.
  ~Workers();
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;

  /// False: too many wait already, and the task is not run.
  bool try_post(Task task);
  /// However many wait: for the parts of what was let in already.
  void post(Task task);

  [[nodiscard]] unsigned running_at_most() const noexcept { return most_running_; }
  /// Tasks that wait for their turn.
  [[nodiscard]] std::size_t queued() const;

  /// While one of these lives, the task of this thread waits for others than the processor. In threads of anyone else
  /// it does nothing.
  class Waiting {
   public:
    explicit Waiting(Workers& workers);
    ~Waiting();
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;

   private:
    Workers* workers_;  // nullptr: not of these workers
  };

 private:
  void work();

  const unsigned most_running_;
  const std::size_t most_queued_;
  mutable std::mutex mutex_;
  std::condition_variable tasks_, processors_;  // there may be a task to take; a processor for one that has waited
  std::deque<Task> queue_;
  unsigned running_ = 0;
  unsigned resuming_ = 0;  // tasks that have waited and want a processor again: they go first
  bool ending_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace pith::serve
