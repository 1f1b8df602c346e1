"""Compiles mutated copies of sources and links them into the test programs of an existing build.

Only sources that include a mutated file are compiled; a program's other objects are those of the build.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from collections import defaultdict
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fnmatch import fnmatch
from pathlib import Path

from mutations.mutants import Mutant, rewrite

HERE = Path(__file__).resolve().parent
ERROR = re.compile(r"(?P<file>[^\s:]+):(?P<line>\d+):\d+: (?:fatal )?(?:error|note): ")
# Flags that the parser does not need. OPTIONS make compiling fast, and allow a mutated call in braces, where the
# compiler would otherwise not accept its result as a constant.
NOT_FOR_PARSER = re.compile(r"-c|-O\d|-W.*|-MD|-fpch-.*")
OPTIONS = ["-w", "-Wno-c++11-narrowing", "-O1", "-ferror-limit=0"]


class BuildError(Exception):
    pass


def output_of(command: Sequence[str]) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@dataclass(frozen=True)
class Compilation:
    """Compilation of one object of the build."""

    object: str
    source: str
    command: tuple[str, ...]

    def for_parser(self) -> list[str]:
        """Returns the flags that affect how the source is parsed."""
        options: list[str] = []
        command = list(self.command)
        start = 1 + next(i for i, word in enumerate(command) if "clang++" in Path(word).name)
        words = iter(command[start:])
        for word in words:
            if word in ("-o", "-Xclang", "-mllvm", "-MF", "-MT"):
                next(words)
            elif not NOT_FOR_PARSER.fullmatch(word) and word != self.source:
                options.append(word)
        return options


@dataclass(frozen=True)
class Link:
    """Command that links a program."""

    words: tuple[str, ...]

    def uses(self, name: str) -> bool:
        """Returns whether an object is one of the program's own or in one of its archives."""
        target = re.search(r"CMakeFiles/(\w+)\.dir/", name)
        archive = f"lib{target[1]}.a" if target else ""
        return name in self.words or archive in {Path(word).name for word in self.words}


class Build:
    """Build by clang++ and Ninja, with all tests."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.root = root
        self.folder = folder
        try:
            database = output_of(["ninja", "-C", str(folder), "-t", "compdb"])
            dependencies = output_of(["ninja", "-C", str(folder), "-t", "deps"])
            targets = output_of(["ninja", "-C", str(folder), "-t", "targets", "all"])
        except (OSError, subprocess.CalledProcessError) as error:
            raise BuildError(f"{folder} is no build with Ninja: {error}") from error
        self.compilations = {
            entry["output"]: Compilation(entry["output"], entry["file"], tuple(shlex.split(entry["command"])))
            for entry in json.loads(database)
            if entry["output"].endswith(".cpp.o")
        }
        self.sources = self.read_dependencies(dependencies)
        self.programs = sorted(re.findall(r"^(\S*tests/\S*ringlet_\w+_test): CXX_EXECUTABLE", targets, re.MULTILINE))

    def read_dependencies(self, text: str) -> dict[str, set[str]]:
        """Returns for each file of the sources the objects that depend on it."""
        users: dict[str, set[str]] = defaultdict(set)
        for block in text.split("\n\n"):
            head, *files = block.splitlines() or [""]
            for file in files:
                path = (self.folder / file.strip()).resolve()
                if path.is_relative_to(self.root / "src"):
                    users[str(path.relative_to(self.root))].add(head.split(":")[0])
        return users

    def link_of(self, program: str) -> Link:
        command = output_of(["ninja", "-C", str(self.folder), "-t", "commands", "-s", program])
        return Link(tuple(shlex.split(command.strip().removeprefix(": && ").removesuffix(" && :"))))

    def reader_of(self, path: str) -> Compilation | None:
        """Returns a compilation by which a source can be parsed: its own, or one of the library's that includes it."""
        users = [self.compilations[name] for name in sorted(self.sources[path]) if name in self.compilations]
        own = [user for user in users if user.source == str(self.root / path)]
        library = [user for user in users if re.search("/ringlet(_large)?.dir/", user.object)]
        return next(iter(own + library), None)


