"""Figures 1 and 7 and equation 13 of the MICRO 2025 paper: if every core of a large CPU ran as fast as this one."""

from dataclasses import replace

from ..cpus import Cpu
from ..plot import Plot, canvas, legend_above, plain_logarithmic, short, sizes_axis
from ..plot import colour as tint
from ..records import Record
from ..report import Claim, Section, Table, power
from ..series import LOOKS
from .ntt import by_size

SHOWN = ("avx512", "ifma", "mqx", "mqx shoup")


def section(ntt: list[Record], clock: list[Record], cpus: list[Cpu], problems: list[str]) -> Section:
    result = Section(
        "fig7",
        "Speed of light",
        "MICRO 2025, equation 13, Figures 1 and 7, section 6",
        columns=("Xeon 6980P", "EPYC 9965S"),
    )
    result.missing += problems
    place = "section 6"
    result.claims = [
        Claim("MQX at the speed of light over RPU (an ASIC), average", place, 1.3, 2.5, projected=True),
        Claim("MQX at the speed of light over FPM (an ASIC), average", place, "about 1", 2.9, projected=True),
        Claim("MQX at the speed of light over MoMA (a GPU), average", place, "1 / 1.4 ×", 1.7, projected=True),
        Claim(
            "AVX-512 on one core of the EPYC 9654 over OpenFHE on 32 cores of an EPYC 7502",
            "Figure 1, caption",
            None,
            3.8,
        ),
        Claim("RPU over OpenFHE on 32 cores", "section 8", "545 to 1485 ×", "545 to 1485 ×"),
        Claim(
            "RPU over AVX-512 on one core, at the least",
            "section 8",
            "138 ×",
            "138 ×",
            note="The text does not name the CPU.",
        ),
        Claim(
            "RPU over MQX on one core, at the least",
            "abstract",
            "35 ×",
            "35 ×",
            projected=True,
            note="The abstract does not name the CPU.",
        ),
    ]
    # Each claim is a ratio of times that only plots show.
    result.claims = [
        replace(claim, absent="no text states the times of which it is a ratio") for claim in result.claims
    ]
    result.left_out += [
        "RPU, FPM, MoMA and OpenFHE as times: Figures 1 and 7 draw them, no text has them, only the ratios above. "
        "So they have no line in the plot.",
        "A counterpart of those ratios here: it needs the times that they are ratios of.",
    ]
    forward = by_size(ntt, "ntt_forward")
    if not clock:
        result.missing.append("the core's frequency was not measured")
    if not forward.places():
        result.missing.append("no transform was measured")
    if forward.places() and not any(series in forward for series in SHOWN):
        result.missing.append("needs AVX-512")
    if not cpus or result.missing[len(problems) :]:
        return result
    frequency = clock[0].median
    result.lead.append(
        f"One core here ran at {frequency:.2f} GHz. Each time below is a time of that core, divided by the number of "
        "cores and scaled to the all-core frequency: a bound that no program reaches, for batches of transforms."
    )
    shown = [series for series in SHOWN if series in forward]
    figure, all_axes = canvas(height=4.2, width=max(8.6, 4 * len(cpus)), columns=len(cpus), sharey=True)
    for axes, cpu in zip(all_axes, cpus, strict=True):
        table = []
        for size in forward.places():
            cells = [power(size)]
            for series in shown:
                value = forward.value(series, size)
                if value is None:
                    cells.append("–")
                    continue
                # Converts a butterfly on one core to a whole transform on all cores, in microseconds.
                transform = value * size * 2 ** (size - 1) / 1000
                light = cpu.speed_of_light(transform, frequency)
                cells.append(short(light) if light >= 0.1 else f"{light:.4f}")
                result.rows.append(
                    {
                        "cpu": cpu.key,
                        "series": series,
                        "mode": "projected" if LOOKS[series].projected else "derived",
                        "log_n": size,
                        "unit": "us",
                        "speed_of_light": light,
                    }
                )
            table.append(cells)
        for series in shown:
            look = LOOKS[series]
            points = [
                (row["log_n"], row["speed_of_light"])
                for row in result.rows
                if row["cpu"] == cpu.key and row["series"] == series
            ]
            style = {"linestyle": (0, (5, 2)), "markerfacecolor": tint("paper")} if look.projected else {}
            axes.plot(*zip(*points, strict=True), marker="o", color=tint(look.colour), label=look.label, **style)
        plain_logarithmic(axes)
        sizes_axis(axes, forward.places())
        axes.set_title(f"{cpu.name}: {cpu.cores} cores, {cpu.all_core_boost_ghz:g} GHz", fontsize=8.5)
        result.tables.append(
            Table(
                f"Speed of light on {cpu.name}, µs per transform ({cpu.source})",
                ["n", *(LOOKS[series].label for series in shown)],
                table,
            )
        )
    all_axes[0].set_ylabel("µs per transform, all cores")
    legend_above(figure, all_axes[0])
    result.plots.append(Plot("fig7", figure, "Microseconds per transform if all cores of a CPU were used"))
    result.notes.append("CPUs come from lab/cpus/*.toml and --cpu FILE.")
    return result
