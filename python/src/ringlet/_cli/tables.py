"""Tables: drawn on a terminal, separated by tabs in a pipe."""

import sys
from collections.abc import Sequence

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text


def print_table(header: Sequence[str], rows: Sequence[Sequence[str]], *, words: int = 1, title: str = "") -> None:
    """Prints a table to standard output.

    :param words: how many columns, from the left, hold words; the others hold numbers.
    """
    if not sys.stdout.isatty():
        sys.stdout.writelines("\t".join(line) + "\n" for line in [header, *rows])
        return
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, pad_edge=False)
    for column, name in enumerate(header):
        table.add_column(name, justify="left" if column < words else "right", overflow="fold")
    for row in rows:
        table.add_row(*map(Text, row))
    Console(highlight=False).print(table)


def format_time(nanoseconds: float) -> str:
    """Three significant digits, in microseconds."""
    microseconds = nanoseconds / 1000
    return f"{microseconds:.{2 if microseconds < 10 else 1 if microseconds < 100 else 0}f}"
