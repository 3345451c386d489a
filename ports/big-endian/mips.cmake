# 32-bit big-endian: MIPS with Linux. Its tests run under qemu-user.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR mips)
set(CMAKE_C_COMPILER mips-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER mips-linux-gnu-g++)

# Debian's cross packages put their headers and libraries below /usr/mips-linux-gnu.
# NBL_TARGET_ROOT holds what else was built for it.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES NBL_TARGET_ROOT)
set(CMAKE_FIND_ROOT_PATH ${NBL_TARGET_ROOT} /usr/mips-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-mips -L /usr/mips-linux-gnu)
