set(CROSS_CPU riscv64)
include("${CMAKE_CURRENT_LIST_DIR}/debian.cmake")
