#pragma once

/// Interface between the preloaded library and its plugin. It names no type of OpenFHE or of the C++ library, since a
/// program may have another version of both.
namespace ringlet::preload {

/// std::shared_ptr to a context, parameters or a scheme, as calls pass it: by the address of a copy, which the caller
/// has made and destroys. The preloaded library only hands it on.
struct Shared {
  Shared(const Shared&) = delete;
  Shared& operator=(const Shared&) = delete;
  void* object;
  void* count;
};

/// SchemeCKKSRNS::Enable and its siblings. They return nothing, in OpenFHE 1.5.1; a result of another version is kept.
using Enable = long(void* scheme, int feature);
/// CryptoContextFactory<DCRTPoly>::GetContext.
using GetContext = Shared(Shared& parameters, Shared& scheme, int id);
/// CryptoContextFactory<DCRTPoly>::GetFullContextByDeserializedContext.
using GetFullContext = Shared(Shared& context);

/// Functions of the plugin. Each calls OpenFHE's function and accelerates the context.
struct Plugin {
  long (*enable)(Enable* original, void* scheme, int feature);
  Shared (*get_context)(GetContext* original, Shared& parameters, Shared& scheme, int id);
  Shared (*get_full_context)(GetFullContext* original, Shared& context);
};

/// Name of the plugin's only symbol, a `const Plugin`.
inline constexpr char plugin_symbol[] = "ringlet_openfhe_plugin";

}  // namespace ringlet::preload
