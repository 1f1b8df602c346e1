// SPDX-License-Identifier: Apache-2.0
#pragma once

#if defined(_WIN32) || !defined(__SIZEOF_INT128__) || __SIZEOF_POINTER__ != 8
#error "Ringlet needs a 64-bit target other than Windows, and unsigned __int128: g++ >= 12 or clang >= 16"
#endif

/// RINGLET_API marks what the library exports. Everything else has hidden visibility.
#define RINGLET_API __attribute__((visibility("default")))

/// RINGLET_FOR_LARGE marks symbols that libringlet exports only for libringlet_large of the same version. They are no
/// interface.
#define RINGLET_FOR_LARGE RINGLET_API
