"""Prints the software bill of materials, CycloneDX 1.6 in JSON: Ringlet's library, its packages for Python and Rust,
and the requirements that each declares: to run (required), for a part of it (optional) or to be built (excluded).

Reads CMake's package files, pyproject.toml and the crates. The bill has neither a date nor a number of its own, so that
one commit has one bill.

Usage: packaging/sbom.py
"""

import json
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE_FILES = ("cmake/*Config.cmake.in", "compat/*/cmake/*.cmake.in", "mpi/cmake/*.cmake")


def toml(path):
    return tomllib.loads((ROOT / path).read_text(encoding="utf-8"))


def own(kind, name, version):
    """Returns a package of Ringlet. Its reference is its package URL."""
    purl = f"pkg:{kind}/{name}@{version}"
    licenses = [{"license": {"id": "Apache-2.0"}}]
    return {"type": "library", "bom-ref": purl, "name": name, "version": version, "licenses": licenses, "purl": purl}


def needed(kind, name, scope, requirement=""):
    """Returns a package of others, of any version that meets the requirement."""
    purl = f"pkg:{kind}/{name}"
    component = {"type": "library", "bom-ref": f"{purl}?{scope}", "name": name, "scope": scope, "purl": purl}
    if requirement:
        component["properties"] = [{"name": "ringlet:requirement", "value": requirement}]
    return component


def of_library():
    text = "".join(path.read_text(encoding="utf-8") for pattern in PACKAGE_FILES for path in sorted(ROOT.glob(pattern)))
    names = sorted(set(re.findall(r"find_dependency\((\w+)", text)))
    return [needed("generic", name.lower(), "optional") for name in names]


def of_python():
    project = toml("pyproject.toml")
    sys.dont_write_bytecode = True
    sys.path.insert(0, str(ROOT / "python"))
    from requirements import dynamic_metadata

    overrides = [override.get("build", {}) for override in project["tool"]["scikit-build"]["overrides"]]
    requirements = {
        "required": dynamic_metadata({}, {})["dependencies"],
        "optional": project["project"]["optional-dependencies"]["cli"],
        "excluded": [
            *project["build-system"]["requires"],
            *(requirement for build in overrides for requirement in build.get("requires", [])),
        ],
    }
    for scope, lines in requirements.items():
        for line in lines:
            name, requirement = re.fullmatch(r"([\w.-]+)(.*)", line).groups()
            yield needed("pypi", name, scope, requirement)


def of_crate(crate, ours):
    """Yields the requirements of a crate, except Ringlet's own packages."""
    for table, scope in (("dependencies", "required"), ("build-dependencies", "excluded")):
        for name, requirement in crate.get(table, {}).items():
            if name in ours:
                yield ours[name]
            else:
                yield needed("cargo", name, scope, requirement)


def main():
    version = re.search(r"project\(ringlet VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
    library = own("generic", "ringlet", version)
    graph = [(library, of_library()), (own("pypi", "ringlet", version), [library, *of_python()])]
    crates = [toml(f"rust/{name}/Cargo.toml") for name in ("ringlet-sys", "ringlet")]
    ours = {crate["package"]["name"]: own("cargo", crate["package"]["name"], version) for crate in crates}
    for crate in crates:
        name = crate["package"]["name"]
        graph.append((ours[name], [*([library] if name == "ringlet-sys" else []), *of_crate(crate, ours)]))

    components = {
        part["bom-ref"]: part for package, parts in graph for part in (package, *parts) if part is not library
    }
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": library},
        "components": list(components.values()),
        "dependencies": [
            {"ref": package["bom-ref"], "dependsOn": [part["bom-ref"] for part in parts]} for package, parts in graph
        ],
    }
    print(json.dumps(bill, indent=2))


if __name__ == "__main__":
    main()
