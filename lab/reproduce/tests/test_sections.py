"""Figures of incomplete data: a machine without AVX-512, one without AVX2, and one with few measurements."""

from pathlib import Path

import pytest

from reproduce import cpus
from reproduce.plot import plt
from reproduce.records import Record
from reproduce.report import Claim, faster
from reproduce.sections import blas, hexl, ntt, projection, sensitivity, speed_of_light, widths
from reproduce.sections.short import summary
from reproduce.series import Ratio, mean_ratio, ratio_of

SCHOOLBOOK, SHOUP, ROWS = "limb64x2-schoolbook", "shoup128", "rows64x2"
KINDS = {
    "gmp": ("gmp", "mpz", "measured", ""),
    "scalar": ("scalar", SCHOOLBOOK, "measured", ""),
    "avx2": ("avx2", SCHOOLBOOK, "measured", ""),
    "mqx avx2": ("avx2", SCHOOLBOOK, "projected", "+M,C"),
    "avx512": ("avx512dq", SCHOOLBOOK, "measured", ""),
    "mqx": ("avx512dq", SCHOOLBOOK, "projected", "+M,C"),
    "ifma": ("avx512ifma", "radix52x3", "measured", ""),
    "avx512 shoup": ("avx512dq", SHOUP, "measured", ""),
    "mqx shoup": ("avx512dq", SHOUP, "projected", "+M,C"),
    "mqx rows": ("avx512dq", ROWS, "projected", "+M,C"),
}
MACHINES = [["scalar"], ["gmp", "scalar"], ["scalar", "avx2", "mqx avx2"], ["avx512"], ["ifma", "mqx"], list(KINDS)]


def transforms(kinds: list[str], operations: tuple[str, ...] = ("ntt_forward", "ntt_inverse")) -> list[Record]:
    return [
        Record("test", backend, mode, "ns/butterfly", 1.0 + size, method, features, operation, 124, size)
        for backend, method, mode, features in map(KINDS.__getitem__, kinds)
        for operation in operations
        for size in (8, 14)
    ]


@pytest.fixture(autouse=True)
def close_plots():
    yield
    plt.close("all")


@pytest.mark.parametrize("kinds", MACHINES, ids=", ".join)
@pytest.mark.parametrize("operations", [("ntt_forward",), ("ntt_forward", "ntt_inverse")], ids=len)
def test_transforms(kinds: list[str], operations: tuple[str, ...]) -> None:
    records = transforms(kinds, operations)
    described, _ = cpus.load_all(sorted((Path(cpus.__file__).parents[1] / "cpus").glob("*.toml")))
    clock = [Record("clock", "scalar", "measured", "GHz", 3.0)]
    for section in (
        ntt.section(records),
        ntt.ifma_section(records, "a CPU"),
        ntt.on_top_section(records),
        sensitivity.section(records),
        sensitivity.multiplication_section(records),
        speed_of_light.section(records, clock, described, []),
    ):
        assert section.plots or section.missing or section.tables, section.key
        for plot in section.plots:
            assert "<svg" in plot.svg()


@pytest.mark.parametrize("kinds", MACHINES, ids=", ".join)
def test_vectors(kinds: list[str]) -> None:
    records = [
        Record("fig4", backend, mode, "ns/element", 1.0, method, features, operation, 124, 10)
        for backend, method, mode, features in map(KINDS.__getitem__, kinds)
        for operation in ("add", "mul")
    ]
    assert "<svg" in blas.section(records).plots[0].svg()


def test_the_question_is_answered_only_where_both_were_measured() -> None:
    assert ntt.ifma_section(transforms(["ifma"]), "a CPU").missing
    assert ntt.ifma_section(transforms(["mqx", "avx512"]), "a CPU").missing
    answered = ntt.ifma_section(transforms(["ifma", "mqx", "avx512"]), "a CPU")
    assert not answered.missing
    assert "no clear difference" in answered.lead[0]


def timed(kind: str, median: float, spread: float, operation: str = "ntt_forward") -> Record:
    backend, method, mode, features = KINDS.get(kind, KINDS["avx512"])
    if kind == "karatsuba":
        method = "limb64x2-karatsuba"
    low, high = median * (1 - spread), median * (1 + spread)
    return Record(
        "fig5", backend, mode, "ns/butterfly", median, method, features, operation, 124, 14, low=low, high=high
    )


