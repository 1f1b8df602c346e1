#pragma once

/// Lists the widths in bits of multiword numbers: calls X(width, ...) for each.
#define RINGLET_FOR_EACH_WIDTH(X, ...) \
  X(192 __VA_OPT__(, ) __VA_ARGS__)    \
  X(256 __VA_OPT__(, ) __VA_ARGS__)    \
  X(320 __VA_OPT__(, ) __VA_ARGS__)    \
  X(384 __VA_OPT__(, ) __VA_ARGS__)    \
  X(512 __VA_OPT__(, ) __VA_ARGS__)

/// Instantiates a class template, named "class X", for numbers of this width. An argument for the list above.
#define RINGLET_INSTANTIATE_WIDTH(width, Template) template Template<::ringlet::UInt<width>>;
