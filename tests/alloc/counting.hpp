// Counts every request for memory of this process, whoever makes it: shared libraries too.
#ifndef NANOBINLOG_TESTS_ALLOC_COUNTING_HPP
#define NANOBINLOG_TESTS_ALLOC_COUNTING_HPP

/// Requests so far: malloc, calloc, realloc, the aligned ones and, through them, operator new.
unsigned long allocation_count() noexcept;

#endif
