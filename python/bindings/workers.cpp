#include "workers.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace ringlet_python {
namespace {

using Work = std::function<void(std::size_t, std::size_t)>;

/// Items that threads take piece by piece.
class Pieces {
 public:
  Pieces(std::size_t items, std::size_t grain, const Work& work) : items_(items), grain_(grain), work_(work) {}

  void work_until_done() noexcept {
    try {
      for (;;) {
        const std::size_t begin = next_.fetch_add(grain_, std::memory_order_relaxed);
        if (begin >= items_) return;
        work_(begin, std::min(begin + grain_, items_));
      }
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      if (!error_) error_ = std::current_exception();
      next_.store(items_, std::memory_order_relaxed);
    }
  }

  /// After all threads have ended.
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::size_t items_;
  std::size_t grain_;
  const Work& work_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex mutex_;
  std::exception_ptr error_;
};

}  // namespace

void run_on_threads(std::size_t items, std::size_t grain, unsigned threads, const Work& work) {
  const std::size_t most = (items + grain - 1) / grain;
  const std::size_t helpers = std::min<std::size_t>(threads, most) - (most > 0 ? 1 : 0);
  if (helpers == 0) {
    if (items > 0) work(0, items);
    return;
  }
  // Few enough pieces that taking one costs nothing, enough of them that the last ones end together.
  constexpr std::size_t pieces_per_thread = 16;
  const std::size_t pieces = std::min(most, (helpers + 1) * pieces_per_thread);
  const std::size_t grains = (most + pieces - 1) / pieces;
  Pieces shared(items, grains * grain, work);
  {
    std::vector<std::jthread> others;
    others.reserve(helpers);
    try {
      for (std::size_t i = 0; i < helpers; ++i) others.emplace_back([&shared] { shared.work_until_done(); });
    } catch (const std::system_error&) {
      // The others do what it would have done.
    }
    shared.work_until_done();
  }
  shared.rethrow();
}

}  // namespace ringlet_python
