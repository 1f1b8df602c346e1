"""The documentation site has every public name, and no page is wider than a desktop's or a telephone's window.

Sphinx does not warn of names that it leaves out: functions that autodoc does not recognise, groups that no page
includes. So the pages are compared with four lists: names of the installed Python package, functions of the C headers,
public members that Doxygen found in all headers, and functions of C++ that the shared libraries export (tests/abi/).
"""

import re
import sys
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import ringlet

from checks import ROOT, CheckError, build_directory

sys.path.insert(0, str(ROOT / "lab"))
from reproduce.tests import browser  # the driver that tests the laboratory's page

USAGE = "HTML_DIRECTORY"
HEADERS = ROOT / "include/ringlet"


def absent(page: Path, anchors: dict[str, str]) -> list[str]:
    """Returns the names for which the page has no anchor."""
    text = page.read_text(encoding="utf-8")
    return [f"{page.name} lacks {name}" for name, anchor in anchors.items() if anchor not in text]


def python_names() -> dict[str, str]:
    names = [name for name in ringlet.__all__ if not name.startswith("_")]
    for cls in (getattr(ringlet, name) for name in list(names)):
        if isinstance(cls, type):
            public = [member for member in vars(cls) if not member.startswith("_") or member == "__call__"]
            names += [f"{cls.__name__}.{member}" for member in public]
    return {name: f'id="ringlet.{name}"' for name in names}


def c_names() -> dict[str, str]:
    text = "".join(header.read_text(encoding="utf-8") for header in HEADERS.glob("*.h"))
    return {name: f'id="c.{name}"' for name in re.findall(r"^RINGLET_API [^;(]*?(\w+)\(", text, flags=re.M)}


def members(xml: Path) -> dict[str, list[str]]:
    """Returns the anchors of each public member of the headers, by its name. Breathe keeps Doxygen's anchors."""
    found: dict[str, list[str]] = {}
    for path in sorted(xml.glob("*.xml")):
        for member in ElementTree.parse(path).iter("memberdef"):
            if member.get("prot") == "public":
                name = member.findtext("qualifiedname") or member.findtext("name")
                found.setdefault(without_arguments(name), []).append(f'id="{member.get("id")}"')
    return found


def without_arguments(name: str) -> str:
    """Returns a name without the arguments of templates."""
    while (shorter := re.sub(r" ?<[^<>]*>", "", name)) != name:
        name = shorter
    return name


def exported() -> set[str]:
    """Returns the functions, constructors and constants of C++ that the shared libraries export to users."""
    names = set()
    rooms = "|".join(room.name for room in (ROOT / "src").iterdir())
    for library in ("libringlet", "libringlet_large"):
        for line in (ROOT / f"tests/abi/{library}.txt").read_text(encoding="utf-8").splitlines():
            name = without_arguments(line.replace("[abi:cxx11]", ""))
            # The type of a template's result stands before the name.
            name = re.match(r"(operator\(\)|[^(])*", name)[0].rpartition(" ")[2]
            # For libringlet_large alone (docs/abi.md).
            if re.match(rf"ringlet::(?!({rooms})::)", name):
                names.add(name)
    return names


def too_wide(site: Path) -> list[str]:
    """Returns pages that scroll sideways, if there is a browser."""
    program = browser.executable()
    if not program:
        print("check site: without Chromium (Debian: chromium) nobody looks at the width of pages")
        return []
    failures = []
    with browser.Browser(program) as window:
        for page in sorted(site.glob("**/*.html")):
            for width in (1280, 400):
                window.call(
                    "Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False
                )
                window.open(page)
                needed = window.evaluate("document.documentElement.scrollWidth")
                if needed > width:
                    failures.append(f"{page.name} is {needed} pixels wide in a window of {width}")
    return failures


def check(*arguments: str) -> str:
    site = build_directory(arguments)
    pages = {"python.html": python_names(), "c.html": c_names()}
    failures = [failure for page, names in pages.items() for failure in absent(site / page, names)]
    anchors = members(site.resolve().parent / "doxygen/xml")
    text = "".join((site / page).read_text(encoding="utf-8") for page in ("c.html", "cpp.html"))
    failures += [f"no page has {name}" for name, ids in anchors.items() if not all(anchor in text for anchor in ids)]
    functions = exported()
    failures += [f"no header documents {name}, which is exported" for name in sorted(functions - anchors.keys())]
    failures += too_wide(site)
    if "Alias for field number" in (site / "python.html").read_text(encoding="utf-8"):
        failures.append("python.html explains a field by its number")
    if failures:
        raise CheckError(*failures)
    python, c = map(len, pages.values())
    return f"{python} names of Python, {c} of C; {len(anchors)} members of headers, {len(functions)} exported by C++"
