#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "c_api/handles.hpp"
#include "ringlet/ringlet.hpp"
#include "support/data.hpp"

/// Every operation on rows of the C interface beside its C++ counterpart.
namespace ringlet_test::c_api {

using Executor = std::unique_ptr<ringlet_executor, Destroy<ringlet_executor_destroy>>;
using RnsBase = std::unique_ptr<ringlet_rns_base, Destroy<ringlet_rns_base_destroy>>;
using RnsNtt = std::unique_ptr<ringlet_rns_ntt, Destroy<ringlet_rns_ntt_destroy>>;
using BaseConversion = std::unique_ptr<ringlet_base_conversion, Destroy<ringlet_base_conversion_destroy>>;
using ModDown = std::unique_ptr<ringlet_mod_down, Destroy<ringlet_mod_down_destroy>>;
using ScaleAndRound = std::unique_ptr<ringlet_scale_and_round, Destroy<ringlet_scale_and_round_destroy>>;
using Automorphism = std::unique_ptr<ringlet_automorphism, Destroy<ringlet_automorphism_destroy>>;
using KeySwitch = std::unique_ptr<ringlet_key_switch, Destroy<ringlet_key_switch_destroy>>;
using SwitchingKey = std::unique_ptr<ringlet_switching_key, Destroy<ringlet_switching_key_destroy>>;
using Digits = std::unique_ptr<ringlet_key_switch_digits, Destroy<ringlet_key_switch_digits_destroy>>;
using Sum = std::unique_ptr<ringlet_key_switch_sum, Destroy<ringlet_key_switch_sum_destroy>>;

/// The handle that a function `..._create` makes.
template <class Owner, class Create, class... Arguments>
[[nodiscard]] Owner made(Create create, const Arguments&... arguments) {
  typename Owner::pointer handle = nullptr;
  EXPECT_EQ(create(&handle, arguments...), RINGLET_OK) << ringlet_last_error_message();
  return Owner(handle);
}

[[nodiscard]] inline RnsBase make_base(const Words& moduli) {
  return made<RnsBase>(ringlet_rns_base_create, moduli.data(), moduli.size());
}

/// Of three workers each: on as many threads, and in reverse on the calling one. The context counts tasks, or is null.
void run_on_threads(void* tasks, std::size_t count, ringlet_task task, void* task_context);
void run_in_reverse(void* tasks, std::size_t count, ringlet_task task, void* task_context);

/// What a call of an operation is given; what the operation does not take is not looked at.
struct RowArguments {
  std::uint64_t* out[2];
  std::size_t out_stride[2];
  const std::uint64_t* in[3];
  std::size_t in_stride[3];
  std::size_t rows;
  std::size_t n;
  const ringlet_executor* executor;
};

using CppRows = std::vector<ringlet::RnsSpan>;
using CppInputs = std::vector<ringlet::RnsView>;

struct RowOperation {
  std::string name;
  std::vector<std::string> outputs;
  std::vector<std::string> inputs;
  std::size_t out_rows;
  std::size_t in_rows;
  bool takes_rows;
  bool takes_n;
  /// Whether the first input may be the first output.
  bool may_be_in_place;
  std::function<ringlet_status(const RowArguments&)> in_c;
  std::function<void(const CppRows&, const CppInputs&)> in_cpp;
};

/// Plans of 16 points for three moduli and two special ones, of either interface, on the active backend.
class RowPlans {
 public:
  static constexpr std::size_t n = 16, level = 2, base_size = 3, all_size = 5;

  explicit RowPlans(unsigned bits);
  [[nodiscard]] std::vector<RowOperation> operations() const;

  Words moduli;
  RnsBase all, base, special;
  RnsNtt ntt;
  BaseConversion conversion;
  ModDown down;
  /// Of two moduli each, so that all inputs of an operation have as many rows: from the special ones to the first ones.
  RnsBase auxiliary;
  ScaleAndRound scale;
  BaseConversion redundant;
  Automorphism automorphism;
  KeySwitch key_switch;
  SwitchingKey key;
  Digits digits;
  Sum sum;

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
  [[nodiscard]] std::vector<RowOperation> plans() const;
  [[nodiscard]] std::vector<RowOperation> key_switching() const;
  [[nodiscard]] std::vector<RowOperation> kept_key_switching() const;

  Words scalars_;
  /// The polynomials of the key, all_size rows each: b, then a.
  Words polynomials_;
};

/// Rows of canonical residues, `stride` words apart.
[[nodiscard]] Words random_rows(Random& random, const Words& moduli, std::size_t n, std::size_t stride);

}  // namespace ringlet_test::c_api
