"""Expressions of the sources as terms of Coq; unknown values stay names.

A `Term` goes through the evaluation of an expression like a number and records the operations on it. If the evaluation
asks whether a condition holds, `decided` follows both answers, one after the other, and combines the results.
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any, ClassVar

from proofs.expressions import ExpressionError, Range, Value


def literal(value: Value) -> str:
    """Returns a value as a term of Coq, in brackets if it needs them."""
    if isinstance(value, Term):
        return value.text
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Fraction) and value.denominator == 1:
        value = value.numerator
    if isinstance(value, int):
        return str(value) if value >= 0 else f"({value})"
    if isinstance(value, Range):
        return f"(mk_range {literal(value.low)} {literal(value.high)})"
    raise ExpressionError(f"{value!r} is no term of Coq")


class UndecidedError(Exception):
    """An evaluation depends on a condition that is not decided yet."""

    def __init__(self, condition: str) -> None:
        self.condition = condition


class Term:
    """Term of Coq of type Z, bool or range. `answers` holds the assumed truth of conditions during an evaluation."""

    answers: ClassVar[dict[str, bool]] = {}

    def __init__(self, text: str) -> None:
        self.text = text

    def __bool__(self) -> bool:
        if self.text not in Term.answers:
            raise UndecidedError(self.text)
        return Term.answers[self.text]

    def __hash__(self) -> int:
        return hash(self.text)

    def __eq__(self, other: object) -> Any:
        """Returns True for the same term, which comparisons of sources need; for another one, a term that decides
        it."""
        return True if literal(other) == self.text else Term(f"({self.text} =? {literal(other)})")

    def __ne__(self, other: object) -> Any:
        return False if literal(other) == self.text else Term(f"(negb ({self.text} =? {literal(other)}))")

    # Members of a range.
    @property
    def low(self) -> "Term":
        return Term(f"(low {self.text})")

    @property
    def high(self) -> "Term":
        return Term(f"(high {self.text})")


def function(name: str) -> Callable[..., Term]:
    """Returns a function of Coq."""
    return lambda *arguments: Term(f"({' '.join([name, *map(literal, arguments)])})")


def _binary(form: str) -> tuple[Callable[[Term, Value], Term], Callable[[Term, Value], Term]]:
    def forward(left: Term, right: Value) -> Term:
        return Term(form.format(left.text, literal(right)))

    def backward(right: Term, left: Value) -> Term:
        return Term(form.format(literal(left), right.text))

    return forward, backward


# Values are unbounded numbers here: theorems state where words hold them.
for _name, _form in {
    "add": "({} + {})",
    "sub": "({} - {})",
    "mul": "({} * {})",
    "floordiv": "({} / {})",
    "mod": "({} mod {})",
    "and": "(Z.land {} {})",
    "or": "(Z.lor {} {})",
    "lshift": "({} * 2 ^ {})",
    "rshift": "({} / 2 ^ {})",
    "pow": "({} ^ {})",
}.items():
    _forward, _backward = _binary(_form)
    setattr(Term, f"__{_name}__", _forward)
    setattr(Term, f"__r{_name}__", _backward)
for _name, _form in {"lt": "({} <? {})", "le": "({} <=? {})", "gt": "({1} <? {0})", "ge": "({1} <=? {0})"}.items():
    setattr(Term, f"__{_name}__", _binary(_form)[0])
Term.__neg__ = lambda term: Term(f"(- {term.text})")  # type: ignore[attr-defined]


def decided(evaluate: Callable[[], Value], answers: dict[str, bool] | None = None) -> str:
    """Returns the term for the result of `evaluate`, with an `if` for each condition that it asks about."""
    answers = answers or {}
    Term.answers = answers
    try:
        return literal(evaluate())
    except UndecidedError as undecided:
        condition = undecided.condition
    finally:
        Term.answers = {}
    chosen, other = (decided(evaluate, answers | {condition: answer}) for answer in (True, False))
    return f"(if {condition} then {chosen} else {other})"
