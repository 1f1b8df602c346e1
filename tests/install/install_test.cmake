# Builds and runs the consumers of the packages ringlet and HEXL, in the way that MODE names:
#   static, shared  installs a build tree of that kind into a fresh prefix; find_package, then pkg-config
#   subdirectory    add_subdirectory; links consumers with the archives of the build tree, which must be static; only
#                   configures a project in C alone
#   hosts           installs that build tree, then ringlet::seal and ringlet::openfhe on stand-ins for their hosts
#   compilers       configures Ringlet itself with the compilers that a fresh system may name
#   refused         configures it for systems and compilers that it does not support
#   left_out        configures it with a compiler that refuses the flags of one backend; links a consumer with the
#                   archive of the build tree, which must be static, and the tables of kernels of that configuration
#   parts           builds and installs each part of the library alone, with portable kernels only and unoptimised; a
#                   program of the part runs, and other parts are refused
# All modes use the caller's compiler and flags. BUILD_TREE is an existing build of Ringlet of the type BUILD_TREE_MODE.
# If that differs from MODE, the library is compiled again, unoptimised to save time.

cmake_minimum_required(VERSION 3.25)

set(consumer_source "${CMAKE_CURRENT_LIST_DIR}/consumer")
set(prefix "${WORK_DIR}/prefix")
set(common_options -G "${GENERATOR}" "-DCMAKE_MAKE_PROGRAM=${MAKE_PROGRAM}" "-DCMAKE_CXX_COMPILER=${CXX_COMPILER}"
                   "-DCMAKE_C_COMPILER=${C_COMPILER}" "-DCMAKE_C_FLAGS=${C_FLAGS}"
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
  if(MODE STREQUAL shared)
    run("${SOURCE_DIR}/scripts/check" abi "${tree}")
  endif()
endfunction()

function(check_installed_files)
  file(GLOB_RECURSE libraries RELATIVE "${prefix}" "${prefix}/*/lib*")
  file(GLOB_RECURSE headers RELATIVE "${prefix}/include" "${prefix}/include/*")
  foreach(library libringlet libringlet_large libhexl)
    set(expected_library "${library}\\.a")
    if(MODE STREQUAL shared)
      set(expected_library "${library}\\.so\\.[0-9]+")
    endif()
    if(NOT libraries MATCHES "${expected_library}")
      message(FATAL_ERROR "no ${expected_library} among the installed ${libraries}")
    endif()
  endforeach()
  foreach(package ringlet hexl)
    run("${CMAKE_COMMAND}" -E compare_files "${SOURCE_DIR}/LICENSE" "${prefix}/share/doc/${package}/LICENSE")
  endforeach()
  list(FILTER headers EXCLUDE REGEX "^(ringlet|hexl)/")
  if(headers)
    message(FATAL_ERROR "headers installed outside include/ringlet and include/hexl: ${headers}")
  endif()
endfunction()

# libhexl must hide the Ringlet inside, since the program may use another one.
function(check_libhexl)
  file(GLOB_RECURSE archive "${prefix}/*/libhexl.a")
  file(GLOB_RECURSE shared_object "${prefix}/*/libhexl.so")
  set(nm nm -C --defined-only --extern-only)
  if(shared_object)
    list(APPEND nm -D)
  endif()
  execute_process(COMMAND ${nm} ${archive} ${shared_object} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  if(symbols MATCHES " ringlet::" OR NOT symbols MATCHES " intel::hexl::NTT::NTT")
    message(FATAL_ERROR "libhexl must show HEXL's interface and not Ringlet's: ${symbols}")
  endif()
endfunction()

# Intel HEXL's archive has 4 MB. Without optimisation there is no limit.
function(check_size_of_libhexl)
  file(GLOB_RECURSE archive "${prefix}/*/libhexl.a")
  file(SIZE "${archive}" size)
  math(EXPR limit "4 * 1024 * 1024")
  if(BUILD_TYPE STREQUAL Release AND MODE STREQUAL BUILD_TREE_MODE AND size GREATER limit)
    message(FATAL_ERROR "libhexl.a has ${size} bytes, more than ${limit}")
  endif()
  execute_process(COMMAND readelf --sections --wide "${archive}" OUTPUT_VARIABLE sections COMMAND_ERROR_IS_FATAL ANY)
  if(sections MATCHES "[.]debug")
    message(FATAL_ERROR "libhexl.a has debug information: ${sections}")
  endif()
endfunction()

# SEAL and HElib merge libhexl.a into their own archives by unpacking both into one folder. SEAL has objects that are
# called modulus.cpp.o and ntt.cpp.o.
function(consume_by_merging)
  set(folder "${WORK_DIR}/merged")
  file(MAKE_DIRECTORY "${folder}")
  file(GLOB_RECURSE archive "${prefix}/*/libhexl.a")
  separate_arguments(flags UNIX_COMMAND "${CXX_FLAGS}")
  set(compile "${CXX_COMPILER}" ${flags} "-I${prefix}/include")
  set(source "${CMAKE_CURRENT_LIST_DIR}/merged")
  foreach(name modulus ntt)
    run(${compile} -c "${source}/${name}.cpp" -o "${folder}/${name}.cpp.o")
  endforeach()
  run("${CMAKE_COMMAND}" -E chdir "${folder}" ar x "${archive}")
  file(GLOB objects "${folder}/*.o")
  run(ar rcs "${folder}/libmerged.a" ${objects})
  run(${compile} "${source}/main.cpp" "${folder}/libmerged.a" -o "${folder}/program")
  run("${folder}/program")
endfunction()

# Runs the example of docs/large.md on one rank, which needs no mpiexec.
function(consume_mpi)
  configure_and_build("${CMAKE_CURRENT_LIST_DIR}/mpi_consumer" "${WORK_DIR}/mpi" "-DCMAKE_PREFIX_PATH=${prefix}"
                      "-DEXAMPLE=${SOURCE_DIR}/examples/large_mpi.cpp")
  run("${WORK_DIR}/mpi/mpi_consumer")
endfunction()

function(consume_by_find_package)
  configure_and_build("${consumer_source}" "${WORK_DIR}/find_package" "-DCMAKE_PREFIX_PATH=${prefix}")
  run("${WORK_DIR}/find_package/consumer")
  run("${WORK_DIR}/find_package/large_consumer")
  run("${WORK_DIR}/find_package/containers_consumer")
  run("${WORK_DIR}/find_package/debug_consumer")
  run("${WORK_DIR}/find_package/executors_consumer")
  configure_and_build("${CMAKE_CURRENT_LIST_DIR}/c_consumer" "${WORK_DIR}/c_find_package"
                      "-DCMAKE_PREFIX_PATH=${prefix}")
  run("${WORK_DIR}/c_find_package/consumer")
  run("${WORK_DIR}/find_package/hexl_consumer")
  run("${WORK_DIR}/find_package/both_consumer")
  refuse_component(missing "This ringlet has no component missing.*under the prefix of ringlet, which is ${prefix}")
endfunction()

# Looks for a component that is missing, in a project of a user. The message must give the reason. As an optional
# component it must not keep ringlet from being found.
function(refuse_component component reason)
  set(source "${WORK_DIR}/missing_component")
  file(WRITE "${source}/CMakeLists.txt" "cmake_minimum_required(VERSION 3.25)\nproject(missing LANGUAGES NONE)\n"
       "find_package(ringlet REQUIRED OPTIONAL_COMPONENTS ${component})\nmessage(STATUS \"not refused yet\")\n"
       "find_package(ringlet REQUIRED OPTIONAL_COMPONENTS optional COMPONENTS ${component})\n")
  execute_process(COMMAND "${CMAKE_COMMAND}" -S "${source}" -B "${source}/build" -G "${GENERATOR}" --fresh
                          "-DCMAKE_MAKE_PROGRAM=${MAKE_PROGRAM}" "-DCMAKE_PREFIX_PATH=${prefix}" ${ARGN}
                  RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE error)
  string(REGEX REPLACE "[ \n]+" " " error "${error}")
  if(status EQUAL 0 OR NOT output MATCHES "not refused yet" OR NOT error MATCHES "${reason}")
    message(FATAL_ERROR "the component ${component} is not refused with '${reason}': ${output}${error}")
  endif()
endfunction()

# Functions of Intel HEXL return vectors, which have other types in the debug mode of libstdc++. A
# client in that mode must not link.
function(refuse_debug_client_of_hexl)
  file(GLOB_RECURSE library "${prefix}/*/libhexl.a" "${prefix}/*/libhexl.so")
  separate_arguments(flags UNIX_COMMAND "${CXX_FLAGS}")
  execute_process(
    COMMAND "${CXX_COMPILER}" -std=c++11 ${flags} -D_GLIBCXX_DEBUG "-I${prefix}/include" "${consumer_source}/hexl_main.cpp"
            ${library} -o "${WORK_DIR}/hexl_debug"
    RESULT_VARIABLE result ERROR_VARIABLE errors)
  if(result EQUAL 0 OR NOT errors MATCHES "undefined reference to .*GetRootOfUnityPowers")
    message(FATAL_ERROR "a client of libhexl in the debug mode of libstdc++ must not link: ${errors}")
  endif()
endfunction()

function(consume_by_pkg_config package standard source)
  set(compiler "${CXX_COMPILER}")
  set(flags "${CXX_FLAGS}")
  if(source MATCHES "\\.c$")
    set(compiler "${C_COMPILER}")
    set(flags "${C_FLAGS}")
  endif()
  file(GLOB_RECURSE pc_file "${prefix}/*/${package}.pc")
  cmake_path(GET pc_file PARENT_PATH pc_dir)
  cmake_path(GET pc_dir PARENT_PATH library_dir)
  set(ENV{PKG_CONFIG_PATH} "${pc_dir}")
  set(linkage "")
  if(MODE STREQUAL static)
    set(linkage --static)
  endif()
  execute_process(COMMAND "${PKG_CONFIG}" ${linkage} --cflags --libs ${package} OUTPUT_VARIABLE pc_flags
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(pc_flags UNIX_COMMAND "${pc_flags}")
  separate_arguments(flags UNIX_COMMAND "${flags}")
  set(program "${WORK_DIR}/${source}_by_pkg_config")
  run("${compiler}" -std=${standard} ${flags} "${consumer_source}/${source}" ${pc_flags} -o "${program}")
  run("${CMAKE_COMMAND}" -E env "LD_LIBRARY_PATH=${library_dir}" "${program}")
endfunction()

# Configures Ringlet with its tests, which need a C compiler: with no compiler named, and with each name that systems
# use. If only clang-19 is installed, a link provides the name without a version.
function(configure_with_compilers)
  set(names "" c++ g++)
  find_program(clang clang-19)
  find_program(clangxx clang++-19)
  if(clang AND clangxx)
    file(MAKE_DIRECTORY "${WORK_DIR}/bin")
    file(CREATE_LINK "${clang}" "${WORK_DIR}/bin/clang" SYMBOLIC)
    file(CREATE_LINK "${clangxx}" "${WORK_DIR}/bin/clang++" SYMBOLIC)
    list(APPEND names "${WORK_DIR}/bin/clang++" clang++-19)
  endif()
  foreach(name IN LISTS names)
    set(compiler "")
    if(name)
      set(compiler "-DCMAKE_CXX_COMPILER=${name}")
    endif()
    run("${CMAKE_COMMAND}" -E env --unset=CC --unset=CXX --unset=RINGLET_WERROR "${CMAKE_COMMAND}" --fresh
        -S "${SOURCE_DIR}" -B "${WORK_DIR}/configured" -G "${GENERATOR}" "-DCMAKE_MAKE_PROGRAM=${MAKE_PROGRAM}" ${compiler})
    # C and C++ must use compilers of one family.
    foreach(language C CXX)
      file(STRINGS "${WORK_DIR}/configured/CMakeFiles/${CMAKE_VERSION}/CMake${language}Compiler.cmake" ${language}
           REGEX "^set.CMAKE_${language}_COMPILER_ID ")
      string(REGEX MATCH "\"(.*)\"" ${language} "${${language}}")
    endforeach()
    message(STATUS "'${name}': ${CXX} and ${C}")
    if(NOT C STREQUAL CXX)
      message(FATAL_ERROR "the compiler of C, ${C}, is no sibling of that of C++, ${CXX}")
    endif()
    # A warning of a newer compiler must not stop a user.
    file(STRINGS "${WORK_DIR}/configured/CMakeCache.txt" werror REGEX "^RINGLET_WERROR:BOOL=OFF")
    if(NOT werror)
      message(FATAL_ERROR "RINGLET_WERROR is on by default")
    endif()
  endforeach()
endfunction()

# Configuring for anything that Ringlet does not support must end with an error that says so. With a compiler's
# flags, a header must report it, too.
function(must_be_refused expected option)
  execute_process(
    COMMAND "${CMAKE_COMMAND}" --fresh -S "${SOURCE_DIR}" -B "${WORK_DIR}/refused" ${common_options}
            -DCMAKE_TRY_COMPILE_TARGET_TYPE=STATIC_LIBRARY -DCMAKE_RC_COMPILER=none ${option}
    COMMAND_ECHO STDOUT RESULT_VARIABLE status ERROR_VARIABLE message)
  string(REGEX REPLACE "[ \n]+" " " message "${message}")
  if(status EQUAL 0 OR NOT message MATCHES "${expected}")
    message(FATAL_ERROR "${option}: not refused by a message with '${expected}': ${message}")
  endif()
  if(option MATCHES "FLAGS=(.*)")
    execute_process(COMMAND "${CXX_COMPILER}" ${CMAKE_MATCH_1} -fsyntax-only "${SOURCE_DIR}/include/ringlet/export.hpp"
      ERROR_VARIABLE message)
    if(NOT message MATCHES "#error.*64-bit target")
      message(FATAL_ERROR "${option}: a header is not refused: ${message}")
    endif()
  endif()
endfunction()

# Compiles a file by the command of a configured tree.
function(compile_in tree source)
  file(READ "${tree}/compile_commands.json" commands)
  string(JSON count LENGTH "${commands}")
  math(EXPR last "${count} - 1")
  foreach(index RANGE ${last})
    string(JSON file GET "${commands}" ${index} file)
    if(file STREQUAL source)
      string(JSON command GET "${commands}" ${index} command)
    endif()
  endforeach()
  run(sh -c "cd '${tree}' && ${command}")
endfunction()

# Compiles a consumer with the parent project's command for it, and links it with archives of BUILD_TREE: compiling the
# library again as a subdirectory would take minutes. The Python package is a parent project that does so.
function(consume_in_subdirectory program source)
  set(tree "${WORK_DIR}/subdirectory")
  compile_in("${tree}" "${consumer_source}/${source}")
  list(TRANSFORM ARGN PREPEND "${BUILD_TREE}/" OUTPUT_VARIABLE archives)
  separate_arguments(flags UNIX_COMMAND "${CXX_FLAGS}")
  run("${CXX_COMPILER}" ${flags} "${tree}/CMakeFiles/${program}.dir/${source}.o" ${archives} -o "${tree}/${program}")
  run("${tree}/${program}")
endfunction()

# Writes a compiler that refuses a flag.
function(write_refusing_compiler compiler flag)
  file(WRITE "${compiler}" "#!/bin/sh\n"
       "for argument; do\n"
       "  [ \"$argument\" != ${flag} ] || { echo \"unknown argument $argument\" >&2; exit 1; }\n"
       "done\n"
       "exec '${CXX_COMPILER}' \"$@\"\n")
  file(CHMOD "${compiler}" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endfunction()

# Configures with a compiler that refuses -mavx512ifma. The tables are the only object of the library that knows it, so
# the archive of BUILD_TREE provides the other objects.
function(leave_out_backend)
  set(tree "${WORK_DIR}/tree")
  set(compiler "${WORK_DIR}/compiler")
  write_refusing_compiler("${compiler}" -mavx512ifma)
  set(configure "${CMAKE_COMMAND}" -S "${SOURCE_DIR}" -B "${tree}" ${common_options} "-DCMAKE_CXX_COMPILER=${compiler}"
                -DRINGLET_BENCH=OFF -DRINGLET_EXAMPLES=OFF -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)
  execute_process(COMMAND ${configure} RESULT_VARIABLE status ERROR_VARIABLE message)
  string(REGEX REPLACE "[ \n]+" " " message "${message}")
  if(status EQUAL 0 OR NOT message MATCHES "leaves out the backend avx512ifma: ${compiler} refuses its flags, .* -mavx512ifma"
     OR NOT message MATCHES "tests.* need all backends" OR message MATCHES "the backend (avx2|avx512dq|scalar)")
    message(FATAL_ERROR "without the flags of a backend, this is configured, or not refused: ${message}")
  endif()
  run(${configure} -DRINGLET_TESTS=OFF)
  file(READ "${tree}/compile_commands.json" commands)
  if(commands MATCHES "avx512ifma_" OR NOT commands MATCHES "avx512dq_")
    message(FATAL_ERROR "a file of avx512ifma is compiled, or no file of avx512dq")
  endif()
  compile_in("${tree}" "${SOURCE_DIR}/src/backends/tables.cpp")
  file(GLOB_RECURSE tables "${tree}/CMakeFiles/ringlet.dir/*/tables.cpp.o")
  separate_arguments(flags UNIX_COMMAND "${CXX_FLAGS}")
  run("${CXX_COMPILER}" -std=c++20 ${flags} "-I${SOURCE_DIR}/include" "-I${BUILD_TREE}/include"
      "${CMAKE_CURRENT_LIST_DIR}/left_out/main.cpp" "${tables}" "${BUILD_TREE}/libringlet.a" -o "${WORK_DIR}/program")
  run("${WORK_DIR}/program")
  execute_process(COMMAND nm -C "${WORK_DIR}/program" OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  if(symbols MATCHES "backends::avx512ifma::" OR NOT symbols MATCHES "backends::avx512dq::")
    message(FATAL_ERROR "the program has kernels of avx512ifma, or no kernels of avx512dq")
  endif()
endfunction()

# Builds and installs a part, and runs a program that uses it. The package must not have the part `missing`. The compiler
# refuses a flag of all backends but the portable one, and the linker accepts no undefined symbols.
function(use_part part tree missing)
  set(prefix "${WORK_DIR}/prefix-${part}")
  write_refusing_compiler("${WORK_DIR}/compiler" -ffp-contract=off)
  configure_and_build("${SOURCE_DIR}" "${tree}" "-DCMAKE_CXX_COMPILER=${WORK_DIR}/compiler" -DBUILD_SHARED_LIBS=ON
                      -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 -DCMAKE_SHARED_LINKER_FLAGS=-Wl,-z,defs
                      -DRINGLET_PARTS=${part})
  run("${CMAKE_COMMAND}" --install "${tree}" --prefix "${prefix}")
  configure_and_build("${CMAKE_CURRENT_LIST_DIR}/parts" "${WORK_DIR}/uses-${part}" "-DCMAKE_PREFIX_PATH=${prefix}"
                      -DPART=${part})
  run("${WORK_DIR}/uses-${part}/program")
  refuse_component(${missing} "built without the part ${missing}: RINGLET_PARTS was [a-z0-9;]*${part}")
endfunction()

file(REMOVE_RECURSE "${WORK_DIR}")
if(MODE STREQUAL subdirectory)
  unset(ENV{RINGLET_WERROR})
  run("${CMAKE_COMMAND}" -S "${consumer_source}" -B "${WORK_DIR}/subdirectory" ${common_options}
      "-DRINGLET_SOURCE_DIR=${SOURCE_DIR}" -DCMAKE_EXPORT_COMPILE_COMMANDS=ON)
  consume_in_subdirectory(consumer main.cpp libringlet.a)
  consume_in_subdirectory(large_consumer large_main.cpp libringlet_large.a libringlet.a)
  consume_in_subdirectory(hexl_consumer hexl_main.cpp compat/hexl/libhexl.a)
  consume_in_subdirectory(both_consumer both_main.cpp compat/hexl/libhexl.a libringlet.a)
  run("${CMAKE_COMMAND}" -S "${CMAKE_CURRENT_LIST_DIR}/c_consumer" -B "${WORK_DIR}/c_subdirectory" ${common_options}
      "-DRINGLET_SOURCE_DIR=${SOURCE_DIR}")
  # Nothing of Ringlet is installed into the parent's prefix.
  run("${CMAKE_COMMAND}" --install "${WORK_DIR}/subdirectory" --prefix "${WORK_DIR}/prefix_of_parent")
  file(GLOB_RECURSE installed RELATIVE "${WORK_DIR}/prefix_of_parent" "${WORK_DIR}/prefix_of_parent/*")
  if(NOT installed STREQUAL "lib/cmake/exported/exported-targets.cmake")
    message(FATAL_ERROR "a parent project that installs one file has installed ${installed}")
  endif()
elseif(MODE STREQUAL hosts)
  include("${CMAKE_CURRENT_LIST_DIR}/hosts/hosts.cmake")
  run("${CMAKE_COMMAND}" --install "${BUILD_TREE}" --prefix "${prefix}")
  miss_executors_and_mpi()
  use_seal()
  use_openfhe()
elseif(MODE STREQUAL compilers)
  configure_with_compilers()
elseif(MODE STREQUAL left_out)
  leave_out_backend()
elseif(MODE STREQUAL parts)
  use_part(multiword "${WORK_DIR}/multiword" word64)
  use_part(word32 "${WORK_DIR}/word32" word64)
  use_part(word64 "${WORK_DIR}/word64" rns)
  # Its sources are those of word64, compiled in the same way, and some more.
  use_part(rns "${WORK_DIR}/word64" multiword)
  use_part(products "${WORK_DIR}/word64" multiword)
  use_part(word128 "${WORK_DIR}/word128" word32)
  use_part(large "${WORK_DIR}/large" rns)
elseif(MODE STREQUAL refused)
  must_be_refused("does not support Windows" -DCMAKE_SYSTEM_NAME=Windows)
  must_be_refused("a 64-bit target, found pointers of 4 bytes" -DCMAKE_CXX_FLAGS=-m32)
  must_be_refused("unsigned __int128" -DCMAKE_CXX_FLAGS=-U__SIZEOF_INT128__)
  must_be_refused("RINGLET_PARTS has word16, but its parts must be of word32" -DRINGLET_PARTS=word16)
  must_be_refused("RINGLET_HEXL=ON needs the part word32, but RINGLET_PARTS is rns"
                  "-DRINGLET_PARTS=rns;-DRINGLET_HEXL=ON")
else()
  install_library()
  check_installed_files()
  check_libhexl()
  refuse_debug_client_of_hexl()
  consume_by_find_package()
  if(HAS_MPI AND MODE STREQUAL BUILD_TREE_MODE)
    consume_mpi()
  endif()
  consume_by_pkg_config(ringlet c++20 main.cpp)
  consume_by_pkg_config(ringlet c11 c_main.c)
  consume_by_pkg_config(ringlet_large c++20 large_main.cpp)
  consume_by_pkg_config(hexl c++11 hexl_main.cpp)
  if(MODE STREQUAL static)
    check_size_of_libhexl()
    consume_by_merging()
  endif()
endif()
