#include "ringlet/automorphism.hpp"

#include <bit>

#include "ringlet/ntt.hpp"
#include "rns/automorphism_plan.hpp"
#include "rns/checks.hpp"

namespace ringlet {
namespace {

std::shared_ptr<const rns::AutomorphismPlan> make_plan(std::size_t n, std::uint64_t g) {
  checks::require_points(n, 2, Ntt<std::uint64_t>::max_size);
  if (g % 2 == 0 || g >= 2 * n) checks::reject("g", g, "it must be odd and below 2n = " + std::to_string(2 * n));
  return std::make_shared<const rns::AutomorphismPlan>(static_cast<unsigned>(std::countr_zero(n)), g,
                                                       backends::active());
}

}  // namespace

Automorphism::Automorphism(std::size_t n, std::uint64_t g) : plan_(make_plan(n, g)) {}

void Automorphism::on_coefficients(RnsSpan out, RnsView in, const RnsBase& base, Executor* executor) const {
  rns::require_level("in", in, base, size());
  rns::require_rows("out", out, in.rows(), size());
  rns::require_separate("in", out, in);
  rns::check_rows("in", in, base);
  rns::for_each_row(executor, in.rows(),
                    [&](std::size_t i) { plan_->coefficients(out[i].data(), in[i].data(), base[i].value()); });
  rns::check_rows("out", out, base);
}

void Automorphism::on_evaluations(RnsSpan out, RnsView in, Executor* executor) const {
  rns::require_rows("in", in, in.rows(), size());
  if (in.rows() == 0) checks::reject("number of rows of in", 0, "it must be at least 1");
  rns::require_rows("out", out, in.rows(), size());
  rns::require_separate("in", out, in);
  rns::for_each_row(executor, in.rows(), [&](std::size_t i) { plan_->evaluations(out[i].data(), in[i].data()); });
}

void Automorphism::add_on_evaluations(RnsSpan out, RnsView in, const RnsBase& base, Executor* executor) const {
  rns::require_level("in", in, base, size());
  rns::require_rows("out", out, in.rows(), size());
  rns::require_separate("in", out, in);
  rns::check_rows("in", in, base);
  rns::check_rows("out", out, base);
  rns::for_each_row(executor, in.rows(),
                    [&](std::size_t i) { plan_->add_evaluations(out[i].data(), in[i].data(), base[i].value()); });
  rns::check_rows("out", out, base);
}

std::size_t Automorphism::size() const noexcept { return plan_->size(); }
std::uint64_t Automorphism::exponent() const noexcept { return plan_->exponent(); }
std::string Automorphism::describe() const { return plan_->describe(); }

}  // namespace ringlet
