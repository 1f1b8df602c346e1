set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_SYSTEM_PROCESSOR arm64)
# CMake requires this tool, but calls it only to install.
set(CMAKE_INSTALL_NAME_TOOL install_name_tool)
set(ZIG_TARGET aarch64-macos)
include("${CMAKE_CURRENT_LIST_DIR}/zig.cmake")
