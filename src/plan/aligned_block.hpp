#pragma once

#include <cstddef>

namespace ringlet::plan {

/// Memory that starts on a cache line, which is also the widest vector. Large blocks lie on huge pages where the
/// operating system has some: with small ones a transform of 2^16 points waits for address translation, and how fast it
/// is depends on which lines of the second-level cache its pages happen to share.
/// Units   bytes
/// Errors  allocate_block throws std::bad_alloc
[[nodiscard]] void* allocate_block(std::size_t bytes);

/// bytes  as they were asked for; null is allowed
void release_block(void* block, std::size_t bytes) noexcept;

}  // namespace ringlet::plan
