# Executor on OpenMP's threads (ringlet/executors/openmp.hpp).
ringlet_component_needs(openmp "OpenMP for C++ (Debian: libomp-dev for clang++)" OpenMP::OpenMP_CXX OpenMP COMPONENTS CXX)
if(NOT TARGET ringlet::openmp)
  add_library(ringlet::openmp INTERFACE IMPORTED)
  target_link_libraries(ringlet::openmp INTERFACE ringlet::ringlet OpenMP::OpenMP_CXX)
endif()
set(ringlet_openmp_FOUND TRUE)
