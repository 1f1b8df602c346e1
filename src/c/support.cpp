#include "c/support.hpp"

#include <cstring>
#include <new>

#include "memory/out_of_memory.hpp"
#include "ringlet/version.hpp"

namespace ringlet::c {
namespace {

// Has a fixed size, so that running out of memory can be reported without allocating.
thread_local char last_error[512];

ringlet_status fail(ringlet_status status, const char* message) noexcept {
  const std::size_t length = std::min(std::strlen(message), sizeof last_error - 1);
  std::memcpy(last_error, message, length);
  last_error[length] = '\0';
  return status;
}

}  // namespace

ringlet_status status_of_exception() noexcept {
  try {
    throw;
  } catch (const NullPointer& error) {
    return fail(RINGLET_NULL_POINTER, error.what());
  } catch (const std::invalid_argument& error) {
    return fail(RINGLET_INVALID_ARGUMENT, error.what());
  } catch (const std::out_of_range& error) {
    return fail(RINGLET_OUT_OF_RANGE, error.what());
  } catch (const memory::OutOfMemory& error) {
    return fail(RINGLET_OUT_OF_MEMORY, error.what());
  } catch (const std::bad_alloc&) {
    return fail(RINGLET_OUT_OF_MEMORY, ringlet_status_message(RINGLET_OUT_OF_MEMORY));
  } catch (const std::exception& error) {
    return fail(RINGLET_INTERNAL_ERROR, error.what());
  } catch (...) {
    return fail(RINGLET_INTERNAL_ERROR, "an unknown exception");
  }
}

}  // namespace ringlet::c

const char* ringlet_status_message(ringlet_status status) {
  switch (status) {
    case RINGLET_OK:
      return "success";
    case RINGLET_NULL_POINTER:
      return "a pointer is null";
    case RINGLET_INVALID_ARGUMENT:
      return "an argument breaks its rule";
    case RINGLET_OUT_OF_RANGE:
      return "a scalar lies outside its range";
    case RINGLET_OUT_OF_MEMORY:
      return "memory is exhausted";
    case RINGLET_INTERNAL_ERROR:
      return "an error of the library itself";
  }
  return "an unknown status";
}

const char* ringlet_last_error_message(void) { return ringlet::c::last_error; }

size_t ringlet_held_bytes(void) { return ringlet::memory::held_bytes(); }

const char* ringlet_version(void) { return RINGLET_VERSION; }
