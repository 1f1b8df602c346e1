#include "rns/automorphism_plan.hpp"

#include "arith/bit_reversal.hpp"

namespace ringlet::rns {
namespace {

/// Returns the index of the evaluation that becomes value i of the image, both in bit-reversed order. The value at
/// psi^(2k + 1) comes from the value at psi^(g (2k + 1)).
std::uint64_t source_of(std::uint64_t i, std::uint64_t g, unsigned log_n) {
  const std::uint64_t k = arith::reverse_bits(i, log_n);
  return arith::reverse_bits((g * (2 * k + 1)) >> 1, log_n);
}

}  // namespace

AutomorphismPlan::AutomorphismPlan(unsigned log_n, std::uint64_t g, const backends::Backend& backend)
    : log_n_(log_n),
      g_(g),
      choice_(backends::choose_automorphism(backend, log_n)),
      coefficients_(backends::choose_automorphism_of_coefficients(backend).kernel) {
  const std::size_t lanes = std::size_t{1} << choice_.kernel->lanes_log;
  sources_.reserve(size() / lanes);
  for (std::size_t i = 0; i < size(); i += lanes) {
    sources_.push_back(static_cast<std::uint32_t>(source_of(i, g, log_n)));
  }
}

void AutomorphismPlan::coefficients(std::uint64_t* out, const std::uint64_t* in, std::uint64_t q) const {
  coefficients_(out, in, g_, size(), q);
}

void AutomorphismPlan::evaluations(std::uint64_t* out, const std::uint64_t* in) const {
  block_of_evaluations(out, in, 0, size());
}

std::size_t AutomorphismPlan::source_of_block(std::size_t begin, std::size_t size) const {
  return sources_[begin >> choice_.kernel->lanes_log] & ~(size - 1);
}

void AutomorphismPlan::block_of_evaluations(std::uint64_t* out, const std::uint64_t* in, std::size_t begin,
                                            std::size_t size) const {
  choice_.kernel->evaluations(out, in, sources_.data() + (begin >> choice_.kernel->lanes_log), g_, size,
                              static_cast<std::uint32_t>(size - 1));
}

void AutomorphismPlan::add_evaluations(std::uint64_t* out, const std::uint64_t* in, std::uint64_t q) const {
  choice_.kernel->add_evaluations(out, in, sources_.data(), g_, size(), q);
}

}  // namespace ringlet::rns
