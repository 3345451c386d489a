# Where the parts go. Packaging builds on these rules.
install(TARGETS nanobinlog ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/nanobinlog" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        COMPONENT development FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
if(TARGET nanobinlog-cli)
  install(TARGETS nanobinlog-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tool)
endif()
