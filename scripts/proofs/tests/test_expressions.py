"""Constant expressions of C++, as far as the parser supports them."""

from fractions import Fraction
from types import SimpleNamespace

import pytest

from proofs.expressions import ExpressionError, Range, Value, expression, function_body
from proofs.source import Source


def evaluated(text: str, **names: Value) -> Value:
    return expression(text)(names.__getitem__)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3 - 4 / 3", 6),
        ("1 << 3 + 1", 16),
        ("(0x3ff & ~std::uint64_t{0xff}) >> 8", 3),
        ("limb_count == 3 ? 128 : limb_count == 2 ? 8 : 0", 8),
        ("limb_count > 1 && !(limb_count >= 3)", True),
        ("times_q(3) + static_cast<std::uint64_t>(1)", 769),
        ("Product::template bound<Capacity>(Bounds<Capacity>::capacity)", 4096),
        ("m.bits - 2", 96),
        ("x.high", 7),
        ("0x1.8p52", Fraction(3 * 2**51)),
        ("1 / 0x1p1", Fraction(1, 2)),
        ("{1, 2u}", Range(1, 2)),
        ("limbs[1]", 20),
        ("1'000'000", 1000000),
    ],
)
def test_values(text: str, value: Value) -> None:
    names = {"Product::bound": lambda x: x, "Bounds::capacity": 4096, "m": None}
    names |= {"limb_count": 2, "times_q": lambda x: 256 * x, "bits": 98, "x": Range(5, 7), "limbs": [10, 20]}
    assert evaluated(text, **names) == value


def test_dead_branches_may_hold_anything() -> None:
    assert evaluated("limb_count == 3 ? nothing : 5", limb_count=2) == 5


def test_designated_initialisers() -> None:
    traits = evaluated("{.bits = limb_count == 3 ? 99 : 61, .lazy = true_}", limb_count=3)
    assert traits.bits == 99
    with pytest.raises(ExpressionError, match="no member"):
        print(traits.other)


def test_functions() -> None:
    body = """
      constexpr Bound half = capacity / 2;
      if constexpr (is_multiword) { if (b > 2 * half) return half; } else if (b == 0) return 1;
      return b <= half ? b : b - half;
    """
    run = function_body(body)
    for is_multiword, b, result in ((True, 9, 4), (True, 7, 3), (False, 0, 1), (False, 3, 3)):
        assert run({"capacity": 8, "b": b, "is_multiword": is_multiword}.__getitem__) == result


@pytest.mark.parametrize("text", ["1 +", "1 2", "a ? b", "x = 3", "@"])
def test_what_is_no_expression(text: str) -> None:
    with pytest.raises(ExpressionError):
        evaluated(text, a=1, b=2, x=3)


def test_names_of_other_classes() -> None:
    text = """
    namespace n {
    inline constexpr unsigned width = 3;
    template <unsigned limb_count>
    struct Parameters;
    template <>
    struct Parameters<2> {
      static constexpr unsigned fraction = 3;
    };
    template <>
    struct Parameters<3> {
      static constexpr unsigned fraction = 9;
    };
    struct Base {
      static constexpr unsigned stages = width + 1;
    };
    template <unsigned limb_count>
    struct Derived : public Base {
      using P = Parameters<limb_count>;
      static constexpr unsigned bits = 52 - P::fraction;  // proof 1.1
      static constexpr unsigned room = Base::stages * stages;  // proof 1.1
      Derived(const Modulus& m)
          : shift_(broadcast(64 - m.bits)),  // proof 1.1
            other_(m) {
        put(first.limbs, m.q, 3);  // proof 1.1
      }
    };
    }
    """
    source = Source({"src/a.hpp": text})
    bits, room, shift, limbs = source.proved["1.1"]
    assert [source.value(bits, {"limb_count": count}) for count in (2, 3)] == [49, 43]
    assert source.value(room, {}) == 16
    assert (shift.name, source.value(shift, {"m": SimpleNamespace(bits=60)})) == ("shift_", 4)
    assert (limbs.name, source.value(limbs, {"m": None, "q": 5})) == ("first.limbs", 40)
