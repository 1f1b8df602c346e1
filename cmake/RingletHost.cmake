# Libraries for hosts: what their projects have in common. As a project of its own, one is built on an installed Ringlet.
if(PROJECT_IS_TOP_LEVEL)
  if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
    set(CMAKE_BUILD_TYPE Release)
  endif()
  find_package(ringlet REQUIRED)
  option(BUILD_SHARED_LIBS "Build a shared library" OFF)
  option(RINGLET_INSTALL "Install what is built" ON)
  list(APPEND CMAKE_MODULE_PATH "${CMAKE_CURRENT_LIST_DIR}")
  include(GNUInstallDirs)
  include(RingletCompiler)
endif()

# Finishes the library of a host: component `name` of the package, target ringlet::name. It is made of the target
# ringlet_name, the headers in include/ringlet and cmake/ringlet-name.cmake.in.
function(ringlet_host_component name)
  set(target ringlet_${name})
  add_library(ringlet::${name} ALIAS ${target})
  # The headers need only C++17, like the hosts'.
  target_compile_features(${target} PRIVATE cxx_std_20 INTERFACE cxx_std_17)
  target_include_directories(${target}
    PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
           $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE src)
  target_link_libraries(${target} PRIVATE ringlet::ringlet)
  set_target_properties(${target} PROPERTIES
    EXPORT_NAME ${name}
    POSITION_INDEPENDENT_CODE ON
    # A shared Ringlet lies beside it. Programs that link only this library find Ringlet and the host through this path.
    INSTALL_RPATH "$ORIGIN"
    INSTALL_RPATH_USE_LINK_PATH ON
    VERSION ${ringlet_VERSION}
    SOVERSION ${ringlet_VERSION_MAJOR}.${ringlet_VERSION_MINOR})
  ringlet_project_options(${target})

  if(NOT RINGLET_INSTALL)
    return()
  endif()
  install(TARGETS ${target} EXPORT ringlet-${name}-targets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(DIRECTORY include/ringlet DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/ringlet)
  install(EXPORT ringlet-${name}-targets NAMESPACE ringlet:: DESTINATION ${package_dir})
  configure_file(cmake/ringlet-${name}.cmake.in ringlet-${name}.cmake @ONLY)
  install(FILES "${CMAKE_CURRENT_BINARY_DIR}/ringlet-${name}.cmake" DESTINATION ${package_dir})
endfunction()
