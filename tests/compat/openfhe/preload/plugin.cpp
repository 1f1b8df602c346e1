// Stand-in for the plugin: writes a mark before each call of the host.
#include <cstdio>

#include "interface.hpp"

namespace ringlet::preload {
namespace {

long enable(Enable* original, void* scheme, int feature) {
  std::printf("*");
  return original(scheme, feature);
}
Shared get_context(GetContext* original, Shared& parameters, Shared& scheme, int id) {
  std::printf("*");
  return original(parameters, scheme, id);
}
Shared get_full_context(GetFullContext* original, Shared& context) {
  std::printf("*");
  return original(context);
}

}  // namespace
}  // namespace ringlet::preload

extern "C" __attribute__((visibility("default"))) const ringlet::preload::Plugin ringlet_openfhe_plugin;
const ringlet::preload::Plugin ringlet_openfhe_plugin = {ringlet::preload::enable, ringlet::preload::get_context,
                                                         ringlet::preload::get_full_context};
