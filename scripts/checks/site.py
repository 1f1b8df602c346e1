"""The documentation site has every public name, and no page is wider than a desktop's or a telephone's window.

Sphinx does not warn of names that it leaves out: functions that autodoc does not recognise, groups that no page
includes. Names are those of the installed Python package, of the C headers, and of the C++ headers' groups.
"""

import re
import sys
from pathlib import Path

import ringlet

from checks import ROOT, CheckError, build_directory

sys.path.insert(0, str(ROOT / "lab"))
from reproduce.tests import browser  # the driver that tests the laboratory's page

USAGE = "HTML_DIRECTORY"
HEADERS = ROOT / "include/ringlet"
# Headers that only include others, or that only others include.
WITHOUT_A_GROUP = {"export", "ringlet"}


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


def cpp_names() -> dict[str, str]:
    names = {}
    for header in HEADERS.glob("*.hpp"):
        if header.stem in WITHOUT_A_GROUP:
            continue
        text = header.read_text(encoding="utf-8")
        for name in re.findall(
            r"^(?:RINGLET_API|class RINGLET_API|enum class) (?:[^;(]*?\b)??(\w+)(?: \{|\(|;)", text, flags=re.M
        ):
            names[name] = f'<span class="pre">{name}</span>'
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
    pages = {"python.html": python_names(), "c.html": c_names(), "cpp.html": cpp_names()}
    failures = [failure for page, names in pages.items() for failure in absent(site / page, names)]
    failures += too_wide(site)
    if "Alias for field number" in (site / "python.html").read_text(encoding="utf-8"):
        failures.append("python.html explains a field by its number")
    if failures:
        raise CheckError(*failures)
    python, c, cpp = map(len, pages.values())
    return f"{python} names of Python, {c} of C, {cpp} of C++"
