"""Lines of the measuring programs, and computations with them."""

import json

import pytest

from reproduce import series
from reproduce.records import Record, RecordError, parse
from reproduce.sections.ntt import ranges, verdict

LINE = {
    "experiment": "fig5",
    "backend": "avx512dq",
    "method": "limb64x2-schoolbook",
    "mode": "measured",
    "features": "",
    "operation": "ntt_forward",
    "bits": 124,
    "log_n": 14,
    "unit": "ns/butterfly",
    "median": 4.0,
    "low": 3.9,
    "high": 4.2,
    "repetitions": 9,
    "layout": "split",
}


def record(**changes: object) -> Record:
    return parse(json.dumps(LINE | changes))


def test_keeps_what_it_does_not_know() -> None:
    assert record().extra == {"layout": "split"}


@pytest.mark.parametrize("line", ["", "[1]", "{", json.dumps({"experiment": "fig5"})])
def test_refuses_what_is_no_record(line: str) -> None:
    with pytest.raises(RecordError):
        parse(line)


@pytest.mark.parametrize(
    "changes",
    [{"mode": "guessed"}, {"unit": "furlongs"}, {"median": 0}, {"median": -1}, {"median": "4"}, {"high": float("nan")}],
)
def test_refuses_what_cannot_be_shown(changes: dict[str, object]) -> None:
    with pytest.raises(RecordError):
        record(**changes)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, "avx512"),
        ({"backend": "scalar"}, "scalar"),
        ({"method": "limb64x2-karatsuba"}, "avx512 karatsuba"),
        ({"method": "shoup128"}, "avx512 shoup"),
        ({"backend": "avx512ifma", "method": "shoup128"}, "avx512 shoup"),
        ({"backend": "avx512ifma", "method": "radix52x3"}, "ifma"),
        ({"backend": "avx2", "method": "fma42x3"}, "avx2 shoup"),
        ({"backend": "gmp", "method": "mpz"}, "gmp"),
        ({"mode": "projected", "features": "+M,C"}, "mqx"),
        ({"mode": "projected", "features": "+M"}, "mqx +M"),
        ({"mode": "projected", "features": "+M,C", "method": "shoup128"}, "mqx shoup"),
        ({"mode": "projected", "features": "+M,C", "method": "rows64x2"}, "mqx rows"),
        ({"mode": "projected", "features": "+M,C", "backend": "avx2"}, "mqx avx2"),
        ({"mode": "emulated", "features": "+M,C"}, "mqx emulated"),
    ],
)
def test_names_series(changes: dict[str, object], expected: str) -> None:
    assert series.name(record(**changes)) == expected


def test_no_series_of_a_projection_hides_that() -> None:
    for name, look in series.LOOKS.items():
        assert look.projected == name.startswith("mqx"), name
        assert look.projected == ("projected" in look.label), name


def test_compares_where_both_were_measured() -> None:
    times = series.Times(
        [
            record(log_n=8, median=4.0),
            record(log_n=9, median=9.0),
            record(log_n=10),
            record(backend="scalar", log_n=8, median=8.0),
            record(backend="scalar", log_n=9, median=72.0),
        ],
        lambda one: one.log_n,
    )
    assert times.slowdown("scalar", "avx512") == pytest.approx(4.0)
    assert times.slowdown("scalar", "avx512", [8]) == pytest.approx(2.0)
    assert times.slowdown("gmp", "avx512") is None
    assert times.slowdown(("scalar", "avx512"), "avx512") == pytest.approx((2 * 8 * 1) ** (1 / 3))


def test_the_verdict_follows_the_numbers() -> None:
    assert (
        verdict([(8, 1.5, True), (9, 2.0, True)])
        == "IFMA is faster at every n measured, by 1.50 to 2.00 times (most at 2⁹)"
    )
    assert verdict([(8, 0.5, True)]) == "IFMA is slower at every n measured, by 2.00 times"
    mixed = verdict([(8, 1.5, True), (9, 1.01, False), (10, 0.8, True)])
    assert "faster at n = 2⁸, by 1.50 times" in mixed
    assert "slower at n = 2¹⁰, by 1.25 times" in mixed
    assert "no clear difference at n = 2⁹" in mixed


def test_ranges_of_sizes() -> None:
    assert ranges([8, 9, 10, 12]) == "2⁸–2¹⁰, 2¹²"
