// Runs of Microsoft SEAL 4.1.2. Compiled twice, for two builds of SEAL; RINGLET_BENCH_SEAL is the function's name. A
// key switch is `Evaluator::relinearize` of CKKS, which copies a ciphertext of three polynomials and adds the result to
// two of them. All other operations call the functions that the evaluator calls, on memory that is already allocated.
#include <seal/seal.h>
#include <seal/util/polyarithsmallmod.h>
#include <seal/util/rns.h>

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <vector>

#include "rns/contenders.hpp"

namespace bench::rns {
namespace {

using seal::util::ConstRNSIter;
using seal::util::RNSIter;

std::vector<seal::Modulus> seal_moduli(std::span<const Word> moduli) { return {moduli.begin(), moduli.end()}; }

seal::SEALContext context_of(const Problem& p) {
  seal::EncryptionParameters parameters(seal::scheme_type::ckks);
  parameters.set_poly_modulus_degree(p.row.n());
  parameters.set_coeff_modulus(seal_moduli(p.moduli));
  return {parameters, true, seal::sec_level_type::none};
}

ConstRNSIter rows(const Polynomial& polynomial, std::size_t n) { return {polynomial.data(), n}; }

/// State of the relinearization of a ciphertext (0, 0, c), with the problem's key.
struct Relinearization {
  explicit Relinearization(const Problem& p) : context(context_of(p)), evaluator(context) {
    seal::KeyGenerator(context).create_relin_keys(key);
    std::vector<seal::PublicKey>& digits = key.data()[seal::RelinKeys::get_index(2)];
    for (std::size_t i = 0; i < digits.size(); ++i) {
      std::copy_n(p.key_b[i].data(), p.key_b[i].words(), digits[i].data().data(0));
      std::copy_n(p.key_a[i].data(), p.key_a[i].words(), digits[i].data().data(1));
    }
    in.resize(context, context.first_parms_id(), 3);
    in.is_ntt_form() = true;
    in.scale() = 1;
    std::fill_n(in.data(0), 2 * p.inputs[0].words(), Word{0});
    std::copy_n(p.inputs[0].data(), p.inputs[0].words(), in.data(2));
  }

