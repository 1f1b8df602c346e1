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
  const Locked locked(*this);
  if (PyErr_CheckSignals() != 0) throw nb::python_error();
  next_look_ = std::chrono::steady_clock::now() + patience;
}

}  // namespace ringlet_python
