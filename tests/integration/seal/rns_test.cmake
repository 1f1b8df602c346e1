# Compares Ringlet's residue number systems with those of the SEAL that seal_test.cmake has
# built on libhexl, in one program.

set(prefix "${WORK_DIR}/rns_prefix")
set(tree "${WORK_DIR}/rns")

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE "${prefix}")
run("${CMAKE_COMMAND}" --install "${BUILD_TREE}" --prefix "${prefix}")
run("${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}/rns" -B "${tree}" -G "${GENERATOR}"
    "-DCMAKE_MAKE_PROGRAM=${MAKE_PROGRAM}" "-DCMAKE_CXX_COMPILER=${CXX_COMPILER}" -DCMAKE_BUILD_TYPE=Release
    "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG" "-DCMAKE_PREFIX_PATH=${prefix}" "-DSEAL_DIR=${WORK_DIR}/seal/cmake"
    "-DTESTS=${SOURCE_DIR}/tests")
run("${CMAKE_COMMAND}" --build "${tree}")
run("${tree}/rns_beside_seal" --gtest_brief=1)
