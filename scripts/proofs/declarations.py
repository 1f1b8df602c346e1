"""Finds the constants and functions of a C++ file by brackets and lines, without a compiler; needs clang-format's
layout."""

import re
from dataclasses import dataclass, field
from functools import cached_property

from proofs.expressions import Evaluation, expression, function_body, without_template_arguments

NOT_CODE = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|(?<!\w)'(?:\\.|[^'\\\n])+'|^[ \t]*#[^\n]*", re.DOTALL | re.MULTILINE
)
SCOPE = re.compile(
    r"(?:inline )?(class|struct|union|enum|namespace)\b[\w:\s]*?(?P<name>\w*)\s*(?:final\s*)?"
    r"(?:(?<!:):(?P<bases>[^:].*))?$",
    re.DOTALL,
)
VARIABLE = re.compile(
    r"(?P<kind>[\w:<>,\s*&]*?\S)\s+(?P<name>\w+)\s*(?:=(?P<value>[^=].*)|(?P<braces>\{.*))", re.DOTALL
)
FUNCTION = re.compile(r"(?P<kind>[^()]*?)\b(?P<name>\w+)\((?P<parameters>[^()]*(?:\([^()]*\)[^()]*)*)\)", re.DOTALL)


class SourceError(Exception):
    """A comment or a constant breaks the rules."""


@dataclass(eq=False)
class Scope:
    """Class, or all namespaces."""

    name: str
    bases: tuple[str, ...] = ()
    # Arguments of a specialisation, and parameters of a primary template.
    arguments: tuple[str, ...] = ()
    parameters: tuple[str, ...] = ()
    outer: "Scope | None" = None
    members: dict[str, list["Constant"]] = field(default_factory=dict)


@dataclass(eq=False)
class Constant:
    """Named value, or function that computes one."""

    name: str
    text: str
    scope: Scope
    path: str
    # First and last line whose comment is about it; for a function those of its head.
    first: int
    last: int
    kind: str = ""
    parameters: tuple[str, ...] | None = None
    # Proofs that its comment names, or the reason why it has no proof.
    numbers: tuple[str, ...] = ()
    reason: str = ""

    @property
    def place(self) -> str:
        return f"{self.path}:{self.first}: {self.name}"

    @cached_property
    def evaluation(self) -> Evaluation:
        return expression(self.text) if self.parameters is None else function_body(self.text)


def ends_of_brackets(code: str) -> dict[int, int]:
    """Returns for the position of each opening bracket the position behind its closing one."""
    ends: dict[int, int] = {}
    open_ones: list[int] = []
    for bracket in re.finditer(r"[](){}[]", code):
        if bracket[0] in "([{":
            open_ones.append(bracket.start())
        elif open_ones:
            ends[open_ones.pop()] = bracket.end()
    if open_ones:
        raise SourceError(f"no bracket closes {code[open_ones[-1] : open_ones[-1] + 40]}")
    return ends


