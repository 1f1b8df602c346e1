#include "ringlet/seal/evaluator.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <type_traits>
#include <utility>
#include <vector>

#include "ciphertexts.hpp"
#include "operations.hpp"
#include "plans.hpp"

namespace ringlet::seal {

namespace {

using Seals = ::seal::Evaluator;
using ::seal::scheme_type;

template <class SealsKeys>
Keys keys_of(const KeysArgument<SealsKeys>& argument) {
  return {argument.seals(), argument.prepared()};
}

/// Copies `encrypted` and rotates it by each of `parts`, because SEAL does not see the prepared keys and cannot compose
/// a rotation from several of them. Does nothing and returns false if `parts` is `steps` alone.
template <class Rotate>
bool rotate_in_parts(Ciphertext& result, const Ciphertext& encrypted, int steps, const std::vector<int>& parts,
                     const Rotate& rotate_by) {
  if (parts == std::vector{steps}) return false;
  result = encrypted;
  for (const int part : parts) rotate_by(part);
  return true;
}

/// Calls an operation of SEAL with a pool, which it takes since SEAL 4.1.
template <auto operation>
void with_pool(const Seals& evaluator, const Ciphertext& encrypted, const ::seal::Plaintext& plain, Ciphertext& result,
               const MemoryPoolHandle& pool) {
  if constexpr (std::is_invocable_v<decltype(operation), const Seals&, decltype(encrypted), decltype(plain),
                                    Ciphertext&, MemoryPoolHandle>) {
    (evaluator.*operation)(encrypted, plain, result, pool);
  } else {
    (evaluator.*operation)(encrypted, plain, result);
  }
}

}  // namespace

Evaluator::Evaluator(const ::seal::SEALContext& context, Executor* executor)
    : Seals(context), plans_(std::make_unique<const Plans>(context, executor)) {}

Evaluator::~Evaluator() = default;

void Evaluator::negate(const Ciphertext& encrypted, Ciphertext& destination) const {
  if (negate_directly(*plans_, destination, encrypted)) return;
  make(destination, [&](Ciphertext& result) { Seals::negate(encrypted, result); });
}

void Evaluator::add(const Ciphertext& encrypted1, const Ciphertext& encrypted2, Ciphertext& destination) const {
  // SEAL takes the metadata from an operand that is destination, and its messages call this the first operand.
  const bool swapped = &encrypted2 == &destination;
  add_to(swapped ? encrypted2 : encrypted1, swapped ? encrypted1 : encrypted2, destination);
}

void Evaluator::add_to(const Ciphertext& encrypted1, const Ciphertext& encrypted2, Ciphertext& destination) const {
  if (add_directly(*plans_, destination, std::array{&encrypted1, &encrypted2})) return;
  make(destination, [&](Ciphertext& result) { Seals::add(encrypted1, encrypted2, result); });
}

void Evaluator::sub(const Ciphertext& encrypted1, const Ciphertext& encrypted2, Ciphertext& destination) const {
  if (sub_directly(*plans_, destination, encrypted1, encrypted2)) return;
  const bool swapped = &encrypted2 == &destination;
  make(destination, [&](Ciphertext& result) {
    if (!swapped) return Seals::sub(encrypted1, encrypted2, result);
    result = encrypted2;
    Seals::sub(encrypted1, result, result);
  });
}

void Evaluator::sub_inplace(Ciphertext& encrypted1, const Ciphertext& encrypted2) const {
  if (sub_directly(*plans_, encrypted1, encrypted1, encrypted2)) return;
  make(encrypted1, [&](Ciphertext& result) { Seals::sub(encrypted1, encrypted2, result); });
}

void Evaluator::add_many(const std::vector<Ciphertext>& encrypteds, Ciphertext& destination) const {
  const auto is_destination = [&](const Ciphertext& encrypted) { return &encrypted == &destination; };
  // SEAL leaves destination unchanged if it throws.
  if (encrypteds.size() < 2 || std::ranges::any_of(encrypteds, is_destination)) {
    return Seals::add_many(encrypteds, destination);
  }
  std::vector<const Ciphertext*> terms;
  for (const Ciphertext& encrypted : encrypteds) terms.push_back(&encrypted);
  if (add_directly(*plans_, destination, terms)) return;
  make(
      destination,
      [&](Ciphertext& result) {
        result = encrypteds[0];
        for (std::size_t i = 1; i < encrypteds.size(); ++i) add_inplace(result, encrypteds[i]);
        return true;
      },
      [](Ciphertext&) {});
}

void Evaluator::multiply(const Ciphertext& encrypted1, const Ciphertext& encrypted2, Ciphertext& destination,
                         MemoryPoolHandle pool) const {
  // SEAL takes all metadata that is not multiplied from an operand that is destination.
  const bool swapped = &encrypted2 == &destination;
  multiply_to(swapped ? encrypted2 : encrypted1, swapped ? encrypted1 : encrypted2, destination, pool);
}

void Evaluator::multiply_to(const Ciphertext& encrypted1, const Ciphertext& encrypted2, Ciphertext& destination,
                            const MemoryPoolHandle& pool) const {
  if (multiply_directly(*plans_, destination, encrypted1, encrypted2, pool)) return;
  make(
      destination, [&](Ciphertext& result) { return seal::multiply(*plans_, result, encrypted1, encrypted2, pool); },
      [&](Ciphertext& result) { Seals::multiply(encrypted1, encrypted2, result, pool); });
}

void Evaluator::square(const Ciphertext& encrypted, Ciphertext& destination, MemoryPoolHandle pool) const {
  if (multiply_directly(*plans_, destination, encrypted, encrypted, pool)) return;
  make(
      destination, [&](Ciphertext& result) { return seal::multiply(*plans_, result, encrypted, encrypted, pool); },
      [&](Ciphertext& result) { Seals::square(encrypted, result, pool); });
}

void Evaluator::multiply_many(const std::vector<Ciphertext>& encrypteds, RelinKeysArgument relin_keys,
                              Ciphertext& destination, MemoryPoolHandle pool) const {
  bool is_served = encrypteds.size() > 1 && pool && plans_->scheme() != scheme_type::ckks &&
                   plans_->context().get_context_data(encrypteds.front().parms_id());
  std::vector<const Ciphertext*> factors;
  for (const Ciphertext& encrypted : encrypteds) {
    is_served = is_served && &encrypted != &destination && encrypted.size() > 0;
    factors.push_back(&encrypted);
  }
  // SEAL leaves destination unchanged if it throws.
  if (!is_served) return Seals::multiply_many(encrypteds, relin_keys.seals(), destination, pool);
  multiply_tree(std::move(factors), relin_keys, destination, pool);
}

void Evaluator::exponentiate(const Ciphertext& encrypted, std::uint64_t exponent, RelinKeysArgument relin_keys,
                             Ciphertext& destination, MemoryPoolHandle pool) const {
  const ::seal::SEALContext& context = plans_->context();
  if (exponent > 1 && pool && plans_->scheme() != scheme_type::ckks && encrypted.size() > 0 &&
      context.get_context_data(encrypted.parms_id()) && context.get_context_data(relin_keys.seals().parms_id())) {
    return multiply_tree(std::vector<const Ciphertext*>(exponent, &encrypted), relin_keys, destination, pool);
  }
  make(destination,
       [&](Ciphertext& result) { Seals::exponentiate(encrypted, exponent, relin_keys.seals(), result, pool); });
}

void Evaluator::multiply_tree(std::vector<const Ciphertext*> factors, RelinKeysArgument relin_keys,
                              Ciphertext& destination, const MemoryPoolHandle& pool) const {
  std::deque<Ciphertext> made;
  // Products of equal factors, as in powers, are computed once.
  std::map<std::pair<const Ciphertext*, const Ciphertext*>, const Ciphertext*> known;
  const auto product = [&](const Ciphertext* a, const Ciphertext* b) {
    const auto [place, is_new] = known.try_emplace({a, b});
    if (is_new) {
      Ciphertext& result = made.emplace_back(pool);
      multiply(*a, *b, result, pool);
      relinearize_inplace(result, relin_keys, pool);
      place->second = &result;
    }
    return place->second;
  };
  // SEAL's order: pairs of factors, then pairs of their products, and so on.
  const std::size_t count = factors.size();
  for (std::size_t i = 0; i + 1 < count; i += 2) factors.push_back(product(factors[i], factors[i + 1]));
  if (count % 2 == 1) factors.push_back(factors[count - 1]);
  for (std::size_t i = count; i + 1 < factors.size(); i += 2) {
    factors.push_back(product(factors[i], factors[i + 1]));
  }
  destination = *factors.back();
}

void Evaluator::relinearize(const Ciphertext& encrypted, RelinKeysArgument relin_keys, Ciphertext& destination,
                            MemoryPoolHandle pool) const {
  make_directly(
      destination, encrypted,
      [&](Ciphertext& result) { return seal::relinearize(*plans_, result, encrypted, keys_of(relin_keys), pool); },
      [&](Ciphertext& result) { Seals::relinearize(encrypted, relin_keys.seals(), result, pool); });
}

void Evaluator::add_plain(const Ciphertext& encrypted, const Plaintext& plain, Ciphertext& destination,
                          MemoryPoolHandle pool) const {
  if (add_plain_directly(*plans_, destination, encrypted, plain, false, pool)) return;
  make(destination, [&](Ciphertext& result) { with_pool<&Seals::add_plain>(*this, encrypted, plain, result, pool); });
}

void Evaluator::sub_plain(const Ciphertext& encrypted, const Plaintext& plain, Ciphertext& destination,
                          MemoryPoolHandle pool) const {
  if (add_plain_directly(*plans_, destination, encrypted, plain, true, pool)) return;
  make(destination, [&](Ciphertext& result) { with_pool<&Seals::sub_plain>(*this, encrypted, plain, result, pool); });
}

void Evaluator::multiply_plain(const Ciphertext& encrypted, const Plaintext& plain, Ciphertext& destination,
                               MemoryPoolHandle pool) const {
  if (multiply_plain_directly(*plans_, destination, encrypted, plain, pool)) return;
  make(
      destination, [&](Ciphertext& result) { return seal::multiply_plain(*plans_, result, encrypted, plain, pool); },
      [&](Ciphertext& result) { Seals::multiply_plain(encrypted, plain, result, pool); });
}

void Evaluator::transform_to_ntt(const Plaintext& plain, ::seal::parms_id_type parms_id, Plaintext& destination_ntt,
                                 MemoryPoolHandle pool) const {
  if (transform_directly(*plans_, destination_ntt, plain, parms_id, pool)) return;
  Plaintext result(destination_ntt.pool());
  Seals::transform_to_ntt(plain, parms_id, result, pool);
  destination_ntt = std::move(result);
}

void Evaluator::transform_to_ntt(const Ciphertext& encrypted, Ciphertext& destination_ntt) const {
  if (transform_directly(*plans_, destination_ntt, encrypted, Domain::evaluations)) return;
  make(destination_ntt, [&](Ciphertext& result) { Seals::transform_to_ntt(encrypted, result); });
}

void Evaluator::transform_from_ntt(const Ciphertext& encrypted_ntt, Ciphertext& destination) const {
  if (transform_directly(*plans_, destination, encrypted_ntt, Domain::coefficients)) return;
  make(destination, [&](Ciphertext& result) { Seals::transform_from_ntt(encrypted_ntt, result); });
}

void Evaluator::mod_switch_to_next(const Ciphertext& encrypted, Ciphertext& destination, MemoryPoolHandle pool) const {
  if (plans_->scheme() == scheme_type::ckks) {
    const auto data = plans_->context().get_context_data(encrypted.parms_id());
    const auto next = data ? data->next_context_data() : nullptr;
    if (next && drop_to_directly(*plans_, destination, encrypted, *next, pool)) return;
  }
  make(
      destination,
      [&](Ciphertext& result) {
        return plans_->scheme() != scheme_type::ckks && divide_to_next(*plans_, result, encrypted, pool);
      },
      [&](Ciphertext& result) { Seals::mod_switch_to_next(encrypted, result, pool); });
}

void Evaluator::mod_switch_to(const Ciphertext& encrypted, ::seal::parms_id_type parms_id, Ciphertext& destination,
                              MemoryPoolHandle pool) const {
  if (plans_->scheme() == scheme_type::ckks) {
    const auto target = plans_->context().get_context_data(parms_id);
    if (target && drop_to_directly(*plans_, destination, encrypted, *target, pool)) return;
  }
  make(
      destination,
      [&](Ciphertext& result) {
        return plans_->scheme() != scheme_type::ckks && divide_to(*plans_, result, encrypted, parms_id, pool);
      },
      [&](Ciphertext& result) { Seals::mod_switch_to(encrypted, parms_id, result, pool); });
}

void Evaluator::rescale_to_next(const Ciphertext& encrypted, Ciphertext& destination, MemoryPoolHandle pool) const {
  make(
      destination,
      [&](Ciphertext& result) {
        return plans_->scheme() == scheme_type::ckks && divide_to_next(*plans_, result, encrypted, pool);
      },
      [&](Ciphertext& result) { Seals::rescale_to_next(encrypted, result, pool); });
}

void Evaluator::rescale_to(const Ciphertext& encrypted, ::seal::parms_id_type parms_id, Ciphertext& destination,
                           MemoryPoolHandle pool) const {
  make(
      destination,
      [&](Ciphertext& result) {
        return plans_->scheme() == scheme_type::ckks && divide_to(*plans_, result, encrypted, parms_id, pool);
      },
      [&](Ciphertext& result) { Seals::rescale_to(encrypted, parms_id, result, pool); });
}

void Evaluator::apply_galois(const Ciphertext& encrypted, std::uint32_t galois_elt, GaloisKeysArgument galois_keys,
                             Ciphertext& destination, MemoryPoolHandle pool) const {
  make_directly(
      destination, encrypted,
      [&](Ciphertext& result) {
        return seal::apply_galois(*plans_, result, encrypted, galois_elt, keys_of(galois_keys), pool);
      },
      [&](Ciphertext& result) { Seals::apply_galois(encrypted, galois_elt, galois_keys.seals(), result, pool); });
}

void Evaluator::rotate_rows(const Ciphertext& encrypted, int steps, GaloisKeysArgument galois_keys,
                            Ciphertext& destination, MemoryPoolHandle pool) const {
  make_directly(
      destination, encrypted,
      [&](Ciphertext& result) {
        return plans_->scheme() != scheme_type::ckks &&
               rotate(*plans_, result, encrypted, steps, keys_of(galois_keys), pool);
      },
      [&](Ciphertext& result) {
        const std::vector<int> parts = parts_of_rotation(*plans_, steps, keys_of(galois_keys));
        const auto rotate_by = [&](int part) { rotate_rows_inplace(result, part, galois_keys, pool); };
        if (rotate_in_parts(result, encrypted, steps, parts, rotate_by)) return;
        Seals::rotate_rows(encrypted, steps, galois_keys.seals(), result, pool);
      });
}

void Evaluator::rotate_columns(const Ciphertext& encrypted, GaloisKeysArgument galois_keys, Ciphertext& destination,
                               MemoryPoolHandle pool) const {
  make_directly(
      destination, encrypted,
      [&](Ciphertext& result) {
        return plans_->scheme() != scheme_type::ckks &&
               conjugate(*plans_, result, encrypted, keys_of(galois_keys), pool);
      },
      [&](Ciphertext& result) { Seals::rotate_columns(encrypted, galois_keys.seals(), result, pool); });
}

void Evaluator::rotate_vector(const Ciphertext& encrypted, int steps, GaloisKeysArgument galois_keys,
                              Ciphertext& destination, MemoryPoolHandle pool) const {
  make_directly(
      destination, encrypted,
      [&](Ciphertext& result) {
        return plans_->scheme() == scheme_type::ckks &&
               rotate(*plans_, result, encrypted, steps, keys_of(galois_keys), pool);
      },
      [&](Ciphertext& result) {
        const std::vector<int> parts = parts_of_rotation(*plans_, steps, keys_of(galois_keys));
        const auto rotate_by = [&](int part) { rotate_vector_inplace(result, part, galois_keys, pool); };
        if (rotate_in_parts(result, encrypted, steps, parts, rotate_by)) return;
        Seals::rotate_vector(encrypted, steps, galois_keys.seals(), result, pool);
      });
}

void Evaluator::rotate_many(const Ciphertext& encrypted, const std::vector<int>& steps, const HoistedKeys& keys,
                            std::vector<Ciphertext>& destinations, MemoryPoolHandle pool) const {
  std::vector<Ciphertext> results = seal::rotate_many(*plans_, encrypted, steps, *keys.state_, pool);
  for (const Ciphertext& result : results) refuse_transparent(result);
  destinations = std::move(results);
}

void Evaluator::multiply_matrix(const Ciphertext& encrypted, const PreparedMatrix& matrix, Ciphertext& destination,
                                MemoryPoolHandle pool) const {
  make(destination, [&](Ciphertext& result) {
    seal::multiply_matrix(*plans_, result, encrypted, *matrix.state_, pool);
    refuse_transparent(result);
  });
}

void Evaluator::complex_conjugate(const Ciphertext& encrypted, GaloisKeysArgument galois_keys, Ciphertext& destination,
                                  MemoryPoolHandle pool) const {
  make_directly(
      destination, encrypted,
      [&](Ciphertext& result) {
        return plans_->scheme() == scheme_type::ckks &&
               conjugate(*plans_, result, encrypted, keys_of(galois_keys), pool);
      },
      [&](Ciphertext& result) { Seals::complex_conjugate(encrypted, galois_keys.seals(), result, pool); });
}

}  // namespace ringlet::seal
