include(CMakePackageConfigHelpers)

set(libraries ringlet)
if("large" IN_LIST ringlet_parts)
  list(APPEND libraries ringlet_large)
endif()
install(TARGETS ${libraries} EXPORT ringlet-targets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
  RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
# Headers of parts that are not built are not installed. Words share headers.
set(headers_of_word32 word32[.]h)
set(headers_of_multiword multiword.*)
set(headers_of_products convolve.*)
set(headers_of_rns "rns.*" key_switch.* linear_transform.* automorphism.* balanced_digits.* base_conversion.* mod_down.*
    scale_and_round.*)
set(headers_of_large large_.*)
ringlet_has_part(has_words ${ringlet_words})
set(headers_left_out no_header)
if(NOT has_words)
  list(APPEND headers_left_out eltwise.* extension_field.* fixed_operand.* matrix_ntt.*)
endif()
foreach(part IN LISTS ringlet_parts_left_out)
  list(APPEND headers_left_out ${headers_of_${part}})
endforeach()
list(JOIN headers_left_out "|" headers_left_out)
install(DIRECTORY include/ringlet DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  REGEX "/ringlet/(${headers_left_out})$" EXCLUDE)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/include/ringlet/version.hpp"
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/ringlet)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/doc/ringlet)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/ringlet)
install(EXPORT ringlet-targets NAMESPACE ringlet:: DESTINATION ${package_dir})
configure_package_config_file(cmake/ringletConfig.cmake.in ringletConfig.cmake INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(ringletConfigVersion.cmake COMPATIBILITY ${ringlet_compatibility})
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/ringletConfig.cmake" "${CMAKE_CURRENT_BINARY_DIR}/ringletConfigVersion.cmake"
  cmake/ringlet-openmp.cmake cmake/ringlet-tbb.cmake
  DESTINATION ${package_dir})

# The prefix is relative to the file, so that `cmake --install --prefix` and a moved tree work.
file(RELATIVE_PATH pc_up "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
set(pc_prefix "\${pcfiledir}/${pc_up}")
cmake_path(ABSOLUTE_PATH CMAKE_INSTALL_LIBDIR BASE_DIRECTORY "\${prefix}" OUTPUT_VARIABLE pc_libdir)
cmake_path(ABSOLUTE_PATH CMAKE_INSTALL_INCLUDEDIR BASE_DIRECTORY "\${prefix}" OUTPUT_VARIABLE pc_includedir)
list(JOIN ringlet_parts " " pc_parts)
# Programs must link the C++ runtime of a static libringlet, and users of pkg-config may link with a C compiler.
set(pc_libs_private "-l${ringlet_cxx_library}")
foreach(library IN LISTS libraries)
  configure_file(cmake/${library}.pc.in ${library}.pc @ONLY)
  install(FILES "${CMAKE_CURRENT_BINARY_DIR}/${library}.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
endforeach()
