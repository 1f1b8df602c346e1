# Clang in place of Debian's cross compiler, which it takes the C++ library, the linker and the start-up files from.
include("${CMAKE_CURRENT_LIST_DIR}/aarch64-linux-gnu.cmake")
set(CMAKE_C_COMPILER clang-19)
set(CMAKE_CXX_COMPILER clang++-19)
set(CMAKE_C_COMPILER_TARGET aarch64-linux-gnu)
set(CMAKE_CXX_COMPILER_TARGET aarch64-linux-gnu)
