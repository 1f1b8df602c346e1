#include <seal/util/common.h>
#include <seal/valcheck.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "operations.hpp"
#include "prepared_keys.hpp"
#include "ringlet/base_conversion.hpp"
#include "ringlet/linear_transform.hpp"
#include "ringlet/seal/evaluator.hpp"

namespace ringlet::seal {

struct PreparedMatrixState {
  /// Level of keys of the context that the matrix belongs to.
  ::seal::parms_id_type parms_id;
  /// Scale of the diagonals; 1 for BFV and BGV.
  double scale;
  /// Moduli of the diagonal of the lowest level.
  std::size_t level;
  /// Plaintexts, which `transform` views.
  std::vector<std::vector<std::uint64_t>> plaintexts;
  LinearTransform transform;
};

namespace {

using ::seal::scheme_type;
using Diagonals = std::map<int, Plaintext>;

/// Returns the number of slots that rotations move.
std::size_t slots_of(const Plans& plans) {
  return plans.context().key_context_data()->parms().poly_modulus_degree() / 2;
}

/// Returns a rotation in [0, n/2).
std::size_t rotation_of(const Plans& plans, int steps) {
  const auto slots = static_cast<int>(slots_of(plans));
  if (steps <= -slots || steps >= slots) {
    throw std::invalid_argument("step is " + std::to_string(steps) + ", but it must be in (-" + std::to_string(slots) +
                                ", " + std::to_string(slots) + ")");
  }
  return static_cast<std::size_t>(steps < 0 ? steps + slots : steps);
}

[[noreturn]] void reject(int step, const std::string& rule) {
  throw std::invalid_argument("diagonal " + std::to_string(step) + " " + rule);
}

/// Checks a diagonal, of which `scale` is the scale of the first.
void require_diagonal(const Plans& plans, int step, const Plaintext& diagonal, double scale) {
  if (!is_metadata_valid_for(diagonal, plans.context()) || !is_buffer_valid(diagonal)) {
    reject(step, "is not valid for encryption parameters");
  }
  if (plans.scheme() == scheme_type::ckks) {
    if (!diagonal.is_ntt_form()) reject(step, "must be in NTT form");
    if (!::seal::util::are_close(diagonal.scale(), scale)) {
      reject(step, "has scale " + std::to_string(diagonal.scale()) + ", but the first has " + std::to_string(scale));
    }
  } else if (diagonal.is_ntt_form()) {
    reject(step, "cannot be in NTT form");
  }
}

/// Returns a row of n words for each modulus of the level, then a row for the special modulus.
RnsSpan rows_of(std::vector<std::uint64_t>& words, std::size_t n) { return {words.data(), words.size() / n, n}; }

/// Returns a plaintext of CKKS with its evaluations modulo the special modulus, of coefficients in [-Q/2, Q/2).
std::vector<std::uint64_t> extended(const Plans& plans, const Plaintext& plain) {
  const Level level = plans.level(plain.parms_id());
  const std::size_t n = level.size(), moduli = level.base().size();
  std::vector<std::uint64_t> result((moduli + 1) * n), coefficients(moduli * n);
  std::copy_n(plain.data(), moduli * n, result.begin());
  const RnsSpan rows = rows_of(coefficients, n), special = rows_of(result, n).last(1);
  level.ntt().inverse(rows, RnsView(result.data(), moduli, n), plans.executor());
  const RnsBase all = plans.base();
  const RnsBase p(std::vector<std::uint64_t>{all[all.size() - 1].value()});
  BaseConversion(level.base(), p, Lift::centred)(special, rows, plans.executor());
  plans.level(plans.context().key_parms_id()).ntt()[all.size() - 1].forward(special[0], special[0]);
  return result;
}

/// Returns the evaluations modulo all moduli of a plaintext of BFV or BGV: coefficients below t, from (t + 1) / 2 on
/// less t.
std::vector<std::uint64_t> lifted(const Plans& plans, const Plaintext& plain) {
  const Level level = plans.level(plans.context().key_parms_id());
  const std::uint64_t t = level.data().parms().plain_modulus().value();
  const std::size_t n = level.size();
  std::vector<std::uint64_t> result(level.base().size() * n);
  const RnsSpan rows = rows_of(result, n);
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const std::uint64_t q = level.base()[i].value(), negative = q - t % q;
    for (std::size_t j = 0; j < plain.coeff_count(); ++j) {
      rows[i][j] = (plain[j] % q + (plain[j] >= (t + 1) / 2 ? negative : 0)) % q;
    }
  }
  level.ntt().forward(rows, rows, plans.executor());
  return result;
}

/// Returns the baby and giant steps of rotations, if there are keys for them, or else all rotations as baby steps.
BabyGiantSteps steps_of(const Plans& plans, const std::vector<std::size_t>& rotations, const PreparedKeysState& keys) {
  const auto have_keys = [&](const std::vector<std::size_t>& steps) {
    return std::ranges::all_of(steps, [&](std::size_t step) {
      return step == 0 || keys.find(exponent_of_rotation(plans, static_cast<int>(step))) != nullptr;
    });
  };
  const BabyGiantSteps result = baby_giant_steps(rotations);
  if (have_keys(result.baby) && have_keys(result.giant)) return result;
  if (!have_keys(rotations)) throw std::invalid_argument("Galois key not present");
  return {rotations, {0}};
}

std::vector<LinearTransform::Step> keys_of(const Plans& plans, const std::vector<std::size_t>& steps,
                                           const PreparedKeysState& keys) {
  std::vector<LinearTransform::Step> result;
  for (const std::size_t step : steps) {
    if (step == 0) {
      result.emplace_back();
    } else {
      result.emplace_back(*keys.find(exponent_of_rotation(plans, static_cast<int>(step))));
    }
  }
  return result;
}

/// Checks the arguments and returns the diagonals by their rotation in [0, n/2).
std::map<std::size_t, const Plaintext*> by_rotation(const Plans& plans, const Diagonals& diagonals) {
  if (diagonals.empty()) throw std::invalid_argument("number of diagonals is 0, but it must be at least 1");
  std::map<std::size_t, const Plaintext*> result;
  for (const auto& [step, diagonal] : diagonals) {
    require_diagonal(plans, step, diagonal, diagonals.begin()->second.scale());
    if (!result.emplace(rotation_of(plans, step), &diagonal).second) {
      reject(step, "rotates as another step does, of which it is n/2 more");
    }
  }
  return result;
}

/// Returns the evaluations of a diagonal modulo its level's moduli and the special modulus, rotated back by `giant`.
std::vector<std::uint64_t> plaintext_of(const Plans& plans, const Plaintext& diagonal, std::size_t giant) {
  std::vector<std::uint64_t> words =
      plans.scheme() == scheme_type::ckks ? extended(plans, diagonal) : lifted(plans, diagonal);
  if (giant == 0) return words;
  const std::size_t n = 2 * slots_of(plans);
  const Automorphism& back = plans.automorphism(exponent_of_rotation(plans, -static_cast<int>(giant)));
  std::vector<std::uint64_t> image(words.size());
  back.on_evaluations(rows_of(image, n), rows_of(words, n), plans.executor());
  return image;
}

PreparedMatrixState prepared(const Plans& plans, const Diagonals& diagonals, const PreparedKeysState& keys) {
  if (keys.parms_id != plans.context().key_parms_id()) {
    throw std::invalid_argument("galois_keys is not valid for encryption parameters");
  }
  const std::map<std::size_t, const Plaintext*> plaintexts = by_rotation(plans, diagonals);
  std::vector<std::size_t> rotations;
  for (const auto& [rotation, diagonal] : plaintexts) rotations.push_back(rotation);
  const BabyGiantSteps steps = steps_of(plans, rotations, keys);

  const std::size_t n = 2 * slots_of(plans);
  std::size_t level = plans.base().size() - 1;
  std::vector<std::vector<std::uint64_t>> words;
  for (const std::size_t giant : steps.giant) {
    for (const std::size_t baby : steps.baby) {
      const auto found = plaintexts.find(giant + baby);
      words.emplace_back();
      if (found == plaintexts.end()) continue;
      words.back() = plaintext_of(plans, *found->second, giant);
      level = std::min(level, words.back().size() / n - 1);
    }
  }
  std::vector<RnsView> views;
  for (auto& plaintext : words) views.push_back(rows_of(plaintext, n));
  LinearTransform transform(keys.plan, keys_of(plans, steps.baby, keys), keys_of(plans, steps.giant, keys), views);
  const double scale = plans.scheme() == scheme_type::ckks ? diagonals.begin()->second.scale() : 1;
  return {keys.parms_id, scale, level, std::move(words), std::move(transform)};
}

}  // namespace

