"""Follows the documents as a stranger does: from an empty folder, with a clone of the tree.

Usage: commands.py [--built TREE] [--only DOCUMENT...] -- SOURCE_DIRECTORY WORK_DIRECTORY

Writes a document's files, runs its commands in its order, and compares what they print; blocks.py lists the blocks.
With --built, it leaves out blocks of minutes, installs the library of an existing build tree instead of a new one, and
follows documents of other languages only if they are asked for. Commands that nobody follows must be known: a build
must have the target, CTest lists its tests, and a script must know its words.
"""

import argparse
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from blocks import BLOCKS, ELSEWHERE, INSTALLED, OF_LANGUAGES, Block
from steps import Commands, File, go_examples, inline_commands, steps

KNOWN = re.compile(r"(?:\./)?(?:scripts/[\w-]+|cmake|ctest|build/\S+/tests/\S+)(?= |$)")
COMMAND = re.compile(
    KNOWN.pattern + r"|(?:apt|apt-get|cargo|conan|git|go|mpiexec|pip|pkg-config|ringlet|twine|vcpkg|[A-Z_]+=\S+)(?= \S)"
)
COMPILERS = ("g++", "clang++-19")
FAST = ("./scripts/format", "cmake -S", "cmake --preset")
# Words that commands print about the CPU end with a colon.
ABOUT_THE_CPU = re.compile(r"^.*: ")


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
    if name.endswith("/bench"):  # has programs in Python for some names
        text += "".join(script.read_text(encoding="utf-8") for script in (clone / "scripts/benchmarks").glob("*.py"))
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
    """Checks a command that nobody follows."""
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
    else:
        look_at_script(command, clone)
    return "known"


def blocks_of(document: str, clone: Path) -> list[tuple[Block | None, File | Commands]]:
    """Returns the files and the blocks of commands of a document, with the list's entries."""
    found = list(steps(clone / document))
    listed = iter(BLOCKS.get(document, ()))
    result: list[tuple[Block | None, File | Commands]] = []
    for step in found:
        block = next(listed, None) if isinstance(step, Commands) else None
        if isinstance(step, Commands) and not (block and step.commands[0][0].startswith(block.begins)):
            sys.exit(f"{document}: blocks.py must say where this block is followed: {step.commands[0][0]}")
        result.append((block, step))
    if (rest := next(listed, None)) is not None:
        sys.exit(f"{document} has no such block: {rest.begins}")
    return result


@dataclass
class Place:
    """Folder of a document: the clone, the prefix of the installation and the programs."""

    folder: Path
    clone: Path
    prefix: Path
    built: Path | None

    def command(self, command: str) -> str:
        """Fills in the paths. With an existing build, replaces what compiles the library."""
        for name, path in {
            "PATH/ringlet": self.clone,
            "PREFIX_OF_SEAL": self.folder.parent / "installed_seal",
            "PREFIX": self.prefix,
        }.items():
            command = re.sub(rf"(?<![\w/]){name}(?!\w)", str(path), command)
        if self.built is None:
            return command
        if command.startswith("cmake --build build/library"):
            target = command.partition("--target ")[2] or "ringlet"
            return f"cmake --build build/library --target help | grep -q '{target}'"
        command = command.replace("cmake --install build/library", f"cmake --install {self.built}")
        of_installed = f"RINGLET_SYS_SYSTEM=1 PKG_CONFIG_PATH={self.prefix}/lib/pkgconfig"
        return command.replace("cargo run", f"{of_installed} cargo run")

    def script(self, found: list[tuple[Block | None, File | Commands]]) -> tuple[str, list[str]]:
        """Returns the shell script that follows a document, and the lines that it must print."""
        text, expected = ["set -e"], []
        if self.folder.name == "seal":  # the SEAL that docs/hexl.md builds is on libhexl, which its package looks for
            text += [f"export CMAKE_PREFIX_PATH={self.folder.parent}/hexl/prefix"]
        at, files, programs = "", set[str](), 0
        for block, step in found:
            if block and (block.reason or (block.nightly and self.built)):
                continue
            # A program has its own folder, which begins with a file of a name that was there.
            if isinstance(step, File) and step.name in files:
                at = ""
            wanted = block.at if block else "program"
            if wanted == "program" and at != "program":
                programs, files = programs + 1, set()
                text += [f"mkdir {self.folder}/program{programs}", f"cd {self.folder}/program{programs}"]
            elif wanted == "clone":
                text += [f"cd {self.clone}"]
            elif wanted == "seal":
                text += [f'cp -r "$({self.clone}/scripts/build-seal --sources)" {self.folder}/seal']
                text += [f"cd {self.folder}/seal"]
            at = wanted
            if isinstance(step, File):
                files.add(step.name)
                text += [f"cat >{step.name} <<'END OF FILE'", step.text + "END OF FILE"]
            else:
                for command, printed in step.commands:
                    text += [f"echo {shlex.quote('$ ' + command)}", self.command(command)]
                    expected += printed
        return "\n".join(text) + "\n", expected


