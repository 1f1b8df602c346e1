"""The list of mutants that no test notices, each with the reason.

    src/twiddles/radices.cpp choose_radices: `a < b` becomes `a <= b`
        Both branches do the same for equal ones.

One reason may stand below several. Lines that begin with # are comments.
"""

from __future__ import annotations


class ListError(Exception):
    pass


def read(text: str) -> dict[str, str]:
    """Reasons by the names of mutants."""
    reasons: dict[str, str] = {}
    # Those that the next reason is for, or the last one was.
    group: list[str] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if not line.startswith(" "):
            key = line.rstrip()
            if key in reasons:
                raise ListError(f"line {number}: {key} is listed twice")
            if group and reasons[group[0]]:
                group = []
            group.append(key)
            reasons[key] = ""
        elif not group:
            raise ListError(f"line {number}: a reason without a mutant")
        else:
            reasons.update({key: f"{reasons[key]} {line.strip()}".strip() for key in group})
    for key, reason in reasons.items():
        if not reason:
            raise ListError(f"{key} has no reason")
    return reasons
