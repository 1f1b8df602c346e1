#include "arith/codec.hpp"

#include <cstring>

namespace ringlet::arith {

void put_limb(uint128_t* words, std::size_t index, std::uint64_t value) {
  std::memcpy(static_cast<char*>(static_cast<void*>(words)) + 8 * index, &value, sizeof value);
}

}  // namespace ringlet::arith