def test_a_ratio_is_clear_where_its_spread_leaves_no_doubt() -> None:
    slow, fast = timed("avx512", 3.0, 0.1), timed("ifma", 2.0, 0.1)
    ratio = ratio_of(slow, fast)
    assert ratio == 1.5
    assert ratio.low == pytest.approx(2.7 / 2.2)
    assert ratio.high == pytest.approx(3.3 / 1.8)
    assert ratio.clear and ratio.inverse().clear
    assert ratio.inverse().low == pytest.approx(1.8 / 3.3)
    assert not ratio_of(timed("avx512", 3.0, 0.3), timed("ifma", 2.0, 0.3)).clear
    both = mean_ratio([Ratio(2.0, 1.5, 3.0), Ratio(0.5, 0.4, 0.8)])
    assert both is not None
    assert both == pytest.approx(1.0)
    assert not both.clear
    assert mean_ratio([]) is None


def test_what_the_spread_hides_is_not_stated() -> None:
    assert faster("A", Ratio(1.5, 1.2, 1.8), "B") == "A is 1.50 times as fast as B"
    assert faster("A", Ratio(0.5, 0.4, 0.6), "B") == "B is 2.00 times as fast as A"
    assert "cannot be told apart" in faster("A", Ratio(1.5, 0.9, 1.8), "B")
    clear, hidden = (Claim("x", "here", 2.0, here=Ratio(1.5, low, 1.8)) for low in (1.2, 0.9))
    assert (clear.open, clear.difference()) == (False, "−25 %")
    assert (hidden.open, hidden.difference()) == (True, "open: within the spread")
    for spread, said in ((0.01, "Schoolbook multiplication is the faster way on: AVX-512"), (0.5, "leaves it open")):
        records = [timed("avx512", 2.0, spread), timed("karatsuba", 3.0, spread)]
        assert said.replace(":", "") in sensitivity.multiplication_section(records).lead[0]


@pytest.mark.parametrize(("spread", "said"), [(0.02, "IFMA is 1.50 times as fast"), (0.5, "cannot be told apart")])
def test_in_short(spread: float, said: str) -> None:
    records = [timed("ifma", 2.0, spread), timed("mqx", 3.0, spread), timed("avx512", 9.0, spread)]
    error = Record("table6", "avx2", "projected", "relative_error_percent", 1.0, "_mm256_mul_epu32", low=-2.0, high=3.0)
    found = summary(records, [error], "a CPU")
    assert said in found.sentences[0]
    assert "cannot be told from zero" in found.sentences[1]
    assert "+1.0" not in found.sentences[1]
    assert "<svg" in found.plots[0].svg()
    assert summary([timed("scalar", 1.0, 0.0)], [], "a CPU").plots == []


def test_one_instruction_of_three() -> None:
    error = Record(
        "table6", "avx2", "projected", "relative_error_percent", -9.0, "_mm256_mul_epu32", low=-10.0, high=-8.0
    )
    section = projection.section([error])
    assert len(section.missing) == 2
    assert "−9.0 %" in section.lead[0]
    assert "beyond" in section.lead[0]
    assert [claim.here for claim in section.claims] == [-9.0, None, None]


def test_word_size_kernels_of_a_scalar_machine() -> None:
    records = [
        Record(f"hexl{i}", "scalar", "measured", "us", 1.0, log_n=log) for i in (1, 2, 3, 4) for log in (10, 12, 14)
    ]
    assert all(claim.here is None for claim in hexl.section(records).claims)


@pytest.mark.parametrize(("backends", "name"), [(("scalar",), "scalar"), (("scalar", "avx512ifma"), "IFMA")])
@pytest.mark.parametrize("bits", [(124, 254, 509), (188, 381)], ids=str)
def test_widths(backends: tuple[str, ...], name: str, bits: tuple[int, ...]) -> None:
    records = [
        Record("widths", backend, "measured", "ns/butterfly", width / 62, bits=width, log_n=size, low=1.0, high=9.0)
        for backend in backends
        for width in bits
        for size in (10, 12)
    ]
    section = widths.section(records)
    assert "<svg" in section.plots[0].svg()
    assert [len(table.rows) for table in section.tables] == [len(bits)] * len(backends)
    assert section.tables[0].title.startswith(name)
    # The page does not state what its sources do not contain.
    assert section.claims == []
    assert "MoMA" in section.left_out[0]
    assert [("2.05 to 2.05 times" in text, name in text) for text in section.lead] == [(True, True)] * (124 in bits)
