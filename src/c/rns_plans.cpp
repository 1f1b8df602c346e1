#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "c/rns_support.hpp"
#include "ringlet/base_conversion.hpp"
#include "ringlet/mod_down.hpp"
#include "ringlet/scale_and_round.hpp"

struct ringlet_base_conversion : ringlet::c::Described<ringlet::BaseConversion> {
  using Described::Described;
};

struct ringlet_scale_and_round {
  ringlet::ScaleAndRound scale;
};

struct ringlet_mod_down {
  ringlet::ModDown down;
  /// Size of the transforms; 0 without transforms.
  std::size_t n;
};

namespace {

using namespace ringlet::c;
using ringlet::Automorphism;
using ringlet::BaseConversion;
using ringlet::ModDown;
using ringlet::RnsSpan;
using ringlet::ScaleAndRound;

using OfResidues = void (Automorphism::*)(ringlet::RnsSpan, ringlet::RnsView, const ringlet::RnsBase&,
                                          ringlet::Executor*) const;

ringlet_status map(OfResidues operation, const ringlet_automorphism* automorphism, const ringlet_rows& out,
                   const ringlet_rows& in, std::size_t rows, const ringlet_rns_base* base,
                   const ringlet_executor* executor) {
  return guarded([=] {
    const Automorphism& plan = deref("automorphism", automorphism).automorphism;
    const Shape shape = level_of(base_of(base), rows, plan.size());
    const RnsSpan result = rows_of("out", out, shape);
    (plan.*operation)(result, rows_of("in", in, shape), base_of(base), Threads(executor));
  });
}

using OnRows = void (ModDown::*)(ringlet::RnsSpan, ringlet::RnsView, ringlet::Executor*) const;

void divide(OnRows operation, const ModDown& down, const ringlet_rows& out, const ringlet_rows& in, std::size_t n,
            const ringlet_executor* executor) {
  const RnsSpan result = rows_of("out", out, {down.kept(), n});
  (down.*operation)(result, rows_of("in", in, {down.base().size(), n}), Threads(executor));
}

}  // namespace

ringlet_status ringlet_base_conversion_create(ringlet_base_conversion** conversion, const ringlet_rns_base* from,
                                              const ringlet_rns_base* to, ringlet_lift lift) {
  return create("conversion", conversion, [=] {
    const ringlet::RnsBase& source = base_of(from, "from");
    return BaseConversion(source, base_of(to, "to"), static_cast<ringlet::Lift>(lift));
  });
}

ringlet_status ringlet_base_conversion_create_redundant(ringlet_base_conversion** conversion,
                                                        const ringlet_rns_base* from, uint64_t redundant,
                                                        const ringlet_rns_base* to) {
  return create("conversion", conversion, [=] {
    const ringlet::RnsBase& source = base_of(from, "from");
    ringlet::rns::require_rns_modulus("redundant", redundant);
    return BaseConversion(source, ringlet::Modulus<std::uint64_t>(redundant), base_of(to, "to"));
  });
}

void ringlet_base_conversion_destroy(ringlet_base_conversion* conversion) { delete conversion; }

const char* ringlet_base_conversion_describe(const ringlet_base_conversion* conversion) {
  return description_of(conversion);
}

ringlet_status ringlet_base_conversion_apply(const ringlet_base_conversion* conversion, ringlet_rows out,
                                             ringlet_rows in, size_t n, const ringlet_executor* executor) {
  return guarded([=] {
    const BaseConversion& plan = deref("conversion", conversion).object;
    const RnsSpan result = rows_of("out", out, {plan.to().size(), n});
    plan(result, rows_of("in", in, {plan.rows(), n}), Threads(executor));
  });
}

ringlet_status ringlet_mod_down_create(ringlet_mod_down** mod_down, const ringlet_rns_ntt* ntt, size_t dropped,
                                       uint64_t numerator, uint64_t plaintext_modulus, ringlet_lift lift) {
  return create("mod_down", mod_down, [=] {
    const ringlet::RnsNtt& transforms = deref("ntt", ntt).ntt;
    return ringlet_mod_down{
        ModDown(transforms, dropped, {numerator, plaintext_modulus, static_cast<ringlet::Lift>(lift)}),
        transforms.size()};
  });
}

ringlet_status ringlet_mod_down_create_of_coefficients(ringlet_mod_down** mod_down, const ringlet_rns_base* base,
                                                       size_t dropped, uint64_t numerator, uint64_t plaintext_modulus,
                                                       ringlet_lift lift) {
  return create("mod_down", mod_down, [=] {
    return ringlet_mod_down{
        ModDown(base_of(base), dropped, {numerator, plaintext_modulus, static_cast<ringlet::Lift>(lift)}), 0};
  });
}

void ringlet_mod_down_destroy(ringlet_mod_down* mod_down) { delete mod_down; }

