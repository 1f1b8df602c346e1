// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hexl/util/types.hpp"

/// Checks of Intel HEXL's debug build. This library has no such build: it is exact on the ranges that docs/hexl.md
/// lists, and a build of Ringlet with RINGLET_CHECKED compares the ranges.
#define HEXL_CHECK(condition, message) \
  {                                    \
  }
#define HEXL_CHECK_BOUNDS(...) \
  {                            \
  }
