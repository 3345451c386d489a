// Integers out of unaligned bytes. They live beside the public headers because cells are read inline there.
#ifndef NBL_BASE_LOAD_HPP
#define NBL_BASE_LOAD_HPP

#include "nanobinlog/detail/load.hpp"

#endif
