// Version, and the names of numbers.
#include "capi/handle.hpp"

const char* nbl_version(void) { return NBL_VERSION_STRING; }
uint32_t nbl_abi_version(void) { return NBL_ABI_VERSION; }

const char* nbl_code_name(nbl_code code) {
  if (code == NBL_END) return "end";
  return nbl::code_name(code <= 0xffff ? static_cast<nbl::Code>(code) : static_cast<nbl::Code>(0xffff));
}

const char* nbl_code_text(nbl_code code) {
  if (code == NBL_END)
    return "There is nothing more to give here, or this log does not carry it. This is no error.";
  return nbl::code_text(code <= 0xffff ? static_cast<nbl::Code>(code) : static_cast<nbl::Code>(0xffff));
}

const char* nbl_event_type_name(uint32_t event_type) {
  return nbl::event_type_name(event_type <= 0xff ? static_cast<nbl::EventType>(event_type)
                                                 : nbl::EventType::unknown);
}
