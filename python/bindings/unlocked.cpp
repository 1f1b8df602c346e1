#include "unlocked.hpp"

#include <unistd.h>

namespace ringlet_python {

void sleep_until_the_end() noexcept {
  for (;;) pause();
}

void Unlocked::lock() noexcept {
  take_lock([this] { PyEval_RestoreThread(state_); });
}

void Unlocked::look() {
  lock();
  if (PyErr_CheckSignals() != 0) {
    nb::python_error raised;
    state_ = PyEval_SaveThread();
    throw raised;
  }
  state_ = PyEval_SaveThread();
  next_look_ = std::chrono::steady_clock::now() + patience;
}

}  // namespace ringlet_python
