"""The list of mutants that no test notices, each with the reason.

    src/plan/radices.cpp choose_radices: `a < b` becomes `a <= b`
        Both branches do the same for equal ones.

Lines that begin with # are comments.
"""

from __future__ import annotations


class ListError(Exception):
    pass


def read(text: str) -> dict[str, str]:
    """Reasons by the keys of mutants."""
    reasons: dict[str, str] = {}
    key = None
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" "):
            key = line.rstrip()
            if key in reasons:
                raise ListError(f"line {number}: {key} is listed twice")
            reasons[key] = ""
        elif key is None:
            raise ListError(f"line {number}: a reason without a mutant")
        else:
            reasons[key] = f"{reasons[key]} {line.strip()}".strip()
    for key, reason in reasons.items():
        if not reason:
            raise ListError(f"{key} has no reason")
    return reasons
