// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "hexl/util/defines.hpp"

/// Logging of Intel HEXL's debug build, which does nothing here.
#define HEXL_VLOG(level, message) \
  {                               \
  }
#define START_EASYLOGGINGPP(argc, argv) \
  {                                     \
  }
