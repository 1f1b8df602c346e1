"""Style of plots. Every colour of a plot is one of `COLOURS`. In the page, each becomes a CSS variable, so that one
drawing serves the light page, the dark page and paper."""

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

# Light and dark colours. Those of series differ in lightness too, and no two differ by red and green alone.
COLOURS = {
    "ink": ("#1b1f24", "#e6e9ee"),
    "faint": ("#68707b", "#98a2b0"),
    "grid": ("#dfe3e8", "#323a45"),
    "paper": ("#fdfdfc", "#15191f"),
    "published": ("#8a8f98", "#8f97a3"),
    "gmp": ("#9aa1ab", "#6d7683"),
    "scalar": ("#7a5b3a", "#c9a77f"),
    "avx2": ("#3f8f8b", "#62c2bd"),
    "avx512": ("#2467c9", "#6ea8ff"),
    "ifma": ("#0b7a3b", "#4fd08a"),
    "mqx": ("#c4501b", "#ff9a5c"),
    "mqx2": ("#a0338f", "#ec86da"),
    "mqx3": ("#94860b", "#e2d04f"),
    "own": ("#5a4bb5", "#a99cff"),
}
HATCH_PROJECTED = "////"


def colour(name: str) -> str:
    return COLOURS[name][0]


@dataclass(frozen=True)
class Plot:
    """Drawing, with a text for readers who do not see it."""

    name: str
    figure: Figure
    description: str

    def save(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        for suffix in ("svg", "png"):
            self.figure.savefig(
                folder / f"{self.name}.{suffix}", dpi=160, metadata={"Date": None} if suffix == "svg" else None
            )

    def svg(self) -> str:
        """Returns a part of a page: without a fixed size, with names of its own, in colours that follow the page."""
        with plt.rc_context({"svg.hashsalt": self.name}):
            buffer = io.StringIO()
            self.figure.savefig(buffer, format="svg", metadata={"Date": None}, transparent=True)
        text = buffer.getvalue()
        text = text[text.index("<svg") :]
        text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
        text = re.sub(r'(<svg[^>]*?) width="[^"]*"', r"\1", text, count=1)
        text = re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", text, count=1)
        text = re.sub(r'\bid="', f'id="{self.name}-', text)
        text = text.replace('href="#', f'href="#{self.name}-').replace("url(#", f"url(#{self.name}-")
        for name, (light, _) in COLOURS.items():
            text = text.replace(light, f"var(--{name})")
        return text.replace("<svg ", f'<svg role="img" aria-label="{self.description}" ', 1)


STYLE = {
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.sans-serif": ["DejaVu Sans"],
    "font.size": 9,
    "text.color": colour("ink"),
    "axes.edgecolor": colour("faint"),
    "axes.labelcolor": colour("ink"),
    "axes.facecolor": "none",
    "axes.titlesize": 9.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": colour("grid"),
    "grid.linewidth": 0.7,
    "xtick.color": colour("faint"),
    "ytick.color": colour("faint"),
    "xtick.labelcolor": colour("ink"),
    "ytick.labelcolor": colour("ink"),
    "figure.facecolor": colour("paper"),
    "legend.frameon": False,
    "legend.labelcolor": colour("ink"),
    "hatch.linewidth": 0.9,
    "lines.linewidth": 1.8,
    "lines.markersize": 4.5,
}
plt.rcParams.update(STYLE)


def canvas(
    width: float = 8.6, height: float = 3.9, columns: int = 1, rows: int = 1, **options: object
) -> tuple[Figure, list[Axes]]:
    """Makes a figure as wide as the page; a wider figure would have smaller letters there."""
    figure, axes = plt.subplots(rows, columns, figsize=(width, height), layout="constrained", squeeze=False, **options)
    return figure, list(axes.flat)


def legend_above(figure: Figure, axes: Axes, columns: int = 4) -> None:
    handles, labels = axes.get_legend_handles_labels()
    figure.legend(handles, labels, loc="outside upper left", ncols=columns, fontsize=8.5, handlelength=2.4)


def plain_logarithmic(axes: Axes, which: str = "y") -> None:
    """Makes an axis logarithmic, with ticks that read 0.5, 1, 2, 5."""
    axis = axes.yaxis if which == "y" else axes.xaxis
    (axes.set_yscale if which == "y" else axes.set_xscale)("log")
    low, high = axes.get_ylim() if which == "y" else axes.get_xlim()
    subs = (1, 2, 5) if high / low < 300 else (1,)
    axis.set_major_locator(matplotlib.ticker.LogLocator(base=10, subs=subs, numticks=20))
    axis.set_major_formatter(matplotlib.ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_minor_formatter(matplotlib.ticker.NullFormatter())


def fit_to_lines(panels: Sequence[Axes], *, from_zero: bool = False) -> None:
    """Sets common limits by the medians: a disturbed repetition leaves the axes instead of compressing the rest."""
    heights = [y for axes in panels for line in axes.get_lines() for y in line.get_ydata()]
    for axes in panels if heights else ():
        top = max(heights) * (1.08 if from_zero else 1.4)
        axes.set_ylim(0 if from_zero else min(heights) / 1.4, top)


def sizes_axis(axes: Axes, logs: Sequence[int]) -> None:
    axes.set_xticks(list(logs), [f"$2^{{{log}}}$" for log in logs])
    axes.set_xlabel("points of the transform")


@dataclass(frozen=True)
class Bars:
    """Series with a bar for each group, or None."""

    label: str
    colour: str
    values: Sequence[float | None]
    projected: bool = False


def grouped_bars(
    axes: Axes, groups: Sequence[str], series: Sequence[Bars], *, stacked: bool = False, upright: bool = False
) -> None:
    """Draws bars. `stacked`: one bar for each group, of the series that has a value there. `upright`: writes
    the figures on bars vertically, because they are wider than the bars."""
    side_by_side = 1 if stacked else max(1, len(series))
    width = (0.5 if stacked else 0.84) / side_by_side
    # Bars of a group stand side by side around its name, without gaps for missing bars.
    present = [[i for i, one in enumerate(series) if one.values[group] is not None] for group in range(len(groups))]
    for index, one in enumerate(series):
        own = [group for group, bars in enumerate(present) if index in bars]
        places = [0 if stacked else present[group].index(index) - (len(present[group]) - 1) / 2 for group in own]
        at = [group + place * width for group, place in zip(own, places, strict=True)]
        values = [one.values[group] for group in own]
        tint = colour(one.colour)
        bars = axes.bar(
            at,
            values,
            width * 0.92,
            label=one.label,
            facecolor="none" if one.projected else tint,
            edgecolor=tint,
            hatch=HATCH_PROJECTED if one.projected else None,
            linewidth=1.1,
        )
        axes.bar_label(
            bars,
            [short(v) for v in values],
            fontsize=7,
            padding=2,
            color=colour("ink"),
            rotation=90 if upright else 0,
        )
    axes.set_xticks(range(len(groups)), groups)
    axes.tick_params(axis="x", length=0)
    axes.grid(axis="x", visible=False)


def short(value: float) -> str:
    """Returns a number with three digits."""
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"
