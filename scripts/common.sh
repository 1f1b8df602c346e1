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
