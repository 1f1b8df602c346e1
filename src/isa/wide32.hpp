#pragma once

#include <cstdint>

namespace ringlet::isa {

/// Arrays of 32-bit words over any policy of 64-bit lanes: a word is alone in its lane, and a value between passes is a
/// whole lane.
template <class Base>
struct Wide32 : Base {
  using Word = std::uint32_t;
  using Cell = std::uint64_t;
};

}  // namespace ringlet::isa
