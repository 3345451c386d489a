# Debian's arm-none-eabi compiler for one Cortex-M core: -DNANOBINLOG_CPU=cortex-m0, cortex-m3 or cortex-m4.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR arm)
set(NANOBINLOG_CPU cortex-m3 CACHE STRING "Which core")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES NANOBINLOG_CPU)

set(CMAKE_C_COMPILER arm-none-eabi-gcc)
set(CMAKE_CXX_COMPILER arm-none-eabi-g++)
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)  # nothing links without a board

set(nanobinlog_core "-mcpu=${NANOBINLOG_CPU} -mthumb -mfloat-abi=soft")
set(CMAKE_C_FLAGS_INIT "${nanobinlog_core}")
set(CMAKE_CXX_FLAGS_INIT "${nanobinlog_core}")
set(CMAKE_ASM_FLAGS_INIT "${nanobinlog_core}")

set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
