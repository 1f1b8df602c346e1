#pragma once

#include <seal/context.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "ringlet/automorphism.hpp"
#include "ringlet/backend.hpp"
#include "ringlet/executor.hpp"
#include "ringlet/key_switch.hpp"
#include "ringlet/mod_down.hpp"
#include "ringlet/rns_base.hpp"
#include "ringlet/rns_ntt.hpp"
#include "ringlet/scale_and_round.hpp"

/// What Ringlet needs for a context of SEAL's, made when it is first asked for and kept.
namespace ringlet::seal {

/// A value for each backend, which the first thread to ask for it makes while that one is active: values keep the
/// backend that they were made on.
template <class T>
class Lazy {
 public:
  template <class Make>
  const T& get(const Make& make) const {
    const std::string backend = backend::active();
    const std::scoped_lock lock(mutex_);
    const auto found = values_.find(backend);
    return found != values_.end() ? found->second : values_.emplace(backend, make()).first->second;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::map<std::string, T> values_;
};

/// What a product of BFV needs beside the level's moduli: SEAL's base B with m_sk.
struct Scaling {
  RnsBase auxiliary;
  RnsNtt ntt;
  ScaleAndRound scale;
};

/// Plans of one level. They depend on its parameters alone, and hold nothing of a context.
struct LevelPlans {
  Lazy<RnsBase> base;
  Lazy<RnsNtt> ntt;
  Lazy<ModDown> mod_down;
  Lazy<Scaling> scaling;
};

/// Plans of parameters, which the evaluators of equal contexts share. Any number of threads may use them.
class SharedPlans {
 public:
  /// Those of the context's parameters. They last as long as an evaluator that has them, or a context with these
  /// parameters of which there has been an evaluator: what no context needs any more goes when `release_unused` is
  /// called, or the plans of another context are asked for.
  /// Errors  std::bad_alloc
  static std::shared_ptr<const SharedPlans> of(const ::seal::SEALContext& context);
  static void release_unused() noexcept;

  /// Plans of the moduli with which ciphertexts come in one level.
  [[nodiscard]] const LevelPlans& level(const ::seal::parms_id_type& parms_id) const;
  /// The moduli of keys, of which those of a level of ciphertexts are the first. key_data: the parameters of keys.
  [[nodiscard]] const RnsBase& base(const ::seal::SEALContext::ContextData& key_data) const;
  /// key_data: the parameters of keys, which use key switching.
  [[nodiscard]] const KeySwitch& key_switch(const ::seal::SEALContext::ContextData& key_data) const;
  /// Returns the automorphism of an odd exponent below 2n.
  [[nodiscard]] const Automorphism& automorphism(std::size_t n, std::uint32_t exponent) const;

  /// Tables that all of them share.
  [[nodiscard]] NttCache& cache() const noexcept { return cache_; }

 private:
  mutable NttCache cache_;
  Lazy<RnsBase> base_;
  Lazy<KeySwitch> key_switch_;
  mutable std::mutex mutex_;
  mutable std::map<::seal::parms_id_type, LevelPlans> levels_;
  mutable std::map<std::uint32_t, Lazy<Automorphism>> automorphisms_;
};

/// One level of a context, and its plans. Valid as long as the evaluator's plans.
class Level {
 public:
  using ContextData = ::seal::SEALContext::ContextData;

  Level(const ContextData& data, const SharedPlans& shared)
      : data_(&data), shared_(&shared), plans_(&shared.level(data.parms_id())) {}

  [[nodiscard]] const ContextData& data() const noexcept { return *data_; }
  [[nodiscard]] std::size_t size() const noexcept { return data_->parms().poly_modulus_degree(); }
  [[nodiscard]] const RnsBase& base() const;
  /// Whether both bases of `scaling` together are ones that Ringlet has.
  [[nodiscard]] bool has_scaling() const noexcept;

  [[nodiscard]] const RnsNtt& ntt() const;
  /// The division by the last modulus, of a level that is not the last.
  [[nodiscard]] const ModDown& mod_down() const;
  /// BFV's.
  [[nodiscard]] const Scaling& scaling() const;

 private:
  const ContextData* data_;
  const SharedPlans* shared_;
  const LevelPlans* plans_;
};

/// An evaluator's context and executor, and the plans that it shares with others. Any number of threads may use one.
class Plans {
 public:
  /// Validity  the parameters of the context are valid
  Plans(const ::seal::SEALContext& context, Executor* executor);
  ~Plans() { SharedPlans::release_unused(); }
  Plans(const Plans&) = delete;
  Plans& operator=(const Plans&) = delete;

  [[nodiscard]] const ::seal::SEALContext& context() const noexcept { return context_; }
  /// Of the parameters of ciphertexts.
  [[nodiscard]] ::seal::scheme_type scheme() const noexcept { return scheme_; }
  /// Ciphertexts of BFV are coefficients, those of other schemes evaluations.
  [[nodiscard]] bool in_evaluations() const noexcept { return scheme_ != ::seal::scheme_type::bfv; }
  /// nullptr for the calling thread alone.
  [[nodiscard]] Executor* executor() const noexcept { return executor_; }

  /// Whether Ringlet has operations for the context: of a known scheme, with at most as many moduli as an RnsBase.
  [[nodiscard]] bool serves_context() const noexcept { return serves_context_; }

  /// All moduli, as many of which as a ciphertext has are those of its level.
  [[nodiscard]] const RnsBase& base() const { return shared_->base(*key_data_); }
  /// The level of valid parameters of ciphertexts.
  [[nodiscard]] Level level(const ::seal::parms_id_type& parms_id) const {
    return {*context_.get_context_data(parms_id), *shared_};
  }
  /// Of a context that uses key switching.
  [[nodiscard]] const KeySwitch& key_switch() const { return shared_->key_switch(*key_data_); }
  /// Returns the automorphism of an odd exponent below 2n.
  [[nodiscard]] const Automorphism& automorphism(std::uint32_t exponent) const {
    return shared_->automorphism(key_data_->parms().poly_modulus_degree(), exponent);
  }

 private:
  ::seal::SEALContext context_;
  const ::seal::SEALContext::ContextData* key_data_;
  ::seal::scheme_type scheme_;
  bool serves_context_;
  Executor* executor_;
  std::shared_ptr<const SharedPlans> shared_;
};

}  // namespace ringlet::seal
