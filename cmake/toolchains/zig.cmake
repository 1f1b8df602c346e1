# Zig's C++ compiler for ZIG_TARGET, which `scripts/test cross` installs. It only compiles, even for CMake's own checks:
# before Zig links for a target, it builds the target's C++ library, which takes more than a minute.
set(CMAKE_CXX_COMPILER "${CMAKE_CURRENT_LIST_DIR}/../../build/zig-venv/bin/python-zig" c++ -target ${ZIG_TARGET} -c)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
