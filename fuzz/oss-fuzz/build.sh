#!/bin/bash -eu
# Licensed under the Apache License, Version 2.0: http://www.apache.org/licenses/LICENSE-2.0
#
# Builds all fuzz targets with their corpora into $OUT, as OSS-Fuzz calls it. CC, CXX, CFLAGS, CXXFLAGS and
# LIB_FUZZING_ENGINE select the tools, SRC and WORK the folders.

cmake -S "$SRC/googletest" -B "$WORK/googletest" -G Ninja -DCMAKE_INSTALL_PREFIX="$WORK/installed" \
  -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_BUILD_TYPE=Release
cmake --build "$WORK/googletest" --target install

# Programs run on systems without GMP, so it is linked statically.
cmake -S "$SRC/ringlet" -B "$WORK/ringlet" -G Ninja -DCMAKE_BUILD_TYPE=RelWithDebInfo \
  -DCMAKE_CXX_FLAGS_RELWITHDEBINFO="-O1 -gline-tables-only" -DCMAKE_PREFIX_PATH="$WORK/installed" \
  -DGMP_LIBRARY="$(find /usr/lib -name libgmp.a | head -n 1)" -DRINGLET_FUZZ=ON \
  -DRINGLET_FUZZING_ENGINE="$LIB_FUZZING_ENGINE" -DRINGLET_TESTS=OFF -DRINGLET_BENCH=OFF -DRINGLET_EXAMPLES=OFF \
  -DRINGLET_INSTALL=OFF
cmake --build "$WORK/ringlet" --target ringlet_fuzz

for program in "$WORK"/ringlet/fuzz/ringlet_fuzz_*; do
  [[ -x $program && -f $program ]] || continue
  name=$(basename "$program")
  cp "$program" "$OUT/"
  printf '[libfuzzer]\nmax_len = 512\nlen_control = 0\n' >"$OUT/$name.options"
  zip -q -j "$OUT/${name}_seed_corpus.zip" "$SRC/ringlet/fuzz/corpus/${name#ringlet_fuzz_}"/*
done
