"""The projection of MQX makes every instruction that it stands for.

In the machine code of every projected kernel, each proxy instruction occurs as often, per butterfly and per element, as
the exact kernel needs the instruction that the proxy stands for. So the compiler has neither removed nor merged any. If
an existing instruction is projected, the two programs differ only in that instruction.

The counts come from `ringlet_lab_count`, which runs the exact kernels and records their instructions. The machine code
is only disassembled, so the CPU that checks need not be able to run it.

Needs a build with clang: GCC computes an invariant at each use, and moves registers differently around a proxy.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator
from operator import add
from pathlib import Path

from checks import CheckError, NotBuiltError, build_directory, functions, output

USAGE = "BUILD_DIRECTORY (a built tree with RINGLET_LAB)"

# Instructions of the machine code (a pattern of mnemonic and operands), and what they stand for in the exact kernel.
PROXIES = {
    "avx512": {
        "multiply": (r"^vpmullq\b", ("multiply_widening", "multiply_high", "mul_low")),
        "add": (r"^vpaddq\b.*\{z\}", ("add_carry",)),
        "subtract": (r"^vpsubq\b.*\{z\}", ("sub_borrow",)),
        "predicated": (r"^vpaddq\b.*\{%k\d\}$", ("add_carry_if",)),
    },
    "avx2": {
        "multiply": (r"^vpmulld\b", ("multiply_widening", "multiply_high")),
        "add": (r"^vpaddd\b", ("add_carry", "add_carry_if")),
        "subtract": (r"^vpsubd\b", ("sub_borrow",)),
    },
}
OBJECTS = [("avx512", "papers"), ("avx512", "shoup"), ("avx512", "rows"), ("avx2", "papers")]
NAMES_IN_CODE = {"avx512": "isa::Avx512,", "avx2": "isa::Avx2,"}
# Objects of an existing instruction and of its proxy: instruction, replacement, and instructions that guard a mask.
PAIRS = [
    ("pisa_avx2", "pisa_avx2_multiply", "vpmuludq", "vpmulld"),
    ("pisa_avx512", "pisa_avx512_add", "vpaddq{k}", "vpaddq", "kmovb"),
    ("pisa_avx512", "pisa_avx512_subtract", "vpsubq{k}", "vpsubq", "kmovb"),
]
# Encodings of no operation, which align loops.
PADDING = r"nop|data16$|cs$|xchg$"
# Greatest number of times that a loop is unrolled.
MOST_COPIES = 16


def proxies_of(path: Path, proxies) -> dict[str, Counter[str]]:
    """Counts the proxies in each function."""
    patterns = [(name, re.compile(pattern)) for name, (pattern, _) in proxies.items()]
    found = {}
    for number, (function, _, lines) in enumerate(functions(path)):
        instructions = [line.split("\t")[-1] for line in lines]
        found[f"{function} @{number}"] = Counter(
            {name: sum(1 for each in instructions if pattern.search(each)) for name, pattern in patterns}
        )
    return found


def short(function):
    return function.replace("ringlet::", "").split(">(")[0][:300]


def is_exact(found, parts, before):
    """Returns whether the counts are those of each part some number of times, plus the instructions before their loops,
    and would not be so with one instruction less."""
    names = sorted(found)
    possible = {tuple(before[name] for name in names)}
    for part in parts:
        copies = [[t * part[name] for name in names] for t in range(1, MOST_COPIES + 1)]
        possible = {tuple(map(add, counts, copy)) for counts in possible for copy in copies}
    fewer = (tuple(found[name] - (name == missing) for name in names) for missing in names)
    return tuple(found[name] for name in names) in possible and possible.isdisjoint(fewer)


def is_proposed(proxy, function):
    """Returns whether the proxy stands for a proposed instruction here. In other functions, the compiler itself may
    choose the same instruction for low products, and for masks of additions, of the base."""
    if proxy == "multiply":
        return "PlusC>" not in function
    if proxy == "predicated":
        return "PlusMCP>" in function and "Karatsuba" not in function
    return True


def miscounts(isa: str, method: str, code: dict[str, Counter[str]], kernels) -> tuple[int, list[str]]:
    """Returns the number of checked functions, and complaints about them."""
    proxies = PROXIES[isa]
    checked = set()
    wrong = []
    for line in kernels:
        if line["method"] != method or NAMES_IN_CODE[isa] not in line["function"]:
            continue
        names = [name for name in proxies if is_proposed(name, line["function"])]
        counts = [
            {name: sum(c[o] for o in proxies[name][1]) for name in names} for c in (*line["parts"], line["invariant"])
        ]
        *parts, invariant = counts
        # The compiler computes an invariant once before each loop.
        before = {name: n * line["loops"] * len(parts) for name, n in invariant.items()}
        meant = list(filter(re.compile(line["function"]).search, code))
        checked.update(meant)
        for function in meant:
            found = {name: code[function][name] for name in names}
            if not is_exact(found, parts, before):
                wrong.append(f"{short(function)}\n  has {found}, not made of {parts} and {before}")
        if not meant:
            wrong.append(f"no function is called {line['function']}")
    for function, found in code.items():
        if function not in checked and any(found[name] for name in proxies if is_proposed(name, function)):
            wrong.append(f"{short(function)} has {dict(found)} and was not checked")
    return len(checked), wrong


def mnemonics(build: Path, name: str) -> Counter[str]:
    """Counts the mnemonics of an object, each with whether a mask guards it."""
    found: Counter[str] = Counter()
    for _, _, lines in functions(build / f"lab/CMakeFiles/ringlet_lab_{name}.dir/backends/pisa.cpp.o"):
        for line in lines:
            mnemonic = line.split("\t")[-1].split()[0]
            if not re.match(PADDING, mnemonic):
                found[mnemonic + ("{k}" if "{%k" in line else "")] += 1
    return found


def differences(build: Path) -> Iterator[str]:
    """Yields pairs of objects that differ in more than the instruction and the guards of its mask, or not at all."""
    for target, proxy, instruction, replacement, *guard in PAIRS:
        expected, found = mnemonics(build, target), mnemonics(build, proxy)
        replaced = expected.pop(instruction, 0)
        for name in (replacement, *guard):
            expected[name] += replaced
        if replaced == 0 or expected != found:
            others = {m: (expected[m], found[m]) for m in expected | found if expected[m] != found[m]}
            yield f"{proxy} is not {target} with {replacement} for {instruction}: {others}"


def check(*arguments: str) -> str:
    build = build_directory(arguments)
    kernels = [json.loads(line) for line in output(build / "lab/ringlet_lab_count").splitlines()]
    count = 0
    wrong = []
    for isa, method in OBJECTS:
        objects = list(build.glob(f"lab/CMakeFiles/ringlet_lab_projected_{isa}_{method}.dir/backends/*.o"))
        if len(objects) != 1:
            raise NotBuiltError(f"no projected kernels for {isa}, {method}, in {build}: build them first")
        checked, found = miscounts(isa, method, proxies_of(objects[0], PROXIES[isa]), kernels)
        count += checked
        wrong += found
    wrong += differences(build)
    if wrong:
        raise CheckError(*wrong)
    return f"{count} projected functions make every instruction that they stand for"
