#include <string>
#ifdef WITH_INTEL_HEXL
#include <cstdint>
#include <hexl/hexl.hpp>
#endif
#ifdef WITH_OPENMP
#include <omp.h>
#endif

namespace stand_in {

/// Uses the libraries that the stand-in for a host was built on, and names them.
std::string used() {
  std::string names = "host";
#ifdef WITH_OPENMP
  if (omp_get_max_threads() > 0) names += " OpenMP";
#endif
#ifdef WITH_INTEL_HEXL
  std::uint64_t x = 96;
  intel::hexl::EltwiseAddMod(&x, &x, 1, 1, 97);
  if (x == 0) names += " HEXL";
#endif
  return names;
}

}  // namespace stand_in
