"""Summary of the whole report in three sentences and a plot."""

from dataclasses import dataclass, field

from ..plot import HATCH_PROJECTED, Plot, canvas, colour, short
from ..records import ERROR_UNIT, Record
from ..report import faster
from ..series import LOOKS, Times
from .ntt import by_size
from .projection import error_in_words

SHOWN = ("avx512", "avx512 shoup", "ifma", "mqx", "mqx shoup", "mqx rows")
# MQX with the papers' method, and with the method of the kernels for IFMA.
RIVALS = {
    "mqx": "projected MQX with the papers' method",
    "mqx rows": "projected MQX with the method that Ringlet's kernels for IFMA have",
}


@dataclass
class Summary:
    sentences: list[str] = field(default_factory=list)
    plots: list[Plot] = field(default_factory=list)
    """One plot, or none if AVX-512 was not measured."""


def summary(transforms: list[Record], validation: list[Record], cpu: str) -> Summary:
    result = Summary()
    forward = by_size(transforms, "ntt_forward")
    for rival, name in RIVALS.items():
        ratio = forward.slowdown(rival, "ifma")
        if ratio is not None:
            text = faster("IFMA", ratio, name)
            result.sentences.append(f"In transforms on {cpu}, {text} (geometric mean over the sizes).")
    errors = [record for record in validation if record.unit == ERROR_UNIT]
    if errors:
        result.sentences.append(error_in_words(errors))
    if "avx512" in forward:
        result.plots.append(_plot(forward))
    return result


def _plot(forward: Times) -> Plot:
    shown = [series for series in SHOWN if series in forward]
    figure, (axes,) = canvas(height=0.6 + 0.36 * len(shown))
    for row, series in enumerate(reversed(shown)):
        look, ratio = LOOKS[series], forward.slowdown("avx512", series)
        if ratio is None:
            continue
        tint = colour(look.colour)
        bar = axes.barh(
            row,
            ratio,
            0.7,
            facecolor="none" if look.projected else tint,
            edgecolor=tint,
            hatch=HATCH_PROJECTED if look.projected else None,
            linewidth=1.1,
        )
        axes.bar_label(bar, [short(ratio)], padding=4, color=colour("ink"))
    axes.set_yticks(range(len(shown)), [LOOKS[series].label for series in reversed(shown)])
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="y", visible=False)
    axes.margins(x=0.08)
    axes.set_xlabel("speed of forward transforms of 128-bit words, the papers' AVX-512 = 1")
    return Plot("short", figure, "Speed of transforms relative to AVX-512 with the papers' method")
