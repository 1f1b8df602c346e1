"""Evaluates the constant expressions of the C++ sources: integers, exact fractions for doubles, and ranges.

Covers as much of the language as constants and the functions of bounds use. The caller defines the meaning of names. He
is asked for `b::c` at `a::b<T>::c`, and for `bits` at `m.bits` if `m` has no meaning. Template arguments are skipped:
clang-format puts their bracket directly behind the name, that of a comparison behind a space.
"""

import re
from collections.abc import Callable
from fractions import Fraction
from operator import add, and_, eq, ge, gt, le, lshift, lt, mod, mul, ne, or_, rshift, sub, xor
from typing import Any, NamedTuple


class ExpressionError(Exception):
    """An expression cannot be evaluated."""


class Range(NamedTuple):
    """Equivalent of arith::Range."""

    low: int
    high: int


class Members:
    """Object made by designated initialisers."""

    def __init__(self, members: "dict[str, Evaluation]", names: "Names") -> None:
        self.members = members
        self.names = names

    def __getattr__(self, member: str) -> Any:
        if member not in self.members:
            raise ExpressionError(f"there is no member {member}")
        return self.members[member](self.names)


NOTHING = object()
Value = Any
# Raises KeyError for a name without a meaning.
Names = Callable[[str], Value]
Evaluation = Callable[[Names], Value]

TOKEN = re.compile(
    r"(?P<number>0x[0-9a-f]+(?:\.[0-9a-f]+)?p[+-]?\d+|0x[0-9a-f']+|\d[\d']*(?:\.\d+)?)[uUlLzZ]*"
    r"|(?P<name>[A-Za-z_]\w*)"
    r"|(?P<sign>::|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%<>=!~&|^?:;,.(){}\[\]])"
)
LEVELS = ("||", "&&", "|", "^", "&", "== !=", "< > <= >=", "<< >>", "+ -", "* / %")
PRECEDENCE = {sign: level for level, signs in enumerate(LEVELS) for sign in signs.split()}
LITERALS = {"false": False, "true": True}
# Conversions, and functions that put one value in all lanes: they return their argument.
TRANSPARENT = ("static_cast", "broadcast", "broadcast_limb")


def divide(x: Value, y: Value) -> Value:
    return Fraction(x) / y if isinstance(x, Fraction) or isinstance(y, Fraction) else x // y


OPERATIONS: dict[str, Callable[[Value, Value], Value]] = {
    **{"|": or_, "^": xor, "&": and_, "==": eq, "!=": ne, "<": lt, ">": gt, "<=": le, ">=": ge},
    **{"<<": lshift, ">>": rshift, "+": add, "-": sub, "*": mul, "/": divide, "%": mod},
}


# Functions with the same meaning everywhere.
FUNCTIONS = {"isa::divide": divide}


def without_template_arguments(text: str) -> str:
    """Turns `a<b<c>>::d` into `a::d`."""
    kept: list[str] = []
    depth = 0
    for i, character in enumerate(text):
        if character == "<" and (depth > 0 or (i > 0 and re.match(r"\w<[^<=]", text[i - 1 : i + 2]))):
            depth += 1
        elif character == ">" and depth > 0:
            depth -= 1
        elif depth == 0:
            kept.append(character)
    return "".join(kept)


def tokens_of(text: str) -> list[re.Match[str]]:
    text = without_template_arguments(text)
    tokens = []
    position = 0
    while position < len(text):
        if text[position].isspace():
            position += 1
            continue
        token = TOKEN.match(text, position)
        if token is None:
            raise ExpressionError(f"{text[position:].split()[0]} is no token")
        tokens.append(token)
        position = token.end()
    return tokens


def number_of(text: str) -> int | Fraction:
    text = text.replace("'", "")
    if "p" in text:
        return Fraction(float.fromhex(text))
    return Fraction(text) if "." in text else int(text, 0)