  seal::SEALContext context;
  seal::Evaluator evaluator;
  seal::RelinKeys key;
  seal::Ciphertext in, out;
};

Run relinearization(const Problem& p) {
  const auto state = std::make_shared<Relinearization>(p);
  return {[state] { state->evaluator.relinearize(state->in, state->key, state->out); },
          [state](Polynomials& results) {
            for (std::size_t i = 0; i < results.size(); ++i) {
              std::copy_n(state->out.data(i), results[i].words(), results[i].data());
            }
          }};
}

/// Makes a run whose results are the first rows of `out`.
Run stored(std::function<void()> run, std::shared_ptr<Polynomial> out) {
  return {std::move(run), [out = std::move(out)](Polynomials& results) {
            std::copy_n(out->data(), results[0].words(), results[0].data());
          }};
}

/// Makes a run in place, which works on the results of the previous call.
Run rescaling(const Problem& p) {
  const auto context = std::make_shared<seal::SEALContext>(context_of(p));
  const auto values = std::make_shared<Polynomial>(p.inputs[0]);
  const auto level = context->key_context_data();
  return stored(
      [=, n = p.row.n()] {
        level->rns_tool()->divide_and_round_q_last_ntt_inplace(RNSIter(values->data(), n), level->small_ntt_tables(),
                                                               seal::MemoryManager::GetPool());
      },
      values);
}

Run conversion(const Problem& p) {
  const auto pool = seal::MemoryManager::GetPool();
  const std::span moduli(p.moduli);
  const auto converter = std::make_shared<seal::util::BaseConverter>(
      seal::util::RNSBase(seal_moduli(moduli.first(p.row.moduli)), pool),
      seal::util::RNSBase(seal_moduli(moduli.subspan(p.row.moduli)), pool), pool);
  const auto out = std::make_shared<Polynomial>(p.results().front());
  return stored(
      [=, &p, n = p.row.n()] {
        converter->fast_convert_array(rows(p.inputs[0], n), RNSIter(out->data(), n), seal::MemoryManager::GetPool());
      },
      out);
}

/// Makes SEAL's tool for BFV's multiplication, with SEAL's auxiliary base.
std::shared_ptr<seal::util::RNSTool> bfv_tool(const Problem& p) {
  const auto pool = seal::MemoryManager::GetPool();
  return std::make_shared<seal::util::RNSTool>(
      p.row.n(), seal::util::RNSBase(seal_moduli(std::span(p.moduli).first(p.row.moduli)), pool),
      seal::Modulus(plaintext_modulus), pool);
}

Run extension(const Problem& p) {
  const auto tool = bfv_tool(p);
  const auto between = std::make_shared<Polynomial>(p.row.special + 1, p.row.n());
  const auto out = std::make_shared<Polynomial>(p.results().front());
  return stored(
      [=, &p, n = p.row.n()] {
        const auto pool = seal::MemoryManager::GetPool();
        tool->fastbconv_m_tilde(rows(p.inputs[0], n), RNSIter(between->data(), n), pool);
        tool->sm_mrq(rows(*between, n), RNSIter(out->data(), n), pool);
      },
      out);
}

Run scaling(const Problem& p) {
  const auto tool = bfv_tool(p);
  const auto both = std::make_shared<Polynomial>(p.moduli.size(), p.row.n());
  const auto quotients = std::make_shared<Polynomial>(p.row.special, p.row.n());
  const auto out = std::make_shared<Polynomial>(p.results().front());
  return stored(
      [=, &p, n = p.row.n(), moduli = seal_moduli(p.moduli)] {
        const auto pool = seal::MemoryManager::GetPool();
        const RNSIter of_base(both->data(), n), of_auxiliary(both->data() + p.row.moduli * n, n);
        seal::util::multiply_poly_scalar_coeffmod(rows(p.inputs[0], n), p.row.moduli, plaintext_modulus, moduli.data(),
                                                  of_base);
        seal::util::multiply_poly_scalar_coeffmod(rows(p.inputs[1], n), p.row.special, plaintext_modulus,
                                                  moduli.data() + p.row.moduli, of_auxiliary);
        tool->fast_floor(rows(*both, n), RNSIter(quotients->data(), n), pool);
        tool->fastbconv_sk(rows(*quotients, n), RNSIter(out->data(), n), pool);
      },
      out);
}

Run automorphism(const Problem& p) {
  const auto tool =
      std::make_shared<seal::util::GaloisTool>(static_cast<int>(p.row.log_n), seal::MemoryManager::GetPool());
  const auto out = std::make_shared<Polynomial>(p.results().front());
  return stored(
      [=, &p, n = p.row.n()] {
        tool->apply_galois_ntt(rows(p.inputs[0], n), p.row.moduli, galois_element, RNSIter(out->data(), n));
      },
      out);
}

Run product(const Problem& p) {
  const auto out = std::make_shared<Polynomial>(p.results().front());
  return stored(
      [=, &p, n = p.row.n(), moduli = seal_moduli(p.moduli)] {
        seal::util::dyadic_product_coeffmod(rows(p.inputs[0], n), rows(p.inputs[1], n), moduli.size(), moduli,
                                            RNSIter(out->data(), n));
      },
      out);
}

/// Makes a product of polynomials, added to the last one.
Run sum_with_product(const Problem& p) {
  const auto out = std::make_shared<Polynomial>(p.results().front());
  return stored(
      [=, &p, n = p.row.n(), moduli = seal_moduli(p.moduli)] {
        const RNSIter to(out->data(), n);
        seal::util::dyadic_product_coeffmod(rows(p.inputs[0], n), rows(p.inputs[1], n), moduli.size(), moduli, to);
        seal::util::add_poly_coeffmod(to, rows(p.inputs[2], n), moduli.size(), moduli, to);
      },
      out);
}

/// Makes the product of two ciphertexts, piece by piece as the evaluator does it.
Run tensor(const Problem& p) {
  constexpr std::size_t piece = 256;
  const auto out = std::make_shared<Polynomials>(p.results());
  const auto run = [=, &p, n = p.row.n(), moduli = seal_moduli(p.moduli)] {
    std::array<Word, piece> products;
    const auto multiply = [&](std::size_t a, std::size_t b, std::size_t row, std::size_t at, Word* to) {
      seal::util::dyadic_product_coeffmod(p.inputs[a].view()[row].data() + at, p.inputs[b].view()[row].data() + at,
                                          piece, moduli[row], to);
    };
    for (std::size_t i = 0; i < moduli.size(); ++i) {
      for (std::size_t at = 0; at < n; at += piece) {
        const auto to = [&](std::size_t k) { return (*out)[k].data() + i * n + at; };
        multiply(0, 1, i, at, to(0));
        multiply(2, 3, i, at, to(2));
        multiply(0, 3, i, at, to(1));
        multiply(2, 1, i, at, products.data());
        seal::util::add_poly_coeffmod(to(1), products.data(), piece, moduli[i], to(1));
      }
    }
  };
  return {run, [=](Polynomials& results) { results = *out; }};
}

}  // namespace

Run RINGLET_BENCH_SEAL(const Problem& problem) {
  switch (problem.row.operation) {
    // SEAL has one special modulus, and digits of a single modulus.
    case Operation::key_switch:
      return problem.row.special == 1 ? relinearization(problem) : Run{};
    case Operation::mod_down:
      return problem.row.special == 1 ? rescaling(problem) : Run{};
    case Operation::approximate_conversion:
      return conversion(problem);
    case Operation::extension:
      return extension(problem);
    case Operation::scaling:
      return scaling(problem);
    case Operation::automorphism:
      return automorphism(problem);
    case Operation::mul:
      return product(problem);
    case Operation::mul_add:
      return sum_with_product(problem);
    case Operation::tensor:
      return tensor(problem);
    case Operation::exact_conversion:
    case Operation::inner_product:
      return {};
  }
  return {};
}

}  // namespace bench::rns
