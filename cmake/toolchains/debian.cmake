# Debian's cross compiler for CROSS_CPU, with the libraries of that architecture (multiarch). Programs run in QEMU.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${CROSS_CPU})
set(CMAKE_C_COMPILER ${CROSS_CPU}-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER ${CROSS_CPU}-linux-gnu-g++)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-${CROSS_CPU};-L;/usr/${CROSS_CPU}-linux-gnu)
set(CMAKE_LIBRARY_ARCHITECTURE ${CROSS_CPU}-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_IGNORE_PREFIX_PATH /usr/local)