class Parser:
    """Parser of one expression, or of the statements of one function."""

    def __init__(self, text: str) -> None:
        self.tokens = tokens_of(text)
        self.position = 0

    def next_is(self, *texts: str) -> bool:
        ahead = self.tokens[self.position : self.position + len(texts)]
        return [token[0] for token in ahead] == list(texts)

    def accept(self, *texts: str) -> bool:
        found = self.next_is(*texts)
        self.position += len(texts) if found else 0
        return found

    def take(self) -> re.Match[str]:
        if self.position == len(self.tokens):
            raise ExpressionError("the expression ends too early")
        self.position += 1
        return self.tokens[self.position - 1]

    def expect(self, text: str) -> None:
        found = self.take()[0]
        if found != text:
            raise ExpressionError(f"{text} was expected, not {found}")

    def end(self) -> None:
        if self.position != len(self.tokens):
            raise ExpressionError(f"{self.tokens[self.position][0]} follows the end")

    # ---- expressions ----

    def expression(self) -> Evaluation:
        condition = self.operation(0)
        if not self.accept("?"):
            return condition
        chosen = self.expression()
        self.expect(":")
        other = self.expression()
        return lambda names: chosen(names) if condition(names) else other(names)

    def operation(self, level: int) -> Evaluation:
        left = self.unary()
        while self.position < len(self.tokens):
            sign = self.tokens[self.position][0]
            if PRECEDENCE.get(sign, -1) < level:
                break
            self.position += 1
            left = self.binary(sign, left, self.operation(PRECEDENCE[sign] + 1))
        return left

    @staticmethod
    def binary(sign: str, left: Evaluation, right: Evaluation) -> Evaluation:
        if sign == "&&":
            return lambda names: left(names) and right(names)
        if sign == "||":
            return lambda names: left(names) or right(names)
        operation = OPERATIONS[sign]
        return lambda names: operation(left(names), right(names))

    def unary(self) -> Evaluation:
        if self.accept("-"):
            operand = self.unary()
            return lambda names: -operand(names)
        if self.accept("!"):
            operand = self.unary()
            return lambda names: not operand(names)
        if self.accept("~"):
            operand = self.unary()
            return lambda names: 2**64 - 1 - operand(names)
        return self.postfix()

    def postfix(self) -> Evaluation:
        if self.accept("("):
            value = self.expression()
            self.expect(")")
        elif self.next_is("{"):
            value = self.braces()
        else:
            value = self.named()
        while True:
            if self.accept("."):
                value = self.member(value, self.take()[0])
            elif self.next_is("["):
                value = self.element(value, *self.arguments("[", "]"))
            elif self.next_is("("):
                value = self.call(value, self.arguments("(", ")"))
            else:
                return value

    def named(self) -> Evaluation:
        token = self.take()
        if token["number"]:
            number = number_of(token["number"])
            return lambda names: number
        if not token["name"]:
            raise ExpressionError(f"{token[0]} begins no value")
        name = self.take()[0] if token[0] == "typename" else token["name"]
        if name in LITERALS:
            return lambda names: LITERALS[name]
        owner = ""
        while self.accept("::"):
            self.accept("template")
            owner, name = name, self.take()[0]
        if name in TRANSPARENT:
            return lambda names: lambda value: value
        if self.next_is("{"):
            return self.braces()
        path = f"{owner}::{name}" if owner else name
        if path in FUNCTIONS:
            return lambda names: FUNCTIONS[path]
        return lambda names: names(path)

    def arguments(self, opening: str, closing: str) -> list[Evaluation]:
        self.expect(opening)
        values: list[Evaluation] = []
        while not self.accept(closing):
            if values:
                self.expect(",")
                if self.accept(closing):
                    break
            values.append(self.expression())
        return values

    def braces(self) -> Evaluation:
        if self.next_is("{", "."):
            return self.designated()
        values = self.arguments("{", "}")
        if len(values) == 1:
            return values[0]
        if len(values) != 2:
            return lambda names: tuple(value(names) for value in values)
        return lambda names: Range(*(value(names) for value in values))

    def designated(self) -> Evaluation:
        """Parses `{.member = value, ...}`: an object whose members are evaluated on demand."""
        self.expect("{")
        members: dict[str, Evaluation] = {}
        while not self.accept("}"):
            if members:
                self.expect(",")
            self.expect(".")
            name = self.take()[0]
            self.expect("=")
            members[name] = self.expression()
        return lambda names: Members(members, names)

    @staticmethod
    def member(value: Evaluation, member: str) -> Evaluation:
        def evaluate(names: Names) -> Value:
            try:
                owner = value(names)
            except KeyError:
                owner = None
            return names(member) if owner is None else getattr(owner, member)

        return evaluate

    @staticmethod
    def element(values: Evaluation, index: Evaluation) -> Evaluation:
        return lambda names: values(names)[index(names)]

    @staticmethod
    def call(function: Evaluation, arguments: list[Evaluation]) -> Evaluation:
        return lambda names: function(names)(*(argument(names) for argument in arguments))

    # ---- the statements of a function ----

    def statements(self) -> Evaluation:
        """Returns the result of the rest of a block, NOTHING if it does not return."""
        if self.position == len(self.tokens) or self.next_is("}"):
            return lambda names: NOTHING
        if self.accept("return"):
            value = self.value_before(";")
            self.statements()  # never reached
            return value
        if self.accept("if"):
            value, rest = self.condition(), self.statements()
            return lambda names: rest(names) if (found := value(names)) is NOTHING else found
        return self.declaration()

    def value_before(self, sign: str) -> Evaluation:
        value = self.expression()
        self.expect(sign)
        return value

    def condition(self) -> Evaluation:
        """Returns the result of an `if`, NOTHING if it does not return."""
        self.accept("constexpr")
        self.expect("(")
        condition = self.value_before(")")
        chosen = self.branch()
        other = self.branch() if self.accept("else") else lambda names: NOTHING
        return lambda names: chosen(names) if condition(names) else other(names)

    def branch(self) -> Evaluation:
        if self.accept("{"):
            value = self.statements()
            self.expect("}")
            return value
        if self.accept("if"):
            return self.condition()
        self.expect("return")
        return self.value_before(";")

    def declaration(self) -> Evaluation:
        """Parses `constexpr Bound half = ...;`, whose value the following statements use."""
        name = ""
        while not self.accept("="):
            name = self.take()[0]
        value = self.value_before(";")
        rest = self.statements()

        def evaluate(names: Names) -> Value:
            local = value(names)
            return rest(lambda asked: local if asked == name else names(asked))

        return evaluate


def expression(text: str) -> Evaluation:
    parser = Parser(text)
    evaluation = parser.expression()
    parser.end()
    return evaluation


def function_body(text: str) -> Evaluation:
    parser = Parser(text)
    statements = parser.statements()
    parser.end()

    def evaluate(names: Names) -> Value:
        value = statements(names)
        if value is NOTHING:
            raise ExpressionError("a function that returns nothing")
        return value

    return evaluate
