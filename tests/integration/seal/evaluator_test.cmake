# Runs SEAL's own tests of its evaluator on ringlet::seal's, with the SEAL that seal_test.cmake has built on
# libhexl. With the static one, compares ringlet::seal with SEAL. BUILD_TREE is a build of Ringlet; ringlet::seal is
# of the type MODE: static or shared.

set(expected_tests 49)
string(COMPARE EQUAL "${MODE}" shared is_shared)
set(prefix "${WORK_DIR}/evaluator_prefix")
set(common_options -G "${GENERATOR}" "-DCMAKE_MAKE_PROGRAM=${MAKE_PROGRAM}" "-DCMAKE_CXX_COMPILER=${CXX_COMPILER}"
                   -DCMAKE_BUILD_TYPE=Release "-DCMAKE_PREFIX_PATH=${prefix}" "-DSEAL_DIR=${WORK_DIR}/seal/cmake")

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

execute_process(COMMAND "${SOURCE_DIR}/scripts/build-seal" --sources OUTPUT_VARIABLE seal_source
                OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)

file(REMOVE_RECURSE "${prefix}")
run("${CMAKE_COMMAND}" --install "${BUILD_TREE}" --prefix "${prefix}")
run("${CMAKE_COMMAND}" -S "${SOURCE_DIR}/compat/seal" -B "${WORK_DIR}/ringlet_seal" ${common_options}
    "-DCMAKE_INSTALL_PREFIX=${prefix}" -DBUILD_SHARED_LIBS=${is_shared})
run("${CMAKE_COMMAND}" --build "${WORK_DIR}/ringlet_seal" --target install)

# A SEAL with which ringlet::seal was never compiled.
set(other "${WORK_DIR}/other_seal")
file(WRITE "${other}/SEALConfig.cmake" "set(SEAL_VERSION 4.99.0)\n")
execute_process(COMMAND "${CMAKE_COMMAND}" --fresh -S "${SOURCE_DIR}/compat/seal" -B "${other}/build" ${common_options}
                        "-DSEAL_DIR=${other}"
                RESULT_VARIABLE status ERROR_VARIABLE error OUTPUT_QUIET)
if(status EQUAL 0 OR NOT error MATCHES "4[.]99[.]0" OR NOT error MATCHES "4[.]1[.]2")
  message(FATAL_ERROR "SEAL 4.99.0 is not refused by the names of others: ${error}")
endif()

set(tree "${WORK_DIR}/evaluator")
run("${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}/evaluator" -B "${tree}" ${common_options}
    "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG" "-DTESTS=${SOURCE_DIR}/tests" "-DSEAL_SOURCE=${seal_source}")
run("${CMAKE_COMMAND}" --build "${tree}" --target seals_evaluator_tests)
if(NOT is_shared)
  run("${CMAKE_COMMAND}" --build "${tree}" --target evaluator_beside_seal)
  run("${tree}/evaluator_beside_seal" --gtest_brief=1)
endif()
execute_process(COMMAND "${tree}/seals_evaluator_tests" --gtest_brief=1 OUTPUT_VARIABLE output ECHO_OUTPUT_VARIABLE
                COMMAND_ERROR_IS_FATAL ANY)
if(NOT output MATCHES "PASSED  . ${expected_tests} tests")
  message(FATAL_ERROR "not ${expected_tests} of SEAL's tests passed")
endif()
