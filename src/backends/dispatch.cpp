#include "backends/dispatch.hpp"

#include <stdexcept>

namespace ringlet::backends {

namespace {

/// libhexl's Ringlet has no kernels of double words.
bool serves_double_words(const Backend& backend) {
  return !backend.kernels->double_words.empty() || (backend.weaker != nullptr && serves_double_words(*backend.weaker));
}

}  // namespace

template <class Kernels>
void EltwiseIndex<Kernels>::fill(const Backend& backend) {
  unsigned count = 0;
  for (unsigned bits = 2; bits <= max_bits; ++bits) {
    Kernels best{};
    Kernels::for_each_operation([&](auto operation, const char* /*name*/) {
      constexpr auto member = decltype(operation)::value;
      best.*member = choose_eltwise(backend, bits, member).kernels->*member;
    });
    if (count == 0 || !(best == ranges_[count - 1])) {
      if (count == max_ranges) throw std::logic_error("an EltwiseIndex has too little room");
      ranges_[count++] = best;
    }
    kernels_of_[bits] = &ranges_[count - 1];
  }
}

void Dispatch::fill_once(const Backend& backend) {
  std::call_once(filled_, [&] {
    words_.fill(backend);
    if (!serves_double_words(backend)) return;
    double_words_.fill(backend);
    split_.fill(backend);
  });
}

namespace {

/// The length of the modulus among a kernel's arguments; where there is none, of any.
template <class... Arguments>
unsigned modulus_bits(const Arguments&... arguments) {
  unsigned bits = 2;
  const auto look_at = [&]<class Argument>(const Argument& argument) {
    if constexpr (requires { argument.word_quotient; }) bits = argument.bits;
  };
  (look_at(arguments), ...);
  return bits;
}

template <auto operation, class Kernels, class... Arguments>
constexpr void let_decide(Kernels& kernels, void (*Kernels::*)(Arguments...)) {
  kernels.*operation = [](Arguments... arguments) {
    (active().dispatch->eltwise<Kernels>(modulus_bits(arguments...)).*operation)(arguments...);
  };
}

template <class Kernels>
constexpr Kernels deciding_kernels() {
  Kernels kernels{};
  Kernels::for_each_operation(
      [&](auto operation, const char* /*name*/) { let_decide<operation.value>(kernels, operation.value); });
  return kernels;
}

}  // namespace

constinit const Dispatch undecided(deciding_kernels<kernels::EltwiseKernels>(),
                                   deciding_kernels<kernels::DoubleEltwiseKernels>(),
                                   deciding_kernels<kernels::SplitEltwiseKernels>());

template class EltwiseIndex<kernels::EltwiseKernels>;
template class EltwiseIndex<kernels::DoubleEltwiseKernels>;
template class EltwiseIndex<kernels::SplitEltwiseKernels>;

}  // namespace ringlet::backends
