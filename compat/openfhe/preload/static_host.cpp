#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "host.hpp"

namespace ringlet::preload {
namespace {

// Name of a class of OpenFHE, as each program holds it that contains OpenFHE, stripped or not.
constexpr char class_name[] = "N8lbcrypto13SchemeCKKSRNSE";

/// Looks for the class in what the program's file has that is not written. The program is the first in the list.
int find_class(dl_phdr_info* info, size_t, void*) {
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const auto& header = info->dlpi_phdr[i];
    if (header.p_type != PT_LOAD || (header.p_flags & (PF_R | PF_W)) != PF_R) continue;
    const auto* bytes = reinterpret_cast<const void*>(info->dlpi_addr + header.p_vaddr);
    if (memmem(bytes, header.p_filesz, class_name, sizeof class_name) != nullptr) return 1;
  }
  return -1;
}

/// Says so if the program contains OpenFHE, whose functions it calls without looking them up.
__attribute__((constructor)) void look_for_static_host() {
  if (dlsym(RTLD_NEXT, "_ZN8lbcrypto13SchemeCKKSRNS6EnableENS_16PKESchemeFeatureE") != nullptr) return;
  if (dl_iterate_phdr(find_class, nullptr) == 1) say_once("the program contains its own OpenFHE", nullptr);
}

}  // namespace
}  // namespace ringlet::preload
