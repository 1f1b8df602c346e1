"""The shared libraries export exactly the symbols that the lists in tests/abi/ name.

So no symbol comes or goes unnoticed; docs/abi.md describes what that means for users. If a tree has static libraries,
they are linked into shared ones for this check.

A list has every strong symbol, and the members of the templates that a library of Ringlet instantiates, which are weak.
It leaves out symbols whose export depends on the optimisation: inline functions of the standard library and of HEXL's
headers, type information, and members that a header defaults (destructors, copies).
"""

import re
import tempfile
from difflib import unified_diff
from pathlib import Path

from checks import ROOT, CheckError, NotBuiltError, build_directory, complaints_of, output

USAGE = "[--update] BUILD_DIRECTORY (a configured and built tree)"
STRONG = re.compile(r"[0-9a-f]+ +(?:[TDBR] |[WVu] (?=ringlet::))(.*)")
DEFAULTED = re.compile(r"::~[A-Za-z_]+\(\)$|::([A-Za-z_]+)\((ringlet|intel::hexl)::\1(<[^>]*>)? const&\)$")


def shared_library(folder: Path, name: str, work: Path, compiler: str, *options: str) -> Path:
    """Returns the shared library. If there is only an archive, links it in the work folder with the options."""
    library, archive = folder / f"{name}.so", folder / f"{name}.a"
    if library.exists():
        return library
    if not archive.exists():
        raise NotBuiltError(f"there is no {library} nor .a: build the library first")
    linked = work / library.name
    output(compiler, "-shared", "-o", linked, *options, "-Wl,--whole-archive", archive, "-Wl,--no-whole-archive")
    return linked


def exported(library: Path) -> list[str]:
    found = map(STRONG.fullmatch, output("nm", "-DC", "--defined-only", library).splitlines())
    return sorted({symbol[1] for symbol in found if symbol and not DEFAULTED.search(symbol[1])})


def complaints(name: str, symbols: list[str], update: bool) -> list[str]:
    path = ROOT / f"tests/abi/{name}.txt"
    found = complaints_of(path, "".join(f"{symbol}\n" for symbol in symbols), update, "abi")
    listed = path.read_text(encoding="utf-8").splitlines()
    difference = unified_diff(listed, symbols, f"tests/abi/{name}.txt", f"exported by {name}.so", lineterm="")
    return ["\n".join([complaint, *difference]) for complaint in found]


def check(*arguments: str) -> str:
    update = arguments[:1] == ("--update",)
    build = build_directory(arguments[update:], "CMakeCache.txt")
    cache = dict(re.findall(r"^(\w+):\w+=(.*)$", (build / "CMakeCache.txt").read_text(encoding="utf-8"), re.MULTILINE))
    with tempfile.TemporaryDirectory() as folder:
        options = (Path(folder), cache["CMAKE_CXX_COMPILER"])
        libraries = [shared_library(build, name, *options) for name in ("libringlet", "libringlet_large")]
        if (hexl := build / "compat/hexl").is_dir():
            version_script = f"-Wl,--version-script={ROOT}/compat/hexl/cmake/hexl.map"
            libraries.append(shared_library(hexl, "libhexl", *options, version_script))
        symbols = {library.stem: exported(library) for library in libraries}
    failures = [complaint for name, found in symbols.items() for complaint in complaints(name, found, update)]
    # Before 1.0, a minor version may break the interface (docs/abi.md). Libraries linked for the comparison have no
    # SONAME.
    major, minor = cache["CMAKE_PROJECT_VERSION"].split(".")[:2]
    for library in libraries[:2]:
        soname = f"{library.name}.{major}.{minor}" if major == "0" else f"{library.name}.{major}"
        if library.exists() and f"[{soname}]" not in output("readelf", "-d", library):
            failures.append(f"the SONAME of {library} is not {soname}")
    if failures:
        raise CheckError(*failures)
    return ", ".join(f"{name}.so exports {len(found)} symbols" for name, found in symbols.items())
