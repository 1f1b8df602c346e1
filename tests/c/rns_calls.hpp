#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "c/handles.hpp"
#include "ringlet/ringlet.hpp"
#include "support/data.hpp"

/// Operations on rows of the C interface, each beside its C++ counterpart.
namespace ringlet_test::c_api {

/// Returns rows that begin `stride` words apart.
[[nodiscard]] inline ringlet_rows rows_at(const std::uint64_t* words, std::size_t stride = 16) {
  return {const_cast<std::uint64_t*>(words), stride, nullptr};
}
/// Returns rows that begin at these pointers.
[[nodiscard]] inline ringlet_rows rows_by(std::uint64_t* const* pointers) { return {nullptr, 0, pointers}; }

using Executor = std::unique_ptr<ringlet_executor, Destroy<ringlet_executor_destroy>>;
using RnsBase = std::unique_ptr<ringlet_rns_base, Destroy<ringlet_rns_base_destroy>>;
using RnsContext = std::unique_ptr<ringlet_rns_context, Destroy<ringlet_rns_context_destroy>>;
using RnsNtt = std::unique_ptr<ringlet_rns_ntt, Destroy<ringlet_rns_ntt_destroy>>;
using BaseConversion = std::unique_ptr<ringlet_base_conversion, Destroy<ringlet_base_conversion_destroy>>;
using ModDown = std::unique_ptr<ringlet_mod_down, Destroy<ringlet_mod_down_destroy>>;
using ScaleAndRound = std::unique_ptr<ringlet_scale_and_round, Destroy<ringlet_scale_and_round_destroy>>;
using Automorphism = std::unique_ptr<ringlet_automorphism, Destroy<ringlet_automorphism_destroy>>;
using KeySwitch = std::unique_ptr<ringlet_key_switch, Destroy<ringlet_key_switch_destroy>>;
using SwitchingKey = std::unique_ptr<ringlet_switching_key, Destroy<ringlet_switching_key_destroy>>;
using LinearTransform = std::unique_ptr<ringlet_linear_transform, Destroy<ringlet_linear_transform_destroy>>;

/// Returns the handle that a function `..._create` makes.
template <class Owner, class Create, class... Arguments>
[[nodiscard]] Owner made(Create create, const Arguments&... arguments) {
  typename Owner::pointer handle = nullptr;
  EXPECT_EQ(create(&handle, arguments...), RINGLET_OK) << ringlet_last_error_message();
  return Owner(handle);
}

[[nodiscard]] inline RnsBase make_base(const Words& moduli) {
  return made<RnsBase>(ringlet_rns_base_create, moduli.data(), moduli.size());
}

/// Executors of three workers: on as many threads, and in reverse order on the calling one.
/// `tasks` counts tasks, or is null.
void run_on_threads(void* tasks, std::size_t count, ringlet_task task, void* task_context);
void run_in_reverse(void* tasks, std::size_t count, ringlet_task task, void* task_context);

/// Arguments of a call. An operation ignores those that it does not take.
struct RowArguments {
  std::array<ringlet_rows, 4> out = {};
  std::array<ringlet_rows, 4> in = {};
  std::size_t rows = 0;
  std::size_t n = 0;
  const ringlet_executor* executor = nullptr;
};

using CppRows = std::vector<ringlet::RnsSpan>;
using CppInputs = std::vector<ringlet::RnsView>;

struct RowOperation;

/// Plans of both interfaces on the active backend, with 16 points, three moduli and two special moduli.
class RowPlans {
 public:
  static constexpr std::size_t n = 16, level = 2, base_size = 3, all_size = 5;

  explicit RowPlans(unsigned bits);
  [[nodiscard]] std::vector<RowOperation> operations() const;
  /// Returns moduli for an array's rows: more than base_size rows are those of a digit or sum of a level.
  [[nodiscard]] Words moduli_of(std::size_t rows) const;
  /// Returns the plaintexts of the linear transform.
  [[nodiscard]] std::array<ringlet_rows, 4> plaintexts() const;

  /// Levels of the plaintexts; 0 for an absent plaintext.
  static constexpr std::array<std::size_t, 4> plaintext_levels{base_size, 0, level, base_size};

  Words moduli;
  RnsBase all, base, special;
  RnsNtt ntt;
  BaseConversion conversion;
  ModDown down;
  /// Base of the first two moduli, and plans between it and the two special moduli, so that all inputs of an
  /// operation have the same number of rows.
  RnsBase auxiliary;
  ScaleAndRound scale;
  BaseConversion redundant;
  Automorphism automorphism;
  KeySwitch key_switch;
  SwitchingKey key;
  /// Two baby and two giant steps: the identity, and the rotation of the key.
  LinearTransform linear_transform;

  ringlet::RnsBase cpp_all, cpp_base, cpp_special;
  ringlet::RnsNtt cpp_ntt;
  ringlet::BaseConversion cpp_conversion;
  ringlet::ModDown cpp_down;
  ringlet::ScaleAndRound cpp_scale;
  ringlet::BaseConversion cpp_redundant;
  ringlet::Automorphism cpp_automorphism;
  ringlet::KeySwitch cpp_key_switch;
  ringlet::SwitchingKey cpp_key;

 private:
  [[nodiscard]] std::vector<RowOperation> arithmetic() const;
  [[nodiscard]] std::vector<RowOperation> transforms() const;
  [[nodiscard]] std::vector<RowOperation> conversions() const;
  [[nodiscard]] std::vector<RowOperation> automorphisms() const;
  [[nodiscard]] std::vector<RowOperation> key_switching() const;
  [[nodiscard]] std::vector<RowOperation> key_switching_in_steps(std::size_t at) const;
  [[nodiscard]] std::vector<RowOperation> linear_transforms() const;

  Words scalars_;
  /// Polynomials of the key, all_size rows each: b, then a.
  Words polynomials_;
  /// Plaintexts of the linear transform, all_size rows each, of which a lower level uses fewer. Then the digit that its
  /// inner sums are computed from.
  Words plaintexts_;
};

/// Operation at a level, with one input unless `inputs` says otherwise.
struct RowOperation {
  std::string name;
  /// Names of the arrays in messages. out[0] and out[1] belong to one argument.
  std::vector<std::string> outputs = {"out"};
  std::vector<std::string> inputs = {"in"};
  std::size_t out_rows = RowPlans::level;
  std::size_t in_rows = RowPlans::level;
  bool takes_rows = false;
  bool takes_n = false;
  /// Whether the first output may be the first input. With several polynomials, each output may be its own input.
  bool may_be_in_place = false;
  std::function<ringlet_status(const RowArguments&)> in_c;
  std::function<void(const CppRows&, const CppInputs&)> in_cpp;
};

/// Returns the same call with the first inputs as the first outputs.
[[nodiscard]] RowArguments in_place(const RowOperation& operation, RowArguments x);

/// Draws rows of canonical residues, `stride` words apart.
[[nodiscard]] Words random_rows(Random& random, const Words& moduli, std::size_t n, std::size_t stride);

}  // namespace ringlet_test::c_api
