"""The shared libraries export the C functions that headers declare, and exactly the symbols that tests/abi/ lists.

So no symbol comes or goes unnoticed; docs/abi.md describes what that means for users. If a tree is configured for
static libraries, they are linked into shared ones for this check.

A list has every strong symbol of C++, and the members of the templates that a library of Ringlet instantiates, which
are weak. A symbol of several types has one line: `Word` is a word of 32, 64 and 128 bits, `<bits>` each length of a
multiword number, `Number` all of these, `LongNumber` those of 64 bits or more. It leaves out symbols whose export
depends on the optimisation: inline functions of the standard library and of HEXL's headers, type information, and
members that a header defaults (destructors, copies).
"""

import re
import tempfile
from difflib import unified_diff
from pathlib import Path

from checks import ROOT, CheckError, NotBuiltError, build_directory, complaints_of, faces, output

USAGE = "[--update] BUILD_DIRECTORY (a configured and built tree)"
STRONG = re.compile(r"[0-9a-f]+ +(?:[TDBR] |[WVu] (?=ringlet::))(.*)")
DEFAULTED = re.compile(r"::~[A-Za-z_]+\(\)$|::([A-Za-z_]+)\((ringlet|intel::hexl)::\1(<[^>]*>)? const&\)$")
# Names in the lists, and the types for which one of them stands.
TYPES = {
    "<bits>": [f"<{bits}u>" for bits in (192, 256, 320, 384, 512)],
    "Number": ["ringlet::UInt<bits>", "unsigned __int128", "unsigned long", "unsigned int"],
    "LongNumber": ["ringlet::UInt<bits>", "unsigned __int128", "unsigned long"],
    "Word": ["unsigned __int128", "unsigned long", "unsigned int"],
}


def shared_library(folder: Path, name: str, is_shared: bool, work: Path, compiler: str, *options: str) -> Path:
    """Returns the shared library. If the tree builds an archive, links it in the work folder with the options."""
    built = folder / f"{name}{'.so' if is_shared else '.a'}"
    if not built.exists():
        raise NotBuiltError(f"there is no {built}: build the library first")
    if is_shared:
        return built
    linked = work / f"{name}.so"
    output(compiler, "-shared", "-o", linked, *options, "-Wl,--whole-archive", built, "-Wl,--no-whole-archive")
    return linked


def exported(library: Path) -> set[str]:
    found = map(STRONG.fullmatch, output("nm", "-DC", "--defined-only", library).splitlines())
    return {symbol[1].replace("> >", ">>") for symbol in found if symbol and not DEFAULTED.search(symbol[1])}


def folded(symbols: set[str]) -> list[str]:
    """Replaces symbols that differ in their type, and exist for all types of a name, by one symbol with this name."""
    for name, types in TYPES.items():
        for symbol in [symbol for symbol in symbols if types[0] in symbol]:
            common = symbol.replace(types[0], name)
            if (same := {common.replace(name, type_) for type_ in types}) <= symbols:
                symbols = symbols - same | {common}
    return sorted(symbols)


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
    switches = (cache.get(name, "").upper() for name in ("BUILD_SHARED_LIBS", "HEXL_SHARED_LIB"))
    is_shared, is_hexl_shared = (switch in ("ON", "TRUE", "YES", "Y", "1") for switch in switches)
    with tempfile.TemporaryDirectory() as folder:
        options = (Path(folder), cache["CMAKE_CXX_COMPILER"])
        libraries = [shared_library(build, name, is_shared, *options) for name in ("libringlet", "libringlet_large")]
        if (hexl := build / "compat/hexl").is_dir():
            version_script = f"-Wl,--version-script={ROOT}/compat/hexl/cmake/hexl.map"
            libraries.append(shared_library(hexl, "libhexl", is_hexl_shared, *options, version_script))
        symbols = {library.stem: exported(library) for library in libraries}
    declared = {*faces.functions(faces.headers())}
    of_c = {symbol for symbol in symbols["libringlet"] if symbol.startswith("ringlet_")}
    failures = [f"libringlet.so exports {name}, which no header declares" for name in sorted(of_c - declared)]
    failures += [f"libringlet.so does not export {name}" for name in sorted(declared - of_c)]
    for name, found in symbols.items():
        failures += complaints(name, folded(found - declared), update)
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