def follow(document: str, place: Place) -> None:
    """Follows a document in its folder."""
    place.folder.mkdir(parents=True, exist_ok=True)
    text, expected = place.script(blocks_of(document, place.clone))
    script = place.folder / "follow.sh"
    script.write_text(text, encoding="utf-8")
    output = run(f"bash {script} 2>&1", place.folder)
    lines = {ABOUT_THE_CPU.sub("", line) for line in output.splitlines()}
    for line in expected:
        if ABOUT_THE_CPU.sub("", line) not in lines:
            sys.exit(f"{document}: the commands do not print {line}\n{output[-2000:]}")
    print(f"followed: {document}", flush=True)


def check_others(documents: list[str], clone: Path) -> None:
    """Checks the commands that nobody follows."""
    found, shown = [], set[str]()
    for document in documents:
        for block, step in blocks_of(document, clone):
            shown |= {command for command, _ in step.commands} if isinstance(step, Commands) else set()
            if isinstance(step, Commands) and (block is None or block.reason):
                found += [command for command, _ in step.commands if re.match("(./)?scripts/", command)]
    for document in documents:
        for command in inline_commands(clone / document, COMMAND):
            if KNOWN.match(command):
                found.append(command)
            elif command not in shown and not command.startswith(tuple(ELSEWHERE)):
                sys.exit(f"{document}: blocks.py must say who follows {command}")
        for example in go_examples(clone / document):
            if "package main\n" not in example or "func main() {" not in example:
                sys.exit(f"{document}: an example in Go is no whole program:\n{example}")
    # Some commands need presets that others configure.
    for command in sorted(dict.fromkeys(found), key=lambda command: not command.startswith(FAST)):
        print(f"{check(command, clone)}: {command}", flush=True)


def clone_of(source: Path, clone: Path) -> Path:
    if not clone.exists():
        subprocess.run(["git", "clone", "--quiet", "--depth", "1", source.resolve().as_uri(), clone], check=True)
    return clone


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--built", type=Path)
    parser.add_argument("--only", nargs="+", default=[])
    parser.add_argument("source", type=Path)
    parser.add_argument("work", type=Path)
    given = parser.parse_args()
    work: Path = given.work.resolve()
    built = given.built.resolve() if given.built else None
    shutil.rmtree(work, ignore_errors=True)
    first = clone_of(given.source, work / "ringlet")
    followed = given.only or [name for name in BLOCKS if built is None or name not in OF_LANGUAGES]
    if INSTALLED & set(followed):  # the library is installed once for these
        followed = list(dict.fromkeys(["docs/install.md", *followed]))
    for document in followed:
        folder = work / Path(document).stem
        owner = work / "install" if document in INSTALLED else folder
        clone = first if built else clone_of(given.source, owner / "ringlet")
        follow(document, Place(folder, clone, owner / "prefix", built))
    if not given.only:
        tracked = run("git ls-files '*.md'", first).split()
        others = re.compile(r"(^|/)(notes|bounds)/|^CHANGELOG")
        check_others([name for name in tracked if not others.search(name)], first)
    run("git diff --exit-code", first)


if __name__ == "__main__":
    main()
