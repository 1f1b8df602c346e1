// SPDX-License-Identifier: Apache-2.0
#pragma once

/// RINGLET_API marks what the library exports; everything else has hidden visibility.
#if defined(__GNUC__) || defined(__clang__)
#define RINGLET_API __attribute__((visibility("default")))
#else
#error "Ringlet needs g++ >= 12 or clang >= 16: it relies on unsigned __int128"
#endif
