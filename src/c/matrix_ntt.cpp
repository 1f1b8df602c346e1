#ifndef RINGLET_EACH_WORD

#include "ringlet/matrix_ntt.hpp"

#include "c/executor.hpp"
#include "c/ntt_support.hpp"
#include "checks/extension.hpp"

namespace {

using namespace ringlet::c;

/// Matrix of the caller, whose shape the call checks.
template <class CWord>
auto matrix(const char* name, CWord* words, std::size_t stride, std::size_t rows, std::size_t width) {
  require_address(name, words);
  return ringlet::MatrixSpan(from_c(words), rows, width, stride);
}

/// Returns the number of rows after a check of it under its name, as functions of all plans call it n.
template <class Word>
std::size_t require_rows(std::size_t rows) {
  ringlet::checks::require_points(rows, 2, ringlet::Ntt<Word>::max_size, "rows");
  return rows;
}

/// Returns the plan of a handle, for matrices of so many rows.
template <class Handle>
const auto& plan_for(const Handle* ntt, std::size_t rows) {
  const auto& plan = deref("ntt", ntt).object;
  if (rows != plan.rows()) ringlet::checks::reject("rows", rows, "it must be " + std::to_string(plan.rows()));
  return plan;
}

}  // namespace

#define RINGLET_EACH_WORD "c/matrix_ntt.cpp"
#include "c/each_word.hpp"

#else  // the functions of one word

struct CMatrixNtt : Described<ringlet::MatrixNtt<Native<CWord>>> {
  using Described::Described;
};

ringlet_status C(ringlet_matrix_ntt, _create)(CMatrixNtt** ntt, size_t rows, const CModulus* q, ringlet_ring ring,
                                              CWord root, ringlet_order order) {
  return create("ntt", ntt, [=] {
    const auto n = require_rows<Native<CWord>>(rows);
    return ringlet::MatrixNtt(n, value(q), ntt_options(n, value(q), ring, from_c(root), order));
  });
}

ringlet_status C(ringlet_matrix_ntt, _create_on_coset)(CMatrixNtt** ntt, size_t rows, const CModulus* q, CWord root,
                                                       CWord coset, ringlet_order order) {
  return create("ntt", ntt, [=] {
    const auto n = require_rows<Native<CWord>>(rows);
    return ringlet::MatrixNtt(n, value(q), ntt_options_on_coset(n, value(q), from_c(root), from_c(coset), order));
  });
}

void C(ringlet_matrix_ntt, _destroy)(CMatrixNtt* ntt) { delete ntt; }

size_t C(ringlet_matrix_ntt, _rows)(const CMatrixNtt* ntt) { return ntt == nullptr ? 0 : ntt->object.rows(); }

CWord C(ringlet_matrix_ntt, _modulus)(const CMatrixNtt* ntt) { return modulus_of(ntt); }

ringlet_ring C(ringlet_matrix_ntt, _ring)(const CMatrixNtt* ntt) { return ring_of(ntt); }

ringlet_order C(ringlet_matrix_ntt, _order)(const CMatrixNtt* ntt) { return order_of(ntt); }

CWord C(ringlet_matrix_ntt, _root)(const CMatrixNtt* ntt) { return root_of(ntt); }

const char* C(ringlet_matrix_ntt, _describe)(const CMatrixNtt* ntt) { return description_of(ntt); }

ringlet_status C(ringlet_matrix_ntt, _forward)(const CMatrixNtt* ntt, CWord* out, size_t out_stride, const CWord* in,
                                               size_t in_stride, size_t rows, size_t width,
                                               const ringlet_executor* executor) {
  return guarded([=] {
    plan_for(ntt, rows).forward(matrix("out", out, out_stride, rows, width), matrix("in", in, in_stride, rows, width),
                                Threads(executor));
  });
}

ringlet_status C(ringlet_matrix_ntt, _inverse)(const CMatrixNtt* ntt, CWord* out, size_t out_stride, const CWord* in,
                                               size_t in_stride, size_t rows, size_t width,
                                               const ringlet_executor* executor) {
  return guarded([=] {
    plan_for(ntt, rows).inverse(matrix("out", out, out_stride, rows, width), matrix("in", in, in_stride, rows, width),
                                Threads(executor));
  });
}

ringlet_status C(ringlet_matrix_ntt, _extend)(const CMatrixNtt* ntt, CWord* out, size_t out_stride, size_t out_rows,
                                              const CWord* in, size_t in_stride, size_t rows, size_t width, CWord coset,
                                              CWord root, const ringlet_executor* executor) {
  return guarded([=] {
    const auto& plan = plan_for(ntt, rows);
    ringlet::checks::require_extended_size("out_rows", out_rows, rows, plan.max_log_blowup);
    plan.extend(matrix("out", out, out_stride, out_rows, width), matrix("in", in, in_stride, rows, width),
                from_c(coset), unless_zero(root), Threads(executor));
  });
}

ringlet_status C(ringlet_matrix_ntt, _extension_root)(CWord* root, const CMatrixNtt* ntt, unsigned log_blowup) {
  return guarded([=] { deref("root", root) = to_c(deref("ntt", ntt).object.extension_root(log_blowup)); });
}

#endif
