#pragma once

#include <nanobind/nanobind.h>

#include <ringlet/large_ntt.hpp>
#include <ringlet/large_ranks.hpp>
#include <ringlet/number_theory.hpp>
#include <ringlet/types.hpp>

/// Enumerations, which are strings in Python.
namespace ringlet_python {

/// Errors, of all: TypeError when it is no string; ValueError, which lists the choices, when it is none of them.
[[nodiscard]] ringlet::Ring to_ring(nanobind::handle value, const char* name);
[[nodiscard]] ringlet::Domain to_domain(nanobind::handle value, const char* name);
[[nodiscard]] ringlet::Lift to_lift(nanobind::handle value, const char* name);
[[nodiscard]] ringlet::Comparison to_comparison(nanobind::handle value, const char* name);
[[nodiscard]] ringlet::Form to_form(nanobind::handle value, const char* name);
[[nodiscard]] ringlet::Order to_order(nanobind::handle value, const char* name);
[[nodiscard]] ringlet::LargeOrder to_large_order(nanobind::handle value, const char* name);
[[nodiscard]] ringlet::CoefficientOrder to_coefficient_order(nanobind::handle value, const char* name);
[[nodiscard]] ringlet::PrimeOrder to_prime_order(nanobind::handle value, const char* name);

[[nodiscard]] const char* to_text(ringlet::Ring ring);
[[nodiscard]] const char* to_text(ringlet::Domain domain);
[[nodiscard]] const char* to_text(ringlet::Lift lift);
[[nodiscard]] const char* to_text(ringlet::Order order);
[[nodiscard]] const char* to_text(ringlet::LargeOrder order);

}  // namespace ringlet_python
