#include "hexl_modulus.hpp"

namespace intel::hexl {

constinit std::array<RememberedModulus, std::size_t{1} << log_remembered_moduli> remembered_moduli;

ringlet::Modulus<std::uint64_t> remember(std::uint64_t q) {
  if (q >= least_long_modulus) {
    throw std::invalid_argument("q is " + std::to_string(q) + ", but it must satisfy 2 <= q < 2^62");
  }
  const ringlet::Modulus<std::uint64_t> modulus(q);
  RememberedModulus& place = remembered_moduli[place_of(q)];
  if (!place.taken.load(std::memory_order_relaxed) && !place.taken.exchange(true, std::memory_order_relaxed)) {
    place.modulus = modulus;
    place.q.store(q, std::memory_order_release);
  }
  return modulus;
}

}  // namespace intel::hexl