size_t ringlet_mod_down_kept(const ringlet_mod_down* mod_down) {
  return mod_down == nullptr ? 0 : mod_down->down.kept();
}

ringlet_status ringlet_mod_down_on_coefficients(const ringlet_mod_down* mod_down, ringlet_rows out, ringlet_rows in,
                                                size_t n, const ringlet_executor* executor) {
  return guarded([=] {
    const ModDown& down = deref("mod_down", mod_down).down;
    divide(&ModDown::on_coefficients, down, out, in, n, executor);
  });
}

ringlet_status ringlet_mod_down_on_evaluations(const ringlet_mod_down* mod_down, ringlet_rows out, ringlet_rows in,
                                               const ringlet_executor* executor) {
  return guarded([=] {
    const ringlet_mod_down& plan = deref("mod_down", mod_down);
    if (plan.n == 0) throw std::invalid_argument("mod_down divides coefficients only: it was made without transforms");
    divide(&ModDown::on_evaluations, plan.down, out, in, plan.n, executor);
  });
}

ringlet_status ringlet_scale_and_round_create(ringlet_scale_and_round** scale_and_round, const ringlet_rns_base* base,
                                              const ringlet_rns_base* auxiliary, uint64_t t,
                                              uint64_t montgomery_modulus) {
  return create("scale_and_round", scale_and_round, [=] {
    const ringlet::RnsBase& first = base_of(base);
    return ringlet_scale_and_round{
        ScaleAndRound(first, base_of(auxiliary, "auxiliary"), t, {.montgomery_modulus = montgomery_modulus})};
  });
}

void ringlet_scale_and_round_destroy(ringlet_scale_and_round* scale_and_round) { delete scale_and_round; }

ringlet_status ringlet_scale_and_round_extend(const ringlet_scale_and_round* scale_and_round, ringlet_rows out,
                                              ringlet_rows in, size_t n, const ringlet_executor* executor) {
  return guarded([=] {
    const ScaleAndRound& scale = deref("scale_and_round", scale_and_round).scale;
    const RnsSpan result = rows_of("out", out, {scale.auxiliary().size(), n});
    scale.extend(result, rows_of("in", in, {scale.base().size(), n}), Threads(executor));
  });
}

ringlet_status ringlet_scale_and_round_apply(const ringlet_scale_and_round* scale_and_round, ringlet_rows out,
                                             ringlet_rows in, ringlet_rows auxiliary, size_t n,
                                             const ringlet_executor* executor) {
  return guarded([=] {
    const ScaleAndRound& scale = deref("scale_and_round", scale_and_round).scale;
    const Shape shape{scale.base().size(), n};
    const RnsSpan result = rows_of("out", out, shape);
    const ringlet::RnsView first = rows_of("in", in, shape);
    scale(result, first, rows_of("auxiliary", auxiliary, {scale.auxiliary().size(), n}), Threads(executor));
  });
}

ringlet_status ringlet_automorphism_create(ringlet_automorphism** automorphism, size_t n, uint64_t g) {
  return create("automorphism", automorphism, [=] { return Automorphism(n, g); });
}

void ringlet_automorphism_destroy(ringlet_automorphism* automorphism) { delete automorphism; }

size_t ringlet_automorphism_size(const ringlet_automorphism* automorphism) {
  return automorphism == nullptr ? 0 : automorphism->automorphism.size();
}

uint64_t ringlet_automorphism_exponent(const ringlet_automorphism* automorphism) {
  return automorphism == nullptr ? 0 : automorphism->automorphism.exponent();
}

ringlet_status ringlet_automorphism_on_coefficients(const ringlet_automorphism* automorphism, ringlet_rows out,
                                                    ringlet_rows in, size_t rows, const ringlet_rns_base* base,
                                                    const ringlet_executor* executor) {
  return map(&Automorphism::on_coefficients, automorphism, out, in, rows, base, executor);
}

ringlet_status ringlet_automorphism_on_evaluations(const ringlet_automorphism* automorphism, ringlet_rows out,
                                                   ringlet_rows in, size_t rows, const ringlet_executor* executor) {
  return guarded([=] {
    const Automorphism& plan = deref("automorphism", automorphism).automorphism;
    const Shape shape{rows, plan.size()};
    const RnsSpan result = rows_of("out", out, shape);
    plan.on_evaluations(result, rows_of("in", in, shape), Threads(executor));
  });
}

ringlet_status ringlet_automorphism_add_on_evaluations(const ringlet_automorphism* automorphism, ringlet_rows out,
                                                       ringlet_rows in, size_t rows, const ringlet_rns_base* base,
                                                       const ringlet_executor* executor) {
  return map(&Automorphism::add_on_evaluations, automorphism, out, in, rows, base, executor);
}
