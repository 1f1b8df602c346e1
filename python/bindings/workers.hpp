#pragma once

#include <cstddef>
#include <functional>

namespace ringlet_python {

/// Calls work(begin, end) on consecutive pieces of [0, items) until all are done, on the calling thread and at most
/// threads - 1 others, which have left `work` before this returns and wait, asleep, for the next call. Pieces are
/// multiples of `grain`; a thread that finishes early takes more of them, so one that starts late or is disturbed holds
/// nobody up. Where the system has no more threads, those that there are do the work. Errors    the first exception
/// that work throws.
void run_on_threads(std::size_t items, std::size_t grain, unsigned threads,
                    const std::function<void(std::size_t begin, std::size_t end)>& work);

}  // namespace ringlet_python
