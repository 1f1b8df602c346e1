"""Checks every command of the documents in a fresh clone of the tree: commands.py SOURCE_DIRECTORY WORK_DIRECTORY

Runs commands that take less than a minute. Others compile or measure for minutes and do not run: a build must have the
target, CTest lists its tests, and a script must know its words.
"""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

DOCUMENTS = (
    "README.md",
    "CONTRIBUTING.md",
    "docs/first_transform.md",
    "docs/hexl.md",
    "docs/install.md",
    "docs/releasing.md",
    "docs/reproducing_the_papers.md",
    "docs/rust.md",
)
COMMAND = re.compile(r"(?:\./)?(?:scripts/[\w-]+|cmake|ctest|build/\S+/tests/\S+)(?= |$)")
COMPILERS = ("g++", "clang++-19")
# Other tests run the rest: `ringlet` and Python python/tests/test_documents.py, pip scripts/test python, pkg-config
# and the installation tests/install.
FAST = ("./scripts/format", "cmake -S", "cmake --preset")


def commands(text: str) -> list[str]:
    """Returns the commands of blocks without a language and those in backticks, without their comments."""
    found = []
    for language, block in re.findall(r"^```(\S*)\n(.*?)^```$", text, flags=re.M | re.S):
        if language:
            continue
        found += [line.partition(" #")[0].strip() for line in block.splitlines()]
    found += re.findall(r"(?<!`)`([^`\n]+)`", text)
    return [command for command in dict.fromkeys(found) if COMMAND.match(command)]


def run(command: str, clone: Path) -> str:
    """Runs a command and returns its output."""
    result = subprocess.run(command, shell=True, cwd=clone, capture_output=True, text=True, check=False)
    if result.returncode != 0:
        sys.exit(f"{command}: status {result.returncode}\n{(result.stdout + result.stderr)[-2000:]}")
    return result.stdout


def look_at_build(command: str, target: str, clone: Path) -> None:
    """Checks that the build tree exists and has the target."""
    if target not in run(f"{command} --target help", clone):
        sys.exit(f"{command}: the build makes no {target}")


def look_at_script(command: str, clone: Path) -> None:
    """Checks that the script exists and that its text has each option and word of the command."""
    name, *words = shlex.split(command)
    script = clone / name
    if not (script.is_file() and script.stat().st_mode & 0o111):
        sys.exit(f"{command}: there is no such script")
    text = script.read_text(encoding="utf-8")
    if name.endswith("/reproduce"):  # passes its options on
        text += (clone / "lab/reproduce/__main__.py").read_text(encoding="utf-8")
    if name.endswith("/mutate"):  # passes them on, too; values of its options name files, tests and mutants
        text = (clone / "scripts/mutations/command.py").read_text(encoding="utf-8")
        words = [word for word in words if word.startswith("--")]
    if name.endswith("/test"):  # has a script for each name, or tests a build with arguments of CMake and CTest
        modules = [clone / "scripts/tests" / word for word in words[:1] if (clone / "scripts/tests" / word).is_file()]
        words = words[len(modules) :]
        text = "".join(module.read_text(encoding="utf-8") for module in modules or [clone / "scripts/tests/library"])
        text += (clone / "CMakeLists.txt").read_text(encoding="utf-8")
        words = words[: words.index("--")] if "--" in words else words
        words = [word for word in words if not word.startswith("-DCMAKE_") and word not in COMPILERS]
        words = [re.sub(r"^-D(\w+)=.*", r"option\\(\1", word) for word in words]
    if name.endswith("/check"):
        module = clone / f"scripts/checks/{words.pop(0)}.py"
        text = module.read_text(encoding="utf-8") if module.is_file() else ""
    for word in words:
        is_value = word.isupper() or word.isdigit() or word.startswith("build/")
        if not is_value and not re.search(rf"(?<![\w-]){word}(?![\w-])", text):
            sys.exit(f"{command}: {name} knows no {word}")


def check(command: str, clone: Path) -> str:
    if command.startswith(FAST):
        run(command, clone)
        return "done"
    if command.startswith("ctest"):
        run(f"{command} --show-only", clone)
    elif command.startswith("cmake --build"):
        build, _, target = command.partition(" --target ")
        look_at_build(build, target or "ringlet", clone)
    elif command.startswith("build/"):
        folder, _, program = command.split()[0].partition("/tests/")
        look_at_build(f"cmake --build {folder}", program, clone)
    elif not command.startswith("cmake --install"):
        look_at_script(command, clone)
    return "known"


def main() -> None:
    source, work = Path(sys.argv[1]), Path(sys.argv[2])
    shutil.rmtree(work, ignore_errors=True)
    subprocess.run(["git", "clone", "--quiet", "--depth", "1", source.resolve().as_uri(), work], check=True)
    found = [command for document in DOCUMENTS for command in commands((work / document).read_text(encoding="utf-8"))]
    # Some commands need presets that others configure.
    ordered = sorted(dict.fromkeys(found), key=lambda command: not command.startswith(FAST))
    if len(ordered) < 20:
        sys.exit(f"only {len(ordered)} commands were found: the documents have more")
    for command in ordered:
        print(f"{check(command, work)}: {command}", flush=True)
    run("git diff --exit-code", work)


if __name__ == "__main__":
    main()
