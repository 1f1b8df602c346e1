"""Expressions as terms of Coq."""

import pytest

from proofs.definitions import Definitions
from proofs.expressions import ExpressionError, Range, Value, expression, function_body
from proofs.source import Source
from proofs.symbolic import Term, decided, function, literal

X, N = Term("x"), Term("n")


def translated(text: str, **names: Value) -> str:
    return decided(lambda: expression(text)(names.__getitem__))


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("1 + 2 * x", "(1 + (2 * x))"),
        ("(x - 1) / 3", "((x - 1) / 3)"),
        ("1 << n", "(1 * 2 ^ n)"),
        ("x >> 12", "(x / 2 ^ 12)"),
        ("x & 0xff", "(Z.land x 255)"),
        ("-x", "(- x)"),
        ("x % 4", "(x mod 4)"),
        ("0x1.8p2", "6"),
        ("x <= 3", "(x <=? 3)"),
        ("x > 3", "(3 <? x)"),
        ("x == 3 ? 1 : n", "(if (x =? 3) then 1 else n)"),
        ("x < 3 && n < 3", "(if (x <? 3) then (n <? 3) else (x <? 3))"),
        ("{x.low, 7}", "(mk_range (low x) 7)"),
        ("f(n, 2)", "(f n 2)"),
    ],
)
def test_terms(text: str, term: str) -> None:
    assert translated(text, x=X, n=N, f=function("f")) == term


def test_a_condition_is_asked_once() -> None:
    run = function_body("if (x < 1) return 1; if (n < 1) return x < 1 ? 2 : 3; return 4;")
    term = decided(lambda: run({"x": X, "n": N}.__getitem__))
    assert term == "(if (x <? 1) then 1 else (if (n <? 1) then 3 else 4))"


def test_what_is_no_term() -> None:
    assert literal(Range(-1, 2)) == "(mk_range (-1) 2)"
    with pytest.raises(ExpressionError, match="no term of Coq"):
        literal("text")


def test_every_definition_has_a_name_of_its_own(source: Source) -> None:
    names = Definitions.of(source).names
    assert len(names) == len(set(names)) > 100