class MutatedBuild:
    def __init__(self, build: Build, folder: Path, jobs: int, globs: Sequence[str] | None = None) -> None:
        """Compiles only objects that match a glob; all others stay as the build has them."""
        self.build = build
        self.folder = folder
        self.jobs = jobs
        self.globs = globs or ["*"]

    def make(self, mutants: Sequence[Mutant], wanted: Sequence[str]) -> tuple[list[Mutant], dict[str, Path]]:
        """Returns the mutants that compile, whose indices are their numbers, and the programs that contain any of
        them."""
        users = {name for path in {mutant.path for mutant in mutants} for name in self.build.sources[path]}
        users = {name for name in users if any(fnmatch(name, glob) for glob in self.globs)}
        links = {program: self.build.link_of(program) for program in wanted}
        objects = sorted(name for name in users if any(link.uses(name) for link in links.values()))
        compilations = [self.build.compilations[name] for name in objects if name in self.build.compilations]
        while True:
            self.write(mutants)
            refused = self.refused(mutants, compilations)
            if not refused:
                break
            mutants = [mutant for mutant in mutants if mutant.key not in refused]
        compiled = {compilation.object: self.object(compilation) for compilation in compilations}
        return list(mutants), self.link(links, compiled, len(mutants))

    def write(self, mutants: Sequence[Mutant]) -> None:
        """Writes a copy of src/ with all mutants in it."""
        copy = self.folder / "src"
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self.build.root / "src", copy)
        shutil.copy(HERE / "mutation.hpp", copy / "ringlet_mutation.hpp")
        by_path: dict[str, list[tuple[int, Mutant]]] = defaultdict(list)
        for number, mutant in enumerate(mutants):
            by_path[mutant.path].append((number, mutant))
        for path, numbered in by_path.items():
            source = (self.build.root / path).read_bytes()
            edits = [(number, edit) for number, mutant in numbered for edit in mutant.edits]
            header = b'#include "ringlet_mutation.hpp"\n#line 1\n'
            (self.folder / path).write_bytes(header + rewrite(source, edits))

    def object(self, compilation: Compilation) -> Path:
        return self.folder / "objects" / compilation.object

    def compile(self, compilation: Compilation) -> str:
        """Compiles an object and returns the compiler's errors."""
        out = self.object(compilation)
        out.parent.mkdir(parents=True, exist_ok=True)
        source, copy = str(self.build.root / "src"), str(self.folder / "src")
        command = [word.replace(source, copy) for word in compilation.command]
        command[command.index("-o") + 1] = str(out)
        command[command.index("-MF") + 1] = f"{out}.d"
        done = subprocess.run([*command, *OPTIONS], cwd=self.build.folder, capture_output=True, text=True)
        return "" if done.returncode == 0 else done.stderr

    def refused(self, mutants: Sequence[Mutant], compilations: Sequence[Compilation]) -> set[str]:
        """Returns the mutants of lines that do not compile: those of literals if there are any, as the likely ones."""
        with ThreadPoolExecutor(self.jobs) as pool:
            errors = [text for text in pool.map(self.compile, compilations) if text]
        places = {(Path(m["file"]).name, int(m["line"])) for text in errors for m in ERROR.finditer(text)}
        hit = [mutant for mutant in mutants if (Path(mutant.path).name, mutant.line) in places]
        if errors and not hit:
            raise BuildError(errors[0])
        literals = [mutant for mutant in hit if "::literal(" in mutant.edits[0].text]
        return {mutant.key for mutant in literals or hit}

    def link(self, links: Mapping[str, Link], compiled: Mapping[str, Path], count: int) -> dict[str, Path]:
        runtime = self.folder / "runtime.o"
        number = f"-DRINGLET_MUTANTS={max(count, 1)}"
        source = str(HERE / "runtime.cpp")
        subprocess.run(["clang++-19", "-std=c++20", "-O1", "-c", number, "-o", str(runtime), source], check=True)
        mutated = {program: link for program, link in links.items() if any(map(link.uses, compiled))}
        with ThreadPoolExecutor(self.jobs) as pool:
            paths = pool.map(lambda program: self.link_program(program, mutated[program], compiled, runtime), mutated)
            return dict(zip(mutated, paths, strict=True))

    def link_program(self, program: str, link: Link, compiled: Mapping[str, Path], runtime: Path) -> Path:
        """Links a program. Its objects precede its archives, and so replace the objects in these."""
        out = self.folder / program
        out.parent.mkdir(parents=True, exist_ok=True)
        words = [str(compiled.get(word, word)) for word in link.words]
        words[words.index("-o") + 1] = str(out)
        of_archives = [str(path) for name, path in compiled.items() if name not in link.words and link.uses(name)]
        command = [words[0], str(runtime), *of_archives, *words[1:]]
        done = subprocess.run(command, cwd=self.build.folder, capture_output=True, text=True)
        if done.returncode != 0:
            raise BuildError(done.stderr)
        return out
