#include "serve/workers.hpp"

#include <algorithm>
#include <utility>

namespace pith::serve {
namespace {

thread_local const Workers* t_workers = nullptr;  // whose thread this is

}  // namespace

Workers::Workers(unsigned running, unsigned threads, std::size_t queued)
    : most_running_(std::max(1U, running)), most_queued_(queued) {
  threads_.reserve(std::max(most_running_, threads));
  while (threads_.size() < threads_.capacity()) threads_.emplace_back([this] { work(); });
}

Workers::~Workers() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  tasks_.notify_all();
  threads_.clear();  // joins
}

bool Workers::try_post(Task task) {
  {
    const std::lock_guard lock(mutex_);
    if (queue_.size() >= most_queued_) return false;
    queue_.push_back(std::move(task));
  }
  tasks_.notify_one();
  return true;
}

void Workers::post(Task task) {
  {
    const std::lock_guard lock(mutex_);
    queue_.push_back(std::move(task));
  }
  tasks_.notify_one();
}

std::size_t Workers::queued() const {
  const std::lock_guard lock(mutex_);
  return queue_.size();
}

void Workers::work() {
  t_workers = this;
  std::unique_lock lock(mutex_);
  for (;;) {
    tasks_.wait(lock, [this] {
      return (ending_ && queue_.empty()) || (!queue_.empty() && running_ + resuming_ < most_running_);
    });
    if (queue_.empty()) {
      tasks_.notify_all();  // those for whom there was no processor when the end was told
      return;
    }
    Task task = std::move(queue_.front());
    queue_.pop_front();
    ++running_;
    lock.unlock();
    task();
    task = nullptr;  // what it holds goes outside the lock
    lock.lock();
    --running_;
    if (resuming_ > 0) processors_.notify_one();
  }
}

Workers::Waiting::Waiting(Workers& workers) : workers_(t_workers == &workers ? &workers : nullptr) {
  if (workers_ == nullptr) return;
  {
    const std::lock_guard lock(workers_->mutex_);
    --workers_->running_;
    if (workers_->resuming_ > 0) workers_->processors_.notify_one();
  }
  workers_->tasks_.notify_one();
}

Workers::Waiting::~Waiting() {
  if (workers_ == nullptr) return;
  std::unique_lock lock(workers_->mutex_);
  ++workers_->resuming_;
  workers_->processors_.wait(lock, [this] { return workers_->running_ < workers_->most_running_; });
  --workers_->resuming_;
  ++workers_->running_;
}

}  // namespace pith::serve
