# The core: every room under src/, without heap, exceptions or run-time types.
file(GLOB nanobinlog_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/*/*.cpp")

add_library(nanobinlog STATIC ${nanobinlog_sources})
add_library(nanobinlog::nanobinlog ALIAS nanobinlog)
# C++ callers need C++17 for the headers. A project that knows no C++ at all cannot be asked about its C++ compiler.
if(PROJECT_IS_TOP_LEVEL OR CXX IN_LIST nanobinlog_languages_before)
  target_compile_features(nanobinlog PUBLIC cxx_std_17)
else()
  target_compile_features(nanobinlog PRIVATE cxx_std_17)
endif()
target_include_directories(nanobinlog
  PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
  PRIVATE ${PROJECT_SOURCE_DIR}/src)
target_compile_options(nanobinlog PRIVATE
  -fno-exceptions -fno-rtti -fvisibility=hidden -fvisibility-inlines-hidden
  -ffunction-sections -fdata-sections -fno-threadsafe-statics -fno-asynchronous-unwind-tables
  $<$<CONFIG:Release>:-O2>)
target_link_libraries(nanobinlog PRIVATE $<BUILD_INTERFACE:nanobinlog_warnings>)
set_target_properties(nanobinlog PROPERTIES
  CXX_EXTENSIONS OFF
  POSITION_INDEPENDENT_CODE ON
  EXPORT_NAME nanobinlog)

if(NANOBINLOG_CRC32 STREQUAL "zlib")
  find_package(ZLIB REQUIRED)
  target_compile_definitions(nanobinlog PRIVATE NBL_CRC32_ZLIB)
  target_link_libraries(nanobinlog PUBLIC ZLIB::ZLIB)
elseif(NOT NANOBINLOG_CRC32 STREQUAL "builtin")
  message(FATAL_ERROR "NANOBINLOG_CRC32 is builtin or zlib, not ${NANOBINLOG_CRC32}")
endif()
