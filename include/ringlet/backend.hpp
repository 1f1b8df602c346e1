// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "ringlet/export.hpp"
#include "ringlet/types.hpp"

/// Instruction sets that the library can use. One backend is active at a time, for the whole process. Element-wise
/// calls use the active backend at once; a transform plan keeps the backend that was active when it was made.
///
/// The active backend is the first that exists of: the backend that `force` named; the backend that the environment
/// variable RINGLET_BACKEND names (if it is not empty) when the library is first used, unless `freeze` was called; the
/// strongest backend that the CPU and the operating system support. All functions may be called from any thread.
namespace ringlet::backend {

struct Info {
  std::string name;
  /// Whether this CPU, with this operating system, can run it. False for a backend that the library was built without,
  /// because the compiler lacked its flags; the message of `force` tells.
  bool supported;
};

/// Returns the number of backends in `list`.
[[nodiscard]] RINGLET_API std::size_t list_size() noexcept;

/// Returns backend i of the library, 0 <= i < list_size(), weakest first.
/// Errors    std::out_of_range for another i.
[[nodiscard]] RINGLET_API Info at(std::size_t i);

/// Returns every backend in the library, weakest first.
[[nodiscard]] inline std::vector<Info> list() {
  std::vector<Info> all;
  for (std::size_t i = 0; i < list_size(); ++i) all.push_back(at(i));
  return all;
}

/// Returns the name of the active backend.
/// Errors    std::invalid_argument when RINGLET_BACKEND names no supported backend; the message lists the supported
///           backends. Every use of the library throws it until `force` or `freeze` is called.
[[nodiscard]] RINGLET_API std::string active();

/// Makes the named backend active.
/// Errors    std::invalid_argument when it is unknown or not supported; the message lists the supported backends, and
///           the active backend does not change.
RINGLET_API void force(std::string_view name);

/// Undoes `force`: the environment or the CPU decides again.
RINGLET_API void unforce() noexcept;

/// Makes the library ignore RINGLET_BACKEND, even if it has followed it already, and use the strongest backend instead:
/// for programs whose behaviour the environment must not change. `force` still works.
RINGLET_API void freeze() noexcept;

}  // namespace ringlet::backend
