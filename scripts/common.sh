# shellcheck shell=bash
# What shell scripts share, which source it from the root of the tree. A script's usage is its comment from "# Usage" on.
name=$(basename "$0")
script=scripts/$name
[[ -f $script ]] || script=scripts/tests/$name

usage() { sed -n '/^# Usage/,/^[^#]/{/^#/s/^# //p}' "$script"; }
fail() { echo "$name: $1" >&2; exit 1; }
# refuse [MESSAGE]: what the script was given.
refuse() {
  [[ $# -eq 0 ]] || echo "$name: $1" >&2
  usage >&2
  exit 2
}

default_compiler() { command -v clang++-19 || command -v g++ || fail "there is neither clang++-19 nor g++"; }
pip() { "$1/bin/python" -m pip --quiet --disable-pip-version-check "${@:2}"; }

# Writes programs anew in one piece, for those that are timed. The linker writes page by page, so that a program that it
# has just written lies in single pages all over the memory; some places cost 20 % of the speed, rarely two thirds.
rewrite_programs() {
  local program
  for program in "$@"; do
    cp --preserve "$program" "$program.copy"
    mv "$program.copy" "$program"
  done
}
