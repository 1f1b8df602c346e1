// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ringlet/export.hpp"
#include "ringlet/types.hpp"

/// The instruction sets that the library can use. One is active at a time for the whole process: element-wise calls
/// use it at once, a transform plan keeps the one that was active when it was made.
///
/// The active backend is, in this order: what `force` named; else what the environment variable RINGLET_BACKEND
/// names (if it is not empty) when the library is first used, unless `freeze` was called; else the strongest that the
/// CPU and the operating system support. All functions may be called from any thread.
namespace ringlet::backend {

struct Info {
  std::string name;
  /// Whether this CPU, with this operating system, can run it.
  bool supported;
};

/// The number of backends in `list`.
[[nodiscard]] RINGLET_API std::size_t list_size() noexcept;

/// Backend i of the library, 0 <= i < list_size(), weakest first.
/// Errors    std::out_of_range for another i.
[[nodiscard]] RINGLET_API Info at(std::size_t i);

/// Every backend in the library, weakest first.
[[nodiscard]] inline std::vector<Info> list() {
  std::vector<Info> all;
  for (std::size_t i = 0; i < list_size(); ++i) all.push_back(at(i));
  return all;
}

/// The name of the active backend.
/// Errors    std::invalid_argument when RINGLET_BACKEND names no supported backend; the message lists those there are.
///           Every use of the library says so, until `force` or `freeze` decides otherwise.
[[nodiscard]] RINGLET_API std::string active();

/// Makes the named backend active.
/// Errors    std::invalid_argument when it is unknown or not supported; the message lists those there are, and the
///           active backend stays as it was.
RINGLET_API void force(std::string_view name);

/// Undoes `force`: back to the environment's or the CPU's choice.
RINGLET_API void unforce() noexcept;

/// From now on RINGLET_BACKEND is ignored, whatever it said so far: for programs whose behaviour the environment
/// must not change. `force` still works: that is the program's own word.
RINGLET_API void freeze() noexcept;

}  // namespace ringlet::backend
