#pragma once

#include <cstddef>
#include <functional>
#include <string>

/// Yardsticks: other work whose time stands beside that of large transforms.
namespace bench::large {

/// FFTW's transform of complex doubles, from one array to another and in natural order, as the yardstick of transforms
/// whose numbers are moved as often: `points` of them, in 16 bytes each.
///
/// `threads` share it. A plan is searched for a few seconds, or where `quick`, guessed. Empty where FFTW was not there
/// when this program was built.
[[nodiscard]] std::function<void()> fftw(std::size_t points, std::size_t threads, bool quick);

/// Reads a file from one end to the other, writes all of it into another, and returns when that is on the disk: the
/// least that a pass over values in files takes. Throws std::system_error.
void copy_file(const std::string& from, const std::string& to);

}  // namespace bench::large
