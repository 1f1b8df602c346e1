"""Figure 4 of the MICRO 2025 paper: vectors of 1024 128-bit words."""

from ..plot import Bars, Plot, canvas, grouped_bars, legend_above, plain_logarithmic
from ..records import Record
from ..report import Claim, Section, faster
from ..series import LOOKS, Times, multiplication_of
from .tables import rows_of, times_table

OPERATIONS = {"add": "addition", "sub": "subtraction", "mul": "product", "axpy": "axpy"}
SHOWN = ("gmp", "scalar", "avx2", "avx512", "avx512 shoup", "ifma", "mqx", "mqx shoup")


def in_one_array(record: Record) -> bool:
    """Returns whether a method of the papers runs on arrays of 128-bit words, and not in the papers' layout."""
    return record.extra.get("layout") == "contiguous" and multiplication_of(record) in ("schoolbook", "karatsuba")


def section(records: list[Record]) -> Section:
    result = Section(
        "fig4", "Vectors of 1024 128-bit words", "MICRO 2025, Figure 4 and section 5.3", rows=rows_of(records)
    )
    # The papers' methods have low and high words in arrays of their own, all other methods their own layout.
    times = Times([record for record in records if not in_one_array(record)], lambda record: record.operation)
    operations = [operation for operation in OPERATIONS if operation in times.places()]
    shown = [series for series in SHOWN if series in times]
    if "ifma" not in times:
        result.missing.append("no IFMA kernels for vectors of 128-bit words were measured")
    ifma = times.slowdown("ifma", "mqx")
    if ifma is not None:
        text = faster("IFMA", ifma.inverse(), "projected MQX with the papers' method")
        result.lead.append(f"On vectors of 1024, {text} (geometric mean of the operations that it has kernels for).")
    slower = times.slowdown(("scalar", "avx2"), "gmp")
    place = "section 5.3"
    result.claims = [
        Claim("AVX2 over scalar, average of the four operations", place, None, 1.6, times.slowdown("scalar", "avx2")),
        Claim("AVX-512 over AVX2, average of the four operations", place, 2.2, 1.6, times.slowdown("avx2", "avx512")),
        Claim("MQX over AVX-512", place, 2.2, 3.2, times.slowdown("avx512", "mqx"), projected=True),
        Claim(
            "GMP takes longer than the slower of scalar and AVX2",
            place,
            18.4,
            17.3,
            slower.inverse() if slower else None,
            note="For AMD the text compares with the slowest of all.",
        ),
        Claim("AVX-512 over GMP, both CPUs", place, 62.0, 62.0, times.slowdown("gmp", "avx512")),
        Claim("MQX over AVX-512, both CPUs", place, 2.7, 2.7, times.slowdown("avx512", "mqx"), projected=True),
        Claim("IFMA over AVX-512", "not in the paper", here=times.slowdown("avx512", "ifma")),
        Claim("IFMA over MQX", "not in the paper", here=times.slowdown("mqx", "ifma"), projected=True),
    ]
    figure, (axes,) = canvas(height=4.4)
    grouped_bars(
        axes,
        [OPERATIONS[operation] for operation in operations],
        [
            Bars(look.label, look.colour, [times.value(series, operation) for operation in operations], look.projected)
            for series, look in ((series, LOOKS[series]) for series in shown)
        ],
        upright=True,
    )
    plain_logarithmic(axes)
    axes.margins(y=0.12)
    axes.set_ylabel("ns per element, one core")
    legend_above(figure, axes)
    result.plots.append(Plot("fig4", figure, "Nanoseconds per element of four operations, by implementation"))
    result.tables.append(times_table("Nanoseconds per element", times, operations, OPERATIONS.get, "operation"))
    contiguous = Times([record for record in records if in_one_array(record)], lambda record: record.operation)
    if contiguous.places():
        result.tables.append(
            times_table(
                "Papers' methods on arrays of 128-bit words, ns per element",
                contiguous,
                operations,
                OPERATIONS.get,
                "operation",
            )
        )
    result.notes.append(
        "The papers' methods have arrays of low and of high words, Ringlet has one array; GMP's numbers are mpz_t."
    )
    if "ifma" in times:
        result.notes.append("Multiplications gain from IFMA; for sums Ringlet uses its AVX-512 kernels there, too.")
    result.left_out.append("The bars of Figure 4: no text states their heights.")
    return result
