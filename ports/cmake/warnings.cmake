# Warnings for every target of this project, and never for one of another project that takes us in.
add_library(nanobinlog_warnings INTERFACE)
target_compile_options(nanobinlog_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion
  $<$<BOOL:${NANOBINLOG_WERROR}>:-Werror>)
