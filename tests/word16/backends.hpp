#pragma once

#include "backends/registry.hpp"

/// Backends of 16-bit words, the only ones of this program: one lane, and sixteen.
namespace ringlet_test {

extern const ringlet::backends::Backend& one_lane;
extern const ringlet::backends::Backend& sixteen_lanes;

}  // namespace ringlet_test
