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

/// Ringlet's plans for a context of SEAL. Each is made on first use and kept.
namespace ringlet::seal {

/// Value for each backend, since a value keeps the backend that was active when it was made. The first thread that asks
/// for it while a backend is active makes it.
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

/// Plans that a product of BFV needs beside the plans of the level's moduli, for SEAL's base B with m_sk.
struct Scaling {
  RnsBase auxiliary;
  RnsNtt ntt;
  ScaleAndRound scale;
};

/// Plans of one level. They depend only on its parameters, and refer to no context.
struct LevelPlans {
  Lazy<RnsBase> base;
  Lazy<RnsNtt> ntt;
  Lazy<ModDown> mod_down;
  Lazy<Scaling> scaling;
};

/// Plans for one set of parameters, which the evaluators of equal contexts share. Any number of threads may use them.
class SharedPlans {
 public:
  /// Returns the plans for the context's parameters. They are kept as long as an evaluator holds them, or a context
  /// with these parameters exists that has had an evaluator. Then the next call of `release_unused` or `of` releases
  /// them.
  ///
  /// Errors  std::bad_alloc
  static std::shared_ptr<const SharedPlans> of(const ::seal::SEALContext& context);
  /// Releases the plans that no context needs any more.
  static void release_unused() noexcept;

  /// Returns the plans of a level.
  [[nodiscard]] const LevelPlans& level(const ::seal::parms_id_type& parms_id) const;
  /// Returns the moduli of keys; the moduli of a level are the first of them. key_data holds the parameters of keys.
  [[nodiscard]] const RnsBase& base(const ::seal::SEALContext::ContextData& key_data) const;
  /// Returns the key switch. key_data holds the parameters of keys, which must support key switching.
  [[nodiscard]] const KeySwitch& key_switch(const ::seal::SEALContext::ContextData& key_data) const;
  /// Returns the automorphism of an odd exponent below 2n.
  [[nodiscard]] const Automorphism& automorphism(std::size_t n, std::uint32_t exponent) const;

  /// Returns the transforms and working memory that all levels share.
  [[nodiscard]] const RnsContext& context() const noexcept { return context_; }

 private:
  RnsContext context_;
  Lazy<RnsBase> base_;
  Lazy<KeySwitch> key_switch_;
  mutable std::mutex mutex_;
  mutable std::map<::seal::parms_id_type, LevelPlans> levels_;
  mutable std::map<std::uint32_t, Lazy<Automorphism>> automorphisms_;
};

/// Level of a context, with its plans. Valid as long as the evaluator's plans.
class Level {
 public:
  using ContextData = ::seal::SEALContext::ContextData;

  Level(const ContextData& data, const SharedPlans& shared)
      : data_(&data), shared_(&shared), plans_(&shared.level(data.parms_id())) {}

  [[nodiscard]] const ContextData& data() const noexcept { return *data_; }
  [[nodiscard]] std::size_t size() const noexcept { return data_->parms().poly_modulus_degree(); }
  [[nodiscard]] const RnsBase& base() const;

  [[nodiscard]] const RnsNtt& ntt() const;
  /// Returns the division by the last modulus. The level must not be the last level.
  [[nodiscard]] const ModDown& mod_down() const;
  /// Returns the plans of products. Only for BFV.
  [[nodiscard]] const Scaling& scaling() const;

 private:
  const ContextData* data_;
  const SharedPlans* shared_;
  const LevelPlans* plans_;
};

/// Context and executor of an evaluator, and the plans that evaluators share. Any number of threads may use it.
class Plans {
 public:
  /// Validity  the parameters of the context are valid
  Plans(const ::seal::SEALContext& context, Executor* executor);
  ~Plans() { SharedPlans::release_unused(); }
  Plans(const Plans&) = delete;
  Plans& operator=(const Plans&) = delete;

  [[nodiscard]] const ::seal::SEALContext& context() const noexcept { return context_; }
  /// Returns the scheme of the ciphertexts' parameters.
  [[nodiscard]] ::seal::scheme_type scheme() const noexcept { return scheme_; }
  /// Returns whether ciphertexts are evaluations. Ciphertexts of BFV are coefficients.
  [[nodiscard]] bool in_evaluations() const noexcept { return scheme_ != ::seal::scheme_type::bfv; }
  /// Returns the executor, or null for the calling thread alone.
  [[nodiscard]] Executor* executor() const noexcept { return executor_; }

  /// Returns whether Ringlet supports the context: the scheme is known.
  [[nodiscard]] bool serves_context() const noexcept { return serves_context_; }

  /// Returns all moduli. The first moduli, as many as a ciphertext has, are the moduli of its level.
  [[nodiscard]] const RnsBase& base() const { return shared_->base(*key_data_); }
  /// Returns a level. parms_id must be that of valid parameters of ciphertexts.
  [[nodiscard]] Level level(const ::seal::parms_id_type& parms_id) const {
    return {*context_.get_context_data(parms_id), *shared_};
  }
  /// Returns the key switch. The context must support key switching.
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
