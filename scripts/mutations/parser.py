"""Finds mutants in the syntax tree of a C++ source."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from clang.cindex import Cursor, CursorKind, Index, TranslationUnit, TypeKind

from mutations.mutants import HELPERS, Edit, Mutant

OPERATORS = {
    "<": ("less", "<="), "<=": ("less_equal", "<"), ">": ("greater", ">="), ">=": ("greater_equal", ">"),
    "==": ("equal", "!="), "!=": ("not_equal", "=="), "+": ("plus", "-"), "-": ("minus", "+"),
    "*": ("times", "+"), "/": ("divided", "*"), "%": ("modulo", "/"), "<<": ("shift_left", ">>"),
    ">>": ("shift_right", "<<"), "&": ("bit_and", "|"), "|": ("bit_or", "&"),
}  # fmt: skip
# Functions of instruction sets, and their replacements.
CALLS = {"add": "sub", "sub": "add", "mul_low": "mul_high", "mul_high": "mul_low"}
CALLEE = re.compile(r"((?:\w+::)*(?:Isa|Base|Scalar|Word)::)(\w+)")
# Checks are not mutated: checked builds have tests of their own for them. With temporary objects, a call is inside an
# unexposed expression.
CALLS_OF_CHECKS = {CursorKind.CALL_EXPR, CursorKind.UNEXPOSED_EXPR}
CHECK = re.compile(
    r"(?:(?:checks::|multiword::|rns::)?check_(?:multiword_)?(?:input|output|rows|ranges)(?:<\w+>)?|(?:A::)?Isa::count_call)\(.*",
    re.DOTALL,
)
INSTANTIATION = re.compile(r"(?:extern )?template (?:class|struct) ")
LITERAL = re.compile(r"(?:0[xX])?[0-9a-fA-F']+[uUlL]*")

FUNCTIONS = {
    CursorKind.FUNCTION_DECL,
    CursorKind.CXX_METHOD,
    CursorKind.CONSTRUCTOR,
    CursorKind.DESTRUCTOR,
    CursorKind.CONVERSION_FUNCTION,
    CursorKind.FUNCTION_TEMPLATE,
}
SCOPES = {
    CursorKind.STRUCT_DECL,
    CursorKind.CLASS_DECL,
    CursorKind.CLASS_TEMPLATE,
    CursorKind.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION,
}
# Nodes that the compiler evaluates.
CONSTANT = {
    CursorKind.STATIC_ASSERT,
    CursorKind.ENUM_DECL,
    CursorKind.TEMPLATE_NON_TYPE_PARAMETER,
    CursorKind.TEMPLATE_TYPE_PARAMETER,
    CursorKind.TEMPLATE_TEMPLATE_PARAMETER,
    CursorKind.TYPE_ALIAS_DECL,
    CursorKind.TYPE_ALIAS_TEMPLATE_DECL,
    CursorKind.CONCEPT_DECL,
    CursorKind.REQUIRES_EXPR,
    CursorKind.CXX_UNARY_EXPR,
    CursorKind.CASE_STMT,
}
STATEMENTS = {
    CursorKind.CALL_EXPR,
    CursorKind.CXX_THROW_EXPR,
    CursorKind.COMPOUND_ASSIGNMENT_OPERATOR,
    CursorKind.BINARY_OPERATOR,
    CursorKind.UNARY_OPERATOR,
    CursorKind.UNEXPOSED_EXPR,
}
CONDITIONS = (CursorKind.IF_STMT, CursorKind.CONDITIONAL_OPERATOR)
BODIES = {CursorKind.FOR_STMT, CursorKind.WHILE_STMT, CursorKind.CXX_FOR_RANGE_STMT}
SCALARS = {TypeKind.BOOL, TypeKind.POINTER, TypeKind.ENUM, TypeKind.UINT, TypeKind.ULONG, TypeKind.INT, TypeKind.LONG}


@dataclass(frozen=True)
class Place:
    """Function in which a node stands, and whether the compiler evaluates that function, too."""

    function: str = ""
    constant: bool = False


class Finder:
    def __init__(self, path: str, source: bytes) -> None:
        self.path = path
        self.source = source
        # Nodes that are being visited, the outermost first.
        self.around: list[Cursor] = []

    def text(self, start: int, end: int) -> str:
        """Returns a piece of the source without comments and line breaks."""
        code = re.sub(r"//[^\n]*", "", self.source[start:end].decode())
        return re.sub(r"\s+", " ", code).strip()

    def of(self, node: Cursor) -> str:
        return self.text(*span(node))

    def mutant(self, node: Cursor, place: Place, change: str, *edits: Edit) -> Mutant:
        return Mutant(self.path, node.extent.start.line, place.function, change, edits, place.constant)

    def wrapped(self, node: Cursor, place: Place, change: str, before: str, after: str) -> Mutant:
        start, end = span(node)
        return self.mutant(node, place, change, Edit(start, start, before), Edit(end, end, after, closes=True))

    def visit(self, node: Cursor, parent: Cursor, place: Place) -> Iterator[Mutant]:
        if node.kind in CONSTANT or self.is_constexpr_variable(node):
            return
        if node.kind in CALLS_OF_CHECKS and CHECK.fullmatch(self.of(node)):
            return
        if node.kind in SCOPES and INSTANTIATION.match(self.of(node)):
            return
        if node.kind in SCOPES or node.kind in FUNCTIONS:
            name = node.spelling.split("<")[0]
            constant = node.kind in FUNCTIONS and self.declares(node, "const(?:expr|eval)")
            place = Place(f"{place.function}::{name}".removeprefix("::"), constant)
        yield from self.mutants_of(node, parent, place)
        self.around.append(node)
        for child in node.get_children():
            if not self.is_constant_part(child, node):
                yield from self.visit(child, node, place)
        self.around.pop()

    def declares(self, node: Cursor, word: str) -> bool:
        before_name = self.text(node.extent.start.offset, max(node.location.offset, node.extent.start.offset))
        return re.search(rf"\b{word}\b", before_name) is not None

    def is_constexpr_variable(self, node: Cursor) -> bool:
        return node.kind in (CursorKind.VAR_DECL, CursorKind.UNEXPOSED_DECL) and self.declares(node, "constexpr")

    def is_constant_part(self, child: Cursor, node: Cursor) -> bool:
        """Returns whether it is the condition of `if constexpr`, an argument of a template, or the bound of an
        array."""
        start = child.extent.start.offset
        if node.kind in SCOPES:
            # Arguments of a specialisation.
            return child.kind.is_expression()
        if node.kind == CursorKind.IF_STMT and self.of(node).startswith("if constexpr"):
            return child == next(iter(node.get_children()))
        if node.kind == CursorKind.DECL_REF_EXPR:
            return True
        if node.kind == CursorKind.MEMBER_REF_EXPR:
            return start != node.extent.start.offset
        if node.kind in (CursorKind.VAR_DECL, CursorKind.FIELD_DECL, CursorKind.PARM_DECL):
            between = self.text(node.location.offset, start) if start > node.location.offset else ""
            bound = re.fullmatch(rf"{re.escape(node.spelling)}(\[[^\]]*\])*\[", between)
            return start < node.location.offset or bound is not None
        return False

    def mutants_of(self, node: Cursor, parent: Cursor, place: Place) -> Iterator[Mutant]:
        if not place.function or node.extent.start.offset == node.extent.end.offset:
            return
        yield from self.dropped_statement(node, parent, place)
        yield from self.condition(node, parent, place)
        if node.kind == CursorKind.BINARY_OPERATOR:
            yield from self.operator(node, place)
        elif node.kind == CursorKind.INTEGER_LITERAL:
            yield from self.literal(node, place)
        elif node.kind == CursorKind.CALL_EXPR:
            yield from self.call(node, place)
        elif node.kind == CursorKind.CONSTRUCTOR:
            yield from self.initialisers(node, place)

    def operator(self, node: Cursor, place: Place) -> Iterator[Mutant]:
        left, right = node.get_children()
        between = (left.extent.end.offset, right.extent.start.offset)
        symbol = self.text(*between)
        if symbol in ("&&", "||"):
            for operand, other in ((left, right), (right, left)):
                switch = f"({HELPERS}::on(@) || (" if symbol == "&&" else f"(!{HELPERS}::on(@) && ("
                change = f"`{self.of(node)}` becomes `{self.of(other)}`"
                yield self.wrapped(operand, place, change, switch, "))")
        elif symbol in OPERATORS and between[0] < between[1]:
            name, other_symbol = OPERATORS[symbol]
            start, end = span(node)
            change = f"`{self.of(node)}` becomes `{self.of(left)} {other_symbol} {self.of(right)}`"
            yield self.mutant(
                node, place, change,
                Edit(start, start, f"{HELPERS}::{name}(@, "), Edit(*between, ", "), Edit(end, end, ")", closes=True),
            )  # fmt: skip

    def literal(self, node: Cursor, place: Place) -> Iterator[Mutant]:
        start = node.extent.start.offset
        text = self.of(node)
        # In braces, a value that is no constant would be a narrowing conversion.
        if LITERAL.fullmatch(text) is None or self.source[start - 1 : start] in (b"{", b"["):
            return
        value = number(text)
        around = next((code for outer in reversed(self.around) if (code := self.of(outer)) != text), "")
        change = f"`{value}` becomes `{value + 1}` in `{shortened(around)}`"
        yield self.wrapped(node, place, change, f"{HELPERS}::literal(@, ", ")")

    def call(self, node: Cursor, place: Place) -> Iterator[Mutant]:
        start, end = span(node)
        code = self.source[start:end].decode()
        callee = code.split("(")[0]
        if (found := CALLEE.fullmatch(callee)) is not None and found[2] in CALLS:
            other = found[1] + CALLS[found[2]]
            choice = f"[](const auto&... v) {{ return {HELPERS}::on(@) ? {other}(v...) : {callee}(v...); }}"
            change = f"`{self.of(node)}` becomes `{other}`"
            yield self.mutant(node, place, change, Edit(start, start + len(callee), choice))
        elif re.fullmatch(r"\w+\.exchange", callee):
            place_of_name = start + len(callee) - len(".exchange")
            yield self.mutant(
                node, place, f"`{self.of(node)}` becomes a load",
                Edit(start, start, f"{HELPERS}::exchange(@, "), Edit(place_of_name, start + len(callee) + 1, ", "),
            )  # fmt: skip

    def initialisers(self, node: Cursor, place: Place) -> Iterator[Mutant]:
        member = None
        for child in node.get_children():
            if member is not None and member.type.get_canonical().kind in SCALARS and child.kind.is_expression():
                start, end = span(child)
                # In a template, the parentheses are part of the node.
                if self.source[start : start + 1] == b"(" and self.source[start - 1 : start] != b"(":
                    start, end = start + 1, end - 1
                if self.source[start - 1 : start] == b"(" and self.source[end : end + 1] == b")":
                    change = f"`{member.spelling}({self.text(start, end)})` becomes `{member.spelling}()`"
                    before = Edit(start, start, f"{HELPERS}::initial(@, ")
                    yield self.mutant(child, place, change, before, Edit(end, end, ")", closes=True))
            member = child if child.kind == CursorKind.MEMBER_REF else None

    def condition(self, node: Cursor, parent: Cursor, place: Place) -> Iterator[Mutant]:
        if parent.kind not in CONDITIONS or not node.kind.is_expression():
            return
        conditions = [child for child in parent.get_children() if child.kind.is_expression()]
        if not conditions or node != conditions[0]:
            return
        before = self.source[parent.extent.start.offset : node.extent.start.offset]
        if parent.kind == CursorKind.IF_STMT and re.search(rb"(\(|;)\s*$", before) is None:
            return
        for name, value in (("always", "true"), ("never", "false")):
            change = f"the condition `{self.of(node)}` becomes `{value}`"
            yield self.wrapped(node, place, change, f"{HELPERS}::{name}(@, static_cast<bool>(", "))")

    def dropped_statement(self, node: Cursor, parent: Cursor, place: Place) -> Iterator[Mutant]:
        """Finds a call, an assignment or a throw that is a whole statement."""
        if node.kind not in STATEMENTS or not self.is_statement(node, parent):
            return
        start, end = span(node)
        if self.source[end : end + 1] == b";":
            yield self.mutant(
                node, place, f"`{self.of(node)};` is left out",
                Edit(start, start, f"{{ if (!{HELPERS}::on(@)) "), Edit(end + 1, end + 1, " }", closes=True),
            )  # fmt: skip

    def is_statement(self, node: Cursor, parent: Cursor) -> bool:
        if parent.kind == CursorKind.COMPOUND_STMT:
            return True
        before = self.source[parent.extent.start.offset : node.extent.start.offset].rstrip()
        children = list(parent.get_children())
        if parent.kind in BODIES:
            return node == children[-1] and before.endswith(b")")
        return parent.kind == CursorKind.IF_STMT and node in children[1:] and before.endswith((b")", b"else"))


def number(literal: str) -> int:
    digits = literal.rstrip("uUlL").replace("'", "")
    is_octal = re.fullmatch(r"0\d+", digits) is not None
    return int(digits, 8 if is_octal else 0)


def shortened(code: str) -> str:
    return code if len(code) <= 100 else code[:100] + "..."


def span(node: Cursor) -> tuple[int, int]:
    return node.extent.start.offset, node.extent.end.offset


def parse(file: str, arguments: list[str]) -> TranslationUnit:
    return Index.create().parse(file, args=arguments, options=0)


def find(unit: TranslationUnit, file: str, path: str, source: bytes) -> list[Mutant]:
    """Returns all mutants of a file, which the translation unit includes or is; those of outer expressions first."""
    finder = Finder(path, source)

    def of_scope(node: Cursor) -> Iterator[Mutant]:
        for child in node.get_children():
            if child.location.file is None or child.location.file.name != file:
                continue
            if child.kind in (CursorKind.NAMESPACE, CursorKind.LINKAGE_SPEC):
                yield from of_scope(child)
            else:
                yield from finder.visit(child, node, Place())

    return list(of_scope(unit.cursor))