void multiply_matrix(const Plans& plans, Ciphertext& result, const Ciphertext& in, const PreparedMatrixState& matrix,
                     const MemoryPoolHandle& pool) {
  require_rotatable(plans, in, matrix.parms_id, pool);
  if (in.coeff_modulus_size() > matrix.level) {
    throw std::invalid_argument("encrypted_ntt and plain_ntt parameter mismatch");
  }
  const double scale = in.scale() * matrix.scale;
  const Level level = plans.level(in.parms_id());
  if (plans.scheme() == scheme_type::ckks && !is_scale_within_bounds(scale, level.data())) {
    throw std::invalid_argument("scale out of bounds");
  }
  prepare(result, plans, in, 2);
  result.scale() = scale;
  matrix.transform(rows(result, 0), rows(result, 1), rows(in, 0), rows(in, 1), plans.executor());
}

std::vector<int> PreparedMatrix::steps_of_keys(const Evaluator& evaluator, const std::vector<int>& rotations) {
  std::vector<std::size_t> normalized;
  for (const int steps : rotations) normalized.push_back(rotation_of(*evaluator.plans_, steps));
  const BabyGiantSteps steps = baby_giant_steps(normalized);
  std::vector<int> result;
  for (const auto* list : {&steps.baby, &steps.giant}) {
    for (const std::size_t step : *list) {
      const auto value = static_cast<int>(step);
      if (value != 0 && std::ranges::find(result, value) == result.end()) result.push_back(value);
    }
  }
  return result;
}

PreparedMatrix::PreparedMatrix(const Evaluator& evaluator, const std::map<int, Plaintext>& diagonals,
                               const HoistedKeys& keys)
    : state_(std::make_shared<const PreparedMatrixState>(prepared(*evaluator.plans_, diagonals, *keys.state_))) {}

std::size_t PreparedMatrix::bytes() const noexcept {
  std::size_t words = 0;
  for (const auto& plaintext : state_->plaintexts) words += plaintext.size();
  return words * sizeof(std::uint64_t);
}

}  // namespace ringlet::seal
