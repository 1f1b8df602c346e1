# Builds and runs the consumer against Ringlet, the way that MODE names:
#   static, shared  installs a build tree of that kind into a fresh prefix; find_package, then pkg-config
#   subdirectory    add_subdirectory
# The caller's compiler and flags are used for everything. BUILD_TREE is an existing build of Ringlet of the
# type BUILD_TREE_MODE; where that is another than MODE, the library is built anew, unoptimised to save time.

set(consumer_source "${CMAKE_CURRENT_LIST_DIR}/consumer")
set(prefix "${WORK_DIR}/prefix")
set(common_options -G "${GENERATOR}" "-DCMAKE_MAKE_PROGRAM=${MAKE_PROGRAM}" "-DCMAKE_CXX_COMPILER=${CXX_COMPILER}"
                   "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}" "-DCMAKE_BUILD_TYPE=${BUILD_TYPE}")

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

function(configure_and_build source tree)
  run("${CMAKE_COMMAND}" -S "${source}" -B "${tree}" ${common_options} ${ARGN})
  run("${CMAKE_COMMAND}" --build "${tree}" --parallel 2)
endfunction()

function(install_library)
  set(tree "${BUILD_TREE}")
  if(NOT MODE STREQUAL BUILD_TREE_MODE)
    set(tree "${WORK_DIR}/library")
    string(COMPARE EQUAL "${MODE}" shared is_shared)
    configure_and_build("${SOURCE_DIR}" "${tree}" -DBUILD_SHARED_LIBS=${is_shared} -DCMAKE_BUILD_TYPE=Debug
                        -DRINGLET_TESTS=OFF -DRINGLET_BENCH=OFF -DRINGLET_EXAMPLES=OFF)
  endif()
  run("${CMAKE_COMMAND}" --install "${tree}" --prefix "${prefix}")
endfunction()

function(check_installed_files)
  file(GLOB_RECURSE libraries RELATIVE "${prefix}" "${prefix}/*/libringlet*")
  file(GLOB_RECURSE headers RELATIVE "${prefix}/include" "${prefix}/include/*")
  set(expected_library "libringlet\\.a")
  if(MODE STREQUAL shared)
    set(expected_library "libringlet\\.so\\.[0-9]+")
  endif()
  if(NOT libraries MATCHES "${expected_library}")
    message(FATAL_ERROR "no ${expected_library} among the installed ${libraries}")
  endif()
  list(FILTER headers EXCLUDE REGEX "^ringlet/")
  if(headers)
    message(FATAL_ERROR "headers installed outside include/ringlet: ${headers}")
  endif()
endfunction()

function(consume_by_find_package)
  configure_and_build("${consumer_source}" "${WORK_DIR}/find_package" "-DCMAKE_PREFIX_PATH=${prefix}")
  run("${WORK_DIR}/find_package/consumer")
endfunction()

function(consume_by_pkg_config)
  file(GLOB_RECURSE pc_file "${prefix}/*/ringlet.pc")
  cmake_path(GET pc_file PARENT_PATH pc_dir)
  cmake_path(GET pc_dir PARENT_PATH library_dir)
  set(ENV{PKG_CONFIG_PATH} "${pc_dir}")
  set(linkage "")
  if(MODE STREQUAL static)
    set(linkage --static)
  endif()
  execute_process(COMMAND "${PKG_CONFIG}" ${linkage} --cflags --libs ringlet OUTPUT_VARIABLE pc_flags
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(pc_flags UNIX_COMMAND "${pc_flags}")
  separate_arguments(cxx_flags UNIX_COMMAND "${CXX_FLAGS}")
  run("${CXX_COMPILER}" -std=c++20 ${cxx_flags} "${consumer_source}/main.cpp" ${pc_flags} -o "${WORK_DIR}/by_pkg_config")
  run("${CMAKE_COMMAND}" -E env "LD_LIBRARY_PATH=${library_dir}" "${WORK_DIR}/by_pkg_config")
endfunction()

file(REMOVE_RECURSE "${WORK_DIR}")
if(MODE STREQUAL subdirectory)
  configure_and_build("${consumer_source}" "${WORK_DIR}/subdirectory" "-DRINGLET_SOURCE_DIR=${SOURCE_DIR}"
                      -DCMAKE_BUILD_TYPE=Debug)
  run("${WORK_DIR}/subdirectory/consumer")
else()
  install_library()
  check_installed_files()
  consume_by_find_package()
  consume_by_pkg_config()
endif()
