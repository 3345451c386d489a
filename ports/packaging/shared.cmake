# The shared library: the C interface compiled once more, this time to be exported, over the objects of the static one.
option(NANOBINLOG_BUILD_SHARED "Build the shared library as well" ${PROJECT_IS_TOP_LEVEL})

if(NANOBINLOG_BUILD_SHARED AND NOT CMAKE_SYSTEM_NAME STREQUAL "Generic")
  file(GLOB nanobinlog_capi_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/capi/*.cpp")
  add_library(nanobinlog_shared SHARED ${nanobinlog_capi_sources})
  add_library(nanobinlog::nanobinlog_shared ALIAS nanobinlog_shared)
  set(nanobinlog_exports "${CMAKE_CURRENT_LIST_DIR}/exports.map")
  target_compile_features(nanobinlog_shared PRIVATE cxx_std_17)
  target_compile_definitions(nanobinlog_shared PRIVATE NBL_BUILD_SHARED)
  target_compile_options(nanobinlog_shared PRIVATE $<TARGET_PROPERTY:nanobinlog,COMPILE_OPTIONS>)
  target_include_directories(nanobinlog_shared
    PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>
    PRIVATE ${PROJECT_SOURCE_DIR}/src)
  # Linked as C: no C++ runtime is needed, and --as-needed drops what CMake puts there for C++ sources. A sanitizer's runtime comes
  # with the language that was compiled, and with the program.
  target_link_options(nanobinlog_shared PRIVATE -Wl,--as-needed -Wl,--gc-sections "-Wl,--version-script=${nanobinlog_exports}")
  if(CMAKE_CXX_FLAGS MATCHES "-fsanitize")
    set_target_properties(nanobinlog_shared PROPERTIES LINKER_LANGUAGE CXX)
  else()
    set_target_properties(nanobinlog_shared PROPERTIES LINKER_LANGUAGE C)
    target_link_options(nanobinlog_shared PRIVATE -Wl,--no-undefined)
  endif()
  target_link_libraries(nanobinlog_shared PRIVATE $<BUILD_INTERFACE:nanobinlog> $<BUILD_INTERFACE:nanobinlog_warnings>)
  # SOVERSION is NBL_ABI_VERSION of nanobinlog.h.
  set_target_properties(nanobinlog_shared PROPERTIES
    OUTPUT_NAME nanobinlog
    EXPORT_NAME nanobinlog_shared
    SOVERSION 1
    VERSION 1.${PROJECT_VERSION}
    LINK_DEPENDS "${nanobinlog_exports}"
    CXX_EXTENSIONS OFF)
endif()
