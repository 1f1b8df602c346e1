#pragma once

#include <seal/context.h>

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "ringlet/automorphism.hpp"
#include "ringlet/executor.hpp"
#include "ringlet/key_switch.hpp"
#include "ringlet/mod_down.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_ntt.hpp"
#include "ringlet/scale_and_round.hpp"

/// What Ringlet needs for a context of SEAL's, made when it is first asked for and kept.
namespace ringlet::seal {

/// A value that the first thread to ask for it makes.
template <class T>
class Lazy {
 public:
  template <class Make>
  const T& get(const Make& make) const {
    std::call_once(once_, [&] { value_.emplace(make()); });
    return *value_;
  }

 private:
  mutable std::once_flag once_;
  mutable std::optional<T> value_;
};

/// A base, and each modulus as a base of its own, for operations on a part of one row.
struct Rns {
  explicit Rns(std::span<const ::seal::Modulus> moduli);

  RnsBase base;
  std::vector<RnsBase> single;
};

/// What a product of BFV needs beside the level's moduli: SEAL's base B with m_sk.
struct Scaling {
  Rns auxiliary;
  RnsNtt ntt;
  ScaleAndRound scale;
};

/// One level of a context.
class Level {
 public:
  using ContextData = ::seal::SEALContext::ContextData;

  Level(const ContextData& data, NttCache& cache);

  [[nodiscard]] const ContextData& data() const noexcept { return *data_; }
  [[nodiscard]] std::size_t size() const noexcept { return data_->parms().poly_modulus_degree(); }
  [[nodiscard]] const Rns& rns() const noexcept { return rns_; }
  /// Whether both bases of `scaling` together are ones that Ringlet has.
  [[nodiscard]] bool has_scaling() const noexcept;

  /// Sums have no use for it.
  [[nodiscard]] const RnsNtt& ntt() const;
  /// The division by the last modulus, of a level that is not the last.
  [[nodiscard]] const ModDown& mod_down() const;
  /// BFV's.
  [[nodiscard]] const Scaling& scaling() const;

 private:
  const ContextData* data_;
  NttCache& cache_;
  Rns rns_;
  Lazy<RnsNtt> ntt_;
  Lazy<ModDown> mod_down_;
  Lazy<Scaling> scaling_;
};

/// Any number of threads may use one.
class Plans {
 public:
  Plans(const ::seal::SEALContext& context, Executor* executor) : context_(context), executor_(executor) {}

  [[nodiscard]] const ::seal::SEALContext& context() const noexcept { return context_; }
  /// Of the parameters of ciphertexts.
  [[nodiscard]] ::seal::scheme_type scheme() const { return context_.first_context_data()->parms().scheme(); }
  /// Ciphertexts of BFV are coefficients, those of other schemes evaluations.
  [[nodiscard]] bool in_evaluations() const { return scheme() != ::seal::scheme_type::bfv; }
  /// nullptr for the calling thread alone.
  [[nodiscard]] Executor* executor() const noexcept { return executor_; }

  /// Whether Ringlet has operations for the context: of a known scheme, with at most as many moduli as an RnsBase.
  [[nodiscard]] bool serves_context() const;

  /// The level of valid parameters of ciphertexts.
  [[nodiscard]] const Level& level(const ::seal::parms_id_type& parms_id) const;
  /// Of a context that uses key switching.
  [[nodiscard]] const KeySwitch& key_switch() const;
  /// Of an odd exponent below 2n.
  [[nodiscard]] const Automorphism& automorphism(std::uint32_t exponent) const;

 private:
  ::seal::SEALContext context_;
  Executor* executor_;
  mutable NttCache cache_;
  Lazy<KeySwitch> key_switch_;
  mutable std::mutex mutex_;
  mutable std::map<::seal::parms_id_type, Level> levels_;
  mutable std::map<std::uint32_t, Automorphism> automorphisms_;
};

}  // namespace ringlet::seal
