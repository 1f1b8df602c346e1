"""No instruction of a kernel lets the value of a lane decide where the program goes or how long it takes.

The machine code of the objects of src/backends has none of these instructions:

  gather, scatter       have addresses in lanes
  compress, expand      move as much as a mask selects
  division, square root take a time that depends on the operands, of integers and of doubles
  other doubles         than sums, products and multiply-adds (docs/bounds/doubles.md, section 10.9)
  flags                 from vectors or masks (ptest, vtestpd, comisd, kortest, ktest), which a jump could read
  general registers     from vectors or masks (movq, pextrq, movmskpd, kmov, cvtsd2si), which addresses may use, too

except those of ALLOWED, which see the modulus or a shape and no value. Comparisons into masks and blends by them are no
leaks. So the jumps and addresses of vector kernels depend on nothing that was in a vector. tests/data_independence
steps through the kernels, and covers their loads into general registers and all of the scalar kernels.

Needs a build with clang: other compilers keep constants of the modulus in other registers.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from checks import ROOT, CheckError, NotBuiltError, UsageError, functions

USAGE = "BUILD_DIRECTORY | OBJECT..."


class Leak(NamedTuple):
    """Kind of instruction that shows a value, by its mnemonic and operands (AT&T: the last one is the result)."""

    name: str
    instruction: re.Pattern[str]


class Allowed(NamedTuple):
    """Exception for a leak's instructions that see no value: patterns of objects, instructions and functions."""

    leak: str
    objects: str
    instruction: str
    function: str
    reason: str


GENERAL = r"%(?:r[a-z0-9]+|e[a-z]{2})$"
# Permitted instructions on doubles: arithmetic, conversions of integers, and moves of bits.
DOUBLES = (
    r"add|sub|mul|fn?m(add|sub)\d+|hadd|hsub|cvtu?(?:si|dq|qq)2"
    r"|mov|broadcast|blend|unpck|perm|shuf|and|or|xor|insert|extract"
)
LEAKS = [
    Leak("gather or scatter", re.compile(r"^v?p?(gather|scatter)")),
    Leak("compress or expand", re.compile(r"^vp?(compress|expand)")),
    Leak("division or square root", re.compile(r"^v?(i?div|r?sqrt|rcp|fdiv|fidiv|fsqrt)")),
    Leak("other arithmetic of doubles", re.compile(rf"^v(?!{DOUBLES}|div|sqrt)[a-oq-z][a-z0-9]*[ps][sdh] ")),
    Leak("flags of a vector", re.compile(r"^(v?ptest|vtestp[sd]|v?u?comis[sdh]|k(or)?test[bwdq]) ")),
    Leak("a general register of a vector", re.compile(r"^(v?movmsk|v?pmovmsk|v?cvtt?s[sd]2u?si)")),
    Leak("a general register of a vector", re.compile(rf"^(v?pextr[bwdq]|v?extractps) .*,{GENERAL}")),
    Leak("a general register of a vector", re.compile(rf"^v?mov[dq] +%[xyz]mm\d+,{GENERAL}")),
    Leak("a general register of a mask", re.compile(rf"^kmov[bwdq] +%k\d,{GENERAL}")),
]

ALLOWED = [
    Allowed("division or square root", r"_(fma53|wide32)$", r"^vdivsd ", "", "1 / q, once a call"),
    Allowed(
        "division or square root",
        r"^(avx2_fma_limbs|avx512ifma_(full52x2|radix52x[23]))$",
        r"^div ",
        "",
        "quotients of limbs of q, once a call, and numbers of blocks",
    ),
    Allowed(
        "division or square root",
        r"",
        r"^div ",
        r"Eltwise<.*>::axpy\(",
        "the Shoup quotient of the one scalar, once a call (docs/security.md)",
    ),
    Allowed(
        "gather or scatter",
        r"^avx512\w+_rns$",
        r"^vpscatterdq ",
        r"automorphism_on_evaluations",
        "places that follow from the exponent",
    ),
    Allowed(
        "compress or expand",
        r"^avx512ifma_multiword$",
        r"^vpexpandq .*\(.*\{%k\d\}\{z\}$",
        "",
        "loads of as many words as a number has",
    ),
    Allowed(
        "a general register of a vector",
        r"^avx512ifma_radix52x[23]$",
        r"^vmovd ",
        r"Eltwise",
        "shifts that follow from the width of q",
    ),
    Allowed(
        "a general register of a vector",
        r"^avx512ifma_multiword$",
        r"^(vmovq|vpextrq) ",
        r"MultiwordEltwise.*::(mul|mul_scalar|inner_product)\(",
        "limbs of q, from which constants are made",
    ),
    Allowed(
        "a general register of a vector",
        r"^avx",
        r"^(vmov[dq]|vpextr[dq]) ",
        r"Columns<.*>::(forward|inverse)_pass<",
        "places of rows, which follow from the shape of the matrix",
    ),
]


def instructions(path: Path) -> Iterator[tuple[str, str]]:
    """Yields function and instruction for each instruction of an object."""
    code = re.compile(r" *[0-9a-f]+:\t(?:(?:lock|bnd|notrack|rep\w*|data16|\{\w+\}) +)*(.*?) *(?:[#<].*)?")
    for function, _, lines in functions(path):
        for found in filter(None, map(code.fullmatch, lines)):
            yield function, found[1]


def is_allowed(leak: str, name: str, instruction: str, function: str) -> bool:
    return any(
        leak == e.leak
        and re.search(e.objects, name)
        and re.search(e.instruction, instruction)
        and re.search(e.function, function)
        for e in ALLOWED
    )


def leaks_of(path: Path) -> tuple[int, list[str]]:
    """Returns the number of instructions, and complaints about some."""
    name = path.name.removesuffix(".o").removesuffix(".cpp")
    seen = 0
    leaks = []
    for function, instruction in instructions(path):
        seen += 1
        for leak in LEAKS:
            if leak.instruction.search(instruction) and not is_allowed(leak.name, name, instruction, function):
                leaks.append(f"{path.name}: {leak.name}: {instruction}\n  in {function}")
    return seen, leaks


def check(*arguments: str) -> str:
    if not arguments:
        raise UsageError
    objects = [Path(argument) for argument in arguments]
    if objects[0].is_dir():
        sources = sorted((ROOT / "src/backends").glob("[!n]*_*.cpp"))  # without NEON
        objects = [objects[0] / "CMakeFiles/ringlet.dir/src/backends" / f"{source.name}.o" for source in sources]
    if missing := [str(path) for path in objects if not path.is_file()]:
        raise NotBuiltError(f"build it first: {', '.join(missing)}")
    results = [leaks_of(path) for path in objects]
    seen = sum(count for count, _ in results)
    leaks = [leak for _, found in results for leak in found]
    if seen == 0 or leaks:
        raise CheckError(*leaks, f"{len(leaks)} leaks in {seen} instructions")
    return f"none of {seen} instructions in {len(objects)} objects shows a lane"
