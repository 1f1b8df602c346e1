"""The command line ``ringlet``. It needs packages that the library does not need."""

import sys


def main() -> None:
    """Runs the command line, or prints what to install."""
    try:
        from ringlet._cli.app import main as run  # noqa: PLC0415 # its imports may be missing
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"rich", "typer"}:
            raise
        print('ringlet: the command needs typer and rich: pip install "ringlet[cli]"', file=sys.stderr)
        sys.exit(2)
    run()
