#include <openfhe.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "interface.hpp"
#include "ringlet/openfhe/accelerate.hpp"

/// Accelerates contexts of a program that does not know Ringlet.
namespace ringlet::openfhe {
namespace {

using lbcrypto::DCRTPoly;
using Context = lbcrypto::CryptoContext<DCRTPoly>;
using Parameters = std::shared_ptr<lbcrypto::CryptoParametersBase<DCRTPoly>>;
using Scheme = lbcrypto::SchemeBase<DCRTPoly>;

/// Writes what was replaced, if the environment asks for it.
void report(const Report& report) {
  if (std::getenv("RINGLET_OPENFHE_REPORT") == nullptr) return;
  std::fprintf(stderr, "ringlet: a context of OpenFHE is accelerated on %s:%s%s%s%s\n", report.backend.c_str(),
               report.key_switch ? " key_switch" : "", report.rescale ? " rescale" : "",
               report.product ? " product" : "", report.rotation ? " rotation" : "");
}

/// Contexts of the program that are not accelerated yet. OpenFHE's own list is not locked, so it is not read here.
class Waiting {
 public:
  /// Accelerates a context, now or when it has its leveled operations. Later features change nothing here, so a context
  /// that other threads already use stays as it is.
  void add(const Context& context) {
    if (!context) return;
    {
      const std::scoped_lock lock(mutex_);
      for (auto* contexts : {&known_, &waiting_}) {
        std::erase_if(*contexts, [](const auto& other) { return other.expired(); });
      }
      const auto is_same = [&](const auto& known) { return known.lock() == context; };
      if (std::ranges::any_of(known_, is_same)) return;
      known_.push_back(context);
      if (!is_ready(*context->GetScheme())) return waiting_.push_back(context);
    }
    accelerate_now(context);
  }
  /// Accelerates the context of a scheme if it waits for its leveled operations.
  void enabled(Scheme& scheme) {
    Context context;
    {
      const std::scoped_lock lock(mutex_);
      const auto found = std::ranges::find_if(waiting_, [&](const auto& waiting) {
        const Context candidate = waiting.lock();
        return candidate && candidate->GetScheme().get() == &scheme;
      });
      if (found == waiting_.end() || !is_ready(scheme)) return;
      context = found->lock();
      waiting_.erase(found);
    }
    accelerate_now(context);
  }

 private:
  static bool is_ready(Scheme& scheme) { return scheme.IsFeatureEnabled(lbcrypto::LEVELEDSHE); }

  static void accelerate_now(const Context& context) {
    try {
      // Programs look up how a context is written to a file in tables of their own, which have no bootstrapping part of
      // another class.
      report(accelerate(context, {.bootstrap = false}));
    } catch (const std::exception& error) {
      std::fprintf(stderr, "ringlet: a context of OpenFHE is not accelerated: %s\n", error.what());
    }
  }

  std::mutex mutex_;
  std::vector<std::weak_ptr<lbcrypto::CryptoContextImpl<DCRTPoly>>> known_, waiting_;
};

Waiting& waiting() {
  // Never destroyed, so that destructors of static objects may use it.
  static Waiting& all = *new Waiting;
  return all;
}

long enable(void (*original)(Scheme*, lbcrypto::PKESchemeFeature), Scheme* scheme, lbcrypto::PKESchemeFeature feature) {
  original(scheme, feature);
  waiting().enabled(*scheme);
  return 0;
}

Context get_context(Context (*original)(Parameters, std::shared_ptr<Scheme>, lbcrypto::SCHEME), Parameters& parameters,
                    std::shared_ptr<Scheme>& scheme, lbcrypto::SCHEME id) {
  Context context = original(parameters, scheme, id);
  waiting().add(context);
  return context;
}

Context get_full_context(Context (*original)(Context), Context& read) {
  Context context = original(read);
  waiting().add(context);
  return context;
}

/// Names a function by the interface's types, for which calls are the same.
template <class Interface, class Function>
Interface as(Function* function) {
  return reinterpret_cast<Interface>(reinterpret_cast<void (*)()>(function));
}

}  // namespace

using preload::Plugin;
extern "C" __attribute__((visibility("default"))) const Plugin ringlet_openfhe_plugin;
const Plugin ringlet_openfhe_plugin = {as<decltype(Plugin::enable)>(enable),
                                       as<decltype(Plugin::get_context)>(get_context),
                                       as<decltype(Plugin::get_full_context)>(get_full_context)};

}  // namespace ringlet::openfhe
