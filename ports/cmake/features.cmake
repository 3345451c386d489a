# Leaving parts out of firmware. No option changes a public type: what is left out is missing when a program links.
option(NANOBINLOG_CRC32_SMALL "The portable CRC32 takes 64 bytes of constants instead of 8 KiB, and longer" OFF)
option(NANOBINLOG_TEXT "Text formatting (nanobinlog/text.hpp) and the sentences of code_text()" ON)
option(NANOBINLOG_JSON "Reading binary JSON (nanobinlog/json.hpp)" ON)
option(NANOBINLOG_VALUES "Every value is checked when its row is, and can be read" ON)

if(NANOBINLOG_CRC32_SMALL)
  target_compile_definitions(nanobinlog PRIVATE NBL_CRC32_SMALL)
endif()
if(NOT NANOBINLOG_TEXT)
  get_target_property(nanobinlog_kept nanobinlog SOURCES)
  list(FILTER nanobinlog_kept EXCLUDE REGEX "/src/text/|/src/base/status_text\\.cpp$")
  set_target_properties(nanobinlog PROPERTIES SOURCES "${nanobinlog_kept}")
endif()
# Without it the length of a JSON column's value is checked and its content is not: cells then give opaque bytes.
if(NOT NANOBINLOG_JSON)
  target_compile_definitions(nanobinlog PRIVATE NBL_NO_JSON)
endif()
# Without it row images are walked by their widths and lengths alone: transactions, tables and counts are whole, cells are not to be read.
if(NOT NANOBINLOG_VALUES)
  target_compile_definitions(nanobinlog PRIVATE NBL_NO_VALUES NBL_NO_JSON)
endif()
# Firmware is linked to its place in flash; a table of addresses in RAM would be waste there.
if(CMAKE_SYSTEM_NAME STREQUAL "Generic")
  set_target_properties(nanobinlog PROPERTIES POSITION_INDEPENDENT_CODE OFF)
endif()
