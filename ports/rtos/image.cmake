# Part of ports/cortex-m: the image of the task, for the board that is set up there.
add_log_image(rtos "${CMAKE_CURRENT_LIST_DIR}/main.cpp" "${NANOBINLOG_LOG}" "${CMAKE_CURRENT_LIST_DIR}/decoder_task.cpp")
