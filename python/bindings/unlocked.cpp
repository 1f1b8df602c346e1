#include "unlocked.hpp"

#include <unistd.h>

namespace ringlet_python {

void Unlocked::lock() noexcept {
  try {
    PyEval_RestoreThread(state_);
  } catch (...) {  // pthread_exit, by the interpreter that has ended
    for (;;) pause();
  }
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
