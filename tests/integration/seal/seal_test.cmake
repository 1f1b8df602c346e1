# Runs Microsoft SEAL's own test suite, unmodified, on our HEXL package, installed by MODE: static or shared. BUILD_TREE
# is a build of Ringlet whose libhexl is of the type BUILD_TREE_MODE. If that differs from MODE, libhexl is compiled
# again. Both modes share a prefix and a build of SEAL, so that its tests are compiled once.

set(expected_tests 276)
set(prefix "${WORK_DIR}/prefix")
set(common_options -G "${GENERATOR}" "-DCMAKE_MAKE_PROGRAM=${MAKE_PROGRAM}" "-DCMAKE_CXX_COMPILER=${CXX_COMPILER}"
                   -DCMAKE_BUILD_TYPE=Release)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

execute_process(COMMAND "${SOURCE_DIR}/scripts/build-seal" --sources OUTPUT_VARIABLE seal_source
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

string(COMPARE EQUAL "${MODE}" shared is_shared)
set(tree "${BUILD_TREE}")
if(NOT MODE STREQUAL BUILD_TREE_MODE)
  set(tree "${WORK_DIR}/library")
  run("${CMAKE_COMMAND}" -S "${SOURCE_DIR}" -B "${tree}" ${common_options} -DHEXL_SHARED_LIB=${is_shared}
      -DRINGLET_TESTS=OFF -DRINGLET_BENCH=OFF -DRINGLET_EXAMPLES=OFF)
  run("${CMAKE_COMMAND}" --build "${tree}" --target hexl)
endif()
file(REMOVE_RECURSE "${prefix}")
run("${CMAKE_COMMAND}" --install "${tree}" --prefix "${prefix}" --component hexl)

# Optimised lightly, since compiling takes most of the time. HEXL's headers count as the compiler's own, so that SEAL's
# tests are compiled alike whether they include them or, with a shared SEAL, do not.
set(seal "${WORK_DIR}/seal")
run("${CMAKE_COMMAND}" -S "${seal_source}" -B "${seal}" ${common_options} "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG"
    "-DCMAKE_C_COMPILER=${C_COMPILER}" "-DCMAKE_PREFIX_PATH=${prefix}"
    "-DCMAKE_CXX_STANDARD_INCLUDE_DIRECTORIES=${prefix}/include" -DBUILD_SHARED_LIBS=${is_shared}
    -DSEAL_USE_INTEL_HEXL=ON -DSEAL_BUILD_DEPS=OFF -DSEAL_USE_MSGSL=OFF -DSEAL_USE_ZLIB=OFF -DSEAL_USE_ZSTD=OFF
    -DSEAL_BUILD_TESTS=ON)
file(STRINGS "${seal}/CMakeCache.txt" found REGEX "^HEXL_DIR:")
if(NOT found MATCHES "${prefix}")
  message(FATAL_ERROR "SEAL found another HEXL: ${found}")
endif()
run("${CMAKE_COMMAND}" --build "${seal}" --target sealtest)

execute_process(COMMAND "${seal}/bin/sealtest" --gtest_brief=1 OUTPUT_VARIABLE output ECHO_OUTPUT_VARIABLE
                COMMAND_ERROR_IS_FATAL ANY)
if(NOT output MATCHES "PASSED  . ${expected_tests} tests")
  message(FATAL_ERROR "not ${expected_tests} of SEAL's tests passed")
endif()
