// The log, as it lies in flash.
  .section .rodata.log, "a"
  .balign 4
  .global nbl_log_start
  .global nbl_log_end
nbl_log_start:
  .incbin NBL_LOG
nbl_log_end:
