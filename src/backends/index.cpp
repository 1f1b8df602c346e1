#include <algorithm>
#include <tuple>

#include "backends/registry.hpp"

namespace ringlet::backends {

namespace {

/// Whether a backend or a weaker one has kernels of a family. libhexl's Ringlet has no kernels of 128-bit words.
template <class Family>
bool has_any(const Backend& backend) {
  return !backend.kernels->of<Family>().empty() || (backend.weaker != nullptr && has_any<Family>(*backend.weaker));
}

/// Returns the active backend's kernels for the modulus among a kernel's arguments, or, if there is none, the kernels
/// for operations without a modulus.
template <class Kernels, class... Arguments>
const Kernels& active_kernels(const Arguments&... arguments) {
  const EltwiseIndex& index = *active().index;
  const Kernels* kernels = &index.any<Kernels>();
  const auto look_at = [&]<class Argument>(const Argument& argument) {
    if constexpr (requires { argument.word_quotient; }) kernels = &index.of<Kernels>(argument);
  };
  (look_at(arguments), ...);
  return *kernels;
}

/// Makes an operation a stub of `undecided`: it forwards the call to the active backend's kernel.
template <auto operation, class Kernels, class... Arguments>
constexpr void let_decide(Kernels& kernels, void (*Kernels::*)(Arguments...)) {
  kernels.*operation = [](Arguments... arguments) { (active_kernels<Kernels>(arguments...).*operation)(arguments...); };
}

template <class Kernels>
constexpr Kernels deciding_kernels() {
  Kernels kernels{};
  Kernels::for_each_operation(
      [&](auto operation, const char* /*name*/) { let_decide<operation.value>(kernels, operation.value); });
  return kernels;
}

/// Returns the end of the range of moduli, from q on, for which the kernels come from the same table entries of this
/// backend and weaker backends.
template <class Kernels, class Word>
Word end_of_range(const Backend& backend, Word q) {
  Word end = EltwiseRanges<Kernels>::greatest_modulus;
  for (const Backend* b = &backend; b != nullptr; b = b->weaker) {
    for (const auto* family : b->kernels->of<kernels::WordKernels<typename Kernels::WordType>>()) {
      for (const Kernels& k : family->eltwise) {
        if (k.moduli.least > q) end = std::min<Word>(end, k.moduli.least - 1);
        if (k.moduli.greatest >= q) end = std::min(end, k.moduli.greatest);
      }
    }
  }
  return end;
}

}  // namespace

void fill_index(const Backend& backend) {
  backend.index->fill_once([&]<class Kernels>(EltwiseRanges<Kernels>& ranges) {
    if (!has_any<kernels::WordKernels<typename Kernels::WordType>>(backend)) return;
    using Word = typename EltwiseRanges<Kernels>::Word;
    for (Word least = 2, greatest = 0; greatest != ranges.greatest_modulus; least = greatest + 1) {
      Kernels best{};
      Kernels::for_each_operation([&](auto operation, const char* /*name*/) {
        constexpr auto member = decltype(operation)::value;
        // Long moduli lack operations of residue number systems, and libhexl's tables have no long moduli.
        if (const auto choice = choose_eltwise_if_any(backend, least, member); choice.kernel != nullptr) {
          best.*member = choice.kernel->*member;
        }
      });
      greatest = end_of_range<Kernels>(backend, least);
      ranges.add(greatest, best, undecided.any<Kernels>());
    }
  });
}

constinit const EltwiseIndex undecided(std::apply(
    [](auto... kernels) { return EltwiseTables(deciding_kernels<decltype(kernels)>()...); }, EltwiseTables{}));

}  // namespace ringlet::backends
