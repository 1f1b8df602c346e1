#pragma once

#include <pthread.h>
#include <signal.h>

namespace ringlet_python {

/// Blocks all signals while the object lives, so that new threads inherit this mask. Signals are for the program's own
/// threads, which may wait for a signal that they block.
class NoSignals {
 public:
  NoSignals() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~NoSignals() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  NoSignals(const NoSignals&) = delete;
  NoSignals& operator=(const NoSignals&) = delete;

 private:
  sigset_t before_;
};

}  // namespace ringlet_python
