#include <dlfcn.h>

#include "host.hpp"

// Functions of OpenFHE that a program calls in this library instead, because it is preloaded. OpenFHE's own libraries
// call them here, too: they look symbols up as programs do.
#define RINGLET_PRELOAD_DCRTPOLY "INS_12DCRTPolyImplIN9bigintdyn9mubintvecINS2_5ubintImEEEEEEE"
#define RINGLET_PRELOAD_ENABLE(scheme) "_ZN8lbcrypto" scheme "6EnableENS_16PKESchemeFeatureE"
#define RINGLET_PRELOAD_FACTORY(function) "_ZN8lbcrypto20CryptoContextFactory" RINGLET_PRELOAD_DCRTPOLY function

#define RINGLET_PRELOAD_CKKS RINGLET_PRELOAD_ENABLE("13SchemeCKKSRNS")
#define RINGLET_PRELOAD_BGV RINGLET_PRELOAD_ENABLE("12SchemeBGVRNS")
#define RINGLET_PRELOAD_BFV RINGLET_PRELOAD_ENABLE("12SchemeBFVRNS")
#define RINGLET_PRELOAD_GET \
  RINGLET_PRELOAD_FACTORY(  \
      "10GetContextESt10shared_ptrINS_20CryptoParametersBaseIS7_EEES9_INS_10SchemeBaseIS7_EEENS_6SCHEMEE")
#define RINGLET_PRELOAD_GET_FULL \
  RINGLET_PRELOAD_FACTORY("35GetFullContextByDeserializedContextESt10shared_ptrINS_17CryptoContextImplIS7_EEE")

namespace ringlet::preload {
namespace {

/// Calls OpenFHE's function `symbol` through the plugin's, or alone if there is no plugin for this OpenFHE. The object
/// is one of the arguments, whose class tells the library.
template <class Function, class Through, class... Arguments>
auto call(const char* symbol, Through* Plugin::* through, const void* object, Arguments&&... arguments) {
  void* const address = original_function(symbol, object);
  auto* const original = reinterpret_cast<Function*>(address);
  const Plugin* const plugin = plugin_for(symbol, address);
  return plugin != nullptr ? (plugin->*through)(original, arguments...) : original(arguments...);
}

}  // namespace

#define RINGLET_PRELOAD(symbol) __asm__(symbol) __attribute__((visibility("default")))

long enable_ckks(void* scheme, int feature) RINGLET_PRELOAD(RINGLET_PRELOAD_CKKS);
long enable_bgv(void* scheme, int feature) RINGLET_PRELOAD(RINGLET_PRELOAD_BGV);
long enable_bfv(void* scheme, int feature) RINGLET_PRELOAD(RINGLET_PRELOAD_BFV);
Shared get_context(Shared& parameters, Shared& scheme, int id) RINGLET_PRELOAD(RINGLET_PRELOAD_GET);
Shared get_full_context(Shared& context) RINGLET_PRELOAD(RINGLET_PRELOAD_GET_FULL);

long enable_ckks(void* scheme, int feature) {
  return call<Enable>(RINGLET_PRELOAD_CKKS, &Plugin::enable, scheme, scheme, feature);
}
long enable_bgv(void* scheme, int feature) {
  return call<Enable>(RINGLET_PRELOAD_BGV, &Plugin::enable, scheme, scheme, feature);
}
long enable_bfv(void* scheme, int feature) {
  return call<Enable>(RINGLET_PRELOAD_BFV, &Plugin::enable, scheme, scheme, feature);
}
Shared get_context(Shared& parameters, Shared& scheme, int id) {
  return call<GetContext>(RINGLET_PRELOAD_GET, &Plugin::get_context, scheme.object, parameters, scheme, id);
}
Shared get_full_context(Shared& context) {
  return call<GetFullContext>(RINGLET_PRELOAD_GET_FULL, &Plugin::get_full_context, context.object, context);
}

}  // namespace ringlet::preload
