# Zig's C++ compiler for ZIG_TARGET, which scripts/test cross installs. It compiles and never links, not even for CMake's
# own checks: before it links for a target, Zig makes that target's C++ library, which takes more than a minute.
set(CMAKE_CXX_COMPILER "${CMAKE_CURRENT_LIST_DIR}/../../build/zig-venv/bin/python-zig" c++ -target ${ZIG_TARGET} -c)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
