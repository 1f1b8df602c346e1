#pragma once

#include <tuple>

#include "backends/eltwise_index.hpp"

namespace ringlet_test {

/// Calls visit.operator()<Kernels>() with each type of table of element-wise kernels.
template <class Visit>
void for_each_eltwise_table(Visit visit) {
  std::apply([&](auto... tables) { (visit.template operator()<decltype(tables)>(), ...); },
             ringlet::backends::EltwiseTables{});
}

}  // namespace ringlet_test
