# Rejects systems and compilers that cannot build Ringlet. Sets warnings and options of the project's own code, which
# users of the library do not inherit.

include(CheckCXXSymbolExists)
if(WIN32)
  message(FATAL_ERROR "Ringlet does not support Windows: it needs a POSIX system, such as Linux, macOS or FreeBSD")
elseif(NOT CMAKE_SIZEOF_VOID_P EQUAL 8)
  message(FATAL_ERROR "Ringlet needs a 64-bit target, found pointers of ${CMAKE_SIZEOF_VOID_P} bytes")
endif()
check_cxx_symbol_exists(__SIZEOF_INT128__ "cstddef" RINGLET_HAS_INT128)
if(NOT RINGLET_HAS_INT128)
  message(FATAL_ERROR "Ringlet needs a compiler with unsigned __int128, which ${CMAKE_CXX_COMPILER} lacks")
endif()

# C++ runtime, which a program that is linked without a C++ compiler must link in addition.
check_cxx_symbol_exists(_LIBCPP_VERSION "cstddef" RINGLET_HAS_LIBCXX)
set(ringlet_cxx_library stdc++)
if(RINGLET_HAS_LIBCXX)
  set(ringlet_cxx_library c++)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
  message(FATAL_ERROR "Ringlet needs g++ 12 or newer, found ${CMAKE_CXX_COMPILER_VERSION}")
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "Clang" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 16)
  message(FATAL_ERROR "Ringlet needs clang 16 or newer, found ${CMAKE_CXX_COMPILER_VERSION}")
endif()

# ringlet_enable_c(): enables C for tests and examples of the C interface; the library itself is C++ only. By default
# the C compiler is the sibling of the C++ compiler, so that both use the same sanitizers.
macro(ringlet_enable_c)
  if(NOT CMAKE_C_COMPILER AND NOT DEFINED ENV{CC})
    cmake_path(GET CMAKE_CXX_COMPILER FILENAME compiler)
    string(REPLACE "clang++" "clang" sibling "${compiler}")
    string(REPLACE "g++" "gcc" sibling "${sibling}")
    string(REGEX REPLACE "^c[+][+]" "cc" sibling "${sibling}")
    cmake_path(REPLACE_FILENAME CMAKE_CXX_COMPILER "${sibling}" OUTPUT_VARIABLE sibling)
    if(EXISTS "${sibling}" AND NOT sibling STREQUAL CMAKE_CXX_COMPILER)
      set(CMAKE_C_COMPILER "${sibling}")
    endif()
  endif()
  enable_language(C)
endmacro()

# Default: the environment's value, which CI sets. A newer compiler may warn of more, which must not stop a user.
option(RINGLET_WERROR "Treat warnings in the project's own code as errors" $ENV{RINGLET_WERROR})

function(ringlet_project_options target)
  target_compile_options(${target} PRIVATE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wcast-align
    $<$<COMPILE_LANGUAGE:CXX>:-Wold-style-cast;-Wnon-virtual-dtor>
    $<$<COMPILE_LANGUAGE:C>:-Wstrict-prototypes;-Wmissing-prototypes>
    $<$<BOOL:${RINGLET_WERROR}>:-Werror>)
  # Unique symbols would stay visible in libhexl.a, which hides all others, and prevent a library from being unloaded.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-gnu-unique>)
  endif()
  set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF C_STANDARD 11 C_STANDARD_REQUIRED ON C_EXTENSIONS OFF)
  if(RINGLET_CHECKED)
    target_compile_definitions(${target} PRIVATE RINGLET_CHECKED)
  endif()
endfunction()
