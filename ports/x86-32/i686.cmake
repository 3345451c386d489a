# 32-bit x86 with Linux. Its programs run on a 64-bit x86 machine as they are.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_C_COMPILER i686-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER i686-linux-gnu-g++)

# Debian's cross packages put their headers and libraries below /usr/i686-linux-gnu.
# NBL_TARGET_ROOT holds what else was built for it.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES NBL_TARGET_ROOT)
set(CMAKE_FIND_ROOT_PATH ${NBL_TARGET_ROOT} /usr/i686-linux-gnu)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
# Debian's cross C library and its loader are not where the system looks for them.
set(CMAKE_EXE_LINKER_FLAGS_INIT
  "-Wl,--dynamic-linker=/usr/i686-linux-gnu/lib/ld-linux.so.2 -Wl,-rpath,/usr/i686-linux-gnu/lib")
