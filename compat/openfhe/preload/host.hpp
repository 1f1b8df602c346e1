#pragma once

#include "interface.hpp"

/// Finds the OpenFHE that a call belongs to. A process may hold several, loaded with RTLD_LOCAL, and no OpenFHE has its
/// version in a symbol.
namespace ringlet::preload {

/// Library of an OpenFHE: its name for the loader, and the build-id, a hash of the library that the linker wrote.
struct Library {
  const char* name;
  const char* build_id;
};
/// Libraries of an OpenFHE whose classes the plugin was compiled for, libOPENFHEpke first, to the first null name.
struct Host {
  Library libraries[4];
};

/// Returns OpenFHE's own function `symbol` for an object of a class: of the library that its virtual table is from.
/// Ends the process if no library has it.
void* original_function(const char* symbol, const void* object);

/// Returns the plugin if `original` is the function `symbol` of an OpenFHE that it was compiled for, and if it can be
/// loaded. Otherwise returns null, and says why on standard error, once for the process.
const Plugin* plugin_for(const char* symbol, const void* original);

/// Writes a line to standard error if no line was written yet.
void say_once(const char* what, const char* which);

}  // namespace ringlet::preload
