// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hexl/util/types.hpp"

/// Checks of Intel HEXL's debug build, which do nothing here. This library is exact on the ranges that docs/hexl.md
/// lists; a build of Ringlet with RINGLET_CHECKED checks these ranges.
#define HEXL_CHECK(condition, message) \
  {                                    \
  }
#define HEXL_CHECK_BOUNDS(...) \
  {                            \
  }
