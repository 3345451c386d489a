// Reading one value. It lives beside the public headers because cells are read inline there.
#ifndef NBL_VALUE_READ_HPP
#define NBL_VALUE_READ_HPP

#include "nanobinlog/detail/read_value.hpp"

#endif
