#include "serve/workers.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <latch>
#include <semaphore>
#include <thread>

namespace pith::serve {
namespace {

TEST(Workers, RunAllThatWasPosted) {
  std::atomic<int> sum = 0;
  {
    Workers workers(2, 2, 1000);
    for (int i = 1; i <= 100; ++i) EXPECT_TRUE(workers.try_post([&sum, i] { sum += i; }));
  }
  EXPECT_EQ(sum, 5050);
}

TEST(Workers, RefuseWhatIsTooMuch) {
  std::binary_semaphore go(0);
  std::latch running(1);
  std::atomic<int> done = 0;
  {
    Workers workers(1, 1, 2);
    workers.post([&] {
      running.count_down();
      go.acquire();
    });
    running.wait();
    EXPECT_TRUE(workers.try_post([&] { ++done; }));
    EXPECT_TRUE(workers.try_post([&] { ++done; }));
    EXPECT_FALSE(workers.try_post([&] { ++done; }));
    workers.post([&] { ++done; });
    EXPECT_EQ(workers.queued(), 3u);
    go.release();
  }
  EXPECT_EQ(done, 3);
}

// A task that waits for others lets the next one run, and never do more run at a time than may.
TEST(Workers, WhoWaitsGivesItsProcessorAway) {
  std::atomic<int> running = 0, most = 0, waited = 0;
  std::counting_semaphore<64> arrived(0);
  {
    const auto enter = [&] {
      const int now = ++running;
      int before = most;
      while (now > before && !most.compare_exchange_weak(before, now)) {
      }
    };
    Workers workers(1, 8, 1000);  // ends before what its tasks use
    for (int i = 0; i < 4; ++i)
      workers.post([&] {
        enter();
        --running;
        {
          const Workers::Waiting waiting(workers);
          arrived.acquire();  // which a task behind it releases
        }
        enter();
        ++waited;
        --running;
      });
    workers.post([&] {
      enter();
      arrived.release(4);
      --running;
    });
  }
  EXPECT_EQ(waited, 4);
  EXPECT_EQ(most, 1);
}

// Threads that found no processor free when the end was told must still hear of it.
TEST(Workers, EndWhileTasksWaitForTheirTurn) {
  std::atomic<int> done = 0;
  {
    Workers workers(1, 4, 1000);
    for (int i = 0; i < 3; ++i)
      workers.post([&done] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));  // the end is told during the first
        ++done;
      });
  }
  EXPECT_EQ(done, 3);
}

TEST(Workers, WaitingOutsideDoesNothing) {
  Workers workers(1, 1, 10);
  const Workers::Waiting waiting(workers);
}

}  // namespace
}  // namespace pith::serve
