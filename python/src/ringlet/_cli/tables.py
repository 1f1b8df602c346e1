"""Tables: drawn on a terminal, separated by tabs in a pipe."""

import re
import sys
from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text


def _parts(label: str) -> list[str]:
    """Splits a label where lines may break: after spaces and slashes, not in a word."""
    return re.findall("[^ /]+[ /]*|^[ /]+", label)


def _lines(label: str, width: int) -> str:
    """Breaks the label into lines of at most `width` characters if its parts allow it."""
    lines = [""]
    for part in _parts(label):
        if lines[-1] and len(lines[-1]) + len(part.rstrip()) > width:
            lines.append("")
        lines[-1] += part
    return "\n".join(line.rstrip() for line in lines)


def _widths(lines: Sequence[Sequence[str]], room: int) -> list[int]:
    """Returns the columns' widths. If their contents need more than `room`, the widest columns get less."""
    columns = list(zip(*lines, strict=True))
    widths = [max(map(len, column)) for column in columns]
    for i in sorted(range(len(widths)), key=lambda i: -widths[i]):
        least = max(len(part.rstrip()) for cell in columns[i] for part in _parts(cell) or [""])
        widths[i] = max(least, widths[i] - max(0, sum(widths) - room))
    return widths


def print_table(
    header: Sequence[str],
    rows: Sequence[Sequence[str]],
    *,
    words: int = 1,
    title: str = "",
    drawn_header: Sequence[str] | None = None,
) -> None:
    """Prints a table to standard output.

    :param words: the number of columns, from the left, that hold words; the others hold numbers.
    :param title: the title of a drawn table.
    :param drawn_header: a header with shorter words, which the title explains.
    """
    if not sys.stdout.isatty():
        sys.stdout.writelines("\t".join(line) + "\n" for line in [header, *rows])
        return
    lines = [drawn_header or header, *rows]
    # Two characters between columns, one on either side. On a narrower terminal, the terminal itself breaks the lines.
    around = 2 * len(header)
    widths = _widths(lines, Console().width - around)
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0), pad_edge=False)
    for column, name in enumerate(lines[0]):
        table.add_column(_lines(name, widths[column]), justify="left" if column < words else "right", no_wrap=True)
    for row in rows:
        table.add_row(*(Text(_lines(cell, width)) for cell, width in zip(row, widths, strict=True)))
    Console(highlight=False, width=max(Console().width, sum(widths) + around)).print(table)


def format_time(nanoseconds: float) -> str:
    """Three significant digits, in microseconds."""
    microseconds = nanoseconds / 1000
    return f"{microseconds:.{2 if microseconds < 10 else 1 if microseconds < 100 else 0}f}"
