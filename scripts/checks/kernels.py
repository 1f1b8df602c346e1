"""The backends in two build directories have the same machine code, so that a change need not be timed.

Functions are compared by their instructions and the constants that these load, not by names and addresses, and for each
instruction set as a whole, so that kernels may move between objects.
"""

import re
from collections import Counter
from pathlib import Path

from checks import CheckError, NotBuiltError, UsageError, functions, output

USAGE = "BUILD_DIRECTORY OTHER_BUILD_DIRECTORY"
BACKENDS = ("scalar", "avx2", "avx512dq", "avx512ifma")


def constants(path: Path) -> dict[str, bytes]:
    """Returns the sections of constants that instructions load, by name."""
    sections: dict[str, bytearray] = {}
    name = ""
    for line in output("objdump", "-s", path).splitlines():
        if line.startswith("Contents of section "):
            name = line.split()[3].rstrip(":")
            sections[name] = bytearray()
        elif name.startswith(".rodata") and line.startswith(" "):
            sections[name] += bytes.fromhex("".join(re.findall(r"[0-9a-f]+", line[1:].split("  ")[0])[1:]))
    return {name: bytes(content) for name, content in sections.items()}


def relocated(text: str, sections: dict[str, bytes]) -> str:
    """Replaces a relocation by the constant that it refers to, if that is in a section of constants of one size."""
    match = re.search(r"(\.rodata\.cst(\d+))([+-]0x[0-9a-f]+)?$", text)
    if not match:
        return "address"
    offset = int(match[3] or "0", 16) + 4
    return sections[match[1]][offset : offset + int(match[2])].hex()


def code_of(path: Path) -> list[tuple[str, str]]:
    """Returns name and instructions of each function of an object."""
    sections = constants(path)
    result: list[tuple[str, str]] = []
    for name, start, lines in functions(path, "-r"):
        body = ""
        for line in lines:
            text = line.split("\t")[-1]
            if "R_X86_64" in line:
                code = relocated(text.strip(), sections)
            else:
                code = re.sub(r"\s*(#|<).*$", "", text).strip()
                code = re.sub(r"-?0x[0-9a-f]+(?=\(%rip\))", "address", code)
                if re.fullmatch(r"(xchg +%ax,%ax|(data16 |cs )*nop[wl]?.*)", code):
                    continue
                if jump := re.match(r"(j\w+|call)( +)([0-9a-f]+)$", code):
                    inside = jump[1] != "call"
                    code = f"{jump[1]} {int(jump[3], 16) - start:x}" if inside else "call"
            body += code + "\n"
        result.append((name, body))
    return result


def backend_functions(build: str, backend: str) -> list[tuple[str, str]]:
    folder = Path(build) / "CMakeFiles/ringlet.dir/src/backends"
    paths = sorted([*folder.glob(f"{backend}.cpp.o"), *folder.glob(f"{backend}_*.o")])
    if not paths:
        raise NotBuiltError(f"{folder} has no object of {backend}: build the library first")
    return [function for path in paths for function in code_of(path)]


def check(*arguments: str) -> str:
    if len(arguments) != 2:
        raise UsageError
    total = 0
    others = []
    for backend in BACKENDS:
        both = [backend_functions(build, backend) for build in arguments]
        counts = [Counter(body for _, body in found) for found in both]
        common = (counts[0] & counts[1]).total()
        total += common
        print(f"{backend}: {common} functions are the same, {len(both[0]) - common} and {len(both[1]) - common} differ")
        for build, found, only in zip(arguments, both, (counts[0] - counts[1], counts[1] - counts[0]), strict=True):
            for name, body in found:
                if only[body] > 0:
                    only[body] -= 1
                    others.append(f"only in {build}, {body.count(chr(10))} lines: {name}")
    if others:
        raise CheckError(*others)
    return f"all {total} functions are the same"
