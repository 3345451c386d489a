# The libraries where find_package() and pkg-config find them. Components: `runtime` (the shared library), `development`, `tool`.
include(CMakePackageConfigHelpers)
set(nanobinlog_package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/nanobinlog")

set_target_properties(nanobinlog PROPERTIES EXPORT_NAME nanobinlog_static)
install(TARGETS nanobinlog EXPORT nanobinlog-static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(EXPORT nanobinlog-static NAMESPACE nanobinlog:: DESTINATION ${nanobinlog_package_dir} COMPONENT development)

if(TARGET nanobinlog_shared)
  install(TARGETS nanobinlog_shared EXPORT nanobinlog-shared
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT development)
  install(EXPORT nanobinlog-shared NAMESPACE nanobinlog:: DESTINATION ${nanobinlog_package_dir} COMPONENT development)
endif()

configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/nanobinlogConfig.cmake.in"
  "${PROJECT_BINARY_DIR}/nanobinlogConfig.cmake" INSTALL_DESTINATION ${nanobinlog_package_dir})
write_basic_package_version_file("${PROJECT_BINARY_DIR}/nanobinlogConfigVersion.cmake" COMPATIBILITY SameMajorVersion)
install(FILES "${PROJECT_BINARY_DIR}/nanobinlogConfig.cmake" "${PROJECT_BINARY_DIR}/nanobinlogConfigVersion.cmake"
        DESTINATION ${nanobinlog_package_dir} COMPONENT development)

# Paths from the .pc file's own place, so that an installed tree may be moved.
file(RELATIVE_PATH nanobinlog_pc_to_prefix "/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/")
set(nanobinlog_requires "")
if(NANOBINLOG_CRC32 STREQUAL "zlib")
  set(nanobinlog_requires "zlib")
endif()
foreach(name IN ITEMS nanobinlog nanobinlog-static)
  configure_file("${CMAKE_CURRENT_LIST_DIR}/${name}.pc.in" "${PROJECT_BINARY_DIR}/${name}.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${name}.pc" DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endforeach()

if(TARGET nanobinlog-cli)
  install(FILES "${CMAKE_CURRENT_LIST_DIR}/nanobinlog.1" DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT tool)
  install(FILES "${CMAKE_CURRENT_LIST_DIR}/completion/nanobinlog.bash" RENAME nanobinlog
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT tool)
  install(FILES "${CMAKE_CURRENT_LIST_DIR}/completion/_nanobinlog"
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT tool)
endif()
