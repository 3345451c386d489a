// Tables of the single-byte character sets.
#ifndef NBL_TEXT_CHARSET_TABLES_HPP
#define NBL_TEXT_CHARSET_TABLES_HPP

#include "base/load.hpp"
#include "nanobinlog/text.hpp"

namespace nbl {

/// Code points of the bytes 0x80 to 0xff, 0 where a byte has none; null where `charset` is not such a set.
/// latin1 is not among them (it is always there), nor is swe7, which has seven bits of its own.
[[nodiscard]] const u16* charset_upper_half(Charset charset) noexcept;

}  // namespace nbl

#endif
