# Where the parts go. Packaging builds on these rules.
include(ports/packaging/install.cmake)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/nanobinlog" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
        COMPONENT development FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
if(TARGET nanobinlog-cli)
  install(TARGETS nanobinlog-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tool)
endif()
