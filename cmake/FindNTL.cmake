# Finds NTL, a library for number theory. Defines NTL::NTL, NTL_FOUND, NTL_VERSION.
find_path(NTL_INCLUDE_DIR NTL/version.h)
find_library(NTL_LIBRARY ntl)
mark_as_advanced(NTL_INCLUDE_DIR NTL_LIBRARY)
if(NTL_INCLUDE_DIR)
  file(STRINGS "${NTL_INCLUDE_DIR}/NTL/version.h" NTL_VERSION REGEX "define NTL_VERSION ")
  string(REGEX MATCH "[0-9]+[.][0-9]+([.][0-9]+)?" NTL_VERSION "${NTL_VERSION}")
endif()
find_package(GMP QUIET)
find_package(Threads QUIET)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(NTL
  REQUIRED_VARS NTL_LIBRARY NTL_INCLUDE_DIR GMP_FOUND Threads_FOUND
  VERSION_VAR NTL_VERSION)
if(NTL_FOUND AND NOT TARGET NTL::NTL)
  add_library(NTL::NTL UNKNOWN IMPORTED)
  set_target_properties(NTL::NTL PROPERTIES
    IMPORTED_LOCATION "${NTL_LIBRARY}"
    INTERFACE_INCLUDE_DIRECTORIES "${NTL_INCLUDE_DIR}"
    INTERFACE_LINK_LIBRARIES "GMP::GMP;Threads::Threads")
endif()
