"""No function of an instruction set is shared with other code, and the libraries hold nothing that only others use.

A function that is compiled with an instruction set's flags must not end up in other code. Each object of
src/backends/<instruction set>_<family>.cpp may define one visible symbol, its kernels (plain data), and so may those of
lab/methods/papers_<instruction set>.cpp and tests/arith/on_<instruction set>.cpp; everything else must be local to it.
A weak symbol, which the linker merges across files, would be an inline function that might reach an older CPU.

A library holds only what it needs itself. It has nothing of the laboratory, and everything that it defines but does not
export is used by something in it. Otherwise only a benchmark, a test or the laboratory would use it; it belongs there.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from checks import ROOT, CheckError, NotBuiltError, build_directory, output

USAGE = "BUILD_DIRECTORY (a configured and built tree)"


def objects(build: Path) -> Iterator[tuple[Path, str]]:
    """Yields objects of one instruction set each, with a pattern of the one symbol of each.

    All objects of the library, and those of the programs that the build has made.
    """
    for source in sorted((ROOT / "src/backends").glob("*_*.cpp")):
        isa, family = source.stem.split("_", 1)
        path = build / f"CMakeFiles/ringlet.dir/src/backends/{source.name}.o"
        yield path, f"ringlet::backends::{isa}::{family}"
    for path in sorted((build / "lab/methods/CMakeFiles/ringlet_lab_methods.dir").glob("papers_*.o")):
        yield path, f"ringlet::lab::{path.name.partition('.')[0]}"
    for path in sorted((build / "tests/CMakeFiles/ringlet_arith_test.dir/arith").glob("on_*.o")):
        yield path, f"ringlet_test::(multiword_)?arithmetics_{path.name.partition('.')[0]}"


def what_is_shared(path: Path, data: str) -> Iterator[str]:
    """Yields complaints about symbols of an object that the linker sees, except its data."""
    if not path.is_file():
        raise NotBuiltError(f"{path} does not exist: build it first")
    # Upper-case letters are visible to the linker; w, v and u are weak or unique.
    visible = re.findall(r"^[0-9a-f]+ ([A-Zwvu] .*)$", output("nm", "-C", "--defined-only", path), re.MULTILINE)
    others = [symbol for symbol in visible if not re.fullmatch(f"[DR] {data}", symbol)]
    if len(others) == len(visible):
        yield f"{path} does not define {data}"
    if others:
        yield "\n  ".join([f"{path} defines visible symbols besides its kernels:", *others])


def plain(names: Iterable[str]) -> set[str]:
    """Merges the two names of a constructor, for whole objects and for bases, of which only one is used."""
    return {re.sub(r"([CD])[12]E", r"\1E", name) for name in names}


def referred(archive: Path) -> Iterator[str]:
    """Yields all names in relocations of code or data. A call that was inlined leaves none."""
    is_code = False
    for line in output("readelf", "-rW", archive).splitlines():
        if line.startswith("Relocation section"):
            is_code = not re.search(r"debug|eh_frame", line.split()[2])
        elif is_code and len(fields := line.split()) > 4 and fields[2].startswith("R_"):
            yield fields[4]


def for_others(build: Path, archive: Path) -> Iterator[tuple[str, set[str]]]:
    """Yields symbols that a library should not hold, each set with a complaint."""
    laboratory = {line for line in output("nm", "-C", archive).splitlines() if "ringlet::lab" in line}
    yield "defines or needs symbols of the laboratory", laboratory

    # Shared libraries hide such symbols: they are no interface. Fields are binding and name.
    fields = map(str.split, output("readelf", "-sW", archive).splitlines())
    hidden = [(field[4], field[7]) for field in fields if len(field) > 7 and field[5] == "HIDDEN" and field[6] != "UND"]
    unreferred = plain(name for _, name in hidden) - plain(referred(archive))
    strong = plain(name for binding, name in hidden if binding == "GLOBAL") & unreferred
    yield "defines symbols that nothing in it refers to", strong

    # Members of templates are weak, and one use instantiates all of them. Tests of the installation leave builds of the
    # library itself.
    programs = [path for folder in ("lab", "bench", "tests") for path in (build / folder).rglob("*.o")]
    programs = [path for path in programs if build / "tests/install" not in path.parents]
    wanted = output("nm", "-u", *programs).splitlines() if programs else []
    weak = plain(line.split()[-1] for line in wanted if line) & unreferred - strong
    yield "defines symbols that only programs beside it refer to", weak


def check(*arguments: str) -> str:
    build = build_directory(arguments)
    archives = [build / "libringlet.a", build / "libringlet_large.a"]
    for archive in archives:
        if not archive.is_file():
            raise NotBuiltError(f"there is no {archive}: build the static libraries first")
    others = "neon" if "X86-64" in output("readelf", "-h", archives[0]) else "avx"
    checked = [(path, data) for path, data in objects(build) if others not in path.stem]
    failures = [failure for path, data in checked for failure in what_is_shared(path, data)]
    for archive in archives:
        for fault, names in for_others(build, archive):
            if names:
                failures.append("\n  ".join([f"{archive} {fault}:", *output("c++filt", *sorted(names)).splitlines()]))
    if failures:
        raise CheckError(*failures)
    return f"{len(checked)} backend objects share no function, and the libraries hold nothing for others"
