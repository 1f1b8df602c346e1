# ISA flags belong to single files: src/backends/<instruction set>_<family>.cpp, one for each family of kernels. Nothing
# else in the library may use an instruction that a baseline x86-64 CPU lacks, and `scripts/check symbols` proves that no
# function of these files is shared with others. The laboratory's files have the same flags.

check_cxx_symbol_exists(__x86_64__ "cstddef" RINGLET_IS_X86_64)
check_cxx_symbol_exists(__aarch64__ "cstddef" RINGLET_IS_AARCH64)

# Arithmetic in doubles counts every rounding: in these files no option of the user's may reassociate or contract it.
set(exact_doubles -fno-fast-math -ffp-contract=off)

set(RINGLET_ISA_FLAGS_scalar "")
set(RINGLET_ISA_FLAGS_avx2 -mavx2 -mfma -mbmi2 ${exact_doubles})
set(RINGLET_ISA_FLAGS_avx512dq ${exact_doubles} -mavx512f -mavx512dq -mavx512vl -mavx512bw -mfma -mbmi2)
set(RINGLET_ISA_FLAGS_avx512ifma ${RINGLET_ISA_FLAGS_avx512dq} -mavx512ifma)
set(RINGLET_ISA_FLAGS_neon ${exact_doubles})

# Clang's scheduler interleaves products that sixteen registers cannot hold together: up to 18 % slower
# (docs/performance.md).
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  foreach(file IN ITEMS avx2_fma_limbs avx2_multiword)
    set(RINGLET_FAMILY_FLAGS_${file} -mllvm -enable-misched=false)
  endforeach()
endif()

# GCC 12's own AVX-512 intrinsics read an undefined vector and are warned of where they are inlined (GCC bug 105593).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  foreach(isa IN ITEMS avx512dq avx512ifma)
    list(APPEND RINGLET_ISA_FLAGS_${isa} -Wno-maybe-uninitialized -Wno-uninitialized)
  endforeach()
endif()

# Of g++'s kernels of words, -O3 makes longer ones than -O2, and no faster ones (docs/performance.md).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_FLAGS_RELEASE MATCHES "-O3")
  foreach(file IN ITEMS avx2_fma53 avx2_shoup64 avx512dq_fma53 avx512dq_shoup64 avx512ifma_ifma52 avx512ifma_shoup52x2
          neon_fma53)
    set(RINGLET_FAMILY_FLAGS_${file} "$<$<CONFIG:Release>:-O2>")
  endforeach()
endif()

# A pass on values that it need not reduce first is the same code for several inputs: a sixth of the library. g++ folds
# only those that are equal before they are optimised, and has no option for the others.
set(fold_equal_functions "")
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  set(fold_equal_functions -Xclang -fmerge-functions)
endif()

# ringlet_add_backend(<instruction set> <family>...)
function(ringlet_add_backend isa)
  foreach(family IN LISTS ARGN)
    set(source "${PROJECT_SOURCE_DIR}/src/backends/${isa}_${family}.cpp")
    target_sources(ringlet PRIVATE "${source}")
    set_source_files_properties("${source}" PROPERTIES
      COMPILE_OPTIONS "${RINGLET_ISA_FLAGS_${isa}};${RINGLET_FAMILY_FLAGS_${isa}_${family}};${fold_equal_functions}")
  endforeach()
endfunction()