def blanked(code: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", code[0])


def split_template_head(text: str) -> tuple[str, str]:
    """Returns the parameters of `template <...>`, and the text without it and without its requirements."""
    parameters = ""
    while match := re.match(r"\s*template\s*<", text):
        depth, i = 1, match.end()
        while depth > 0:
            depth += {"<": 1, ">": -1}.get(text[i], 0)
            i += 1
        parameters, text = text[match.end() : i - 1], text[i:]
    if re.match(r"\s*requires\b", text):
        text = re.sub(r"^\s*requires\b[^{}]*(\{[^{}]*\})?", "", text)
    return parameters, text


def without_template_head(text: str) -> str:
    return split_template_head(text)[1]


def names_of_parameters(text: str) -> tuple[str, ...]:
    """Returns the names of a function's or template's parameters; a parameter without a name gets a number."""
    names = []
    for i, parameter in enumerate(filter(None, map(str.strip, without_template_arguments(text).split(",")))):
        words = re.findall(r"\w+", parameter.split("=")[0])
        names.append(words[-1] if len(words) > 1 else f"unnamed {i}")
    return tuple(names)


class File:
    """Constants of one file; those of its namespaces belong to the scope `everywhere`."""

    def __init__(self, path: str, text: str, everywhere: Scope) -> None:
        self.path = path
        self.text = text
        self.code = NOT_CODE.sub(blanked, text)
        self.lines = self.code.split("\n")
        self.ends = ends_of_brackets(self.code)
        self.constants: list[Constant] = []
        self.scopes: list[Scope] = []
        # Lines of the file, of each class and of each function with its body, and the scopes that they belong to.
        self.extents: list[tuple[int, int, Scope]] = [(1, text.count("\n") + 1, everywhere)]
        # Last names of `some::type<...>` in `using name = some::type<...>`, by name.
        self.aliases: dict[str, str] = {}
        for alias in re.finditer(r"\busing (\w+) = ([^;]*);", self.code):
            self.aliases[alias[1]] = re.findall(r"\w+", without_template_arguments(alias[2]))[-1]
        self.read_scope(0, len(self.code), everywhere)

    def code_of(self, line: int) -> str:
        return self.lines[line - 1].strip()

    def line_of(self, position: int) -> int:
        return self.code.count("\n", 0, position) + 1

    def read_scope(self, position: int, end: int, scope: Scope) -> None:
        start = position
        while position < end:
            character = self.code[position]
            if character in "([":
                position = self.ends[position]
            elif character == "{":
                position, finished = self.read_braces(start, position, scope)
                start = position if finished else start
            elif character == ";":
                self.read_variable(start, position, scope)
                position += 1
                start = position
            elif character == ":" and re.fullmatch(r"\s*(public|protected|private)", self.code[start:position]):
                position += 1
                start = position
            else:
                position += 1

    def read_braces(self, start: int, position: int, scope: Scope) -> tuple[int, bool]:
        """Reads what the brace at `position` opens. Returns the position behind it, and whether it ends the declaration
        that begins at `start`."""
        template, head = split_template_head(self.code[start:position])
        head = head.strip()
        behind = self.ends[position]
        plain = without_template_arguments(head)
        is_initialiser = "=" in re.sub(r"\(.*?\)|[<>=!]=|operator\S*", "", plain, flags=re.DOTALL)
        if match := SCOPE.match(plain):
            if match[1] != "enum":
                inner = self.inner(match, head, template, scope)
                self.extents.append((self.line_of(position), self.line_of(behind), inner))
                self.read_scope(position + 1, behind - 1, inner)
            return behind, match[1] == "namespace"
        if is_initialiser or not self.code[position - 1].isspace() or head.endswith("requires"):
            return behind, False
        if "(" in plain:
            self.read_function(start, position, behind, scope)
        return behind, True

    def inner(self, match: re.Match[str], head: str, template: str, scope: Scope) -> Scope:
        if match[1] == "namespace":
            return scope
        bases = tuple(re.findall(r"(\w+)\s*(?:,|$)", match["bases"] or ""))
        special = re.search(rf"\b{match['name']}<(.*?)>\s*(?::[^:]|$)", head, re.DOTALL)
        arguments = tuple(map(str.strip, special[1].split(","))) if special else ()
        inner = Scope(match["name"], bases, arguments, names_of_parameters(template), scope)
        self.scopes.append(inner)
        return inner

    def add(self, constant: Constant) -> None:
        self.constants.append(constant)
        constant.scope.members.setdefault(constant.name, []).append(constant)

    def first_line(self, start: int) -> int:
        """Returns the first line of a declaration, without the blanks at `start` and without template parameters."""
        rest = self.code[start:]
        code = without_template_head(rest).lstrip()
        return self.line_of(len(self.code) - len(code))

    def read_variable(self, start: int, end: int, scope: Scope) -> None:
        template, text = split_template_head(self.code[start:end])
        if declared := re.fullmatch(r"\s*(?:class|struct)\s+(\w+)", text):
            self.scopes.append(Scope(declared[1], parameters=names_of_parameters(template)))
        match = VARIABLE.fullmatch(text.strip())
        if match and "constexpr" in match["kind"]:
            value = match["value"] or match["braces"]
            kind = without_template_arguments(match["kind"])
            self.add(Constant(match["name"], value, scope, self.path, self.first_line(start), self.line_of(end), kind))

    def read_function(self, start: int, position: int, behind: int, scope: Scope) -> None:
        head = without_template_arguments(without_template_head(self.code[start:position])).strip()
        match = FUNCTION.match(head)
        if match is None:
            return
        first, last = self.first_line(start), self.line_of(position)
        self.extents.append((first, self.line_of(behind), scope))
        body, kind = self.code[position + 1 : behind - 1], match["kind"].strip()
        parameters = names_of_parameters(match["parameters"])
        self.add(Constant(match["name"], body, scope, self.path, first, last, kind, parameters))
