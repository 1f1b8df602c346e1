#pragma once

#include <cstddef>
#include <functional>
#include <string>

/// Yardsticks: other work whose time is compared with that of large transforms.
namespace bench::large {

/// Returns FFTW's transform of `points` complex doubles of 16 bytes, from one array to another and in natural order: a
/// yardstick for transforms that move their numbers as often. Empty if this program was built without FFTW.
///
/// The transform runs on `threads` threads. The search for a plan takes a few seconds, or with `quick`, FFTW guesses.
[[nodiscard]] std::function<void()> fftw(std::size_t points, std::size_t threads, bool quick);

/// Copies a file to another one and waits until that is on the disk: the least work of a pass over values in files.
/// Throws std::system_error.
void copy_file(const std::string& from, const std::string& to);

}  // namespace bench::large
