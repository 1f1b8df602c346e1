# Sets ISA flags for single files: src/backends/<instruction set>_<family>.cpp, one for each family of kernels. No other
# file of the library may use an instruction that a baseline x86-64 CPU lacks. `scripts/check symbols` proves that these
# files share no function with other files. The laboratory's files have the same flags.

include(CheckCXXSourceCompiles)
check_cxx_symbol_exists(__x86_64__ "cstddef" RINGLET_IS_X86_64)
check_cxx_symbol_exists(__aarch64__ "cstddef" RINGLET_IS_AARCH64)

# Bounds of arithmetic in doubles depend on every rounding, so a user's options must not reassociate or contract it.
set(exact_doubles -fno-fast-math -ffp-contract=off)

set(RINGLET_ISA_FLAGS_scalar "")
set(RINGLET_ISA_FLAGS_avx2 -mavx2 -mfma -mbmi2 ${exact_doubles})
set(RINGLET_ISA_FLAGS_avx512dq ${exact_doubles} -mavx512f -mavx512dq -mavx512vl -mavx512bw -mfma -mbmi2)
set(RINGLET_ISA_FLAGS_avx512ifma ${RINGLET_ISA_FLAGS_avx512dq} -mavx512ifma)
set(RINGLET_ISA_FLAGS_neon ${exact_doubles})

# Disables clang's scheduler, which interleaves more products than sixteen registers hold. With it, these kernels are up
# to 18 % slower (docs/notes/word128_zen5_2026_11.md).
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  foreach(file IN ITEMS avx2_fma_limbs avx2_multiword)
    set(RINGLET_FAMILY_FLAGS_${file} -mllvm -enable-misched=false)
  endforeach()
endif()

# Disables warnings of GCC 12 about its own AVX-512 intrinsics, which read an undefined vector (GCC bug 105593).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  foreach(isa IN ITEMS avx512dq avx512ifma)
    list(APPEND RINGLET_ISA_FLAGS_${isa} -Wno-maybe-uninitialized -Wno-uninitialized)
  endforeach()
endif()

# Uses -O2 for g++'s kernels of words: -O3 makes them longer but no faster
# (docs/notes/words_zen5_2026_11.md).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_FLAGS_RELEASE MATCHES "-O3")
  foreach(file IN ITEMS avx2_fma53 avx2_full64 avx2_shoup32 avx2_shoup64 avx2_wide32 avx512dq_fma53
          avx512dq_full64 avx512dq_shoup32 avx512dq_shoup64 avx512dq_wide32 avx512ifma_ifma52 avx512ifma_shoup52x2 neon_fma53 neon_wide32)
    set(RINGLET_FAMILY_FLAGS_${file} "$<$<CONFIG:Release>:-O2>")
  endforeach()
endif()

# Folds equal functions, a sixth of the library: a pass that need not reduce its input first has the same code for
# several inputs. g++ folds only functions that are equal before optimisation, and has no option for similar functions.
set(fold_equal_functions "")
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(fold_equal_functions -Xclang -fmerge-functions)
endif()

# Names of the backends that are left out, because the compiler lacks their flags.
set(RINGLET_LEFT_OUT "")

# ringlet_add_backend(<instruction set> <family>...): adds the backend's files of the families that are built
# (ringlet_families) to the library, with their flags, or leaves the backend out. Its table of kernels is then empty (src/backends/registry.hpp).
function(ringlet_add_backend isa)
  list(JOIN RINGLET_ISA_FLAGS_${isa} " " CMAKE_REQUIRED_FLAGS)
  check_cxx_source_compiles("int main() {}" RINGLET_HAS_FLAGS_${isa})
  if(NOT RINGLET_HAS_FLAGS_${isa})
    message(WARNING "Ringlet leaves out the backend ${isa}: ${CMAKE_CXX_COMPILER} refuses its flags, "
                    "${CMAKE_REQUIRED_FLAGS}")
    string(APPEND RINGLET_LEFT_OUT "${isa} ")
    set(RINGLET_LEFT_OUT "${RINGLET_LEFT_OUT}" PARENT_SCOPE)
    return()
  endif()
  foreach(family IN LISTS ARGN)
    if(NOT family IN_LIST ringlet_families)
      continue()
    endif()
    set(source "${PROJECT_SOURCE_DIR}/src/backends/${isa}_${family}.cpp")
    target_sources(ringlet PRIVATE "${source}")
    set_source_files_properties("${source}" PROPERTIES
      COMPILE_OPTIONS "${RINGLET_ISA_FLAGS_${isa}};${RINGLET_FAMILY_FLAGS_${isa}_${family}};${fold_equal_functions}")
  endforeach()
endfunction()
