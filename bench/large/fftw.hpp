#pragma once

#include <cstddef>
#include <functional>

namespace bench::large {

/// FFTW's transform of complex doubles, from one array to another and in natural order, as the yardstick of transforms
/// whose numbers are moved as often: `points` of them, in 16 bytes each.
///
/// `threads` share it. A plan is searched for a few seconds, or where `quick`, guessed. Empty where FFTW was not there
/// when this program was built.
[[nodiscard]] std::function<void()> fftw(std::size_t points, std::size_t threads, bool quick);

}  // namespace bench::large
