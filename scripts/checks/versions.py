"""Packages, the changelog and documents name the version of CMakeLists.txt."""

import re
from collections.abc import Iterator

from checks import ROOT, CheckError, UsageError

USAGE = ""


def expected(version: str, soversion: str) -> Iterator[tuple[str, str, str]]:
    """Yields files, a pattern that each must contain, and the complaint if it does not. pyproject.toml takes its
    version from CMakeLists.txt."""
    at = re.escape(version)
    for crate in ("ringlet-sys", "ringlet"):
        yield f"rust/{crate}/Cargo.toml", f'^version = "{at}"$', f"is not at {version}"
        yield (
            "rust/Cargo.lock",
            f'^name = "{crate}"\nversion = "{at}"$',
            f"has {crate} at another version than {version}",
        )
    yield (
        "rust/ringlet/Cargo.toml",
        f'^ringlet-sys = {{ version = "{at}"',
        f"depends on another ringlet-sys than {version}",
    )
    yield "CHANGELOG.md", rf"^## \[({at}|Unreleased)\]", f"has no section for {version}"
    yield "packaging/debian/changelog", rf"^ringlet \({at}-[0-9]*\) ", f"is not at {version}"
    yield "packaging/debian/control", f"^Package: libringlet{re.escape(soversion)}$", f"is not of libringlet{soversion}"
    yield f"packaging/debian/libringlet{soversion}.install", "", "is missing"
    yield "packaging/vcpkg/ports/ringlet/vcpkg.json", f'^  "version": "{at}",$', f"is not at {version}"
    yield "rust/ringlet-sys/build.rs", rf'range_version\("{re.escape(soversion)}"\.\.', f"does not look for {soversion}"
    yield "go/error.go", rf'^const version = "{re.escape(soversion)}[.]"$', f"does not expect {soversion}"
    yield "docs/install.md", f"`ringlet/{at}`", f"names Conan's package of another version than {version}"
    for library in ("libringlet", "libringlet_large", "libhexl"):
        yield f"tests/abi/{library}.txt", ".", "the exported symbols, is missing or empty"


def check(*arguments: str) -> str:
    if arguments:
        raise UsageError
    project = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    found = re.search(r"^project\(ringlet VERSION (\d+\.\d+\.\d+) ", project, re.MULTILINE)
    if not found:
        raise CheckError("CMakeLists.txt has no version")
    major, minor, _ = found[1].split(".")
    # Version in the SONAME (docs/abi.md).
    soversion = f"{major}.{minor}" if major == "0" else major
    failures = []
    for name, pattern, complaint in expected(found[1], soversion):
        path = ROOT / name
        if not path.is_file() or not re.search(pattern, path.read_text(encoding="utf-8"), re.MULTILINE):
            failures.append(f"{name} {complaint}")
    if failures:
        raise CheckError(*failures)
    return f"all agree on {found[1]}"
