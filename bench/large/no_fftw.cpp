#include <stdexcept>

#include "large/fftw.hpp"

namespace bench::large {

bool has_fftw() { return false; }

std::function<void()> fftw(std::size_t /*points*/, std::size_t /*threads*/, bool /*quick*/) {
  throw std::logic_error("built without FFTW");
}

}  // namespace bench::large
